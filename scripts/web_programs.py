"""The checks of web pages that use programs and services: look-ups, recordings, pictures, bookmarks.

`scripts/check-web` runs them. The programs are small scripts, and the service is a server on
127.0.0.1 that serves the covers of the example notebook.
"""

import base64
import contextlib
import functools
import http.server
import json
import pathlib
import re
import threading

from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).resolve().parent.parent
COVERS = ROOT / "examples" / "notebook" / "books" / "media"
PICTURE = ROOT / "examples" / "notebook" / "attachments" / "endband.png"
PAGE = """<!doctype html><title>Lamps of the harbor</title>
<meta name="description" content="How the lamps of the old harbor were lit.">
<article><h1>Lamps of the harbor</h1><p>The lamps of the old harbor were lit by hand until 1911. Each
lamplighter had forty lamps, a ladder and a bicycle.</p><p>The last lamp is in the museum.</p></article>
"""
WORKS = [
    {"id": "1", "title": "Solaris", "entryType": "book", "year": 1961, "author": "Stanisław Lem",
     "genre": "Science fiction", "description": "A planet that is covered by a living ocean answers "
     "the people who study it with visitors from their own memories. They do not understand it, and "
     "it may not understand them. The book is about what cannot be understood. " * 2},
    {"id": "2", "title": "Solaris", "entryType": "movie", "year": 1972, "author": "Andrei Tarkovsky",
     "description": "Rain falls on a table."},
    {"id": "3", "title": "سولاريس", "entryType": "book", "year": 2004, "description": "كوكب ومحيط."},
    {"id": "4", "title": "Solaris: " + "a very long title that goes on " * 5, "entryType": "game"},
]
LOOKUP = """case "$CAIRN_QUERY" in
  nothing*) echo '[]' ;;
  broken*) echo 'no route to the service' >&2; exit 68 ;;
  *) cat '{base}/works.json' ;;
esac
"""
READ = """sleep 1
if test -e '{base}/broken'; then echo 'no route' >&2; exit 68; fi
test -s "$CAIRN_FILE" || exit 65
case "$CAIRN_MEDIUM" in
  image) echo '{{"text": "Buy oranges and a lamp by Friday", "confidence": 0.42}}' ;;
  *) echo 'Remind me to water the vine tomorrow' ;;
esac
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def programs(server):
    """Sets programs and a service in the settings of a server's user."""
    handler = functools.partial(Quiet, directory=COVERS)
    covers = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=covers.serve_forever, daemon=True).start()
    names = sorted(path.name for path in COVERS.iterdir())
    works = [dict(work) for work in WORKS]
    for work, name in zip(works, names):
        work["imageUrls"] = [f"http://127.0.0.1:{covers.server_port}/{name}"]
    base = server.base
    (base / "works.json").write_text(json.dumps(works))
    (base / "page.html").write_text(PAGE)
    (base / "lookup").write_text(LOOKUP.format(base=base))
    (base / "read").write_text(READ.format(base=base))
    folder = base / "config" / "cairn"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.yml").write_text(
        f"lookup.command: sh {base}/lookup\nread.image: sh {base}/read\n"
        f"read.voice: sh {base}/read\nbookmark.fetch: cat {base}/page.html\n")
    (server.root / "receipt.md").write_text(
        "---\nid: receipt123\ntype: note\ntitle: A receipt\nimages:\n  - attachments/endband.png\n---\n")
    (server.root / "books" / "solaris.md").write_text(
        "---\nid: solaris123\ntype: entry\ntitle: Solaris\nauthor: My own name\n---\n")
    try:
        yield
    finally:
        covers.shutdown()


PAGES = [
    "/capture", "/settings", "/lookup?query=Solaris", "/lookup?query=Solaris&kind=book&in=books",
    "/lookup?query=nothing", "/lookup?query=broken", "/lookup?capture=solaris123",
    "/captures/receipt123", "/captures/solaris123", "/captures?in=books",
]
JOURNEYS = [
    "look_up", "fill", "record", "no_microphone", "record_again", "drop", "read", "bookmark",
    "plain_files",
]

