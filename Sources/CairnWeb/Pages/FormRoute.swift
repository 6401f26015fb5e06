import CairnJSON
import CairnTemplates
import CairnText
import CairnWork
import HTTPTypes

extension RouteTable {
  /// The route to which all forms are sent. A form names a request of the API in its field
  /// `request`; its other fields are the body of that request. So pages work without scripts, and
  /// change captures only through the API.
  static let formRoutes: [Route] = [
    Route(
      .post, "/form", "Process a form that a web page sent", .write, body: .form, [(303, .empty)],
      errors: [404, 409, 501]
    ) { call in
      try await call.submit(
        FormFields(call.bytes, type: call.headers[.contentType] ?? ""))
    }
  ]
}

extension Call {
  /// The secret that the forms on this server's pages contain. Pages of other sites do not know it,
  /// and cannot send valid forms. Nil if the client is not a logged-in browser.
  var formToken: String? {
    guard case .cookie(let secret)? = Credentials.cookie(in: headers, port: app.port),
      app.sessions.isValid(secret)
    else { return nil }
    return String(SHA256.digits(of: "form \(secret)".utf8).prefix(32))
  }

  /// Whether the request came from a logged-in browser.
  var isLoggedIn: Bool { formToken != nil }

  /// Carries out the request of a form, and returns the page to show next. If the form has the token
  /// of an earlier session, the next page shows the form again, with the present token.
  fileprivate func submit(_ form: FormFields) async throws -> Answer {
    guard let token = formToken else {
      throw ErrorAnswer(403, "form-token", "only a logged-in browser can send a form")
    }
    let page = try Self.page("page", of: form)
    do {
      guard form["token"] == token else {
        throw ErrorAnswer(
          403, "form-token", "the form has expired; check what it contains, then send it again")
      }
      let call = try apiCall(of: form)
      // The person changed nothing.
      if call.route.method == .patch, call.json == [:] { return .seeOther(page) }
      let answer = try await call.answer()
      let document = answer.json
      guard (200..<300).contains(answer.status) else {
        if let document, let current = document["current"] {
          return try await conflictPage(form, page, document, current)
        }
        let message = document?["error"]?["message"]?.text ?? "the request failed"
        throw ErrorAnswer(answer.status, "form-failed", message)
      }
      await removeDraft(of: form)
      let next = Self.following(document, page)
      guard let id = document?["operation"]?.text ?? answer.operation else {
        return .seeOther(next)
      }
      if !remarks.all.isEmpty || remarks.sentence != nil { app.remarks.keep([(id, remarks)]) }
      let sign = next.contains("?") ? "&" : "?"
      return .seeOther("\(next)\(sign)\(Self.done)=\(id.percentEncoded)")
    } catch {
      let back = try Self.page(form["back"] == nil ? "page" : "back", of: form)
      let error = ErrorAnswer(error)
      if let draft = error.draft, draft != form["draft"] { await removeDraft(of: form) }
      return try await problemPage(form, back, error)
    }
  }

  /// Removes the draft that an earlier attempt to send the form saved, if the draft contains the
  /// same text as the form. This text is now saved in the notebook or in a newer draft. If removing
  /// fails, only adds a warning, because the form itself was processed.
  private func removeDraft(of form: FormFields) async {
    guard let id = form["draft"] else { return }
    let names = Self.texts.union(["title", "url"])
    let saved = form.fields.filter { names.contains($0.name) }.map(\.value)
    do {
      try await work { work in try work.removeDraft(id, ifSavedAs: saved) }
    } catch {
      let message = "the draft `\(id)` of an earlier attempt could not be removed"
      remarks.note(.warning(Diagnostic(.warning, "draft-kept", message)))
    }
  }

