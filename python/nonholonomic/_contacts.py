"""Changes of contacts that open and close."""

from __future__ import annotations

from typing import NamedTuple


class ContactChange(NamedTuple):
    """A change of a contact within a step.

    Attributes
    ----------
    contact : str
        The name of the contact.
    event : {"opens", "closes", "rebounds"}
        The event.
    t : float
        Its time.
    """

    contact: str
    event: str
    t: float
