"""Every method of the server, on three notebooks, with columns in UTF-16 and in UTF-8.

The expected positions are computed here, without the server.
"""
import asyncio, json, os, pathlib, random, re, subprocess, traceback
from urllib.parse import unquote, urlparse
import pytest, pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, make_test_lsp_client
import notes as notebooks

CAIRN = os.environ["CAIRN"]
os.environ["CAIRN_NOW"] = "2026-11-21T12:00:00+01:00"
SAMPLE = 60
BREAK = re.compile(r"\r\n|\n|\r")
doctored = {}


def make_client():
    client = make_test_lsp_client()

    @client.feature(lsp.WORKSPACE_APPLY_EDIT)
    def apply_edit(client: LanguageClient, params: lsp.ApplyWorkspaceEditParams):
        return client.on_edit(params.edit)

    return client


def cairn(notes, *arguments):
    done = subprocess.run([CAIRN, "-N", str(notes.root), *arguments], capture_output=True, text=True)
    assert done.returncode in (0, 1, 2), done.stderr
    return done.stdout


@pytest.fixture(scope="module", params=list(notebooks.MAKERS))
def notes(request, tmp_path_factory):
    notes = notebooks.MAKERS[request.param](tmp_path_factory.mktemp("notes") / "notebook")
    cairn(notes, "list", "--limit", "1")  # makes the index
    return notes


@pytest.fixture(scope="module", params=["utf-16", "utf-8"])
def encoding(request):
    return request.param


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[CAIRN, "lsp"], client_factory=make_client))
async def client(lsp_client: LanguageClient, notes, encoding):
    kinds = {"utf-16": [lsp.PositionEncodingKind.Utf16], "utf-8": [lsp.PositionEncodingKind.Utf16, lsp.PositionEncodingKind.Utf8]}
    result = await lsp_client.initialize_session(lsp.InitializeParams(
        root_uri=notes.root.as_uri(), capabilities=lsp.ClientCapabilities(
            general=lsp.GeneralClientCapabilities(position_encodings=kinds[encoding]),
            workspace=lsp.WorkspaceClientCapabilities(apply_edit=True))))
    assert result.capabilities.position_encoding == encoding
    yield
    await lsp_client.shutdown_session()
    assert lsp_client._server.returncode == 0, "the exit code after `shutdown` and `exit`"


class Editor:
    """What an editor knows: the texts that are open, and how columns are counted."""
    def __init__(self, client, notes, encoding):
        self.client, self.notes, self.encoding, self.version = client, notes, encoding, 1
        title, heading, tag = notes.title, notes.heading, notes.tag
        self.probe = (
            f"---\ntitle: Probe 😀 文\ntype: action\nstatus: open\ndue: 2026-11-27\nscore: 9\ntags: [{tag}]\n---\n"
            f"# 标题 😀 [[{title}]]\n\r\nשלום 😀 [[{title}#{heading}|她]] 👍🏽 #{tag} [[nowhere 文]]\r\n\r\n- [ ] 😀 box\n\n"
            "## Second 😀\n\nlast")

    def width(self, text):
        return len(text.encode()) if self.encoding == "utf-8" else len(text.encode("utf-16-le")) // 2

    def position(self, text, offset):
        breaks = [m.end() for m in BREAK.finditer(text) if m.end() <= offset]
        return lsp.Position(len(breaks), self.width(text[breaks[-1] if breaks else 0:offset]))

    def offset(self, text, position):
        starts = [0] + [m.end() for m in BREAK.finditer(text)]
        offset = starts[position.line]
        column = 0
        while column < position.character:
            column += self.width(text[offset])
            offset += 1
        assert column == position.character, f"{position} is inside a character"
        return offset

    def column(self, text, position):
        """The column in characters, from 1."""
        line = [0] + [m.end() for m in BREAK.finditer(text)]
        return self.offset(text, position) - line[position.line] + 1

    def slice(self, text, range):
        return text[self.offset(text, range.start):self.offset(text, range.end)]

    def at(self, text, needle, plus=0):
        return self.position(text, text.index(needle) + plus)

    def after(self, text, needle):
        return self.at(text, needle, len(needle))

    def uri(self, path):
        return (self.notes.root / path).as_uri()

    def document(self, path):
        return lsp.TextDocumentIdentifier(uri=self.uri(path))

    def open(self, path, text):
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(
            lsp.TextDocumentItem(uri=self.uri(path), language_id="markdown", version=1, text=text)))
        return self.document(path)

    def close(self, path):
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(self.document(path)))

    def applied(self, edits, text):
        for edit in sorted(edits, key=lambda e: self.offset(text, e.range.start), reverse=True):
            text = text[:self.offset(text, edit.range.start)] + edit.new_text + text[self.offset(text, edit.range.end):]
        return text

    def sample(self):
        paths = self.notes.paths()
        return paths if len(paths) <= 200 else random.Random(22).sample(paths, SAMPLE)

    def backlinks(self):
        return json.loads(cairn(self.notes, "backlinks", self.notes.path, "--json"))["links"]

    def path(self, uri):
        return str(pathlib.Path(unquote(urlparse(uri).path)).relative_to(self.notes.root))


