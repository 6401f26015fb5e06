import CairnCapture
import CairnDocument
import CairnJSON
import CairnMarkup
import CairnNotebook
import CairnRPC
import CairnText
import CairnWire
import CairnWork

extension MCPServer {
  private static let capturePrefix = "cairn://capture/"
  private static let viewPrefix = "cairn://view/"
  /// The maximum number of captures in the list of resources.
  private static let mostListed = 20
  /// The maximum length of a list of resources.
  private static let listBudget = MCPBudget(tokens: 8_000)
  /// The maximum length of the contents of a resource.
  private static let budget = MCPBudget(tokens: 64_000)

  static let resourceTemplates: JSONValue = [
    [
      "uriTemplate": "cairn://capture/{id}", "name": "capture", "mimeType": "text/markdown",
      "description": "A capture, named by its id or path.",
    ],
    [
      "uriTemplate": "cairn://view/{name}", "name": "view", "mimeType": "application/json",
      "description": "The captures of a saved view.",
    ],
  ]

  /// Returns the list of resources: the saved views and the newest captures.
  func resources() async throws -> JSONValue {
    try await onNotebook(["mcp", "resources"]) { work in
      let views = work.readViews().all.map { view -> JSONValue in
        [
          "uri": .string(Self.viewPrefix + view.name.escapedForAddress),
          "name": .string("@\(view.name)"), "description": .string(view.query),
          "mimeType": "application/json",
        ]
      }
      let captures = work.captures(named: "", limit: Self.mostListed).map { capture -> JSONValue in
        let handle = work.handle(at: capture.path)
        return [
          "uri": .string(Self.capturePrefix + handle.escapedForAddress),
          "name": .string(capture.path.description), "title": .string(capture.title),
          "mimeType": "text/markdown",
        ]
      }
      return Self.marked(Self.listBudget.fitted(["resources": .array(views + captures)]))
    }
  }

  /// Returns the contents of a resource. Throws an ``RPCError`` if the resource does not exist; the
  /// error's code depends on whether the client uses the stateless revision (`isStateless`).
  func resource(_ uri: String, isStateless: Bool) async throws -> JSONValue {
    let missing = RPCError(
      isStateless ? -32602 : -32002, "The resource `\(uri)` does not exist.",
      data: ["uri": .string(uri)])
    return try await onNotebook(["mcp", "resource", uri]) { work in
      if let name = uri.name(after: Self.capturePrefix) {
        guard let capture = try? work.capture(named: name).capture else { throw missing }
        let text = String(decoding: capture.document.bytes, as: UTF8.self)
        let start = JSONValue.beginning(of: text, bytes: Self.budget.bytes)
        return Self.contents(
          uri, "text/markdown", String(start),
          cut: start.utf8.count == text.utf8.count
            ? nil
            : "The first \(start.utf8.count) of \(text.utf8.count) bytes; the tool `read` returns "
              + "the rest in parts.")
      }
      guard let name = uri.name(after: Self.viewPrefix),
        let view = try? work.readViews().view(name)
      else { throw missing }
      var request = SelectRequest(["@\(view.name)"])
      request.limit = 100
      var bytes: [UInt8] = []
      JSONDocument.write(try work.select(request), nil, work.clock) { bytes += $0 }
      let found = Self.budget.fitted(JSONDocument(reading: bytes).value)
      return Self.contents(uri, "application/json", found.description, cut: found["cut"]?.text)
    }
  }

  private static func contents(
    _ uri: String, _ type: String, _ text: String, cut: String?
  ) -> JSONValue {
    let contents: JSONValue = [
      "contents": [["uri": .string(uri), "mimeType": .string(type), "text": .string(text)]]
    ]
    return marked(cut.map { contents.adding(["cut": .string($0)]) } ?? contents)
  }

  /// Moves the member `cut` of a result into the metadata (`_meta`), adds `notice` there, and
  /// returns the new result. The protocol has no place for these members in the result itself.
  private static func marked(_ result: JSONValue) -> JSONValue {
    let notice: JSONValue = ["notice": .string(MCPTool.notice)]
    return result.without(["cut"]).adding(["_meta": result.only(["cut"]).adding(notice)])
  }

  /// Runs `body` on the notebook. Converts errors of `body` to an ``RPCError``.
  func onNotebook(
    _ words: [String], _ body: (Workspace) async throws -> JSONValue
  ) async throws -> JSONValue {
    do {
      return try await work(words, body)
    } catch let error as RPCError {
      throw error
    } catch {
      throw RPCError(-32603, RemoteWords(Refusal(error), for: .assistant).message)
    }
  }
}

extension String {
  /// This text with percent-encoding, so that it can be part of an address.
  fileprivate var escapedForAddress: String { Address.encoded(utf8) }

  /// Returns the text after `prefix` in an address, percent-decoded; nil if the address does not
  /// begin with `prefix`, or if nothing follows the prefix.
  fileprivate func name(after prefix: String) -> String? {
    guard hasPrefix(prefix), count > prefix.count else { return nil }
    return String(dropFirst(prefix.count)).percentDecoded
  }
}
