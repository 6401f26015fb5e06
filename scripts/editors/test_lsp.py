import asyncio, os, pathlib, shutil
import pytest, pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

CAIRN = os.environ["CAIRN"]
FILES = {
  ".cairn/config.yml": "",
  "work/pay.md": "---\nid: k7x2m9q4ab\ntitle: Pay the invoice\ntype: action\nstatus: open\naliases: [invoice]\ntags: [finance]\n---\nAsk [[Sarah]] 😀 [[Sarah#Phone]] about #finance.\n",
  "people/sarah.md": "---\ntitle: Sarah\ntype: person\n---\n# Sarah\n\nA friend.\n\n## Phone\n\n555\n",
  "again.md": "---\nid: a1b2c3d4e5\ntype: action\nstatus: open\ndue: 2026-11-20\nrepeat: every week\n---\nWater the plants\n",
  "films/_collection.md": "---\nname: Films\nfields:\n  - {name: director, kind: text, required: true}\n  - {name: format, kind: choice, choices: [paper, audio]}\n---\n",
  "films/lola.md": "---\ntitle: Lola\ntype: entry\nscore: 9\n---\n- [ ] watch it\n- [x] buy it\n",
  "买.md": "# 买东西\r\n\r\n给 [[Sarah]] 打电话 and [[gone]]\r\n",
}

@pytest_lsp.fixture(config=ClientServerConfig(server_command=[CAIRN, "lsp"]))
async def client(lsp_client: LanguageClient, tmp_path):
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    lsp_client.root = tmp_path
    await lsp_client.initialize_session(lsp.InitializeParams(
        capabilities=lsp.ClientCapabilities(), root_uri=tmp_path.as_uri(),
        workspace_folders=[lsp.WorkspaceFolder(uri=tmp_path.as_uri(), name="notes")]))
    yield
    await lsp_client.shutdown_session()

def opened(client, name, text):
    uri = (client.root / name).as_uri()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(
        lsp.TextDocumentItem(uri=uri, language_id="markdown", version=1, text=text)))
    return uri

@pytest.mark.asyncio
async def test_links(client):
    text = "a 😀 [[Sar"
    uri = opened(client, "new.md", text)
    u16 = len(text.encode("utf-16-le")) // 2
    doc = lsp.TextDocumentIdentifier(uri=uri)
    r = await client.text_document_completion_async(lsp.CompletionParams(text_document=doc, position=lsp.Position(0, u16)))
    labels = [i.label for i in r.items]
    assert "Sarah" in labels, r
    item = r.items[labels.index("Sarah")]
    assert item.text_edit.new_text == "Sarah]]"
    assert item.text_edit.range.start.character == u16 - 3
    item = await client.completion_item_resolve_async(item)
    assert "A friend" in item.documentation.value
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(uri=uri, version=2),
        [lsp.TextDocumentContentChangePartial(text="ah#Phone]]", range=lsp.Range(lsp.Position(0, u16), lsp.Position(0, u16)))]))
    h = await client.text_document_hover_async(lsp.HoverParams(text_document=doc, position=lsp.Position(0, 8)))
    assert "555" in h.contents.value, h
    d = await client.text_document_definition_async(lsp.DefinitionParams(text_document=doc, position=lsp.Position(0, 8)))
    assert d[0].uri.endswith("people/sarah.md") and d[0].range.start.line == 8, d
    refs = await client.text_document_references_async(lsp.ReferenceParams(text_document=doc, position=lsp.Position(0, 8), context=lsp.ReferenceContext(include_declaration=False)))
    assert len(refs) == 2, refs

@pytest.mark.asyncio
async def test_chinese_crlf(client):
    text = FILES["买.md"]
    uri = opened(client, "买.md", text)
    doc = lsp.TextDocumentIdentifier(uri=uri)
    links = await client.text_document_document_link_async(lsp.DocumentLinkParams(text_document=doc))
    assert links[0].range.start == lsp.Position(2, 2) and links[0].range.end == lsp.Position(2, 11), links
    syms = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=doc))
    assert syms[0].name == "买东西"
    await client.wait_for_notification("textDocument/publishDiagnostics")
    diags = client.diagnostics[uri]
    assert [d.code for d in diags] == ["dead-link"], diags