  /// Returns the address in the field `name` of a form, or `/` if the form lacks this field. The
  /// field `page` names the page to show next. The field `back` names the page that sent the form,
  /// if it is a different page. Throws an ``ErrorAnswer`` if the address is not on this server.
  private static func page(_ name: String, of form: FormFields) throws(ErrorAnswer) -> String {
    let page = form[name] ?? "/"
    guard page.hasPrefix("/"), !page.hasPrefix("//"), !page.contains("\\"),
      page.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw ErrorAnswer(400, "form-page", "`\(name)`: not a page of this server") }
    return page
  }

  /// Returns the address of the page to show after a request that was answered with `document`. In
  /// the address `page`, `{id}` becomes the id of the first changed capture, and `{upload}` becomes
  /// the key of the file to import. The old path of a moved capture becomes its new path.
  private static func following(_ document: JSONValue?, _ page: String) -> String {
    let changes = document?["changed"]?.elements ?? []
    var page = page
    if let key = document?["upload"]?.text { page.replace("{upload}", with: key) }
    if let first = changes.first, let handle = first["id"]?.text ?? first["path"]?.text {
      page.replace("{id}", with: handle.percentEncoded)
    }
    for change in changes {
      guard case .string(let from)? = change["from"], case .string(let path)? = change["path"]
      else { continue }
      let old = "/captures/\(from.percentEncoded)"
      guard page.hasPrefix(old), [nil, "/", "?", "#"].contains(page.dropFirst(old.count).first)
      else { continue }
      return "/captures/\(path.percentEncoded)\(page.dropFirst(old.count))"
    }
    return page
  }

  /// Returns the API request that a form names.
  private func apiCall(of form: FormFields) throws(ErrorAnswer) -> Call {
    let unknown = ErrorAnswer(400, "form-request", "`request`: not a request that a form can send")
    let words = (form["request"] ?? "").split(separator: " ")
    guard words.count == 2, let method = Route.Method(rawValue: String(words[0])), method != .get,
      !words[1].contains("?")
    else { throw unknown }
    let target = try RequestTarget(String(words[1]))
    guard target.token == nil,
      case .route(let route, let values) = app.table.route(method, target.path),
      Self.takesForms(route)
    else { throw unknown }
    var json: JSONValue = [:]
    switch route.body {
    case .json(let schema, _)?, .jsonOrForm(let schema)?: json = form.json(schema)
    default: break
    }
    var headers = headers
    if let key = form["key"] { headers[.idempotencyKey] = key }
    headers[.ifMatch] = form["version"].flatMap { $0.isEmpty ? nil : "\"\($0)\"" }
    return Call(
      app: app, route: route, right: right, path: values, query: [:], headers: headers,
      bytes: bytes, json: json, remarks: remarks)
  }

  private static func takesForms(_ route: Route) -> Bool {
    let path = route.pattern.text
    return route.writes
      && (path.hasPrefix("/api/v1/") || ["/capture/image", "/capture/voice"].contains(path))
  }
}

// MARK: - Failures

extension Call {
  /// The fields that contain text typed by a person. The text can be long.
  private static let texts: Set<String> = ["text", "body", "text_content"]

  /// Returns the fields of a form for a page that can send the form again. Leaves out the field
  /// `token` and the fields in `names`.
  private func fields(_ form: FormFields, without names: Set<String> = []) -> JSONValue {
    .array(
      form.fields.filter { $0.name != "token" && !names.contains($0.name) }.map { field in
        [
          "name": .string(field.name), "value": .string(field.value),
          "isText": .boolean(Self.texts.contains(field.name)),
        ]
      })
  }

  /// Returns the fields of a form that reads the files of a saved capture again.
  private func reading(_ capture: String, _ form: FormFields) -> JSONValue {
    [
      [
        "name": "request", "value": .string("POST /api/v1/captures/\(capture.percentEncoded)/read"),
      ],
      ["name": "page", "value": JSONValue(form["page"])],
    ]
  }

