"""The numbers of a table are those of another one, for each column that both have.

Usage: python table.py TABLE OTHER
"""

import csv
import sys


def rows_of(path):
    with open(path) as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines))


if __name__ == "__main__":
    table, other = (rows_of(path) for path in sys.argv[1:])
    names = [name for name in table[0] if name in other[0]]
    assert len(names) > 1 and len(table) > 1, "nothing to compare"
    assert len(table) <= len(other), f"{len(table)} rows, and {len(other)} in the other table"
    for number, (row, expected) in enumerate(zip(table, other)):
        for name in names:
            found, wanted = float(row[name]), float(expected[name])
            assert found == wanted, f"{name} in row {number}: {found!r}, not {wanted!r}"
    print(f"{len(table)} rows of {len(names)} columns are equal")
