"""The checks of web pages that share a note with other writers, or whose disk is full or read-only.

`scripts/check-web` runs them. A server on a small disk runs in its own mount namespace, which
Linux offers without further rights on most machines (`unshare -rm`).
"""

import pathlib
import re
import shutil
import subprocess
import time

from playwright.sync_api import expect

SECONDS = 12
NOTE = """---
title: Shared
---
The first paragraph.

A paragraph that nobody changes.

The middle.

Another paragraph that nobody changes.

The last paragraph.
"""


def can_mount():
    """Returns whether this machine lets anyone mount file systems in an own namespace."""
    if shutil.which("unshare") is None:
        return False
    return subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0


def on_small_disk(command, notes, *, is_read_only):
    """Returns a command that runs `command` where `notes` is on a disk of 600 KB."""
    mount = f'mount -t tmpfs -o size=600k tmpfs "$0" && echo "- [ ] Box" > "$0"/one.md'
    if is_read_only:
        mount += ' && mount -o remount,ro "$0"'
    return ["unshare", "-rm", "sh", "-c", f'{mount} && exec "$@"', notes, *command]


def after(field, anchor, text):
    """Types a text after another text in a field, and checks that nothing else changes."""
    before = field.input_value()
    field.evaluate("""(field, anchor) => {
      const place = field.value.indexOf(anchor) + anchor.length
      field.setSelectionRange(place, place)
    }""", anchor)
    field.press_sequentially(text)
    assert field.input_value() == before.replace(anchor, anchor + text, 1), "changed under the cursor"


class StorageJourneys:
    """The checks; ``Checks`` of `scripts/check-web` inherits them."""

    def together(self):
        note = self.server.root / "shared.md"
        note.write_text(NOTE)
        writers = [(self.page(), "The first paragraph.", "a"), (self.page(390), "The last paragraph.", "b")]
        reader = self.page()
        for page, _, _ in writers:
            self.go(page, "/captures/shared.md/edit")
        self.go(reader, "/captures/shared.md")
        words, number, end = [], 0, time.monotonic() + SECONDS
        while time.monotonic() < end:
            number += 1
            for page, anchor, writer in writers:
                words.append(f"{writer}{number}")
                after(page.locator("#body"), anchor, f" {words[-1]},")
                if number % 3 == (0 if writer == "a" else 1):
                    page.locator("#body").press("Control+Enter")
                    page.wait_for_url("**/captures/shared.md*")
                    self.go(page, "/captures/shared.md/edit")
            words.append(f"e{number}")
            note.write_text(note.read_text().replace("The middle.", f"The middle. {words[-1]},", 1))
        for page, _, _ in writers:
            page.locator("#body").press("Control+Enter")
            page.wait_for_url("**/captures/shared.md*")
            page.context.close()
        lost = [word for word in words if f" {word}," not in note.read_text()]
        assert not lost, f"lost: {lost}"
        expect(reader.locator("#one")).to_contain_text(words[-1])
        expect(reader.locator("#one")).to_contain_text(f" a{number},")
        reader.context.close()

    def refused(self, reason):
        """Tries to change things where the server cannot write."""
        page = self.page(390)
        self.go(page, "/capture")
        page.locator("#text").fill("Words that must not be lost. " * 20)
        page.locator("button.main").first.click()
        expect(page.locator(".compose .failure")).to_contain_text(reason)
        page.reload()
        expect(page.locator("#text")).to_have_value("Words that must not be lost. " * 20)
        self.shoot(page, "state-" + reason.replace(" ", "-"))
        self.go(page, "/captures/one.md/edit")
        page.locator("#body").fill("Changed words. " * 500)
        page.locator("button.main").click()
        expect(page.locator(".edit .failure")).to_contain_text(reason)
        expect(page.locator("#body")).to_have_value("Changed words. " * 500)
        self.go(page, "/captures/one.md")
        page.locator(".body .box").click()
        expect(page.locator("#notice")).to_contain_text(reason)
        expect(page.locator(".body .box")).to_have_attribute("aria-checked", "false")
        return page

    def full(self):
        root = pathlib.Path(f"/proc/{self.server.process.pid}/root/{self.server.root}")
        try:
            (root / "filler").write_bytes(b"x" * 1_000_000)
        except OSError:
            pass
        page = self.refused("no space left")
        (root / "filler").unlink()
        for path in ["/capture", "/captures/one.md/edit"]:
            self.go(page, path)
            page.locator("button.main").first.click()
            # Until the answer arrives, the notice says that unsaved text is still there.
            expect(page.locator("#notice")).to_contain_text(re.compile("(?<!un)[sS]aved"))
        assert "Changed words." in (root / "one.md").read_text()
        page.context.close()

    def locked(self):
        self.refused("read-only").context.close()