async def eventually(condition, seconds=20):
    for _ in range(seconds * 20):
        if condition():
            return
        await asyncio.sleep(0.05)
    assert condition()


# Questions

async def completion(e):
    async def items(text):
        text, document = text.replace("¦", ""), e.open("probe.md", text.replace("¦", ""))
        found = await e.client.text_document_completion_async(
            lsp.CompletionParams(text_document=document, position=e.position(text, marked.index("¦"))))
        return text, found.items
    title, start = e.notes.title, e.notes.title[:4]
    marked = f"שלום 😀 给 [[{start}¦\r\nx"
    text, found = await items(marked)
    item = next(i for i in found if i.text_edit.new_text == f"{title}]]")
    assert e.slice(text, item.text_edit.range) == start
    item = await e.client.completion_item_resolve_async(item)
    assert title in item.documentation.value
    marked = f"文 [[{title}#¦]] x"
    text, found = await items(marked)
    assert e.notes.heading in [i.text_edit.new_text for i in found]
    marked = f"😀 #{e.notes.tag[:1]}¦"
    text, found = await items(marked)
    assert e.notes.tag in [i.label for i in found]
    marked = "---\ntitle: 文\n¦\n---\n"
    text, found = await items(marked)
    assert {"type: ", "tags: ", "due: "} <= {i.text_edit.new_text for i in found}
    marked = "---\ntitle: 😀\ndue: next friday¦\n---\n"
    text, found = await items(marked)
    assert found[0].text_edit.new_text == "2026-11-27" and e.slice(text, found[0].text_edit.range) == "next friday"


async def hover(e):
    document = e.open("probe.md", e.probe)
    link = f"[[{e.notes.title}#{e.notes.heading}|她]]"
    found = await e.client.text_document_hover_async(lsp.HoverParams(text_document=document, position=e.at(e.probe, link, 3)))
    assert e.notes.title in found.contents.value and e.slice(e.probe, found.range) == link
    found = await e.client.text_document_hover_async(lsp.HoverParams(text_document=document, position=e.at(e.probe, "due", 1)))
    assert "Friday, 27 November 2026" in found.contents.value
    found = await e.client.text_document_hover_async(lsp.HoverParams(text_document=document, position=e.at(e.probe, "last", 1)))
    assert found is None


async def definition(e):
    document = e.open("probe.md", e.probe)
    found = await e.client.text_document_definition_async(lsp.DefinitionParams(
        text_document=document, position=e.at(e.probe, f"#{e.notes.heading}|", 1)))
    assert [e.path(f.uri) for f in found] == [e.notes.path]
    assert e.slice(e.notes.text(e.notes.path), found[0].range).startswith(f"## {e.notes.heading}")
    assert not await e.client.text_document_definition_async(lsp.DefinitionParams(
        text_document=document, position=e.at(e.probe, "[[nowhere", 3)))


