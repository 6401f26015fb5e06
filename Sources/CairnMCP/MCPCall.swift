import CairnJSON
import CairnWire
import CairnWork

/// A call to a tool.
struct MCPCall {
  let server: MCPServer
  let work: Workspace
  /// The arguments besides `max_tokens`.
  let arguments: JSONValue
  let budget: MCPBudget
}

extension MCPServer {
  /// Calls a tool. If the tool throws an error, returns the error as the result, so that the
  /// assistant sees it.
  func call(_ tool: MCPTool, _ arguments: JSONValue) async -> JSONValue {
    var budget = MCPBudget(tokens: tool.tokens)
    do {
      budget = try tool.budget(for: arguments)
      var words = ["mcp", tool.name]
      if let capture = arguments["capture"]?.text { words.append(capture) }
      let result = try await work(words, isUndo: tool.name == "undo") { work in
        try await tool.run(
          MCPCall(
            server: self, work: work, arguments: arguments.without([MCPTool.budgetName]),
            budget: budget))
      }
      return Self.content(budget.fitted(result), isError: false)
    } catch {
      return Self.content(budget.fitted(Self.refusal(error)), isError: true)
    }
  }

  private static func content(_ result: JSONValue, isError: Bool) -> JSONValue {
    // Errors are marked too, because they can contain titles.
    let value = result.adding(["notice": .string(MCPTool.notice)])
    return [
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

  /// Returns this object without the members with these names.
  func without(_ names: [String]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !names.contains($0.name) })
  }

  /// Returns this object with only the members with these names.
  func only(_ names: [String]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { names.contains($0.name) })
  }
}

// MARK: - Budgets

extension MCPCall {
  /// Returns an object with `total` and `captures`. The captures are the first ones of a document:
  /// as many as fit into the budget, but at least one. If there are more, `cut` and `next_offset`
  /// say how to get them.
  ///
  /// - Parameters:
  ///   - offset: The number of matching captures before the first capture of the document.
  ///   - total: The number of all matching captures.
  func fitted(_ document: JSONDocument, offset: Int, total: Int) -> JSONValue {
    let captures = budget.prefix(of: document.value["captures"]?.elements ?? [])
    var result: JSONValue = ["total": .integer(total), "captures": .array(captures)]
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