def as_command(action):
    # lsprotocol reads a code action with a command as a command.
    import ast
    if isinstance(action.command, str):
        value = ast.literal_eval(action.command)
        return lsp.Command(title=value["title"], command=value["command"], arguments=value["arguments"])
    return action.command

def doc_of(uri): return lsp.TextDocumentIdentifier(uri=uri)
def pos(text, needle, plus=0):
    i = text.index(needle) + plus
    before = text[:i]
    line = before.count("\n")
    col = len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2
    return lsp.Position(line, col)

async def complete(client, uri, position):
    r = await client.text_document_completion_async(lsp.CompletionParams(text_document=doc_of(uri), position=position))
    return r.items

@pytest.mark.asyncio
async def test_fields(client):
    text = "---\nti\ndue: next friday\nscore: \ntags: [fi]\nformat: \nperson: Sa\n---\nSee #fin\n"
    uri = opened(client, "films/new.md", text)
    keys = await complete(client, uri, pos(text, "ti\n", 2))
    labels = [k.label for k in keys]
    assert labels[0] == "director" and labels.index("title") < labels.index("meaning"), labels
    assert "Required" in keys[0].detail
    dates = await complete(client, uri, pos(text, "friday", 6))
    assert dates[0].label == "next friday" and len(dates[0].text_edit.new_text) == 10
    assert [v.text_edit.new_text for v in await complete(client, uri, pos(text, "score: ", 7))] == ["0", "1", "2", "3"]
    assert "finance" in [v.label for v in await complete(client, uri, pos(text, "[fi", 3))]
    assert [v.label for v in await complete(client, uri, pos(text, "format: ", 8))] == ["paper", "audio"]
    assert '"[[Sarah]]"' in [v.text_edit.new_text for v in await complete(client, uri, pos(text, "person: Sa", 10))]
    assert "finance" in [v.label for v in await complete(client, uri, pos(text, "#fin", 4))]
    good = "---\ndue: 2026-11-27\n---\nx\n"
    hover = await client.text_document_hover_async(lsp.HoverParams(text_document=doc_of(opened(client, "good.md", good)), position=pos(good, "due")))
    assert "Friday, 27 November 2026" in hover.contents.value
    text2 = "[[Sarah#\n"
    uri2 = opened(client, "other.md", text2)
    assert "Phone" in [v.label for v in await complete(client, uri2, lsp.Position(0, 8))]

@pytest.mark.asyncio
async def test_rename_closed(client):
    text = FILES["work/pay.md"]
    uri = opened(client, "work/pay.md", text)
    p = await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(text_document=doc_of(uri), position=pos(text, "[[Sarah]]", 3)))
    assert p.placeholder == "Sarah", p
    edit = await client.text_document_rename_async(lsp.RenameParams(text_document=doc_of(uri), position=pos(text, "[[Sarah]]", 3), new_name="Sara Lindqvist"))
    edits = edit.changes[uri]
    new = apply(text, edits)
    assert "[[Sara Lindqvist]]" in new and "[[Sara Lindqvist#Phone]]" in new, edits
    assert (client.root / "work/pay.md").read_text() == text
    assert not (client.root / "people/sarah.md").exists() or "Sara Lindqvist" in (client.root / "people/sarah.md").read_text()
    assert "[[Sara Lindqvist]]" in (client.root / "买.md").read_bytes().decode()
    assert "\r\n" in (client.root / "买.md").read_bytes().decode()

def apply(text, edits):
    lines = text.split("\n")
    def off(p): return sum(len(l) + 1 for l in lines[:p.line]) + len(lines[p.line].encode("utf-16-le")[:2*p.character].decode("utf-16-le"))
    for e in sorted(edits, key=lambda e: off(e.range.start), reverse=True):
        text = text[:off(e.range.start)] + e.new_text + text[off(e.range.end):]
    return text