async def references(e):
    e.close("probe.md")
    document = e.document(e.notes.path)
    e.open("refs.md", e.probe)
    text = e.notes.text(e.notes.path)
    found = await e.client.text_document_references_async(lsp.ReferenceParams(
        text_document=document, position=e.at(text, "title:", 1) if "title:" in text else lsp.Position(0, 0),
        context=lsp.ReferenceContext(include_declaration=False)))
    texts = {p: e.notes.text(p) for p in {e.path(f.uri) for f in found} - {"refs.md"}} | {"refs.md": e.probe}
    assert all(re.match(r"!?\[", e.slice(texts[e.path(f.uri)], f.range)) for f in found), found
    on_disk = sorted((e.path(f.uri), f.range.start.line + 1) for f in found if e.path(f.uri) != "refs.md")
    assert on_disk == sorted((link["source"], link["line"]) for link in e.backlinks())
    assert len(found) == len(on_disk) + 2
    found = await e.client.text_document_references_async(lsp.ReferenceParams(
        text_document=e.document("refs.md"), position=e.at(e.probe, f"#{e.notes.tag} ", 1),
        context=lsp.ReferenceContext(include_declaration=False)))
    places = [(e.path(f.uri), f.range) for f in found]
    assert len([path for path, _ in places if path == "refs.md"]) == 2 and len(places) > 2
    for path, range in places[:50]:
        assert e.notes.tag in e.slice(e.probe if path == "refs.md" else e.notes.text(path), range)
    e.close("refs.md")


async def document_link(e):
    for path in e.sample():
        text = e.notes.text(path)
        found = await e.client.text_document_document_link_async(lsp.DocumentLinkParams(text_document=e.document(path)))
        for link in found or []:
            assert re.match(r"!?\[|<|https?:|\w", e.slice(text, link.range)), (path, link)
            assert re.match(r"\w+:", link.target)


async def document_symbol(e):
    def flat(symbols):
        return [s for symbol in symbols for s in [symbol] + flat(symbol.children or [])]
    for path in e.sample():
        text = e.notes.text(path)
        found = await e.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=e.document(path)))
        for symbol in flat(found or []):
            heading = e.slice(text, symbol.selection_range)
            assert heading.lstrip("# ")[:1] == symbol.name[:1] or "[" in heading or "*" in heading, (path, symbol)
            assert e.slice(text, symbol.range).startswith(heading)


async def workspace_symbol(e):
    found = await e.client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query=e.notes.title))
    assert e.notes.path in [e.path(s.location.uri) for s in found]


async def folding_range(e):
    for path in e.sample():
        lines = len(BREAK.split(e.notes.text(path)))
        found = await e.client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=e.document(path)))
        assert all(0 <= f.start_line < f.end_line < lines for f in found or []), (path, found)


async def diagnostics(e):
    document = e.open("probe.md", e.probe)
    found = await e.client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(text_document=document))
    shown = {d.code: e.slice(e.probe, d.range) for d in found.items}
    assert shown == {"score-unknown": "score: 9", "dead-link": "nowhere 文"}, shown
    await eventually(lambda: {d.code for d in e.client.diagnostics.get(e.uri("probe.md"), [])} == set(shown))
    e.close("probe.md")
    if e.notes.root not in doctored:
        doctored[e.notes.root] = json.loads(cairn(e.notes, "doctor", "--json"))["findings"]
    for path in e.sample():
        text = e.notes.text(path)
        found = await e.client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(text_document=e.document(path)))
        # `doctor` also checks names and files, which have no place in a text.
        wanted = [(f["code"], f["line"] or 1, f["column"] or 1) for f in doctored[e.notes.root] if f["path"] == path]
        own = [(d.code, d.range.start.line + 1, e.column(text, d.range.start)) for d in found.items]
        assert set(own) <= set(wanted), (path, own, wanted)
        assert all(place in own for place in wanted if place[0] in ("dead-link", "score-unknown", "dead-heading"))
        for item in found.items:
            if item.code == "dead-link":
                assert f"`{unquote(e.slice(text, item.range))}`" in item.message, (path, item)


async def code_lens(e):
    found = await e.client.text_document_code_lens_async(lsp.CodeLensParams(text_document=e.document(e.notes.path)))
    count = len(e.backlinks())
    assert count > 0 and found[0].command.title == f"{count} backlink{'s' if count > 1 else ''}"


