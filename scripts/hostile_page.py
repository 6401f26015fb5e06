"""A hostile page that tries to use a server of Cairn through a browser; see `scripts/api`.

The page has another origin. The browser is logged in, and resolves the name `rebind.example` to this
machine, as a malicious DNS server does.
"""

import http.server
import re
import shutil
import threading

# Tries everything that a page can do, and notes in `stolen` what it can read.
PAGE = """<!doctype html><title>Hostile</title><body><script>
const server = "SERVER", stolen = [], json = JSON.stringify({text: "Hostile", content: "Hostile",
  text_content: "Hostile", title: "Hostile", jsonrpc: "2.0", id: 1, method: "initialize"});
window.stolen = stolen;
const targets = ["/api/v1/captures", "/form", "/api/somethings", "/entries", "/v1/capture", "/capture/text",
  "/api/v1/undo", "/collections/default", "/mcp", "/api/v1/import"];
const reads = ["/", "/captures", "/api/v1/captures", "/api/v1/settings", "/api/v1/openapi.json",
  "/api/v1/export?format=json", "/api/v1/media/attachments%2Fendband.png", "/start?token=x", "/k/x/api/v1/tags"];
for (const target of targets) {
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]) {
    const form = document.createElement("form"), frame = document.createElement("iframe");
    frame.name = target + type;
    Object.assign(form, {action: server + target, method: "post", enctype: type, target: frame.name});
    const field = document.createElement("input");
    Object.assign(field, {name: type === "text/plain" ? json.slice(0, -1) + ',"x":"' : "text", value: 'Hostile"}'});
    form.append(field);
    document.body.append(frame, form);
    form.submit();
  }
}
const trials = [];
for (const [method, target] of [...targets.map(x => ["POST", x]), ["DELETE", "/api/v1/trash"],
  ["PATCH", "/api/v1/settings"], ...reads.map(x => ["GET", x])]) {
  for (const mode of ["cors", "no-cors"]) {
    for (const type of ["application/json", "text/plain"]) {
      const body = method === "GET" ? undefined : json;
      trials.push(fetch(server + target, {method, mode, credentials: "include", headers: {"Content-Type": type}, body})
        .then(answer => answer.text()).then(text => { if (text) stolen.push(target + ": " + text.slice(0, 80)); },
          () => {}));
    }
  }
}
for (const target of reads) {
  for (const [name, attribute] of [["img", "src"], ["script", "src"], ["iframe", "src"], ["object", "data"],
    ["video", "src"], ["link", "href"]]) {
    const element = document.createElement(name);
    if (name === "link") element.rel = "stylesheet";
    element[attribute] = server + target;
    if (name === "img") element.onload = () => stolen.push("picture " + target);
    document.body.append(element);
  }
}
for (const target of targets) navigator.sendBeacon(server + target, new Blob([json], {type: "text/plain"}));
new EventSource(server + "/api/v1/events", {withCredentials: true}).onmessage = x => stolen.push(x.data);
try { new WebSocket(server.replace("http", "ws") + "/api/v1/events").onopen = () => stolen.push("socket"); } catch {}
Promise.allSettled(trials).then(() => setTimeout(() => {
  for (const frame of document.querySelectorAll("iframe")) {
    try { if (frame.contentDocument?.body?.innerText) stolen.push("frame " + frame.contentDocument.body.innerText); }
    catch {}
  }
  document.title = "done";
}, 2000));
</script></body>
"""


def attack(server, link):
    """Lets pages of other origins attack the server, and returns what they achieved.

    `link` is the address that signs the browser in.
    """
    from playwright.sync_api import sync_playwright

    own = f"http://127.0.0.1:{server.port}"

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            target = own if "rebind" not in self.path else f"http://rebind.example:{server.port}"
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(PAGE.replace("SERVER", target).encode())

        def log_message(self, *_):
            pass

    evil = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=evil.serve_forever, daemon=True).start()
    problems = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
            args=["--no-sandbox", "--host-resolver-rules=MAP *.example 127.0.0.1"])
        page = browser.new_context().new_page()
        page.goto(link)
        page.wait_for_url(f"{own}/")
        # Another port, another name of this machine, another site, and DNS rebinding.
        for name in ["127.0.0.1", "localhost", "evil.example", "rebind.example"]:
            page.goto(f"http://{name}:{evil.server_port}/{name}")
            page.wait_for_function("document.title === 'done'", timeout=60_000)
            problems += [f"a page of {name} read {text}" for text in page.evaluate("stolen")]
        answer = page.goto(f"http://rebind.example:{server.port}/captures")
        if answer.status != 403:
            problems.append(f"a rebound name is answered with {answer.status}")
        answer = page.goto(f"{own}/captures")
        if answer.status != 200 or not re.search("captures", page.title(), re.I):
            problems.append(f"the logged-in browser is answered with {answer.status}: {page.title()}")
        browser.close()
    evil.shutdown()
    return problems
