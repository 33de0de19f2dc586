"""The table of the book that says what is compared, and with which result."""

import os
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/src/conformance.md"
RULE = "|---|---|---|\n"


def assert_row(target, compared, result):
    """Fails if the row of a target is not the one of the table; `NHI_BLESS=1` writes it."""
    text = PAGE.read_text()
    begin = f"| {target} |"
    row = f"{begin} {compared} | {result} |"
    if row in text.splitlines():
        return
    assert "NHI_BLESS" in os.environ, f"docs/src/conformance.md lacks this row, which NHI_BLESS=1 writes:\n{row}"
    before, rest = text.split(RULE)
    rows, *after = rest.split("\n\n", 1)
    kept = [line for line in rows.splitlines() if not line.startswith(begin)]
    table = "\n".join(sorted([*kept, row]))
    PAGE.write_text("\n\n".join([before + RULE + table, *after]).rstrip() + "\n")