async def inlay_hint(e):
    document = e.open("probe.md", e.probe)
    end = e.position(e.probe, len(e.probe))
    found = await e.client.text_document_inlay_hint_async(lsp.InlayHintParams(
        text_document=document, range=lsp.Range(lsp.Position(0, 0), end)))
    assert [(h.label, h.position) for h in found] == [("Friday, in 6 days", e.after(e.probe, "2026-11-27"))]


async def prepare_rename(e):
    document = e.open("probe.md", e.probe)
    found = await e.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(
        text_document=document, position=e.at(e.probe, f"[[{e.notes.title}#", 3)))
    assert found.placeholder == e.notes.title and e.slice(e.probe, found.range) == e.notes.title


async def code_action(e):
    document = e.open("probe.md", e.probe)
    async def actions(position):
        found = await e.client.text_document_code_action_async(lsp.CodeActionParams(
            text_document=document, range=lsp.Range(position, position), context=lsp.CodeActionContext(diagnostics=[])))
        return {a.title: a for a in found}
    def result(action):
        return e.applied(action.edit.changes[e.uri("probe.md")], e.probe)
    found = await actions(e.at(e.probe, "😀 box", 1))
    assert result(found["Tick the checkbox"]) == e.probe.replace("[ ] 😀", "[x] 😀")
    assert "id: " in result(found["Adopt the capture: add an id"])
    assert re.search("status: done", result(found["Mark the action as done"]))
    found = await actions(e.at(e.probe, "score: 9", 7))
    assert result(found["Change `score` to `3` (great)"]) == e.probe.replace("score: 9", "score: 3")
    assert "Create `nowhere 文`" in await actions(e.at(e.probe, "nowhere", 2))


async def synchronization(e):
    """Random changes: the server has the same text as an editor that sends the whole text."""
    chance = random.Random(22)
    text = e.probe
    document = e.open("probe.md", text)
    for version in range(2, 102):
        changes = []
        for _ in range(chance.randrange(1, 4)):
            places = [i for i in range(len(text) + 1) if text[i - 1:i + 1] != "\r\n"]
            start, end = sorted(chance.choices(places, k=2)) if chance.random() < 0.2 else [chance.choice(places)] * 2
            end = min(end, start + 40)
            while text[end - 1:end + 1] == "\r\n":
                end += 1
            new = chance.choice(["😀", "文", "\r\n", "\n", "", f"[[{e.notes.title}]]", "# ", "e\u0301", "\u2028", "x"])
            if "\n" in new and (text[start - 1:start] == "\r" or text[end:end + 1] == "\n"):
                continue  # would join a CR and an LF
            changes.append(lsp.TextDocumentContentChangePartial(
                text=new, range=lsp.Range(e.position(text, start), e.position(text, end))))
            text = text[:start] + new + text[end:]
        e.client.text_document_did_change(lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(uri=e.uri("probe.md"), version=version), changes))
    async def answers(document):
        links = await e.client.text_document_document_link_async(lsp.DocumentLinkParams(text_document=document))
        symbols = await e.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=document))
        folds = await e.client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=document))
        return links, symbols, folds
    assert await answers(document) == await answers(e.open("whole.md", text))
    e.close("whole.md")


# Changes: each is undone, and leaves the notebook as it was.

async def rename(e):
    before = e.notes.contents()
    document = e.open("probe.md", e.probe)
    new = "Новое имя 😀"
    edit = await e.client.text_document_rename_async(lsp.RenameParams(
        text_document=document, position=e.at(e.probe, f"[[{e.notes.title}#", 3), new_name=new))
    wanted = e.probe.replace(f"[[{e.notes.title}", f"[[{new}")
    assert e.applied(edit.changes[e.uri("probe.md")], e.probe) == wanted
    assert any(f"title: {new}" in text.decode() or f'title: "{new}"' in text.decode() for text in e.notes.contents().values())
    cairn(e.notes, "undo", "--yes")
    assert e.notes.contents() == before


