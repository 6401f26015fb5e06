"""A server on 127.0.0.1 that answers as language models, lookup services and web pages do, and
keeps what it was sent. The name of a model, the title of a work or the path of a page says how it
answers. It ends when the folder in which it was started is gone, or after 30 minutes."""
import email.utils, gzip, http.server, json, os, re, struct, threading, time, urllib.parse, zlib
seen = {}
def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
def picture(number):
    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(bytes([0, number]))) + chunk(b"IEND", b""))
ANSWERS = {
    "meaning": {"meaning": "It rains."},
    "errand": {"type": "errand", "confidence": 1},
    "classify": {"type": "idea", "confidence": 0.9, "person": None, "due": None, "meaning": None},
    "split": {"pieces": ["Buy milk.", "Ring Ann."]},
    "ask": {"answer": [{"text": "In the attic.", "sources": [1]}]},
}
# Words of the same meaning have the same number.
CONCEPTS = {word: place for place, words in enumerate([
    "soup broth stew ladle", "bicycle bike wheel cycling", "lamp light bulb", "rain storm wet",
    "garden soil vine prune"]) for word in words.split()}
def vector(text, size=64):
    values = [0.05] * size
    for word in re.findall(r"\w+", text.lower()):
        place = CONCEPTS.get(word)
        if place is None: values[8 + zlib.crc32(word.encode()) % (size - 8)] += 0.3
        else: values[place] += 3
    return values
