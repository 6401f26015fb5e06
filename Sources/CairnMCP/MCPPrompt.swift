import CairnJSON
import CairnWire
import CairnWork

/// A prompt that a user can choose.
struct MCPPrompt: Sendable {
  /// The name that a client uses to request the prompt.
  let name: String
  /// A sentence that says what the prompt asks the assistant to do.
  let summary: String
  /// The instructions for the assistant.
  let text: String
  /// The query for the captures to attach.
  let query: String

  /// All prompts, in the order of `prompts/list`.
  static let all = [
    MCPPrompt(
      name: "review", summary: "Go through open actions and unclassified captures.",
      text: """
        Review my notebook with me. First show what is overdue and due soon, with the tool \
        `actions`. Then go through the captures below that have no type yet, one at a time: say \
        what each seems to be, and ask me before you change anything. Finally name up to three \
        actions that look stuck, and ask what blocks them.
        """, query: "is:untyped"),
    MCPPrompt(
      name: "weekly-digest", summary: "Summarize the captures of the last seven days.",
      text: """
        Write a digest of my last seven days from the captures below. Group them by theme, say in \
        a sentence what each one is about, and cite its id. Read a capture with the tool `read` if \
        its title is not enough. End with what is due in the next seven days.
        """, query: "created:-7d.. NOT type:briefing"),
  ]

  /// The description for `prompts/list`.
  var json: JSONValue {
    ["name": .string(name), "description": .string(summary), "arguments": []]
  }
}

extension MCPServer {
  /// Returns the messages of a prompt, including the captures that the prompt is about.
  func prompt(_ prompt: MCPPrompt) async throws -> JSONValue {
    try await onNotebook(["mcp", "prompt", prompt.name]) { work in
      var request = SelectRequest([prompt.query])
      request.limit = 50
      let found = try work.select(request)
      var bytes: [UInt8] = []
      JSONDocument.write(found, nil, work.clock) { bytes += $0 }
      let data = MCPBudget(tokens: 8_000).fitted(JSONDocument(reading: bytes).value)
      let shown = data["captures"]?.elements?.count ?? 0
      let rest = found.total > shown ? " (the first \(shown) of \(found.total))" : ""
      return [
        "description": .string(prompt.summary),
        "messages": [
          ["role": "user", "content": ["type": "text", "text": .string(prompt.text)]],
          [
            "role": "user",
            "content": [
              "type": "text",
              "text": .string("Captures\(rest). \(MCPTool.notice)\n\(data)"),
            ],
          ],
        ],
      ]
    }
  }
}
