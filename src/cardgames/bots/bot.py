"""What a bot is, what it is called, and bots by words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, SupportsIndex, TypeVar, cast, runtime_checkable

from cardgames._core.state import State, acting_seat
from cardgames.arguments import as_integer, as_text
from cardgames.errors import BotError, shown

if TYPE_CHECKING:
    from cardgames.bots.greedy import GreedyBot
    from cardgames.bots.random_bot import RandomBot
    from cardgames.bots.search_bot import SearchBot

# Contravariant: a bot for states of any game is one for those of each game.
StateT_contra = TypeVar("StateT_contra", bound=State, contravariant=True)

_LONGEST_MEANT = 40  # characters of a word that may be a bot's with an error in it


@runtime_checkable
class BotFor(Protocol[StateT_contra]):
    """Any object with this method is a bot; it need not be derived from anything.

    The parameter is the type of the states that it can play in: `BotFor[TripletsState]` is a bot
    for Triplets. `Bot` is a bot for every game.

    Two more members are used where a bot has them: `name`, a str, which is what results call it;
    and `with_seed(seed)`, a copy of the bot that draws all its random numbers from this seed, for
    which it is asked at the start of each game.
    """

    def choose(self, state: StateT_contra, player: int) -> int:
        """An action for a seat.

        Parameters
        ----------
        state
            A determinization for the seat: it has the seat's true view and its true legal
            actions; what the seat cannot know is drawn at random. It may be changed.
        player
            The seat, which may act now.

        Returns
        -------
        int
            One of `state.legal_actions(player)`.
        """
        ...


@runtime_checkable
class Bot(BotFor[State], Protocol):
    """A bot for every game: its `choose` takes any `State`."""


def is_bot(value: object) -> bool:
    """Whether it has a method `choose`, and is not a class of bots."""
    return not issubclass(type(value), type) and callable(getattr(value, "choose", None))


def bot_name(bot: object) -> str:
    """What results call a bot: its `name` if that is a str and not empty, else its class's name."""
    name = getattr(bot, "name", None)
    # By the true type: a str's subclass may lie about itself.
    text = as_text(name, "name") if issubclass(type(name), str) else ""
    return text or type(bot).__name__


def seeded(bot: Bot, seed: int, name: str) -> Bot:
    """The bot of this name with a seed of its own, or itself if it takes none.

    Raises
    ------
    TypeError
        Its `with_seed` gives no bot.
    """
    with_seed = getattr(bot, "with_seed", None)
    if not callable(with_seed):
        return bot
    other: object = with_seed(seed)
    if not is_bot(other):
        raise TypeError(f"with_seed of the bot {shown(name)} must give a bot, not {shown(other)}")
    return cast("Bot", other)


def make_bot(text: str) -> RandomBot | GreedyBot | SearchBot:
    """A bot from a word: "random", "greedy", or a search with its limit, such as "ismcts:500".

    Parameters
    ----------
    text
        "random" and "greedy" are `RandomBot` and `GreedyBot`. "ismcts:N", "puct:N" and "flat:N"
        are `SearchBot` with `ISMCTS`, `ISMCTS(selection="puct")` and `FlatMonteCarlo`; N is a
        number of simulations for each decision, or one of seconds, as in "ismcts:0.5s".

    Raises
    ------
    TypeError
        `text` is no str.
    BotError
        There is no such bot; the message names those there are.

    Examples
    --------
    >>> make_bot("random"), make_bot("ismcts:500")
    (RandomBot(), SearchBot(ISMCTS(simulations=500)))
    """
    # They import this module.
    from cardgames.bots.greedy import GreedyBot
    from cardgames.bots.random_bot import RandomBot
    from cardgames.bots.search_bot import SEARCHERS, SearchBot, searcher_of

    word = as_text(text, "a bot in words")
    if word == "random":
        return RandomBot()
    if word == "greedy":
        return GreedyBot()
    searcher = searcher_of(word)
    if searcher is not None:
        return SearchBot(searcher)
    kind = word.partition(":")[0]
    if kind in SEARCHERS:
        raise BotError(
            f"{kind} needs a whole number of simulations, 1 to 2147483647, as in {kind}:1000, or a "
            f"number of seconds, more than 0 and up to 1000000, as in {kind}:0.5s; "
            f"not {shown(word)}"
        )
    meant = _meant(word)
    raise BotError(
        f"there is no bot {shown(word)}{f' (did you mean {meant!r}?)' if meant else ''}; "
        "bots are random, greedy, ismcts:N, puct:N and flat:N, "
        "where N is 1 to 2147483647 simulations, as in ismcts:1000, "
        "or more than 0 and up to 1000000 seconds, as in ismcts:0.5s"
    )


def _meant(word: str) -> str | None:
    """The word of a bot that is spelled almost like this one, if there is one."""
    import difflib

    from cardgames.bots.search_bot import SEARCHERS, searcher_of

    if len(word) > _LONGEST_MEANT:
        return None
    kind, colon, limit = word.strip().lower().partition(":")
    near = difflib.get_close_matches(kind, ("random", "greedy", *SEARCHERS), 1)
    if not near:
        return None
    meant = near[0] + colon + limit
    is_word = meant in ("random", "greedy") or searcher_of(meant) is not None
    return meant if is_word else None


def seat_and_choices(state: State, player: SupportsIndex) -> tuple[int, list[int]]:
    """The seat that a bot is asked for, and its legal actions.

    Raises
    ------
    TypeError, CardGamesError
        `state` is no state, `player` no seat; the seat may not act now.
    """
    seat = acting_seat(state, as_integer(player, "player"))
    return seat, state.legal_actions(seat)