  /// Returns the page that explains why a form failed. The page contains the fields of the form, so
  /// that it can be sent again.
  private func problemPage(
    _ form: FormFields, _ page: String, _ error: ErrorAnswer
  ) async throws -> Answer {
    let code = error.diagnostic.code
    // If the page asks a question, the form can be sent again without the field that caused the
    // question.
    let isQuestion = code == "bookmark-exists"
    var unsent: Set = ["draft"]
    if isQuestion { unsent.insert("new_url") }
    return try await work { [unsent] work in
      var shown = WebPage(
        "problem",
        isQuestion ? "Already saved" : code.hasPrefix("read-") ? "Not read" : "Not saved")
      shown.status = error.status
      shown.values = [
        "message": .string(error.diagnostic.message), "back": .string(page),
        "said": JSONValue(sentence: error.diagnostic.message), "title": .string(shown.title),
        "isQuestion": .boolean(isQuestion), "draft": JSONValue(error.draft),
        "fields": error.added.map { reading($0, form) } ?? fields(form, without: unsent),
        "oldDraft": JSONValue(error.draft ?? form["draft"]),
        "hasText": .boolean(form.fields.contains { Self.texts.contains($0.name) }),
        // A page cannot send the files again, because only a person can choose files in a browser.
        "lacksFiles": .boolean(!code.hasPrefix("read-") && (try? files())?.isEmpty == false),
      ]
      return try self.page(shown, work)
    }
  }

  /// Returns the page that shows both versions of a capture that changed in the meantime.
  private func conflictPage(
    _ form: FormFields, _ page: String, _ document: JSONValue, _ current: JSONValue
  ) async throws -> Answer {
    let both = (document["fields"]?.elements ?? []).map { name -> JSONValue in
      guard case .string(let name) = name else { return .null }
      let theirs = current["fields"]?[name] ?? current[name]
      return [
        "name": .string(name), "theirs": theirs ?? .null,
        "yours": JSONValue(form["fields[\(name)]"]),
      ]
    }
    return try await work { work in
      var shown = WebPage("conflict", "Changed in the meantime")
      shown.status = 409
      shown.values = [
        "said": JSONValue(sentence: document["error"]?["message"]?.text ?? ""), "current": current,
        "both": .array(both), "yours": JSONValue(form["body"]),
        "hasYours": .boolean(form["body"] != nil), "back": .string(page),
        "isRemoval": .boolean(form["request"]?.hasPrefix("DELETE") == true),
        "fields": fields(form, without: ["version", "body"]),
      ]
      return try self.page(shown, work)
    }
  }
}

extension Answer {
  /// The answer's body as JSON; nil if it is not JSON.
  fileprivate var json: JSONValue? {
    guard case .bytes(let bytes) = body else { return nil }
    return JSONValue(reading: bytes)
  }
}

extension ErrorAnswer {
  /// Returns this error as a page if the client accepts HTML, and otherwise as JSON.
  func answer(to head: HTTPRequest) -> Answer {
    guard head.headerFields[.accept]?.contains("text/html") == true else { return answer }
    let isStranger = status == 401
    let isUsual = isStranger && head.path?.hasPrefix("/start") != true
    // A browser sends the cookie, and the server checks a token in the address, only if the request
    // comes from a page of this server.
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { head.headerFields[$0] }
    let isUnchecked = diagnostic.code == "origin" && head.method == .get
    // An address such as `//host` would lead to another server.
    let isOwn = head.path?.hasPrefix("//") == false
    let comesFromElsewhere =
      (isStranger || isUnchecked) && isOwn && ["cross-site", "same-site"].contains(site)
    let values: JSONValue = [
      "pageTitle": isStranger ? "Please log in again" : "Not possible",
      "said": isUsual ? .null : JSONValue(sentence: diagnostic.message),
      "isStranger": .boolean(isStranger),
      "version": .string(PageFiles.version),
      "again": comesFromElsewhere ? JSONValue(head.path) : .null,
    ]
    guard let page = try? PageFiles.template("error") else { return answer }
    let clock = LocalClock(now: Instant(seconds: 0)) { _ in 0 }
    let scope = PageValue(values, TemplateSetting(clock: clock))
    return Answer(
      status, headers + [("content-type", "text/html; charset=utf-8")], .bytes(page.render(scope)))
  }
}
