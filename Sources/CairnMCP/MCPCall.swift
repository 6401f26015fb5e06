import CairnCapture
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

/// A call to a tool.
struct MCPCall {
  let server: MCPServer
  let work: Workspace
  let arguments: JSONValue
}

extension MCPServer {
  /// Calls a tool. If the tool throws an error, returns the error as the result, so that the
  /// assistant sees it.
  func call(_ tool: MCPTool, _ arguments: JSONValue) async -> JSONValue {
    do {
      var words = ["mcp", tool.name]
      if let capture = arguments["capture"]?.text { words.append(capture) }
      let result = try await work(words, isUndo: tool.name == "undo") { work in
        try await tool.run(MCPCall(server: self, work: work, arguments: arguments))
      }
      return Self.content(result.adding(["notice": .string(MCPTool.notice)]), isError: false)
    } catch {
      return Self.content(Self.refusal(error), isError: true)
    }
  }

  private static func content(_ value: JSONValue, isError: Bool) -> JSONValue {
    [
      "content": [["type": "text", "text": .string(value.description)]],
      "structuredContent": value, "isError": .boolean(isError),
    ]
  }

  /// Returns a document that describes an error: its code, the problem, and what to do about it.
  static func refusal(_ error: any Error) -> JSONValue {
    let failure = error as? MCPFailure
    let reason = failure?.reason ?? error
    let refusal = Refusal((reason as? AddFailure)?.reason ?? reason)
    let words = RemoteWords(refusal, for: .assistant)
    var members: [JSONValue.Member] = [
      .init("code", .string(refusal.code)), .init("message", .string(words.message)),
    ]
    if let hint = words.hint { members.append(.init("hint", .string(hint))) }
    if !refusal.candidates.isEmpty {
      members.append(
        .init(
          "candidates",
          .array(refusal.candidates.map { .array($0.map { .string($0) }) })))
    }
    if let hash = failure?.hash { members.append(.init("hash", .string(hash))) }
    return ["error": .object(members), "written": .boolean(false)]
  }
}

/// An error in a change to a capture, with the current hash of the capture.
struct MCPFailure: Error {
  let reason: any Error
  let hash: String
}

extension JSONValue {
  /// Returns this object with the members of another object appended.
  func adding(_ other: JSONValue) -> JSONValue {
    guard case .object(let members) = self, case .object(let others) = other else { return self }
    return .object(members + others)
  }
}

extension JSONValue {
  /// The maximum number of characters of each string in the JSON of a capture.
  private static let longestText = 500

  /// This value with long strings cut off, and without `matches`, because its positions would be
  /// wrong in the shorter strings.
  var clipped: JSONValue {
    switch self {
    case .string(let text) where text.count > Self.longestText:
      .string(text.prefix(Self.longestText) + "…")
    case .array(let elements): .array(elements.map(\.clipped))
    case .object(let members):
      .object(members.filter { $0.name != "matches" }.map { .init($0.name, $0.value.clipped) })
    default: self
    }
  }
}

// MARK: - Budgets

extension MCPCall {
  /// The number of bytes that are counted as one token.
  private static let bytesPerToken = 4

  /// Returns the number of bytes for a limit of `tokens` tokens; if `tokens` is nil, for a limit of
  /// `standard` tokens. Limits below 100 or above 100,000 tokens are raised or lowered to these
  /// numbers.
  func budget(_ tokens: Int?, otherwise standard: Int) -> Int {
    min(max(tokens ?? standard, 100), 100_000) * Self.bytesPerToken
  }

  /// Returns an object with two members: `captures`, which contains as many of a document's
  /// captures as fit into `bytes`, but at least one; and `total`. If more captures match, two
  /// further members, `cut` and `next_offset`, say how to get the rest.
  ///
  /// - Parameters:
  ///   - offset: The number of matching captures before the first capture of the document.
  ///   - total: The number of all matching captures.
  func fitted(_ document: JSONDocument, bytes: Int, offset: Int, total: Int) -> JSONValue {
    let all = (document.value["captures"]?.elements ?? []).map { $0.clipped }
    var rest = bytes
    let shown = all.prefix { capture in
      rest -= capture.description.utf8.count
      return rest > 0
    }
    // Returns at least one capture, however long its fields are.
    let captures = shown.isEmpty ? all.prefix(1) : shown
    var result: JSONValue = ["total": .integer(total), "captures": .array(Array(captures))]
    let next = offset + captures.count
    if next < total {
      result = result.adding([
        "cut": .string(
          "Captures \(offset + 1) to \(next) of \(total); pass offset \(next) for more."),
        "next_offset": .integer(next),
      ])
    }
    return result
  }
}
