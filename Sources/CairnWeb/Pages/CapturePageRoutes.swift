import CairnCapture
import CairnDocument
import CairnJSON
import CairnMarkup
import CairnNotebook
import CairnTemplates
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  static let capturePageRoutes: [Route] = [
    page("/captures/{id}", "Show a capture") { call, work in
      try await capturePage(call, work)
    },
    page("/captures/{id}/edit", "Show the form that changes a capture") { call, work in
      let (capture, _) = try work.capture(named: call.name("id"))
      var page = WebPage("edit", "Edit \(capture.title)", section: "captures")
      let version = call.app.versions.remember(capture)
      page.values = [
        "capture": JSONDocument.whole(capture, work.clock).value["capture"] ?? .null,
        "etag": .string(version),
        "inputs": .array(work.formFields(of: capture).map(JSONValue.init)),
        "isEditable": .boolean(capture.isEditableText),
        "hasWindowsLines":
          .boolean(capture.body.contains(UInt8(ascii: "\r"))),
      ]
      return page
    },
    page(
      "/captures/{id}/history", "Show the commits that changed a capture", errors: [422, 501]
    ) { call, work in
      let history = try await work.history(HistoryRequest(call.name("id"), limit: 50))
      var page = WebPage("history", "History", section: "captures")
      page.values = JSONDocument.history(history).value.with([
        "capture": JSONDocument.whole(history.capture, work.clock).value["capture"] ?? .null
      ])
      return page
    },
    page("/captures/{id}/split", "Show the parts into which a capture can be split") { call, work in
      try await splitPage(call, work)
    },
    Route(
      .post, "/captures/{id}/preview", "Show how new text for a capture would look", .read,
      body: .json(.object([.required("body", .text)])), pageAnswer
    ) { call in
      let body = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.text("body")
      }
      return try await call.work { work in
        let (capture, _) = try work.capture(named: call.name("id"))
        let head = capture.document.bytes[..<capture.document.body.lowerBound]
        let shown = Capture(
          path: capture.path, document: Document(head + Array(body.utf8)),
          modified: capture.modified)
        let html = work.pageScope(of: shown, .ofServer).child(named: "html")?.shown ?? ""
        return .text(html, "text/html")
      }
    },
  ]

  private static func splitPage(_ call: Call, _ work: Workspace) async throws -> WebPage {
    let (capture, _) = try work.capture(named: call.name("id"))
    var splitter = try work.splitter(.none)
    let (pieces, asked) = try await splitter.pieces(
      of: String(decoding: capture.body, as: UTF8.self))
    let found = JSONDocument.pieces(pieces, asked, by: splitter, work.timeReader).value["pieces"]
    var shown: [JSONValue] = []
    for (index, (json, piece)) in zip(found?.elements ?? [], pieces).enumerated() {
      let lines = piece.text.count { $0 == "\n" } + piece.text.count / 60
      shown.append(
        json.with([
          "index": .integer(index), "number": .integer(index + 1),
          "before": index > 0 ? .integer(index) : .null,
          "isTicked": .boolean(piece.isTicked == true), "rows": .integer(min(12, lines + 1)),
        ]))
    }
    var page = WebPage("split", "Split", section: "captures")
    let used = work.catalog().usedTypes.filter { !TypeWord.all.contains($0) }
    page.values = [
      "capture": JSONDocument.whole(capture, work.clock).value["capture"] ?? .null,
      "etag": .string(call.app.versions.remember(capture)),
      "types": .array((TypeWord.all + used).map { .string($0) }),
      "isSplittable": .boolean(pieces.count > 1), "pieces": .array(shown),
    ]
    return page
  }

  private static func capturePage(_ call: Call, _ work: Workspace) async throws -> WebPage {
    let (capture, catalog) = try work.capture(named: call.name("id"))
    let version = call.app.versions.remember(capture)
    let boxes = call.app.settings.isReadOnly ? nil : HTMLTaskForm(of: capture)
    let scope = work.pageScope(of: capture, .ofServer, boxes: boxes)
    let handle = capture.path.description
    var page = WebPage("one", capture.title, section: "captures")
    let related = try work.related(to: handle, limit: 6)
    page.values = [
      "capture": JSONDocument.whole(capture, work.clock).value["capture"] ?? .null,
      "etag": .string(version),
      "collectionName": JSONValue(catalog.collection(capture.collection)?.name),
      "collectionIcon": JSONValue(catalog.collection(capture.collection)?.page?.icon),
      "links": linked(try work.links(in: handle)),
      "backlinks": linked(try work.backlinks(to: handle)),
      "related": JSONDocument.related(related, work.clock).value["captures"] ?? .null,
      "collections": JSONDocument.collections(work.collectionTree()).value["collections"] ?? .null,
      "isUnsure": .boolean(isUnsure(capture)),
      "isAction": .boolean(capture.hasType("action")),
      "isEntry": .boolean(capture.hasType("entry")),
      "mayHaveHistory": .boolean(work.mayHaveHistory),
      "reading": await reading(capture, work), "readBy": readBy(capture, work),
      "lookedUpIn": lookedUpIn(capture),
      "isOpen": .boolean(capture.body.allSatisfy { $0 <= 0x20 }),
      "recordings": recordings(of: capture),
      "isClosed":
        .boolean(capture.outcome.isFinished),
      "isSplittable": .boolean(capture.markup.headings.count + capture.body.count / 200 > 0),
    ]
    page.others = ["shown": scope]
    return page
  }

  /// Returns the recordings of a capture that a page can play.
  private static func recordings(of capture: Capture) -> JSONValue {
    var list: [JSONValue] = []
    for file in capture.files where file.isRecording {
      // A file without an extension can be of any kind.
      guard let path = file.path, !path.fileExtension.isEmpty else { continue }
      list.append(["path": .string(path.description), "name": .string(file.name)])
    }
    return .array(list)
  }

  /// Returns the template values with which a page offers to read the text in the capture's
  /// pictures and recordings; null if there is nothing to read.
  static func reading(_ capture: Capture, _ work: Workspace) async -> JSONValue {
    var request = ReadRequest(capture.path.description)
    // Only names the files to read. The web page of a bookmark without files is not offered.
    (request.mode, request.fetchesPage) = (.dryRun, false)
    do {
      let plan = try await work.plan(request)
      return [
        "problem": nil, "readers": .string(plan.readers),
        "files": .array(plan.files.map { .string($0.file.name) }),
      ]
    } catch let refusal as Refusal where !["read-already", "read-nothing"].contains(refusal.code) {
      return ["problem": JSONValue(sentence: refusal.message)]
    } catch {
      return .null
    }
  }

  /// Returns the template values with which a page names the program that read a capture's text
  /// from a file; null if no program read the text.
  static func readBy(_ capture: Capture, _ work: Workspace) -> JSONValue {
    guard let reading = work.textReading(of: capture) else { return .null }
    return [
      "name": .string(reading.name), "confidence": JSONValue(reading.confidence),
      "isDoubtful": .boolean(reading.isDoubtful),
    ]
  }

  /// Returns the name of the service that looked an entry up; null if no service did.
  private static func lookedUpIn(_ capture: Capture) -> JSONValue {
    let maker = MachineMark(capture.document["looked_up"])?.maker
    return JSONValue(maker.map { String($0.prefix { $0 != ":" }) })
  }

  /// Returns whether a capture was saved without a type because the type was uncertain or not
  /// detected.
  static func isUnsure(_ capture: Capture) -> Bool {
    capture.type == nil && MachineMark.isWaiting(capture.text(MachineMark.key(for: "type")))
  }

  /// Returns an array of the captures at the other ends of the links, without duplicates.
  private static func linked(_ found: LinksResult) -> JSONValue {
    var seen: Set<NotePath> = []
    return .array(
      found.edges.compactMap { edge in
        guard let path = found.otherCapture(of: edge), seen.insert(path).inserted else {
          return nil
        }
        return ["path": .string(path.description), "title": .string(found.title(of: edge))]
      })
  }
}