# Drops or pastes the picture whose bytes are given on an element.
GIVE = """(element, [kind, name, bytes]) => {
  const list = new DataTransfer();
  list.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name,
    { type: "image/png" }));
  const options = { bubbles: true, cancelable: true };
  const event = kind === "drop"
    ? new DragEvent("drop", { ...options, dataTransfer: list })
    : new ClipboardEvent("paste", { ...options, clipboardData: list });
  element.dispatchEvent(event);
}"""


def encoded(path):
    """Returns the bytes of a file in Base64."""
    return base64.b64encode(path.read_bytes()).decode()


class ProgramJourneys:
    """What people do with programs and services. Part of the class `Checks`."""

    def recorded(self, page, seconds=1.5):
        page.get_by_text("Add a picture, a recording").click()
        page.get_by_role("button", name="Record", exact=True).click()
        expect(page.locator(".recorder .note")).to_have_text("Recording")
        page.wait_for_timeout(seconds * 1000)
        self.shoot(page, "state-recording-390")
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(page.locator(".recorder .note")).to_contain_text("Recorded 0:0")
        expect(page.locator(".chosen li")).to_have_count(1)

    def look_up(self):
        page = self.page(390)
        self.go(page, "/captures?in=books")
        page.get_by_role("link", name="Look up a book").click()
        page.wait_for_url("**/lookup?kind=book*")
        page.locator("#query").fill("Solaris")
        page.keyboard.press("Enter")
        expect(page.locator(".work")).to_have_count(4)
        cover = page.locator(".work img").first
        expect(cover).to_be_visible()
        expect(cover).not_to_have_js_property("naturalWidth", 0)
        page.get_by_role("button", name="Add Solaris, 1961").click()
        page.wait_for_url("**/captures/*done=*")
        expect(page.locator("h1")).to_have_text("Solaris")
        expect(page.locator(".fields")).to_contain_text("1961")
        expect(page.locator(".fields")).to_contain_text("Stanisław Lem")
        expect(page.locator(".gallery img").first).to_be_visible()
        self.shoot(page, "state-looked-up-390")
        text = self.server.text("books/*solaris-*.md")
        assert "year: 1961" in text and "living ocean" in text, text
        assert not self.outside, self.outside
        page.context.close()

    def fill(self):
        page = self.page()
        self.go(page, "/captures/solaris123")
        page.locator(".toolbar").get_by_role("link", name="Look up").click()
        expect(page.locator(".work")).to_have_count(4)
        page.get_by_role("button", name="Fill the entry from 1961").click()
        page.wait_for_url("**/captures/solaris123*")
        expect(page.locator(".fields")).to_contain_text("My own name")
        expect(page.locator(".fields")).to_contain_text("1961")
        assert "My own name" in (self.server.root / "books/solaris.md").read_text()
        page.context.close()

    def record(self):
        page = self.page(390)
        self.go(page, "/capture")
        save = page.get_by_role("button", name="Save", exact=True)
        expect(save).to_be_disabled()
        self.recorded(page)
        expect(save).to_be_enabled()
        self.shoot(page, "state-recorded-390")
        save.click()
        expect(page.locator("#saved h2")).to_contain_text("recording-")
        busy = page.locator(".reading button[aria-busy=true]")
        expect(busy).to_be_visible()
        expect(page.locator(".reading [data-elapsed]")).to_contain_text("Reading … 0:0")
        self.shoot(page, "state-reading-390")
        expect(page.locator("#saved")).to_contain_text("Text read by sh", timeout=15000)
        self.shoot(page, "state-read-390")
        expect(page.locator(".chosen li")).to_have_count(0)
        expect(save).to_be_disabled()
        text = self.server.text("*recording-*.md")
        assert "water the vine" in text and "type: action" in text, text
        page.locator("#saved h2 a").click()
        expect(page.locator("audio")).to_be_visible()
        expect(page.locator("audio")).not_to_have_js_property("readyState", 0)
        self.shoot(page, "state-voice-390")
        assert not self.problems, self.problems
        page.context.close()

    def record_again(self):
        # The program fails. The recording stays, and the button tries again.
        broken = self.server.base / "broken"
        broken.touch()
        page = self.page()
        self.go(page, "/capture")
        page.locator("#text").fill("A memo from the harbor")
        self.recorded(page, 0.8)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator(".reading .failure")).to_contain_text("(network)", timeout=15000)
        self.shoot(page, "state-reading-failed")
        broken.unlink()
        page.locator("#saved").get_by_role("button", name="Read", exact=True).click()
        expect(page.locator("#saved")).to_contain_text("Text read by sh", timeout=15000)
        assert "water the vine" in self.server.text("*a-memo-from*.md")
        page.context.close()

    def no_microphone(self):
        page = self.page(390)
        page.add_init_script(
            "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))")
        self.go(page, "/capture")
        page.get_by_text("Add a picture, a recording").click()
        page.get_by_role("button", name="Record", exact=True).click()
        expect(page.locator(".recorder .note")).to_contain_text("does not permit")
        self.shoot(page, "state-no-microphone-390")
        page.context.close()

    def drop(self):
        page = self.page()
        self.go(page, "/capture")
        page.evaluate(f"([...all]) => ({GIVE})(document.body, all)", ["drop", "harbor.png", encoded(PICTURE)])
        expect(page.locator(".chosen li")).to_contain_text("harbor.png")
        page.locator("#text").evaluate(GIVE, ["paste", "image.png", encoded(next(COVERS.glob("*.png")))])
        expect(page.locator(".chosen li")).to_have_count(2)
        self.shoot(page, "state-chosen")
        page.get_by_role("button", name="Leave out image.png").click()
        expect(page.locator(".chosen li")).to_have_count(1)
        page.locator("#reads").uncheck()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#saved h2")).to_contain_text("harbor")
        expect(page.locator("#saved").get_by_role("button", name="Read", exact=True)).to_be_visible()
        self.shoot(page, "state-saved-picture")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#saved h2")).to_have_count(0)
        page.context.close()

    def read(self):
        page = self.page(390)
        self.go(page, "/captures/receipt123")
        page.get_by_role("button", name="Read", exact=True).click()
        expect(page.locator(".body")).to_contain_text("Buy oranges", timeout=15000)
        expect(page.locator("#remarks")).to_contain_text("is not sure of the text (confidence 0.42)")
        expect(page.get_by_role("button", name="Read", exact=True)).to_have_count(0)
        self.shoot(page, "state-doubtful-390")
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name="Read", exact=True)).to_be_visible()
        page.context.close()

    def bookmark(self):
        page = self.page(390)
        self.go(page, "/capture")
        page.locator("#text").fill("https://example.org/lamps")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#saved h2")).to_have_text("Lamps of the harbor")
        assert "lamplighter" in self.server.text("*lamps*.md")
        page.get_by_text("Add a picture, a recording").click()
        page.locator("input[name=url]").fill("http://www.example.org/lamps/#part")
        page.locator("#text").fill("The same page")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator(".compose .failure")).to_contain_text("already saved in “Lamps of the harbor”")
        expect(page.locator("#text")).to_have_value("The same page")
        self.shoot(page, "state-bookmark-twice-390")
        page.get_by_role("button", name="Add it anyway").click()
        expect(page.locator("#text")).to_have_value("")
        assert len(list(self.server.root.glob("*lamps*.md"))) == 2
        page.context.close()

    def plain_files(self):
        page = self.page(java_script_enabled=False)
        self.go(page, "/capture")
        page.get_by_text("Add a picture, a recording").click()
        page.locator("#files").set_input_files(PICTURE)
        self.shoot(page, "state-files-plain")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#saved h2")).to_contain_text("endband")
        page.get_by_role("button", name="Read", exact=True).click()
        expect(page.locator("#saved")).to_contain_text("Text read by sh")
        expect(page.locator("#remarks")).to_contain_text("is not sure of the text")
        self.go(page, "/lookup?query=Solaris")
        page.get_by_role("button", name="Add Solaris, 1972").click()
        expect(page.locator(".fields")).to_contain_text("1972")
        for _ in range(2):
            self.go(page, "/capture")
            page.locator("#text").fill("https://example.org/plain")
            page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("heading", name="Already saved")).to_be_visible()
        page.get_by_role("button", name="Add it anyway").click()
        expect(page.locator("#saved h2")).to_have_text("Lamps of the harbor")
        page.context.close()

    # MARK: Without programs

    def embeds(self):
        page = self.page()
        note = self.server.root / "garden" / "embeds.md"
        note.write_text("---\ntitle: Embeds\n---\nBefore\n\nAfter\n")
        self.go(page, "/captures/garden%2Fembeds.md/edit")
        field = page.locator("#body")
        field.evaluate("(one) => one.setSelectionRange(8, 8)")
        field.evaluate(GIVE, ["paste", "A harbor.png", encoded(PICTURE)])
        expect(field).to_have_value(re.compile(r"Before\n\n!\[A harbor\]\(media/[0-9a-f]+\.png\)After"))
        expect(page.locator("#notice")).to_contain_text("Picture added.")
        self.shoot(page, "state-embed")
        field.press("Control+z")
        expect(field).to_have_value("Before\n\nAfter\n")
        field.press("Control+Shift+z")
        expect(field).to_have_value(re.compile("A harbor"))
        assert len(list((self.server.root / "garden/media").iterdir())) == 1
        page.get_by_role("button", name="Undo").click()
        expect(field).to_have_value("Before\n\nAfter\n")
        assert not list(self.server.root.glob("garden/media/*"))
        field.evaluate(GIVE, ["drop", "harbor.png", encoded(PICTURE)])
        expect(field).to_have_value(re.compile("media/"))
        page.get_by_role("button", name="Preview").click()
        expect(page.locator("#preview")).to_be_visible()
        page.locator("button.main").click()
        page.wait_for_url("**/captures/garden%2Fembeds.md*")
        expect(page.locator(".body img")).to_be_visible()
        assert "images" not in note.read_text()
        self.go(page, "/captures/garden%2Fembeds.md/edit")
        page.route("**/embeds", lambda route: route.abort())
        page.locator("#body").evaluate(GIVE, ["drop", "other.png", encoded(PICTURE)])
        expect(page.locator(".edit .failure")).to_have_text("Network connection failed")
        page.context.close()

    def split(self):
        page = self.page(390)
        note = self.server.root / "several.md"
        note.write_text("- Buy a new sieve by Friday\n- The meter reads 4417\n- Call Priya about the book\n")
        self.go(page, "/captures/several.md/split")
        expect(page.get_by_text("Cairn found 3 parts.")).to_be_visible()
        page.get_by_label("Part 1", exact=True).fill("Buy a fine sieve by Friday")
        page.locator("select[name='pieces[1][type]']").select_option("idea")
        page.get_by_label("Keep part 3").uncheck()
        self.shoot(page, "state-split-390")
        page.get_by_text("Move the original").click()
        page.get_by_role("button", name="Split", exact=True).click()
        page.wait_for_url("**/captures?done=*")
        expect(page.locator("#results")).to_contain_text("Buy a fine sieve")
        expect(page.locator("#results")).not_to_contain_text("Call Priya about the book")
        assert "type: idea" in self.server.text("*the-meter-reads*.md")
        assert not note.exists()
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#results")).not_to_contain_text("Buy a fine sieve")
        assert note.exists()
        self.go(page, "/captures/several.md/split")
        page.get_by_label("Merge with part 1").check()
        expect(page.locator("select[name='pieces[1][type]']")).to_be_hidden()
        self.shoot(page, "state-merge-390")
        page.get_by_role("button", name="Split", exact=True).click()
        page.wait_for_url("**/captures?done=*")
        assert "by Friday\nThe meter reads 4417\n" in self.server.text("*buy-a-new-sieve*.md")
        page.context.close()
