"""The tutor as tools, asked by the official client of the Model Context Protocol: `python tools/outside/mcp_client.py PHILIDOR`."""

import asyncio
import sys
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

NODES = 2000


def text(result):
    return "\n".join(block.text for block in result.content)


async def run(program):
    server = StdioServerParameters(command=program, args=["mcp", "--engine", "philidor", "--nodes", str(NODES)])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as client:
        hello = await client.initialize()
        assert hello.server_info.name == "philidor", hello
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"explain", "ask", "annotate", "probe_tables", "check_text"} <= tools, tools

        answer = await client.call_tool("explain", {"moves": "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6", "move": "Qxf7#"})
        assert not answer.is_error and "mate" in text(answer), text(answer)
        assert answer.structured_content["claims"], answer.structured_content

        board = await client.call_tool("explain", {"fen": "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1"})
        assert "┌" in text(board) and "Re8" in text(board), text(board)

        asked = await client.call_tool("ask", {"game": "1. e4 e5 2. Nf3 Nc6 *", "ply": 3, "question": "What is a passed pawn?"})
        assert "passed" in text(asked), text(asked)

        ending = await client.call_tool("probe_tables", {"fen": "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"})
        assert "White wins" in text(ending), text(ending)

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
        for _ in range(1000):
            again = await client.call_tool("ask", {"moves": "1. e4", "question": "What is a fork?"})
            assert not again.is_error
        print(f"1 passed, 0 failed (1,000 calls in {time.monotonic() - began:.1f} s)")


asyncio.run(run(sys.argv[1]))
