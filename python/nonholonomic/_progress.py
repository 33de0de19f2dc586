"""Progress bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: A function that is called with what is done, and the total.
Tell = Callable[[int, int], object]


@contextmanager
def bar(progress: bool, unit: str) -> Iterator[Tell | None]:
    """Show a bar of tqdm, and yield the function that moves it; ``None`` without ``progress``."""
    if not progress:
        yield None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        raise ImportError("progress=True needs tqdm: pip install tqdm") from None
    with tqdm(unit=" " + unit) as shown:

        def tell(done: int, total: int) -> None:
            shown.total = total or None
            shown.update(done - shown.n)

        yield tell
