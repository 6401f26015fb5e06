import CairnCapture
import CairnJSON
import CairnNotebook
import CairnProvider
import CairnQuery
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  /// Returns the first 100 captures that a query selects, the number of all captures that it
  /// selects, and the query.
  static func captures(_ query: String, _ work: Workspace) throws -> JSONValue {
    var request = SelectRequest([query])
    request.limit = 100
    let chosen = try work.select(request)
    let document = JSONDocument.page(chosen.captures, of: chosen, next: nil, nil, work.clock).value
    return document.with([
      "query": .string(query), "more": .integer(chosen.total - chosen.captures.count),
    ])
  }

  /// Returns the page that lists the captures that match the query in the address.
  static func capturesPage(_ call: Call, _ work: Workspace) throws -> WebPage {
    var page = WebPage("captures", "Captures", section: "captures")
    let settings = work.notebook.settings
    // The browser remembers the view that was chosen last.
    let cookie = "\(Credentials.cookieName(port: call.app.port))-view"
    let chosen = call.query["view"].flatMap { ["list", "grid"].contains($0) ? $0 : nil }
    let view = chosen ?? call.headers.cookie(cookie) ?? settings["web.view"]?.text ?? "list"
    if let chosen {
      page.headers = [
        (
          "set-cookie",
          "\(cookie)=\(chosen); Path=/captures; HttpOnly; SameSite=Strict; Max-Age=31536000"
        )
      ]
    }
    let query = call.query["query"] ?? ""
    page.values = [
      "query": .string(query), "in": JSONValue(call.query["in"]),
      "sort": JSONValue(call.query["sort"]), "view": .string(view),
      "isGrid": .boolean(view == "grid"), "isSearch": .boolean(!query.isEmpty),
      "pills": pills(call, work),
      "lookupKind": JSONValue(
        lookupKinds.first { $0.kind.collection == call.query["in"] }?.kind.rawValue),
    ]
    let found = try problem {
      let shown = try Page(call, usualLimit: settings.count("web.page_size") ?? Page.usualLimit)
      var request = SelectRequest(query.allSatisfy(\.isWhitespace) ? [] : [query])
      request.sort = call.query["sort"].flatMap { $0.isEmpty ? nil : $0 }
      request.limit = shown.needed
      if let folder = call.query["in"], !folder.isEmpty {
        let path = folder == "/" ? folder : "\"\(folder)\""
        request.narrowing = try Query(arguments: ["in:\(path)"])
      }
      let chosen = try work.select(request)
      let (captures, next) = shown.captures(of: chosen)
      let passages = query.isEmpty ? nil : Passages(chosen.query)
      page.values = page.values.with(
        JSONDocument.page(captures, of: chosen, next: next, passages, work.clock).value
          .showingMatches
      ).with([
        "unknown": JSONValue(sentences: chosen.advice),
        "nextAddress": next.map { .string(call.address(with: ("cursor", $0))) } ?? .null,
      ])
    }
    if found != .null {
      page.status = 400
      page.values = page.values.with(["problem": found])
    }
    return page
  }

  /// Runs `body`, which checks a query that a person typed. Returns the values that the page uses
  /// to show a problem in the query; null if there is no problem.
  static func problem(_ body: () throws -> Void) throws -> JSONValue {
    do {
      try body()
      return .null
    } catch let problem as Diagnostic {
      return JSONValue(problem)
    } catch let refusal as Refusal where refusal.kind == .invalid {
      return ["said": JSONValue(sentence: RemoteWords(refusal, for: .program).message)]
    }
  }

  /// Returns an array of the filters to choose from: all captures, and each collection that is not
  /// empty.
  private static func pills(_ call: Call, _ work: Workspace) -> JSONValue {
    let chosen = call.query["in"] ?? ""
    let tree = work.collectionTree(isFilled: true)
    let all: JSONValue = [
      "name": "All", "icon": nil, "count": .integer(work.catalog().count), "path": "",
      "isChosen": .boolean(chosen.isEmpty),
      "address": .string(call.address(with: ("in", nil))),
    ]
    return .array(
      [all]
        + tree.map { collection in
          let path = collection.path.isRoot ? "/" : collection.path.description
          let count = collection.path.isRoot ? collection.count : collection.total
          return [
            "name": .string(collection.name), "icon": JSONValue(collection.page?.icon),
            "count": .integer(count), "path": .string(path),
            "isChosen": .boolean(chosen == path),
            "address": .string(call.address(with: ("in", path))),
          ]
        })
  }
}

extension Call {
  /// Returns the address of this page with a new value for one parameter; a nil value removes the
  /// parameter. If the parameter is not the cursor, also removes the cursor, so that the list
  /// starts at the first capture.
  fileprivate func address(with change: (name: String, value: String?)) -> String {
    var query = self.query
    query["cursor"] = nil
    query[Self.done] = nil
    query[change.name] = change.value
    let text = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.percentEncoded)" }
      .joined(separator: "&")
    return text.isEmpty ? route.pattern.text : "\(route.pattern.text)?\(text)"
  }
}

extension JSONValue {
  /// This document, with a member `parts` added to each capture. The member contains the passage
  /// that the search found, split into the texts that match the query and the texts around them.
  var showingMatches: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        guard member.name == "captures" else { return member }
        return .init(
          "captures", .array((member.value.elements ?? []).map { $0.with(["parts": $0.parts]) }))
      })
  }

  private var parts: JSONValue {
    guard case .string(let snippet)? = self["snippet"] else { return .null }
    let scalars = Array(snippet.unicodeScalars)
    var parts: [JSONValue] = []
    var shown = 0
    func show(upTo end: Int, isMatch: Bool) {
      let end = min(max(end, shown), scalars.count)
      guard end > shown else { return }
      let text = String(String.UnicodeScalarView(scalars[shown..<end]))
      parts.append(["text": .string(text), "isMatch": .boolean(isMatch)])
      shown = end
    }
    for match in self["matches"]?.elements ?? [] {
      guard case .integer(let from)? = match.elements?.first,
        case .integer(let to)? = match.elements?.last
      else { continue }
      show(upTo: from, isMatch: false)
      show(upTo: to, isMatch: true)
    }
    show(upTo: scalars.count, isMatch: false)
    return .array(parts)
  }

  /// Creates the values that a page uses to show a problem in a query and its position.
  fileprivate init(_ problem: Diagnostic) {
    let excerpt = problem.excerpt
    let line = excerpt?.line ?? ""
    let scalars = Array(line.unicodeScalars)
    let start = min(excerpt?.caret ?? 0, scalars.count)
    let end = min(start + (excerpt?.length ?? 0), scalars.count)
    func text(_ range: Range<Int>) -> JSONValue {
      .string(String(String.UnicodeScalarView(scalars[range])))
    }
    self = [
      "said": JSONValue(
        sentence: RemoteWords(problem.message, code: problem.code, for: .program).message),
      "hasPlace": .boolean(excerpt != nil),
      "before": text(0..<start), "marked": text(start..<end), "after": text(end..<scalars.count),
    ]
  }
}