async def will_rename_files(e):
    before = e.notes.contents()
    document = e.open("probe.md", f"😀 文 [x]({e.notes.path.replace(' ', '%20')}) [[{e.notes.title}]]\r\n")
    new = "moved 文/new 😀.md"
    edit = await e.client.workspace_will_rename_files_async(lsp.RenameFilesParams(files=[
        lsp.FileRename(old_uri=e.uri(e.notes.path), new_uri=e.uri(new))]))
    text = e.applied(edit.changes[e.uri("probe.md")], f"😀 文 [x]({e.notes.path}) [[{e.notes.title}]]\r\n")
    assert re.match(r"😀 文 \[x\]\(.*moved.*/new.*\) \[\[", text), text
    target = e.notes.root / new
    target.parent.mkdir()
    os.rename(e.notes.root / e.notes.path, target)
    await eventually(lambda: "mv" in cairn(e.notes, "log", "--limit", "1"))
    cairn(e.notes, "undo", "--yes")
    target.parent.rmdir() if target.parent.exists() else None
    assert e.notes.contents() == before


async def exchange_files(e):
    before = e.notes.contents()
    e.close("probe.md")
    other = next(p for p in e.notes.paths() if p != e.notes.path and not p.endswith("_collection.md"))
    await e.client.workspace_will_rename_files_async(lsp.RenameFilesParams(files=[
        lsp.FileRename(old_uri=e.uri(e.notes.path), new_uri=e.uri(other)),
        lsp.FileRename(old_uri=e.uri(other), new_uri=e.uri(e.notes.path))]))
    aside = e.notes.root / "aside"
    os.rename(e.notes.root / e.notes.path, aside)
    os.rename(e.notes.root / other, e.notes.root / e.notes.path)
    os.rename(aside, e.notes.root / other)
    await eventually(lambda: cairn(e.notes, "log", "--limit", "1").count("mv"))
    cairn(e.notes, "undo", "--yes")
    assert e.notes.contents() == before


async def execute_command(e):
    before = e.notes.contents()
    async def run(command, **argument):
        return await e.client.workspace_execute_command_async(lsp.ExecuteCommandParams(command=command, arguments=[argument]))
    added = await run("cairn.add", text="Ring the sweep 😀 文", type="action", due="fri")
    path = added["changed"][0]["path"]
    assert "due: 2026-11-27" in e.notes.text(path)
    found = await run("cairn.query", query="sweep 文 type:action")
    assert [c["path"] for c in found["captures"]] == [path]
    await run("cairn.settle", uri=e.uri(path), outcome="done")
    assert "status: done" in e.notes.text(path)
    created = await run("cairn.create", uri=e.uri(path), title="Other 😀")
    assert "Other 😀" in e.notes.text(e.path(created["uri"]))
    daily = await run("cairn.daily", day="tomorrow")
    assert daily["daily"]["day"] == "2026-11-22"
    e.client.on_edit = lambda edit: lsp.ApplyWorkspaceEditResult(applied=True)
    folder = str(pathlib.Path(e.notes.path).parent)
    await run("cairn.move", uri=e.uri(path), collection=folder)
    assert not (e.notes.root / path).exists()
    (e.notes.root / "two.md").write_text("Buy 😀 glue.\n\nRing the bell tomorrow.\n")
    await run("cairn.split", uri=e.uri("two.md"))
    (e.notes.root / "two.md").unlink(missing_ok=True)
    for _ in range(6):
        cairn(e.notes, "undo", "--yes")
    (e.notes.root / "two.md").unlink(missing_ok=True)
    assert e.notes.contents() == before


CHECKS = [
    completion, hover, definition, references, document_link, document_symbol, workspace_symbol, folding_range,
    diagnostics, code_lens, inlay_hint, prepare_rename, code_action, synchronization, rename, will_rename_files,
    exchange_files, execute_command,
]


@pytest.mark.asyncio
async def test_every_method(client, notes, encoding):
    failures = []
    for check in CHECKS:
        try:
            await asyncio.wait_for(check(Editor(client, notes, encoding)), 120)
            print("ok  ", check.__name__)
        except Exception:
            failures.append(f"{check.__name__}: {traceback.format_exc(limit=-3)}")
    assert not failures, "\n".join(failures)
