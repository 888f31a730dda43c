#!/usr/bin/env python3
"""Does `cmake --install` put everything where it belongs, anywhere, and can another project use the library?

usage: install_test.py BUILD CXX [FLAGS]"""

import pathlib
import sys
import tempfile

from installed import check_consumer, check_shared_files, check_version, run


def main():
    build, compiler = sys.argv[1], sys.argv[2]
    flags = sys.argv[3] if len(sys.argv) > 3 else ""
    with tempfile.TemporaryDirectory() as name:
        first, prefix = pathlib.Path(name, "first"), pathlib.Path(name, "a prefix")
        run("cmake", "--install", build, "--prefix", first)
        first.rename(prefix)  # nothing may remember where it was installed
        keycost = prefix / "bin/keycost"
        check_version(keycost)
        check_shared_files(prefix, keycost)
        check_consumer(prefix, keycost, pathlib.Path(name), compiler, flags)


if __name__ == "__main__":
    main()