@pytest.mark.asyncio
async def test_will_rename(client):
    text = FILES["work/pay.md"]
    uri = opened(client, "work/pay.md", text)
    old, new = client.root / "people/sarah.md", client.root / "friends.md"
    edit = await client.workspace_will_rename_files_async(lsp.RenameFilesParams(files=[lsp.FileRename(old_uri=old.as_uri(), new_uri=new.as_uri())]))
    os.rename(old, new)
    await asyncio.sleep(0.3)
    import subprocess
    log = subprocess.run([CAIRN, "-N", str(client.root), "log"], capture_output=True, text=True).stdout
    assert "lsp mv" in log, log
    print(log)
    subprocess.run([CAIRN, "-N", str(client.root), "undo"], check=True)
    assert old.exists() and not new.exists()

@pytest.mark.asyncio
async def test_actions(client):
    text = FILES["films/lola.md"]
    uri = opened(client, "films/lola.md", text)
    async def actions(position):
        r = await client.text_document_code_action_async(lsp.CodeActionParams(text_document=doc_of(uri), range=lsp.Range(position, position), context=lsp.CodeActionContext(diagnostics=[])))
        return {a.title: a for a in r}
    a = await actions(pos(text, "watch"))
    assert "- [x] watch" in apply(text, a["Tick the checkbox"].edit.changes[uri]), a
    assert "director:" in apply(text, a["Add the required field `director`"].edit.changes[uri])
    assert "id: " in apply(text, a["Adopt the capture: add an id"].edit.changes[uri])
    assert "Move to the inbox" in a
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert sorted(d.code for d in client.diagnostics[uri]) == ["schema-required", "score-unknown"], client.diagnostics[uri]
    text = FILES["again.md"]
    uri = opened(client, "again.md", text)
    a = await actions(pos(text, "Water"))
    command = as_command(a["Mark the action as done"])
    r = await client.workspace_execute_command_async(lsp.ExecuteCommandParams(command=command.command, arguments=command.arguments))
    assert "done" in (client.root / "again.md").read_text()
    text = "[[New thing]]"  # the title of the unsaved note, too
    uri = opened(client, "x.md", text)
    a = await actions(pos(text, "New"))
    command = as_command(a["Create `New thing`"])
    r = await client.workspace_execute_command_async(lsp.ExecuteCommandParams(command=command.command, arguments=command.arguments))
    d = await client.text_document_definition_async(lsp.DefinitionParams(text_document=doc_of(uri), position=lsp.Position(0, 8)))
    assert "new-thing" in d[0].uri
    q = await client.workspace_execute_command_async(lsp.ExecuteCommandParams(command="cairn.query", arguments=[{"query": "type:person"}]))
    added = await client.workspace_execute_command_async(lsp.ExecuteCommandParams(command="cairn.add", arguments=[{"text": "Ring the sweep", "due": "fri"}]))
    print(q, added)

@pytest.mark.asyncio
async def test_rest(client):
    text = FILES["work/pay.md"]
    uri = opened(client, "people/sarah.md", FILES["people/sarah.md"])
    lens = await client.text_document_code_lens_async(lsp.CodeLensParams(text_document=doc_of(uri)))
    assert lens[0].command.title == "3 backlinks", lens
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=doc_of(uri)))
    assert len(folds) == 3, folds
    text = FILES["again.md"]
    uri = opened(client, "again.md", text)
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(text_document=doc_of(uri), range=lsp.Range(lsp.Position(0, 0), lsp.Position(9, 0))))
    assert hints[0].label.startswith("Friday"), hints
    syms = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="sar"))
    assert syms[0].name == "Sarah"
    d = await client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(text_document=doc_of(uri)))
    assert list(d.items) == []
    # Hebrew, right to left
    text = "\u05e9\u05dc\u05d5\u05dd [[Sarah]]\r\n"
    uri = opened(client, "rtl.md", text)
    links = await client.text_document_document_link_async(lsp.DocumentLinkParams(text_document=doc_of(uri)))
    assert links[0].range.start.character == 5
