import CairnJSON
import CairnRPC
import Glibc

/// `cairn lsp` and `cairn mcp`, as editors and assistants use them.
struct Servers {
  let bench: Bench
  /// The number of captures in the notebook.
  let count: Int

  /// The number of completions, hovers and searches.
  private static let requests = 200

  private var folder: String { bench.notebooks.folder(count) }
  private var captures: Captures { Captures(vocabulary: Vocabulary()) }

  /// Measures both servers. The index of the notebook must be up to date.
  func measure() throws(BenchFailure) -> [String: Sample] {
    var samples: [String: Sample] = [:]
    for _ in 0..<bench.runs {
      try first(&samples)
      try firstAnswer(&samples)
    }
    try edit(&samples)
    try search(&samples)
    return samples
  }

  private func add(
    _ name: String, _ wall: Double, to samples: inout [String: Sample], peak: Int = 0
  ) {
    samples[name, default: Sample()].runs.append(
      Run(wall: wall, processor: .nan, peak: peak, status: 0))
  }

  private func start(_ server: String) throws(BenchFailure) -> ServerProcess {
    try ServerProcess(
      bench.command([bench.cairn, "-N", folder, server], in: folder),
      server == "lsp" ? .contentLength : .lines, log: bench.output("\(server).err"))
  }
}

// MARK: - The editor

extension Servers {
  private var address: String { "file://\(folder)" }
  private var uri: String { "\(address)/cairn-bench.md" }

  private func editor() throws(BenchFailure) -> ServerProcess {
    let server = try start("lsp")
    try server.ask(
      "initialize",
      [
        "processId": nil, "rootUri": .string(address),
        "capabilities": ["general": ["positionEncodings": ["utf-8"]]],
      ])
    try server.notify("initialized", [:])
    return server
  }

  private func open(_ text: String, in server: ServerProcess) throws(BenchFailure) {
    try server.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "markdown", "version": 1, "text": .string(text),
        ]
      ])
  }

  private func replace(
    by text: String, version: Int, in server: ServerProcess
  ) throws(BenchFailure) {
    try server.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": .integer(version)],
        "contentChanges": [["text": .string(text)]],
      ])
  }

  private func position(_ character: Int) -> JSONValue {
    [
      "textDocument": ["uri": .string(uri)],
      "position": ["line": 0, "character": .integer(character)],
    ]
  }

  /// Returns the title of a capture. `number` is from 0 to ``requests``.
  private func title(_ number: Int) -> String {
    String(decoding: captures.title(number * count / (Self.requests + 1)), as: UTF8.self)
  }

  private func complete(
    _ server: ServerProcess, _ text: String
  ) throws(BenchFailure) -> Double {
    let (result, time) = try server.ask("textDocument/completion", position(text.utf8.count))
    guard let items = result["items"]?.elements, !items.isEmpty else {
      throw BenchFailure(reason: "nothing completes `\(text)`")
    }
    return time
  }

  /// Measures the time from the start of the program to the first completion.
  private func first(_ samples: inout [String: Sample]) throws(BenchFailure) {
    let server = try editor()
    let text = "See [[\(title(1).prefix(3))"
    try open(text, in: server)
    _ = try complete(server, text)
    add("lsp first completion", now() - server.started, to: &samples)
  }

  /// Measures completion, hover, and the time until the editor learns of a change by another
  /// program.
  private func edit(_ samples: inout [String: Sample]) throws(BenchFailure) {
    let server = try editor()
    var version = 1
    try open("", in: server)
    for number in 0..<Self.requests {
      let title = title(number)
      for length in [1, 2, 4] {
        version += 1
        let text = "See [[\(title.prefix(length))"
        try replace(by: text, version: version, in: server)
        add("lsp completion", try complete(server, text), to: &samples)
      }
      version += 1
      let id = String(decoding: captures.id(number * count / (Self.requests + 1)), as: UTF8.self)
      try replace(by: "See [[\(id)]]", version: version, in: server)
      let (result, time) = try server.ask("textDocument/hover", position(7))
      guard result != .null else { throw BenchFailure(reason: "no preview of `\(title)`") }
      add("lsp hover", time, to: &samples)
    }
    for number in 0..<bench.runs {
      let name = "cairn-bench-\(number)"
      let file = "\(folder)/\(name).md"
      version += 1
      try replace(by: "See [[\(name)]]", version: version, in: server)
      // The link leads nowhere until another program creates the file.
      try problems(1, in: server)
      let start = now()
      try writeFile(file, Array("New.\n".utf8))
      defer { removeFile(file) }
      try problems(0, in: server)
      add("lsp change elsewhere", now() - start, to: &samples)
    }
    samples["lsp completion"]?.runs[0].peak = server.memory
  }

  /// Waits until the server has sent this number of problems.
  private func problems(_ count: Int, in server: ServerProcess) throws(BenchFailure) {
    _ = try server.message {
      $0["method"] == "textDocument/publishDiagnostics"
        && $0["params"]?["uri"] == .string(uri)
        && $0["params"]?["diagnostics"]?.elements?.count == count
    }
  }
}

// MARK: - The assistant

extension Servers {
  private func assistant() throws(BenchFailure) -> ServerProcess {
    let server = try start("mcp")
    try server.ask(
      "initialize",
      [
        "protocolVersion": "2025-11-25", "capabilities": [:],
        "clientInfo": ["name": "cairn-bench", "version": "1"],
      ])
    try server.notify("notifications/initialized", [:])
    return server
  }

  private func search(
    _ words: String, in server: ServerProcess
  ) throws(BenchFailure) -> Double {
    let (result, time) = try server.ask(
      "tools/call", ["name": "search", "arguments": ["query": .string(words)]])
    guard result["isError"] == .boolean(false),
      result["structuredContent"]?["captures"]?.elements?.isEmpty == false
    else { throw BenchFailure(reason: "the assistant finds nothing with `\(words)`") }
    return time
  }

  /// Measures the time from the start of the program to the first answer.
  private func firstAnswer(_ samples: inout [String: Sample]) throws(BenchFailure) {
    let server = try assistant()
    _ = try search(Captures.rare, in: server)
    add("mcp first answer", now() - server.started, to: &samples)
  }

  private func search(_ samples: inout [String: Sample]) throws(BenchFailure) {
    let server = try assistant()
    let (first, second) = Captures.pair
    for _ in 0..<Self.requests / 4 {
      for words in [
        Captures.rare, "\(first) \(second)", "\(first) OR \(second)", Captures.frequent,
      ] {
        add("mcp search", try search(words, in: server), to: &samples)
      }
    }
    samples["mcp search"]?.runs[0].peak = server.memory
  }
}
