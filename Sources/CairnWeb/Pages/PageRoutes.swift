import CairnFiles
import CairnHost
import CairnText
import CairnWork

extension RouteTable {
  static let pageRoutes: [Route] = [
    Route(
      .get, "/", "Show the way in", .nothing, [(200, .bytes("text/html"))]
    ) { _ in
      .text(StaticPage.welcome, "text/html")
    },
    Route(
      .get, "/start", "Sign a browser in with a link that works once", .nothing,
      [.query("token", "The token in the link.")],
      [(200, .bytes("text/html")), (303, .empty)], errors: [401]
    ) { call in
      guard let secret = call.query["token"] else {
        throw ErrorAnswer(401, "unauthorized", "run `cairn serve link` to sign in")
      }
      if let wait = call.app.lockout.wait(of: WebApp.startAddress) { throw Gate.tooMany(wait) }
      guard try await call.app.useStartToken(secret) else {
        call.app.lockout.noteFailure(of: WebApp.startAddress)
        throw ErrorAnswer(
          401, "unauthorized",
          "the link was used already or is older than a minute; run `cairn serve link` again")
      }
      call.app.lockout.noteSuccess(of: WebApp.startAddress)
      return .seeOther("/welcome", [("set-cookie", call.app.newCookie())])
    },
    Route(
      .get, "/welcome", "Continue after signing in", .nothing, [(200, .bytes("text/html"))]
    ) { _ in
      // A browser sends the cookie only if a page of this server leads to the next one.
      .text(StaticPage.signedIn, "text/html")
    },
    Route(
      .get, "/capture", "Show a form that adds a capture", .nothing,
      [
        .query("text", "The text with which the form starts."),
        .query("url", "The address of a page."), .query("title", "The title of the page."),
      ], [(200, .bytes("text/html"))]
    ) { _ in
      .text(StaticPage.capture, "text/html")
    },
    Route(
      .get, "/assets/capture.js", "Read the script of the form", .nothing,
      [(200, .bytes("text/javascript"))]
    ) { _ in
      .text(StaticPage.captureScript, "text/javascript")
    },
    Route(
      .get, "/assets/cairn.css", "Read the styles of the pages", .nothing,
      [(200, .bytes("text/css"))]
    ) { _ in
      .text(StaticPage.styles, "text/css")
    },
  ]
}

extension WebApp {
  /// The name under which the lockout counts links that do not work. They come from browsers on any
  /// address.
  static let startAddress = "start"

  /// Returns whether a link signs a browser in, and makes the link invalid.
  func useStartToken(_ secret: String) async throws -> Bool {
    var context = settings.context()
    context.caller.words = ["cairn", "serve", "start"]
    return try await host.with(settings.root, context) { try $0.useStartToken(secret) }
  }

  /// Signs a browser in, and returns the header that sets its cookie.
  func newCookie() -> String {
    "\(Credentials.cookieName(port: port))=\(sessions.begin()); Path=/; HttpOnly; "
      + "SameSite=Strict; Max-Age=\(Sessions.lifetime)"
  }
}

/// The pages that do not depend on the notebook. Anybody can read them.
private enum StaticPage {}

extension StaticPage {
  fileprivate static let welcome = page(
    "Cairn",
    """
    <h1>Cairn</h1>
    <p>This is the server of a notebook. To sign in, run <code>cairn serve link</code>.</p>
    <ul>
    <li><a href="/capture">Add a capture</a></li>
    <li><a href="/api/v1/openapi.json">Description of the API</a></li>
    </ul>
    """)

  fileprivate static let signedIn = page(
    "Cairn", "<p>You are signed in.</p>",
    head: #"<meta http-equiv="refresh" content="0; url=/">"#)

  /// A form whose script fills it in from the address, so that the server never repeats what a
  /// strange page sends.
  fileprivate static let capture = page(
    "Add a capture",
    """
    <h1>Add a capture</h1>
    <form id="capture">
    <label for="text">What's on your mind?</label>
    <textarea id="text" rows="8" maxlength="10000" required autofocus></textarea>
    <p id="address"></p>
    <button type="submit">Save</button>
    <p id="message" role="status"></p>
    </form>
    <noscript><p>This form needs JavaScript.</p></noscript>
    <script type="module" src="/assets/capture.js"></script>
    """)

  private static func page(_ title: String, _ body: String, head: String = "") -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    <link rel="stylesheet" href="/assets/cairn.css">
    \(head)</head>
    <body>
    <main>
    \(body)
    </main>
    </body>
    </html>

    """
  }

  fileprivate static let captureScript = """
    const field = (id) => document.getElementById(id);
    const query = new URLSearchParams(location.search);
    field("text").value = [query.get("title"), query.get("text")].filter(Boolean).join("\\n\\n");
    field("address").textContent = query.get("url") ?? "";

    field("capture").addEventListener("submit", async (event) => {
      event.preventDefault();
      const body = { text: field("text").value };
      if (query.get("url")) body.url = query.get("url");
      const message = field("message");
      try {
        const answer = await fetch("/api/v1/captures", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        const document = await answer.json();
        message.textContent = answer.ok ? "Something saved!" : document.error.message;
        if (answer.ok) field("text").value = "";
      } catch {
        message.textContent = "Network connection failed";
      }
    });

    """

  fileprivate static let styles = """
    :root { color-scheme: light dark; }
    body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
    main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
    textarea { box-sizing: border-box; display: block; font: inherit; width: 100%; }
    button { font: inherit; margin-top: 0.5rem; }

    """
}
