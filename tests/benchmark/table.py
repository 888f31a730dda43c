"""The benchmark's output as CSV (work,rows,nanoseconds_per_row) and as a table with each work's ratio to sorting the keys."""

import csv
import json
import sys


def read(path):
    lines = {}
    with open(path, encoding="utf-8") as file:
        for line in json.load(file)["benchmarks"]:
            work, rows = line["name"].removesuffix("/real_time").rsplit("/", 1)
            if line.get("error_occurred"):
                sys.exit(f"{work}: {line['error_message']}")
            lines[work, int(rows)] = 1e9 / line["items_per_second"]
    return lines


def main(source, target):
    lines = read(source)
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["work", "rows", "nanoseconds_per_row"])
        for (work, rows), nanoseconds in lines.items():
            writer.writerow([work, rows, f"{nanoseconds:.3f}"])
    print(f"{'work':32} {'rows':>12} {'ns a row':>10} {'of sorting':>11} {'of uuidv4':>10}")
    for (work, rows), nanoseconds in lines.items():
        ratios = [lines.get((other, rows)) for other in ("std::sort of the keys", "uuidv4")]
        shown = [f"{nanoseconds / ratio:.2f}" if ratio else "" for ratio in ratios]
        print(f"{work:32} {rows:12,} {nanoseconds:10.1f} {shown[0]:>11} {shown[1]:>10}")


if __name__ == "__main__":
    main(*sys.argv[1:])
