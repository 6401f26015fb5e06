"""A thousand malformed messages for each server: it answers with the right error, and goes on."""
import asyncio, json, os, random, re, socket, subprocess
import pytest
from frames import METHOD, PARAMS, PARSE, REQUEST, bodies, text

CAIRN = os.environ["CAIRN"]
COUNT, SEED = 1_000, int(os.environ.get("SEED", "22"))
UNINITIALIZED = -32002
LARGEST = 64 << 20


class Server:
    """A server, and what it has answered."""
    def __init__(self, process, framing):
        self.process, self.framing, self.answers, self.news, self.number = process, framing, [], asyncio.Event(), 0
        self.reader = asyncio.create_task(self.read())

    @classmethod
    async def start(cls, framing, *command):
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24)
        return cls(process, framing)

    async def read(self):
        while True:
            if self.framing == "lines":
                body = await self.process.stdout.readline()
                if not body:
                    break
            else:
                try:
                    header = await self.process.stdout.readuntil(b"\r\n\r\n")
                except asyncio.IncompleteReadError:
                    break
                body = await self.process.stdout.readexactly(int(header.split(b":")[1]))
            self.answers.append(json.loads(body))
            self.news.set()
        self.news.set()

    def framed(self, body):
        return body + b"\n" if self.framing == "lines" else b"Content-Length: %d\r\n\r\n" % len(body) + body

    async def send(self, message):
        self.process.stdin.write(message)
        await self.process.stdin.drain()

    async def answer(self, id, seconds):
        """The answer to a request; None if there is none in time."""
        end = asyncio.get_running_loop().time() + seconds
        while True:
            self.news.clear()
            for found in self.answers:
                if found.get("id") == id:
                    return found
            rest = end - asyncio.get_running_loop().time()
            if rest <= 0 or self.reader.done():
                return None
            try:
                await asyncio.wait_for(self.news.wait(), rest)
            except TimeoutError:
                pass

    async def ask(self, method, params):
        """Sends a request until one is answered: a wrong length can cover some of the requests."""
        for attempt in range(100):
            self.number += 1
            id = f"good{self.number}"
            await self.send(self.framed(text({"jsonrpc": "2.0", "id": id, "method": method, "params": params})))
            found = await self.answer(id, 0.05 if attempt < 90 else 2)
            if found or self.reader.done():
                return found


def damaged(chance, good):
    """A message of LSP with a damaged header, and the codes of the errors."""
    header = b"Content-Length: %d\r\n\r\n" % len(good)
    junk = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 200)))
    return chance.choice([
        (b"Content-Length: %d\r\n\r\n" % (len(good) - chance.randrange(1, len(good))) + good, {PARSE, REQUEST}),
        (b"Content-Length: %d\r\n\r\n" % (len(good) + chance.randrange(1, 3_000)) + good, {PARSE, REQUEST}),
        (b"Content-Length: -5\r\n\r\n" + good, {PARSE}),
        (b"Content-Length: 99999999999999999999999\r\n\r\n" + good, {PARSE}),
        (b"Content-Length: " + junk.replace(b"\n", b"").replace(b"\r", b"") + b"x\r\n\r\n", {PARSE}),
        (b"Content-Type: x\r\n\r\n" + good + b"\r\n\r\n", {PARSE}),
        (b"x" * 10_000, {PARSE, None}),  # ignored if a header follows at once
        (header.replace(b"\r\n", b"\n") + good[:-1] + b"x", {PARSE}),
        (b"\r\n\r\n" + junk + b"\r\n\r\n", {PARSE}),
    ])


