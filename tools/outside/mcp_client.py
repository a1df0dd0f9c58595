"""The tutor as tools, asked by the official client of the Model Context Protocol, over standard input and output and over HTTP:
`python tools/outside/mcp_client.py PHILIDOR`."""

import asyncio
import contextlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

NODES = 2000
TOKEN = "0123456789abcdef0123456789abcdef"
GAMES = """[White "Morphy"]
[Black "Duke Karl"]
[ECO "C41"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 1-0

[White "Other"]
[Black "Another"]

1. d4 d5 1/2-1/2
"""


def text(result):
    return "\n".join(block.text for block in result.content)


async def ask_everything(client, calls):
    """All tools, what is wrong, what is given up, and many calls in a row."""
    hello = await client.initialize()
    assert hello.server_info.name == "philidor", hello
    tools = {tool.name for tool in (await client.list_tools()).tools}
    assert {"explain", "ask", "annotate", "probe_tables", "check_text", "endgame_theory", "find_games"} <= tools, tools

    answer = await client.call_tool("explain", {"moves": "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6", "move": "Qxf7#"})
    assert not answer.is_error and "mate" in text(answer), text(answer)
    assert answer.structured_content["claims"], answer.structured_content

    board = await client.call_tool("explain", {"fen": "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1"})
    assert "┌" in text(board) and "Re8" in text(board), text(board)

    level = {"fen": "3r2k1/5ppp/8/8/8/1n6/Q4PPP/3R2K1 w - - 0 1", "rating": "1500@chess.com"}
    rated = await client.call_tool("explain", level)
    assert "players rated 1500 (Chess.com)" in text(rated), text(rated)
    french = await client.call_tool("explain", {**level, "rating": None, "language": "fr"})
    # A rook is a tower there.
    assert "Chess.com" not in text(french) and "Txd" in text(french), text(french)

    asked = await client.call_tool("ask", {"game": "1. e4 e5 2. Nf3 Nc6 *", "ply": 3, "question": "What is a passed pawn?"})
    assert "passed" in text(asked), text(asked)

    ending = await client.call_tool("probe_tables", {"fen": "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"})
    assert "White wins" in text(ending), text(ending)

    theory = await client.call_tool("endgame_theory", {"fen": "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "move": "Kd4"})
    assert not theory.is_error and "┌" in text(theory) and theory.structured_content, text(theory)
    silent = await client.call_tool("endgame_theory", {"moves": "1. e4"})
    assert silent.is_error, text(silent)

    for wanted, count in [
        ({"player": "morphy"}, 1),
        ({"opening": "C4"}, 1),
        ({"moves": "1. d4 d5"}, 1),
        ({"result": "1/2-1/2", "player": "other"}, 1),
        ({"player": "nobody"}, 0),
    ]:
        found = await client.call_tool("find_games", {"games": GAMES, **wanted})
        assert not found.is_error and found.structured_content["count"] == count, (wanted, text(found))
    morphy = (await client.call_tool("find_games", {"games": GAMES, "player": "Morphy"})).structured_content["games"][0]
    told = await client.call_tool("ask", {"moves": morphy["moves"], "ply": 13, "question": "What is a pin?"})
    assert not told.is_error, text(told)
    for wrong, words in [({"games": GAMES}, "what to look for"), ({"games": GAMES, "material": "QX"}, "QX")]:
        refused = await client.call_tool("find_games", wrong)
        assert refused.is_error and words in text(refused), text(refused)

    draft = {"moves": "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#", "text": "White gives mate. The black king stands on g8."}
    checked = await client.call_tool("check_text", draft)
    assert not checked.is_error and len(checked.structured_content["sentences"]) == 2, text(checked)

    heard = []

    async def progress(done, total, _message):
        heard.append((done, total))

    game = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 1-0"
    comments = await client.call_tool("annotate", {"game": game}, progress_callback=progress)
    assert not comments.is_error and "[Annotator" in text(comments), text(comments)
    assert heard and heard[-1][1] == 13, heard

    for wrong, words in [
        ({}, "say which position"),
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "king"),
        ({"moves": "1. e4 Ke5"}, "not a legal move"),
        ({"game": "1. e4 *", "ply": 7}, "no ply 7"),
        ({"moves": "1. e4", "level": "god"}, "god"),
        ({"moves": "1. e4", "rating": "strong"}, "400 to 2800"),
    ]:
        refused = await client.call_tool("explain", wrong)
        assert refused.is_error and words in text(refused), (wrong, text(refused))

    # What is given up ends at once, and the next request is answered.
    long = client.call_tool("explain", {"moves": "1. d4 d5 2. c4", "nodes": 20_000_000})
    try:
        await asyncio.wait_for(long, 0.5)
        raise AssertionError("twenty million nodes in half a second")
    except asyncio.TimeoutError:
        pass

    began = time.monotonic()
    for _ in range(calls):
        again = await client.call_tool("ask", {"moves": "1. e4", "question": "What is a fork?"})
        assert not again.is_error
    return time.monotonic() - began


async def over_stdio(program):
    server = StdioServerParameters(command=program, args=["mcp", "--engine", "philidor", "--nodes", str(NODES)])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as client:
        seconds = await ask_everything(client, 1000)
    print(f"standard input and output: passed (1,000 calls in {seconds:.1f} s)")


@contextlib.contextmanager
def listening(program, *more):
    """A server at a free port of this machine."""
    command = [program, "mcp", "--http", "127.0.0.1:0", "--engine", "philidor", "--nodes", str(NODES), *more]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        line = server.stderr.readline()
        yield re.search(r"http://\S+", line).group(0)
    finally:
        server.terminate()
        assert server.wait(timeout=20) == 0, server.returncode


def status(address, **headers):
    body = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    try:
        return urllib.request.urlopen(urllib.request.Request(address, body, headers), timeout=20).status
    except urllib.error.HTTPError as error:
        return error.code


async def over_http(program):
    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as games:
        games.write(GAMES)
        games.flush()
        with listening(program, "--games", games.name) as address:
            assert status(address, Origin="http://evil.example") == 403
            assert status(address, Host="evil.example") == 403
            async with streamable_http_client(address) as streams, ClientSession(*streams[:2]) as client:
                seconds = await ask_everything(client, 200)
                found = await client.call_tool("find_games", {"player": "karl"})
                assert found.structured_content["games"][0]["file"] == games.name, found.structured_content
            # A second assistant, after the first has left.
            async with streamable_http_client(address) as streams, ClientSession(*streams[:2]) as client:
                await client.initialize()
    print(f"HTTP: passed (200 calls in {seconds:.1f} s)")
    with listening(program, "--token", TOKEN) as address:
        assert status(address) == 401
        assert status(address, Authorization="Bearer " + TOKEN[::-1]) == 401
        assert status(address, Authorization="Bearer " + TOKEN) not in (401, 403)
    for wrong in (["--http", "0.0.0.0:0"], ["--http", "127.0.0.1:0", "--token", "short"], ["--games", "/nothing/there.pgn"]):
        refused = subprocess.run([program, "mcp", *wrong], capture_output=True, text=True, timeout=60)
        assert refused.returncode == 2 and refused.stderr, (wrong, refused)
    print("HTTP: tokens and other machines passed")


async def main(program):
    await over_stdio(program)
    await over_http(program)


asyncio.run(main(sys.argv[1]))
