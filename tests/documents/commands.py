"""Which commands the documents show that are not run as they stand, and why; every other one is."""

# Commands that do not run in a test. A pattern must fit the whole command.
NOT_RUN = {
    r"\./scenarios/run( scenarios/\S+)?|\./tests/run|\./plots/make|plots/make":
        "installs packages and builds; .ci/run runs ./tests/run, and the test of plots what ./plots/make calls",
    r"plots/draw\.py RESULTS FIGURES": "the test of plots runs it",
    r"psql .*|CREATE (TABLE|INDEX) .*": "needs a PostgreSQL server",
    r"apt install \./keycost_\*\.deb": "tests/shipping/deb_test.py installs",
    r"cmake --install build/release": "tests/shipping/install_test.py installs",
    r"cd build/release && cpack": "tests/shipping/deb_test.py packs",
    r"apt-get install emscripten .*|src/browser/make":
        "needs emscripten and npm; a job of its own makes the lab and tests it (.github/workflows/tests.yml)",
    r"cmake (--preset|--build --preset) .*|build/fuzz/.*": "builds anew, with clang; CI does it",
    r"keycost selftest": "tests/theory and tests/unit hold the same, and it takes ten seconds",
    r"tests/mutation/run .*": "builds and tests anew for every change it makes: hours",
    r"tests/live/.*": "needs servers, or is a test of its own (tests/CMakeLists.txt)",
}

# What a reader would put in the place of words in capitals, or a smaller folder or count where the command as it stands
# takes long.
INSTEAD = {
    "keycost check FOLDER": "keycost check scenarios/learn",
    "keycost check scenarios --report md": "keycost check scenarios/learn --report md",
    "keycost check scenarios -o junit:result.xml --report md:documents.md":
        "keycost check scenarios/learn -o junit:result.xml --report md:documents.md",
    "keycost run scenarios/eight-kilobytes/second-million.json -o text -o json:wal.json":
        "keycost run scenarios/learn/01-a-leaf-page.json -o text -o json:wal.json",
    "keycost init orders.csv": "keycost init orders.csv --force",
    "keycost init orders.csv --type customer_id=int": "keycost init orders.csv --type customer_id=int -o draft.json --force",
    "keycost init FILE": "keycost init orders.csv -o draft.json --force",
    "keycost bless SCENARIO": "keycost bless orders.json",
    "keycost bless scenarios/mine.json --write": "keycost bless orders.json --write",
    "keycost explain NAME": "keycost explain leaf_fragmentation",
    "keycost validate FILE": "keycost validate orders.json",
    "keycost inspect ID...": "keycost inspect 018f4e6e-7b3a-7c1d-9a2b-3c4d5e6f7081 01HWZ3XYZW0000000000000000",
    "keycost show VIEW SCENARIO --at EVENT": "keycost show split scenarios/see-it/twenty-keys-a-page.json --at split:3",
    "keycost step SCENARIO": "keycost step scenarios/see-it/twenty-keys-a-page.json < /dev/null",
    "keycost step scenarios/see-it/twenty-keys-a-page.json":
        "keycost step scenarios/see-it/twenty-keys-a-page.json < /dev/null",
    "keycost crash SCENARIO --at EVENT --tear PAGE":
        "keycost crash scenarios/see-it/twenty-keys-a-page.json --at 75 --tear random_pkey:4",
    "keycost lab SCENARIO": "keycost lab scenarios/your-project/orders.json --rows 1000",
    "keycost lab scenarios/your-project/orders.json --rows 100000 > lab.sql; psql -X -f lab.sql test > lab.out; "
    "keycost lab --verify lab.out":
        "keycost lab scenarios/your-project/orders.json --rows 100000 > lab.sql; keycost lab --verify lab.out",
    "keycost lab SCENARIO > lab.sql": "keycost lab scenarios/your-project/orders.json --rows 1000 > lab.sql",
    "keycost rows SCENARIO TABLE": "keycost rows orders.json orders -n 5",
    "keycost completion SHELL": "keycost completion bash",
    "keycost run SCENARIO -o html:report.html": "keycost run orders.json -o html:report.html",
    # wal.txt is that of the reader's own orders.
    "keycost import wal.txt --scenario scenarios/your-project/orders.json --table chosen --step interval":
        "keycost import wal.txt --scenario scenarios/your-project/orders.json --table chosen --step interval; test $? = 1",
    "keycost run -o json": "keycost run orders.json -o json",
    "keycost theory -o csv": "keycost theory -n 1000 -o csv",
    "keycost quiz --grade FILE": "keycost quiz --grade sheet.txt; test $? = 1",  # nobody has filled it in
    "keycost quiz --seed 7 > sheet.txt; keycost quiz --grade sheet.txt":
        "keycost quiz --seed 7 > sheet.txt; keycost quiz --grade sheet.txt; test $? = 1",
    # Without its scenario this is what a batch system repeats: eight shards on this machine, put together by the next.
    "parallel keycost sweep S.json --shard {}/8 -o json:part-{}.json ::: $(seq 8)":
        "for shard in $(seq 8); do keycost sweep small.json --seeds 1..8 --shard $shard/8 -o json:part-$shard.json; done",
}
