"""All tables of a server, by their names."""

from __future__ import annotations

import secrets
import threading

from cardgames.serve.errors import RefusedError
from cardgames.serve.table import Table

_NAME_BYTES = 12


class Shelf:
    """The tables, so many at the most.

    Parameters
    ----------
    most
        How many.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: dict[str, Table] = {}
        self._opened = 0
        self._lock = threading.Lock()

    def refuse_full(self) -> None:
        """Refuses when there is no room for one more."""
        if len(self._tables) >= self._most:
            raise RefusedError(
                "limit", f"there are {self._most} tables, and no more are allowed", "tables"
            )

    def new_name(self, is_secured: bool) -> str:
        """A name that no table has; nobody can guess that of one with secrets."""
        if is_secured:
            return secrets.token_urlsafe(_NAME_BYTES)
        with self._lock:
            self._opened += 1
            return f"t{self._opened}"

    def put(self, table: Table) -> None:
        """Adds a table with a new name."""
        with self._lock:
            self.refuse_full()
            self._tables[table.name] = table

    def get(self, name: str) -> Table:
        """The table of a name."""
        try:
            return self._tables[name]
        except KeyError:
            raise RefusedError(
                "unknown_table", "there is no table of this name; it may have been closed"
            ) from None

    def remove(self, table: Table) -> None:
        """Forgets a table; it does not matter if that has happened already."""
        with self._lock:
            self._tables.pop(table.name, None)

    def open_names(self) -> list[str]:
        """The names of the tables that have no secrets."""
        with self._lock:
            return [name for name, table in self._tables.items() if not table.is_secured]
