#!/usr/bin/env python3
"""Whatever is wrong with files, memory, disk, pipes or the reader's patience: is it said in one clear line, with the
documented exit status, and is nothing left half-written?

usage: robustness_test.py KEYCOST"""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

KEYCOST = str(pathlib.Path(sys.argv[1]).resolve())
HELD, USAGE, INVALID, INPUT_OUTPUT, INTERRUPTED = 0, 2, 3, 4, 130
# A sanitizer reserves terabytes of addresses: a limit on them says nothing then.
HAS_SANITIZER = b"__asan_init" in pathlib.Path(KEYCOST).read_bytes() or b"__tsan_init" in pathlib.Path(KEYCOST).read_bytes()


def scenario(**fields):
    whole = {"engine": "postgresql-18", "steps": [{"do": "insert", "rows": 10}],
             "tables": {"t": {"columns": [{"name": "id", "type": "bigint", "values": "counter"}], "primary_key": ["id"]}}}
    return json.dumps(whole | fields)


def rows_scenario(path):
    return scenario(tables={"t": {"columns": [{"name": "id", "type": "bigint"}], "primary_key": ["id"], "rows": path}},
                    steps=[{"do": "insert", "rows": "all"}])


class Robustness(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.write("ok.json", scenario())

    def tearDown(self):
        self.scratch.cleanup()

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def keycost(self, *arguments, limit=None, **options):
        def prepare():
            for what, value in (limit or {}).items():
                resource.setrlimit(what, (value, value))
        return subprocess.run([KEYCOST, *arguments], cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL,
                              preexec_fn=prepare, timeout=300, **options)

    def refused(self, status, words, *arguments, **options):
        """Ends with the status, has said `words` and whose file it is, and nothing on standard output."""
        run = self.keycost(*arguments, **options)
        talk = run.stderr.decode()  # always UTF-8
        self.assertEqual(run.returncode, status, talk)
        self.assertIn(words, talk)
        self.assertTrue(all(line.startswith("keycost: ") for line in talk.splitlines()), talk)
        self.assertEqual(run.stdout, b"")
        self.assertNotRegex(talk, "std::|bad_alloc|nlohmann|what\\(\\)")
        return talk

    def test_folders_in_the_place_of_files(self):
        (self.folder / "folder").mkdir()
        self.refused(INPUT_OUTPUT, "has no scenario", "run", "folder")
        self.write("s.json", rows_scenario("folder"))
        self.refused(INPUT_OUTPUT, "is a folder", "run", "s.json")
        self.refused(INPUT_OUTPUT, "folder", "run", "ok.json", "-o", "json:folder")
        for command in (["lab", "--verify", "folder"], ["quiz", "--grade", "folder"], ["merge", "folder"],
                        ["import", "folder", "--scenario", "ok.json", "--step", "insert-1"]):
            with self.subTest(command):
                self.refused(INPUT_OUTPUT, "folder", *command)

    def test_files_that_cannot_be_read(self):
        if os.geteuid() != 0:
            (self.folder / "ok.json").chmod(0)
            self.refused(INPUT_OUTPUT, "ok.json: cannot be opened: Permission denied", "run", "ok.json")
        # Reading a process's memory from address 0 fails, even for root.
        self.write("s.json", rows_scenario("/proc/self/mem"))
        self.refused(INPUT_OUTPUT, "cannot be read: Input/output error", "run", "s.json")

    def test_hidden_files_and_folders_are_not_searched(self):
        (self.folder / ".git").mkdir()
        for name in (".git/s.json", ".s.json"):
            self.write(name, "{")
        run = self.keycost("validate", ".")
        self.assertEqual((run.returncode, run.stdout.count(b"\n")), (HELD, 1), run.stderr)
        self.refused(INVALID, ".s.json", "validate", ".s.json")

    def test_huge_files(self):
        with open(self.folder / "huge.json", "wb") as huge:
            huge.truncate(1 << 40)
        self.refused(INVALID, "is larger than 16 MB", "validate", "huge.json")
        with open(self.folder / "huge.csv", "wb") as huge:
            huge.write(b"id\n1\n\"")
            huge.truncate(1 << 33)
        self.write("s.json", rows_scenario("huge.csv"))
        self.refused(INPUT_OUTPUT, "huge.csv:3:1: a row larger than", "run", "s.json")

    def test_bytes_that_are_no_text(self):
        for content in (b"\0", b"\xff\xfe{", scenario().encode().replace(b"id", b"i\0d"),
                        scenario().encode().replace(b"counter", b"count\xe9r"), b"{\"engine\": \"\xed\xa0\x80\"}"):
            with self.subTest(content[:40]):
                self.write("s.json", content)
                self.refused(INVALID, "s.json:1:", "validate", "s.json")
        for content, words in ((b"id\n1\0\n", "rows.csv:2"), (b"id\n\xff\n", "rows.csv:2"), (b"i\0d\n1\n", "rows.csv:1")):
            with self.subTest(content):
                self.write("rows.csv", content)
                self.write("s.json", rows_scenario("rows.csv"))
                self.refused(INPUT_OUTPUT, words, "run", "s.json")

    def test_nesting(self):
        self.write("s.json", "[" * 1_000_000)
        self.refused(INVALID, "s.json:1:65", "validate", "s.json")
        for deep in ("(" * 100_000 + "1", "-" * 100_000 + "1", "max(" * 100_000 + "1"):
            with self.subTest(deep[:8]):
                self.write("s.json", scenario(expect=[{"value": deep, "min": 1}]))
                self.assertLess(len(self.refused(INVALID, "s.json:1:", "validate", "s.json")), 2000)

    def test_numbers(self):
        for steps in ([{"do": "insert", "rows": 10**30}], [{"do": "insert", "rows": -1}], [{"do": "insert", "rows": 1e308}],
                      [{"do": "repeat", "times": 10**18, "steps": [{"do": "insert", "rows": 10**18}]}]):
            with self.subTest(steps):
                self.write("s.json", scenario(steps=steps))
                self.refused(INVALID, "s.json:1:", "validate", "s.json")
        for seed in ("9223372036854775808", "-1", "1e3", "0x10"):
            self.refused(USAGE, "--seed takes a whole number from 0 to 9223372036854775807", "run", "ok.json", f"--seed={seed}")
        self.write("s.json", scenario(seed=2**63 - 1))
        in_file = self.keycost("run", "s.json", "-o", "json")
        given = self.keycost("run", "s.json", "-o", "json", "--seed", str(2**63 - 1))
        self.assertEqual((in_file.returncode, in_file.stdout), (HELD, given.stdout))

    @unittest.skipIf(HAS_SANITIZER, "a sanitizer reserves the addresses that the limit counts")
    def test_out_of_memory(self):
        self.write("s.json", scenario(steps=[{"do": "insert", "rows": 5_000_000}]))
        for plain in ([], ["--plain"]):
            run = self.keycost("run", "s.json", "-o", "json:out.json", *plain, limit={resource.RLIMIT_AS: 48 << 20})
            self.assertEqual(run.returncode, INPUT_OUTPUT, run.stderr)
            self.assertRegex(run.stderr.decode(), r"^keycost: .*memory")
            self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["ok.json", "s.json"])

    def test_a_full_disk(self):
        for command in (["run", "ok.json"], ["keys", "uuidv4", "-n", "100000"], ["rows", "ok.json", "t"], ["schema"], ["list"],
                        ["explain", "rows"], ["lab", "ok.json"], ["quiz"], ["manual"], ["completion", "bash"], ["--version"],
                        ["theory", "-n", "1000"], ["check", "ok.json"], ["--help"], ["run", "--help"]):
            with self.subTest(command), open("/dev/full", "w") as full:
                run = subprocess.run([KEYCOST, *command], cwd=self.folder, stdout=full, stderr=subprocess.PIPE)
                if command == ["check", "ok.json"]:
                    continue  # has no expectation and nothing to say on standard output
                self.assertEqual(run.returncode, INPUT_OUTPUT, run.stderr)
                self.assertIn(b"No space left on device", run.stderr)

    def test_a_file_that_outgrows_its_limit_is_not_left_behind(self):
        self.write("out.json", "what was there")
        self.refused(INPUT_OUTPUT, "File too large", "run", "ok.json", "-o", "json:out.json", "-o", "html:out.html",
                     limit={resource.RLIMIT_FSIZE: 100})
        self.assertEqual((self.folder / "out.json").read_text(), "what was there")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["ok.json", "out.json"])

    def test_a_closed_pipe(self):
        for command in ("run ok.json", "keys uuidv4 -n 1000000", "rows big.json t", "list"):
            self.write("big.json", scenario(steps=[{"do": "insert", "rows": 1_000_000}]))
            with self.subTest(command):
                reader = subprocess.run(["bash", "-c", f"'{KEYCOST}' {command} 2>err | head -1; echo ${{PIPESTATUS[0]}}"],
                                        cwd=self.folder, capture_output=True, text=True)
                status = int(reader.stdout.splitlines()[-1])
                # A short output may fit the pipe before the reader goes; nothing dies of a signal or says what is no news.
                self.assertIn(status, (HELD, INPUT_OUTPUT))
                self.assertNotIn("terminate", (self.folder / "err").read_text())

    def test_an_interrupt_while_reading_from_a_pipe(self):
        self.write("s.json", rows_scenario("-"))
        for command in (["run", "s.json", "-o", "json:out.json"], ["rows", "s.json", "t"],
                        ["import", "-", "--scenario", "ok.json", "--step", "insert-1"], ["lab", "--verify", "-"],
                        ["quiz", "--grade", "-"]):
            with self.subTest(command):
                program = subprocess.Popen([KEYCOST, *command], cwd=self.folder, stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                if not wait_until_it_reads(program):
                    program.communicate()
                    continue  # does not read standard input
                program.send_signal(signal.SIGINT)
                try:
                    status = program.wait(20)
                finally:
                    program.kill()
                    program.communicate()
                self.assertEqual(status, INTERRUPTED)
                self.assertFalse((self.folder / "out.json").exists())


def wait_until_it_reads(program):
    """Whether one of its threads comes to wait for standard input, and it does not end instead."""
    read_calls = ("0", "19", "63", "65")     # read, readv: x86-64, arm64; the first argument is the descriptor
    poll_calls = ("7", "271", "73")          # poll, ppoll: only readers wait so
    for _ in range(500):
        if program.poll() is not None:
            return False
        for task in pathlib.Path(f"/proc/{program.pid}/task").glob("*"):
            try:
                call = (task / "syscall").read_text().split()
            except OSError:
                continue
            if len(call) > 1 and (call[0] in poll_calls or call[1] == "0x0" and call[0] in read_calls):
                return True
        time.sleep(0.01)
    raise AssertionError("neither reads nor ends")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
