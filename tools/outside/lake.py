"""Reads a lake of claims (`philidor annotate GAMES --lake DIR`) with DuckDB and with Polars, and tests its rows on python-chess's board.

    lake.py DIR [--sql docs/LAKE.md]

With --sql the questions of a document (blocks marked sql) are asked and their answers printed. It knows nothing of our code but the columns."""

import argparse
import json
import pathlib
import sys

import chess
import duckdb
import polars

TABLES = ("games", "moves", "claims")


def complain(problems, text):
    problems.append(text)
    if len(problems) > 20:
        sys.exit("\n".join(problems))


def open_lake(folder):
    base = duckdb.connect()
    for table in TABLES:
        base.execute(f"create view {table} as select * from read_parquet('{folder}/{table}/*.parquet')")
    return base


def check(folder):
    problems = []
    base = open_lake(folder)
    about = json.loads((folder / "lake.json").read_text())
    counts = {}
    for table in TABLES:
        ours = base.execute(f"select count(*) from {table}").fetchone()[0]
        theirs = polars.scan_parquet(f"{folder}/{table}/*.parquet").select(polars.len()).collect().item()
        counts[table] = ours
        if ours != theirs:
            complain(problems, f"{table}: DuckDB reads {ours} rows, Polars {theirs}")
    if about["games"] is not None and about["games"] != counts["games"]:
        complain(problems, f"lake.json says {about['games']} games, there are {counts['games']}")
    lost = base.execute("select count(*) from claims c left join moves m using (game, ply) where m.ply is null").fetchone()[0]
    twice = base.execute("select count(*) - count(distinct (game, ply, claim)) from claims").fetchone()[0]
    if lost or twice:
        complain(problems, f"{lost} claims without their move, {twice} with the name of another")
    last = None
    rows = base.execute("select game, ply, fen, uci, san, side, best, human, human_best, chance from moves order by game, ply").fetchall()
    for game, ply, fen, uci, san, side, best, human, human_best, chance in rows:
        place = f"game {game}, ply {ply}"
        board = chess.Board(fen)
        if last is not None and last[0] == game and last[1].fen(en_passant="fen") != board.fen(en_passant="fen") and last[1].fen(en_passant="legal") != board.fen(en_passant="legal"):
            complain(problems, f"{place}: {fen} does not follow from {last[1].fen()}")
        if ("white" if board.turn else "black") != side:
            complain(problems, f"{place}: {side} is not to move")
        move = chess.Move.from_uci(uci)
        if move not in board.legal_moves or board.san(move).rstrip("+#") != san.rstrip("+#"):
            complain(problems, f"{place}: {uci} is not {san}")
            last = None
            continue
        if best is not None and chess.Move.from_uci(best) not in board.legal_moves:
            complain(problems, f"{place}: the best move {best} is not legal")
        for share in (human, human_best):
            if share is not None and not 0 <= share <= 1:
                complain(problems, f"{place}: {share} is no probability")
        if not 0 <= chance <= 100:
            complain(problems, f"{place}: {chance} are no winning chances")
        board.push(move)
        last = (game, board)
    claims = base.execute(
        "select c.game, c.ply, c.line, c.at, c.squares, c.men, c.statement, c.says, m.fen from claims c join moves m using (game, ply)"
    ).fetchall()
    for game, ply, line, at, squares, men, statement, says, fen in claims:
        place = f"game {game}, ply {ply}, {says}"
        board = chess.Board(fen)
        boards = [board.copy()]
        for entry in line.split():
            move = chess.Move.null() if entry == "0000" else chess.Move.from_uci(entry)
            if move and move not in board.legal_moves:
                complain(problems, f"{place}: {entry} of {line} is not legal")
                break
            board.push(move)
            boards.append(board.copy())
        if at >= len(boards):
            complain(problems, f"{place}: it holds after {at} of {line}")
            continue
        for square in squares:
            if square not in chess.SQUARE_NAMES:
                complain(problems, f"{place}: {square} is no square")
        for man in men:
            stands = {str(b.piece_at(chess.parse_square(man[1:]))) for b in (boards[0], boards[at])}
            if man[0] not in stands:
                complain(problems, f"{place}: no {man} on the board")
        if json.loads(statement).get("says") != says:
            complain(problems, f"{place}: the statement says {statement}")
    return counts, problems


def table(answer):
    """An answer as a table of Markdown."""
    names = [column[0] for column in answer.description]
    plain = lambda value: "" if value is None else f"{value:g}" if isinstance(value, float) else str(value).replace("|", "/")
    rows = [names, ["---"] * len(names)] + [[plain(value) for value in row] for row in answer.fetchall()]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def ask(folder, document):
    base = open_lake(folder)
    text = document.read_text()
    for number, block in enumerate(text.split("```sql\n")[1:], 1):
        query = block.split("```")[0]
        print(f"{number}.\n\n{table(base.execute(query))}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lake", type=pathlib.Path)
    parser.add_argument("--sql", type=pathlib.Path)
    args = parser.parse_args()
    if args.sql:
        ask(args.lake, args.sql)
        return
    counts, problems = check(args.lake)
    print("\n".join(problems))
    print(", ".join(f"{count} {table}" for table, count in counts.items()), f"{len(problems)} problems")
    sys.exit(bool(problems))


main()