async def attack(server, ping, wrong, before, after):
    """Sends COUNT malformed messages. BEFORE is run first, and AFTER when a tenth of the messages were sent."""
    chance = random.Random(SEED)
    good = text({"jsonrpc": "2.0", "id": "x", "method": ping[0], "params": ping[1]})
    seen = {}
    await before()
    for number in range(COUNT):
        if number == COUNT // 10:
            await after()
        kind, id = chance.random(), None
        if server.framing != "lines" and kind < 0.3:
            message, codes = damaged(chance, good)
        elif kind < 0.5:
            method, params, *code = chance.choice(wrong)
            id, codes = f"wrong{number}", set(code or [PARAMS])
            message = server.framed(text({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
        else:
            body, codes = bodies(chance, good)
            message = server.framed(body)
        server.answers.clear()
        await server.send(message)
        found = await server.ask(*ping)
        if id:
            await server.answer(id, 10)
        told = f"seed {SEED}, message {number}: {message[:200]!r}: {server.answers}"
        assert server.process.returncode is None and found, told
        errors = {a["error"]["code"] for a in server.answers if "error" in a and not str(a.get("id")).startswith("good")}
        early = {UNINITIALIZED, REQUEST} if number < COUNT // 10 else set()
        assert errors <= codes | early, told
        assert errors or None in codes, told
        for code in errors:
            seen[code] = seen.get(code, 0) + 1
    # One message that is larger than the largest one, but as long as it says.
    server.answers.clear()
    await server.send(server.framed(b"x" * (LARGEST + 1)))
    assert await server.ask(*ping)
    assert [a["error"]["code"] for a in server.answers if "error" in a] == [PARSE]
    print("errors by code:", seen)
    assert {PARSE, REQUEST, METHOD, PARAMS} <= set(seen)


def notebook(tmp_path):
    (tmp_path / ".cairn").mkdir(parents=True)
    (tmp_path / "sarah.md").write_text("---\ntitle: Sarah\n---\nA friend.\n")
    return tmp_path


def test_lsp(tmp_path):
    root = notebook(tmp_path / "notes")

    async def main():
        server = await Server.start("lengths", CAIRN, "-N", str(root), "lsp")
        document = {"uri": (root / "sarah.md").as_uri()}
        ping = "textDocument/hover", {"textDocument": document, "position": {"line": 9, "character": 0}}

        async def before():
            assert (await server.ask(*ping))["error"]["code"] == UNINITIALIZED

        async def after():
            assert "result" in await server.ask("initialize", {"capabilities": {}, "rootUri": root.as_uri()})
            await server.send(server.framed(b'{"jsonrpc":"2.0","method":"initialized","params":{}}'))

        wrong = [
            ("textDocument/hover", 7), ("textDocument/hover", ["x"]), ("textDocument/hover", {}),
            ("textDocument/hover", {"textDocument": document}), ("textDocument/rename", {"textDocument": document}),
            ("textDocument/codeAction", {"textDocument": document, "range": {"start": {}}}),
            ("workspace/executeCommand", {"command": "cairn.nothing"}), ("workspace/executeCommand", {}),
            ("textDocument/completion", {"textDocument": document, "position": {"line": "a", "character": None}}),
        ]
        await attack(server, ping, wrong, before, after)
        found = await server.ask("workspace/symbol", {"query": "sar"})
        assert [s["name"] for s in found["result"]] == ["Sarah"]
        assert (await server.ask("shutdown", None))["result"] is None
        await server.send(server.framed(b'{"jsonrpc":"2.0","method":"exit"}'))
        assert await server.process.wait() == 0
    asyncio.run(main())


@pytest.mark.parametrize("stateless", [False, True])
def test_mcp(tmp_path, stateless):
    root = notebook(tmp_path / "notes")
    meta = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}
    meta = meta if stateless else {}

    async def main():
        server = await Server.start("lines", CAIRN, "-N", str(root), "mcp")

        async def before():
            pass

        async def after():
            if not stateless:
                params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
                assert "result" in await server.ask("initialize", params)

        missing = PARAMS if stateless else -32002  # the code of a resource that does not exist
        wrong = [
            ("tools/call", {"name": 5, **meta}), ("tools/call", {"name": "remove", **meta}), ("tools/call", meta),
            ("prompts/get", {"name": "nothing", **meta}), ("resources/read", {"uri": "cairn://capture/nothing", **meta}, missing),
            ("resources/read", {"uri": 7, **meta}, missing),
        ] + ([
            ("tools/list", {"_meta": {"io.modelcontextprotocol/protocolVersion": 7}}), ("no/such", meta, METHOD),
        ] if stateless else [])
        await attack(server, ("tools/list" if stateless else "ping", meta), wrong, before, after)
        found = await server.ask("tools/call", {"name": "search", "arguments": {"query": "friend"}, **meta})
        assert [c["title"] for c in found["result"]["structuredContent"]["captures"]] == ["Sarah"]
        server.process.stdin.close()
        assert await server.process.wait() == 0
    asyncio.run(main())


META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
MISMATCH = -32020


class Endpoint:
    """The endpoint of `cairn serve` for assistants. Each message has a connection of its own."""
    def __init__(self, root, tmp_path):
        environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
        token = [CAIRN, "-N", str(root), "serve", "token", "new", "-q", "--scope", "mcp"]
        self.token = subprocess.run(token, capture_output=True, text=True, env=environment, check=True).stdout.strip()
        self.process = subprocess.Popen(
            [CAIRN, "-N", str(root), "serve", "--port", "0"], stderr=subprocess.PIPE, text=True, env=environment)
        self.port = int(re.search(r"http://[^/]*:(\d+)", self.process.stderr.readline())[1])

    def headers(self, **others):
        """The headers of a request, with others in addition or instead; without those that are None."""
        usual = {"Host": f"127.0.0.1:{self.port}", "Authorization": f"Bearer {self.token}",
                 "Content-Type": "application/json", "Connection": "close"}
        changed = {name.replace("_", "-"): value for name, value in others.items()}
        return {name: value for name, value in {**usual, **changed}.items() if value is not None}

    def send(self, body, line="POST /mcp HTTP/1.1", length=None, **others):
        """The status of the answer and the codes of its errors; None and no codes if the connection was closed."""
        head = [line, *(f"{name}: {value}" for name, value in self.headers(**others).items())]
        head += [f"Content-Length: {len(body) if length is None else length}"] if length != "" else []
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
            answer = b""
            try:
                connection.sendall("\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + body)
                connection.shutdown(socket.SHUT_WR)
                while part := connection.recv(1 << 16):
                    answer += part
            except (ConnectionResetError, BrokenPipeError):
                pass
        if not answer:
            return None, set()
        head, _, body = answer.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        if b"application/json" not in head or not body:
            return status, set()
        found = json.loads(body)
        found = found if isinstance(found, list) else [found]
        return status, {error["error"]["code"] for error in found if "error" in error}


def odd_requests(chance, good):
    """Arguments of `send` for a request that is not valid, and the statuses of its answer."""
    junk = "".join(chr(chance.randrange(0x21, 0xFF)) for _ in range(chance.randrange(1, 60))).replace(":", "")
    version = META["io.modelcontextprotocol/protocolVersion"]
    return chance.choice([
        (dict(length=chance.randrange(1, len(good))), {400}),
        (dict(length=len(good) + chance.randrange(1, 3_000)), {400, None}),
        (dict(length=chance.choice(["-5", "x", "1e3", "9" * 30])), {400, 413, None}),
        (dict(Content_Type=None), {415}), (dict(Content_Type="text/plain"), {415}),
        (dict(Content_Type=junk), {400, 415, None}),
        (dict(Host="evil.example"), {403, 421}), (dict(Host=None), {400, 403, 421}),
        (dict(Origin="http://evil.example"), {403}), (dict(Sec_Fetch_Site="cross-site"), {403}),
        (dict(Mcp_Session_Id=junk), {400, 404}), (dict(Mcp_Session_Id=""), {400, 404}),
        (dict(MCP_Protocol_Version=junk), {400}), (dict(MCP_Protocol_Version=version, Mcp_Method="ping"), {400}),
        (dict(X="y" * 200_000), {400, 413, 431, None}), (dict(line="POST /mcp HTTP/9.9"), {400, 505, None}),
        (dict(line=f"POST /{junk} HTTP/1.1"), {400, 404, None}), (dict(line="PUT /mcp HTTP/1.1"), {404, 405}),
        (dict(line="GET /mcp HTTP/1.1"), {404, 405}), (dict(line=junk), {400, None}),
        (dict(line="POST /mcp HTTP/1.1\r\nno colon"), {400, None}), (dict(line="POST /mcp HTTP/1.1\r\nX: \0"), {400, None}),
        (dict(length="", Transfer_Encoding="chunked"), {400, None}),
    ])


def test_mcp_over_http(tmp_path):
    endpoint = Endpoint(notebook(tmp_path / "notes"), tmp_path)
    chance = random.Random(SEED)
    params = {"_meta": META}
    stateless = dict(MCP_Protocol_Version="2026-07-28", Mcp_Method="tools/list")
    good = text({"jsonrpc": "2.0", "id": "x", "method": "tools/list", "params": params})
    wrong = [
        ({"method": "tools/list", "params": params}, dict(MCP_Protocol_Version="2025-11-25"), MISMATCH),
        ({"method": "tools/list", "params": params}, dict(Mcp_Method="tools/call"), MISMATCH),
        ({"method": "tools/call", "params": {"name": "list", **params}}, dict(Mcp_Method="tools/call", Mcp_Name="read"), MISMATCH),
        ({"method": "tools/call", "params": {"name": "remove", **params}}, dict(Mcp_Method="tools/call", Mcp_Name="remove"), PARAMS),
        ({"method": "tools/call", "params": {"name": 5, **params}}, dict(Mcp_Method="tools/call"), PARAMS),
        ({"method": "no/such", "params": params}, dict(Mcp_Method="no/such"), METHOD),
        ({"method": "tools/list"}, {}, PARAMS), ({"method": "tools/list", "params": {"_meta": {}}}, {}, PARAMS),
    ]
    seen = {}
    try:
        for number in range(COUNT):
            kind = chance.random()
            if kind < 0.4:
                others, statuses = odd_requests(chance, good)
                found, codes = endpoint.send(good, **others)
                told = f"seed {SEED}, message {number}: {str(others)[:200]}: {found} {codes}"
                assert found in statuses, told
            elif kind < 0.6:
                message, others, code = chance.choice(wrong)
                found, codes = endpoint.send(text({"jsonrpc": "2.0", "id": 1, **message}), **{**stateless, **others})
                told = f"seed {SEED}, message {number}: {message} {others}: {found} {codes}"
                assert codes == {code} and found == (404 if code == METHOD else 400), told
            else:
                body, wanted = bodies(chance, good)
                found, codes = endpoint.send(body, **(stateless if chance.random() < 0.5 else {}))
                told = f"seed {SEED}, message {number}: {body[:200]!r}: {found} {codes}"
                assert codes and codes <= wanted | {REQUEST, PARAMS} or not codes and None in wanted and found == 202, told
            seen[found] = seen.get(found, 0) + 1
            assert endpoint.process.poll() is None, told
            if number % 20 == 0:
                assert endpoint.send(good, **stateless) == (200, set()), told
        print("answers by status:", seen)
        assert {400, 403, 404, 415} <= set(seen)
        assert endpoint.send(b"x" * (LARGEST + 1), **stateless)[0] in (413, None)
        assert endpoint.send(good, **stateless) == (200, set())
    finally:
        endpoint.process.terminate()
        assert endpoint.process.wait(20) in (0, 130, 143)
