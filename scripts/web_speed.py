"""Measures how fast pages and searches appear in the browser.

`scripts/check-web PROGRAM FOLDER speed` measures a copy of the example notebook, or of the notebook
that the variable `SPEED_NOTEBOOK` names, such as `.build/bench/notebook-100000`.
"""

import statistics
import time

PAGES = ["/", "/captures", "/actions", "/capture"]
LOADS = 15
# Somebody who types fast presses a key every 120 ms.
PAUSE = 0.12
# Notes the time from the press of a key until the first frame in which the rows for the text that
# is in the field at that time are painted.
WATCH = """
window.keys = []
addEventListener("keydown", (event) => {
  if (event.key.length === 1) keys.push({ pressed: event.timeStamp, text: event.target.value + event.key })
}, true)
const field = document.getElementById("query")
new MutationObserver(() => {
  if (!document.getElementById("found")) return
  const text = new URL(location).searchParams.get("query") ?? ""
  requestAnimationFrame(() => setTimeout(() => {
    for (const key of keys) if (key.text === text && !key.shown) key.shown = performance.now()
  }))
}).observe(document.getElementById("main"), { childList: true })
"""
TIMES = """async () => {
  while (!performance.getEntriesByName("first-contentful-paint").length)
    await new Promise((next) => setTimeout(next, 10))
  const one = performance.getEntriesByType("navigation")[0]
  const paint = performance.getEntriesByName("first-contentful-paint")[0]
  return [one.responseStart - one.requestStart, one.domContentLoadedEventEnd, paint.startTime]
}"""


def median(values):
    return f"{statistics.median(values):.1f} ms (95 of 100 within {sorted(values)[len(values) * 95 // 100]:.1f} ms)"


def words(page, count):
    """Returns at most `count` words from the titles of captures in the notebook."""
    answer = page.evaluate("""async () => {
      const answer = await fetch("/api/v1/captures?limit=100")
      return (await answer.json()).captures.map((one) => one.title)
    }""")
    found = []
    for title in answer:
        for word in title.split():
            if word.isalpha() and word.isascii() and len(word) > 4 and word.lower() not in found:
                found.append(word.lower())
                break
    return found[:count]


def measure(checks):
    """Prints the times of pages and searches."""
    page = checks.page()
    for path in PAGES:
        times = []
        for _ in range(LOADS):
            checks.go(page, path)
            times.append(page.evaluate(TIMES))
        byte, ready, paint = ([one[place] for one in times] for place in range(3))
        print(f"     {path}: first byte {median(byte)}, ready {median(ready)}, painted {median(paint)}")
    checks.go(page, "/captures")
    page.evaluate(WATCH)
    server, shown, missed, letters = [], [], 0, 0
    for word in words(page, 30):
        page.locator("#query").fill("")
        time.sleep(0.5)
        page.evaluate("keys.length = 0")
        page.evaluate("performance.clearResourceTimings()")
        page.locator("#query").focus()
        for letter in word:
            page.keyboard.press(letter)
            time.sleep(PAUSE)
        time.sleep(0.5)
        keys = page.evaluate("keys")
        letters += len(keys)
        missed += sum("shown" not in key for key in keys)
        shown += [key["shown"] - key["pressed"] for key in keys if "shown" in key]
        server += page.evaluate("""performance.getEntriesByType("resource")
          .filter((one) => one.name.includes("/captures?")).map((one) => one.responseEnd - one.requestStart)""")
    print(f"     {letters} letters: rows painted {median(shown)}, the server's part {median(server)}; "
          f"{missed} superseded by the next letter")
    page.context.close()