class Fake(http.server.BaseHTTPRequestHandler):
    def embed(self, model, texts):
        size = 32 if model == "small" or os.path.exists("shorter") else 64
        vectors = [vector(text, size) for text in texts]
        if model == "empty": vectors = []
        if model == "zeros": vectors = [[0] * 64 for text in texts]
        if model == "uneven": vectors[-1] = vectors[-1] + [1.0] * len(vectors)
        if model == "one": vectors = [[1.0] for text in texts]
        if model == "words": vectors[0][3] = "0.1"
        if model == "nan": vectors[0][3] = float("nan")
        if model == "null": vectors[0][3] = None
        if model == "calm" and len(texts) > 1: time.sleep(0.3)
        data = [{"object": "embedding", "index": n, "embedding": vector}
            for n, vector in enumerate(vectors)]
        if model == "twice":
            for item in data: item["index"] = 0
        if model != "twice": data.reverse()
        self.reply(200, {"object": "list", "model": model, "data": data})
    protocol_version = "HTTP/1.1"
    def reply(self, status, value, headers={}, length=None):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers.items(): self.send_header(name, text)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)
        if length is not None: self.close_connection = True
    def do_GET(self):
        with open("sent.txt", "a") as file:
            file.write(f"{self.path}\n{self.headers}{time.time()}\n")
        url = urllib.parse.urlparse(self.path)
        query = urllib.parse.parse_qs(url.query)
        page = """<!doctype html><html><head><title>On lamps | Example</title>
            <meta name="description" content="How lamps &amp; moons work.">
            <meta property="article:published_time" content="2024-05-06T07:08:09Z">
            <link rel="canonical" href="/lamps"><style>p { color: red }</style></head>
            <body><nav><a href="/">Home</a></nav><script>alert("no")</script>
            <article><header><h1>On lamps</h1></header><p>A <b>lamp</b> is a <a href="moon?a=1">small
            moon</a>. #light <img src="/l.png" alt="A lamp"></p><ul><li>One<li>Two</ul>
            <p>[[Not a link]] <a href="javascript:alert(1)">*Nor this*</a></p></article>
            <footer>Imprint</footer></body></html>"""
        kinds = {"/page": (200, page, "text/html; charset=utf-8"),
            "/plain": (200, "Just text.", "text/plain"),
            "/pdf": (200, "%PDF", "application/pdf"), "/gone": (410, page, "text/html"),
            "/latin": (200, "<title>Größe</title><p>Süß", "text/html"),
            "/huge": (200, " " * (9 << 20), "text/html")}
        if url.path in kinds:
            status, text, kind = kinds[url.path]
            code = "latin-1" if url.path == "/latin" else "utf-8"
            return self.reply(status, text.encode(code), {"Content-Type": kind})
        head = {"Content-Type": "text/html; charset=utf-8"}
        if url.path == "/gzip":
            return self.reply(200, gzip.compress(page.encode()), head | {"Content-Encoding": "gzip"})
        if url.path == "/packed":
            return self.reply(200, b"\0", head | {"Content-Encoding": "zip"})
        if url.path == "/unsafe":
            return self.reply(200, ("<title>A\u001b[31m\u202eB</title><hr><p>type: gift<hr>"
                "<p>C\u0007\u001b[0m \u202ed <code>a`b</code><div style='display: none'>E</div>").encode(), head)
        if url.path == "/old": return self.reply(301, b"", {"Location": "page"})
        if url.path == "/loop": return self.reply(302, b"", {"Location": "/loop"})
        if url.path == "/away": return self.reply(302, b"", {"Location": "http://other.invalid/"})
        if url.path == "/slow": time.sleep(30)
        if url.path == "/cut": return self.reply(200, b"<title>Lam", head, length=900)
        if url.path[1:].isdigit():
            return self.reply(int(url.path[1:]), b"<title>No</title>", head | {"Retry-After": "7"})
        title = query.get("q", query.get("query", [""]))[0]
        if title.isdigit():
            words = self.headers.get("Authorization", "no")
            return self.reply(int(title), {"error": words}, {"Retry-After": "7"})
        if title == "slow": time.sleep(30)
        if title == "cut": return self.reply(200, b'{"docs": [', length=900)
        if title == "huge": return self.reply(200, b" " * (5 << 20))
        if title == "moved":
            return self.reply(302, b"", {"Location": "http://other.invalid/search.json"})
        if title == "odd": return self.reply(200, b"<html>")
        if title == "shape": return self.reply(200, {"docs": {}, "results": {}})
        if title == "nothing": return self.reply(200, {"docs": [], "results": []})
        if url.path == "/search.json":
            return self.reply(200, {"numFound": 2, "docs": [
                {"key": "/works/OL27258W", "title": title, "author_name": ["Stanisław Lem"],
                 "first_publish_year": 1961, "cover_i": 11},
                {"key": "/works/OL1W", "title": "Solaris\u001b[31m revisited"}]})
        if url.path == "/works/OL1W.json":
            return self.reply(200, {"description": "# Heading\n---\n[[Link]] #tag <b>"})
        if url.path == "/3/movie/593":
            return self.reply(200, {"credits": {"crew": [{"job": "Editor", "name": "Nobody"},
                {"job": "Director", "name": "Andrei Tarkovsky"}]}})
        if url.path == "/works/OL27258W.json":
            return self.reply(200, {"description": {"type": "/type/text",
                "value": "A planet with a living ocean.\r\n\r\nIt thinks."},
                "subjects": ["Science fiction"], "covers": [11, 12, -1, 12, 13, 14]})
        if url.path.startswith("/b/id/"):
            number = int(url.path[6:].split("-")[0])
            if number == 13:
                return self.reply(302, b"", {"Location": "http://other.invalid/13.jpg"})
            return self.reply(200, picture(number))
        if url.path == "/ws/2/release-group":
            return self.reply(200, {"count": 1, "release-groups": [{"id": "a-1", "score": 100,
                "title": title, "first-release-date": "1972-03-20", "primary-type": "Album",
                "artist-credit": [{"name": "Eduard Artemyev"}],
                "tags": [{"count": 1, "name": "ambient"}, {"count": 4, "name": "electronic"}]}]})
        if url.path.startswith("/3/search/"):
            if self.headers["Authorization"] != "Bearer sk-secret":
                return self.reply(401, {"status_code": 7, "status_message": "Invalid API key"})
            film = {"id": 593, "title": title, "release_date": "1972-03-20", "overview": "Kelvin.",
                "genre_ids": [18, 878], "poster_path": "/p.jpg", "media_type": "movie"}
            show = {"id": 7, "name": title + " on TV", "first_air_date": "", "overview": "",
                "genre_ids": [], "poster_path": None, "media_type": "tv"}
            person = {"id": 9, "name": "Somebody", "media_type": "person"}
            return self.reply(200, {"page": 1, "results": [film, person, show]})
        self.reply(404, {"error": "not found"})
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        with open("sent.txt", "a") as file:
            file.write(f"{self.path}\n{self.headers}{body}\n")
        sent = json.loads(body)
        model = sent["model"]
        text = sent["messages"][0]["content"] if "messages" in sent else ""
        seen[model] = seen.get(model, 0) + 1
        words = f"It is {model}, not \x1b[31msk-secret"
        if model == "403": words = "x" * 196 + "sk-secret"
        # Ollama's error is a string.
        error = {"error": words if self.path == "/api/chat" else {"message": words}}
        if model == "open": return self.reply(401, {"error": {"message": "A key is required"}})
        if model == "old" and "max_completion_tokens" in sent:
            return self.reply(400, {"error": {"message": "Unsupported parameter",
                "param": "max_completion_tokens", "code": "unsupported_parameter"}})
        if model == "busy" and seen[model] == 1:
            return self.reply(429, error, {"Retry-After": "1"})
        if model == "busy": error = {"waited": time.time() - self.server.last}
        self.server.last = time.time()
        if model == "dated" and seen[model] == 1: self.server.until = int(time.time()) + 2
        if model == "dated" and time.time() < self.server.until:
            date = email.utils.formatdate(self.server.until, usegmt=True)
            return self.reply(429, error, {"Retry-After": date})
        if model == "wrapped": return self.reply(200, error)
        if model == "long": return self.reply(429, error, {"Retry-After": "900"})
        if model == "slow": time.sleep(30)
        if model == "odd": return self.reply(200, b"<html>no JSON</html>")
        if model == "other": return self.reply(200, {"choices": []})
        if model == "huge": return self.reply(200, b" " * (17 << 20))
        if model == "moved":
            return self.reply(302, b"", {"Location": "http://other.invalid/v1"})
        if model.isdigit(): return self.reply(int(model), error)
        if "input" in sent: return self.embed(model, sent["input"])
        task = next((name for name, word in [("classify", '"type":'), ("split", '"pieces":'),
            ("ask", '"answer":')] if word in text), "meaning")
        said = "Yes:\n" + json.dumps(ANSWERS["errand" if model == "errand" else task])
        if "/chat/completions" in self.path:
            end = "length" if model == "length" else "stop"
            message = {"refusal": "I will not."} if model == "refusal" else {"content": said}
            value = {"choices": [{"message": message, "finish_reason": end}]}
        elif self.path == "/api/chat":
            end = "length" if model == "length" else "stop"
            value = {"message": {"role": "assistant", "content": said}, "done_reason": end}
        else:
            end = {"length": "max_tokens", "refusal": "refusal"}.get(model, "end_turn")
            content = [] if end == "refusal" else [{"type": "text", "text": said}]
            value = {"content": content, "stop_reason": end}
        if model == "cut": return self.reply(200, json.dumps(value).encode()[:30], length=900)
        self.reply(200, value)
    def log_message(self, *words): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Fake)
server.last = time.time()
with open("port.tmp", "w") as file: file.write(str(server.server_port))
os.rename("port.tmp", "port")
threading.Thread(target=server.serve_forever, daemon=True).start()
# If a test is killed, its folder stays.
end = time.monotonic() + 1800
while os.path.exists("port") and time.monotonic() < end: time.sleep(0.5)