extension Capture {
  /// Whether a form can show the body, and send it back unchanged. This requires valid UTF-8, and
  /// the same kind of line ending in all lines.
  fileprivate var isEditableText: Bool {
    guard String(validating: body, as: UTF8.self) != nil else { return false }
    let bytes = Array(body)
    var (unix, windows) = (0, 0)
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case 0x0A:
        if place > 0, bytes[place - 1] == 0x0D { windows += 1 } else { unix += 1 }
      case 0x0D: if place + 1 >= bytes.count || bytes[place + 1] != 0x0A { return false }
      case 0x09, 0x20...: break
      default: return false
      }
    }
    return unix == 0 || windows == 0
  }
}

extension JSONValue {
  /// Creates the values that a template needs to show a field in a form.
  fileprivate init(_ field: FormField) {
    self = [
      "name": .string(field.name), "value": .string(field.value),
      "kind": .string(field.kind.rawValue),
      "isBoolean": .boolean(field.kind == .boolean), "isNumber": .boolean(field.kind == .number),
      "isDate": .boolean(field.kind == .date), "isList": .boolean(field.kind == .list),
      "isRequired": .boolean(field.isRequired), "isTrue": .boolean(field.value == "true"),
      "choices": .array(
        field.choices.map { ["value": .string($0), "isChosen": .boolean($0 == field.value)] }),
    ]
  }

  /// Returns this object with further members.
  func with(_ others: JSONValue) -> JSONValue {
    guard case .object(let own) = self, case .object(let more) = others else { return self }
    return .object(own + more)
  }
}
