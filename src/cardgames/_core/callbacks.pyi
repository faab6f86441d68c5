"""Types of what users give to searches and playouts."""

from typing import Final, Never, Self, final

KINDS: Final[tuple[str, str, str]]

@final
class NativeFunction:
    """A function in native code that searches and playouts call; `cardgames.native` makes it."""

    def __new__(cls, address: int, context: int, kind: str, name: str, keep: object) -> Self: ...
    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def keep(self) -> object: ...
    def __reduce__(self) -> Never: ...

@final
class Callback:
    """A function of a user for one run, as the core calls it."""
