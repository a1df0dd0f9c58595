"""Chess positions, exact endgame tables, motifs, checked explanations, prose that is checked, and games as Arrow tables."""

import os
from collections.abc import Iterator, Sequence
from typing import Any, Literal, final

__version__: str

@final
class Position:
    """A chess position, with the moves that led to it if they are known. It never changes: play() gives another."""

    def __new__(cls, fen: str | None = None) -> Position: ...
    @staticmethod
    def after(moves: str) -> Position:
        """The position after moves from the start, such as "1. e4 e5 2. Nf3"."""
    @staticmethod
    def at(place: str) -> Position:
        """A place in a game of a file: "games.pgn@20", "games.pgn#3@20"; a FEN will do too."""
    @property
    def fen(self) -> str: ...
    @property
    def turn(self) -> Literal["white", "black"]: ...
    @property
    def legal_moves(self) -> list[str]: ...
    @property
    def material(self) -> str: ...
    @property
    def men(self) -> int: ...
    @property
    def is_check(self) -> bool: ...
    @property
    def is_checkmate(self) -> bool: ...
    @property
    def is_stalemate(self) -> bool: ...
    @property
    def opening(self) -> tuple[str, str] | None: ...
    def play(self, move: str) -> Position:
        """The position after a move, such as "Nf3", "g1f3" or "O-O"."""
    def san(self, move: str) -> str: ...
    def uci(self, move: str) -> str: ...
    def motifs(self, line: str, definitions: Literal["strict", "lichess"] = "strict") -> list[Motif]:
        """The motifs of a line from here, such as "Nc7+ Kd7 Nxa8"."""
    def features(self) -> dict[str, Any]:
        """What the position is worth feature by feature, in centipawns for White."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Motif:
    """A named device with the men and squares that show it."""

    @property
    def theme(self) -> str: ...
    @property
    def ply(self) -> int: ...
    @property
    def actor(self) -> str: ...
    @property
    def targets(self) -> list[str]: ...
    @property
    def key(self) -> str | None: ...

@final
class Tutor:
    """Explains positions and moves in sentences that were checked on the board, probes endgame tables, checks what others say."""

    def __new__(
        cls,
        *,
        engine: str = "philidor",
        nodes: int | None = None,
        level: str = "club",
        language: str = "en",
        rating: int | str | None = None,
        humans: str | os.PathLike[str] | None = None,
        tables: str | os.PathLike[str] | None = None,
        syzygy: Sequence[str | os.PathLike[str]] | None = None,
        seed: int = 0,
    ) -> Tutor: ...
    def explain(self, position: Position, move: str | None = None) -> dict[str, Any]:
        """A position, or a move in it, with best lines, sentences and the claims behind them."""
    def tell(self, position: Position, move: str | None = None) -> list[str]:
        """The same in sentences alone."""
    def claims(self, position: Position, move: str | None = None) -> list[dict[str, Any]]:
        """Everything that was found out, in the vocabulary of claims, confirmed by an independent checker."""
    def ask(self, position: Position, question: str) -> str:
        """Answers a question such as "What is Black threatening?"."""
    def check(self, text: str, position: Position, move: str | None = None) -> list[dict[str, Any]]:
        """Checks what a text says: sentences with their truth ("true", "false", "open") and what shows it."""
    def probe(self, position: Position) -> dict[str, Any]:
        """The exact value of an ending, with every move's value and best play."""
    def annotate(self, game: str) -> str:
        """Comments on a game in PGN."""

@final
class Game:
    """A game of a file, with its tags and moves."""

    @property
    def tags(self) -> dict[str, str]: ...
    @property
    def result(self) -> str: ...
    @property
    def problem(self) -> str | None: ...
    @property
    def moves(self) -> list[str]: ...
    def position(self, ply: int) -> Position:
        """The position after so many half-moves."""
    def __len__(self, /) -> int: ...

@final
class Games:
    """The games of a file: an iterable, and a table for polars.DataFrame or pyarrow.table."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __iter__(self, /) -> Iterator[Game]: ...

@final
class GamesIterator:
    """Goes through the games of a file."""

    def __iter__(self, /) -> GamesIterator: ...
    def __next__(self, /) -> Game: ...

@final
class Moves:
    """The moves of a file's games: a table for polars.DataFrame or pyarrow.table."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def games(path: str | os.PathLike[str]) -> Games:
    """The games of a PGN file (plain, or .pgn.zst), one row for a game."""

def moves(path: str | os.PathLike[str]) -> Moves:
    """The moves of all games of a PGN file, one row for a move."""
