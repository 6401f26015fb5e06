import CairnCapture
import CairnDocument
import CairnJSON
import CairnMarkup
import CairnNotebook
import CairnRPC
import CairnText
import CairnWork

extension LanguageServer {
  /// The requests that need a notebook, keyed by method.
  static let methods: [String: @Sendable (Scene) async throws -> JSONValue] = [
    "textDocument/completion": { try await $0.completion() },
    "completionItem/resolve": { try await $0.resolvedItem() },
    "textDocument/hover": { try await $0.hover() },
    "textDocument/definition": { try await $0.definition() },
    "textDocument/references": { try await $0.references() },
    "textDocument/documentLink": { try await $0.documentLinks() },
    "textDocument/documentSymbol": { try await $0.documentSymbols() },
    "textDocument/foldingRange": { try await $0.foldingRanges() },
    "workspace/symbol": { try await $0.workspaceSymbols() },
    "textDocument/prepareRename": { try await $0.prepareRename() },
    "textDocument/rename": { try await $0.rename() },
    "workspace/willRenameFiles": { try await $0.willRenameFiles() },
    "textDocument/codeAction": { try await $0.codeActions() },
    "workspace/executeCommand": { try await $0.executeCommand() },
    "textDocument/diagnostic": { try await $0.diagnostics() },
    "textDocument/codeLens": { try await $0.codeLenses() },
    "textDocument/inlayHint": { try await $0.inlayHints() },
  ]
}

extension Scene {
  /// Runs `body` on the capture of the request. Returns null if the file is not in a notebook or
  /// not a capture.
  ///
  /// - Parameter words: The words that the journal records as the command that made the changes.
  func onCapture(
    _ words: [String] = ["lsp"], _ body: (Workspace, Capture, FilePlace) async throws -> JSONValue
  ) async throws -> JSONValue {
    guard let place else { return .null }
    return try await work(in: place.root, words) { work in
      guard let capture = work.editorCapture(at: place.path) else { return .null }
      return try await body(work, capture, place)
    }
  }

  /// Runs `body` with the capture of the request and the byte offset of the request's position.
  func atOffset(
    _ body: (Workspace, Capture, Int) throws -> JSONValue
  ) async throws -> JSONValue {
    try await onCapture { work, capture, _ in
      guard let position = Position(params["position"]) else {
        throw RPCError.invalidParams("`position` is missing.")
      }
      return try body(
        work, capture, positions(capture.document.bytes).offset(of: position))
    }
  }

  private func location(_ span: FileSpan, in root: NotebookRoot) -> JSONValue {
    [
      "uri": .string(uri(of: span.path, in: root)),
      "range": positions(span.bytes).json(span.range),
    ]
  }
}

// MARK: - Completion

extension Scene {
  func completion() async throws -> JSONValue {
    try await atOffset { work, capture, offset in
      let found = work.completions(in: capture, at: offset)
      let positions = positions(capture.document.bytes)
      let (typed, whole) = (positions.json(found.typed), positions.json(found.range))
      let ranges: [JSONValue.Member] =
        client.insertsOrReplaces
        ? [.init("insert", typed), .init("replace", whole)] : [.init("range", whole)]
      let items = found.items.enumerated().map { index, item in
        self.item(item, index, ranges)
      }
      return ["isIncomplete": .boolean(!found.isComplete), "items": .array(items)]
    }
  }

  private func item(
    _ item: EditorCompletion, _ index: Int, _ ranges: [JSONValue.Member]
  ) -> JSONValue {
    let number = String(index)
    let kind =
      switch item.kind {
      case .capture: 18
      case .heading: 22
      case .tag: 14
      case .field: 10
      case .value: 12
      case .date: 11
      }
    var members: [JSONValue.Member] = [
      .init("label", .string(item.label)), .init("kind", .integer(kind)),
      .init("sortText", .string(String(repeating: "0", count: max(0, 4 - number.count)) + number)),
      .init("filterText", .string(item.filter ?? item.label)),
      .init("textEdit", .object(ranges + [.init("newText", .string(item.insertion))])),
    ]
    if !item.detail.isEmpty { members.append(.init("detail", .string(item.detail))) }
    if let path = item.path, let place {
      members.append(.init("data", ["uri": .string(uri(of: path, in: place.root))]))
    }
    return .object(members)
  }

  /// Returns the completion item in the request, with a preview of the capture that the item
  /// suggests.
  func resolvedItem() async throws -> JSONValue {
    guard case .object(let members) = params,
      let place = place(of: params["data"]?["uri"]?.text)
    else { return params }
    return try await work(in: place.root) { work in
      guard let text = work.preview(at: place.path) else { return params }
      return .object(
        members + [.init("documentation", ["kind": "markdown", "value": .string(text)])])
    }
  }
}

// MARK: - Links

extension Scene {
  func hover() async throws -> JSONValue {
    try await atOffset { work, capture, offset in
      guard let hover = work.hover(in: capture, at: offset) else { return .null }
      return [
        "contents": ["kind": "markdown", "value": .string(hover.text)],
        "range": positions(capture.document.bytes).json(hover.range),
      ]
    }
  }

  func definition() async throws -> JSONValue {
    guard let root = place?.root else { return .null }
    return try await atOffset { work, capture, offset in
      .array(work.definitions(in: capture, at: offset).map { location($0, in: root) })
    }
  }

  func references() async throws -> JSONValue {
    guard let root = place?.root else { return .null }
    let declaration = params["context"]?["includeDeclaration"] == .boolean(true)
    return try await atOffset { work, capture, offset in
      let found = work.references(in: capture, at: offset, declaration: declaration)
      return .array(found.map { location($0, in: root) })
    }
  }

  func documentLinks() async throws -> JSONValue {
    try await onCapture { work, capture, place in
      let positions = positions(capture.document.bytes)
      return .array(
        work.editorLinks(of: capture).compactMap { edge -> JSONValue? in
          let link = edge.link
          let target =
            link.isExternal
            ? (link.target.contains("://") ? link.target : nil)
            : edge.resolution.path.map { uri(of: $0, in: place.root) }
          guard let target else { return nil }
          return ["range": positions.json(link.range), "target": .string(target)]
        })
    }
  }
}

// MARK: - Symbols and folds

extension Scene {
  func documentSymbols() async throws -> JSONValue {
    try await onCapture { work, capture, _ in
      let positions = positions(capture.document.bytes)
      func symbol(_ part: OutlinePart) -> JSONValue {
        [
          "name": .string(part.heading.text.isEmpty ? "#" : part.heading.text), "kind": 15,
          "range": positions.json(part.range),
          "selectionRange": positions.json(part.heading.range),
          "children": .array(part.parts.map(symbol)),
        ]
      }
      return .array(work.outline(of: capture).map(symbol))
    }
  }

  func foldingRanges() async throws -> JSONValue {
    try await onCapture { work, capture, _ in
      let positions = positions(capture.document.bytes)
      return .array(
        work.folds(of: capture).compactMap { fold -> JSONValue? in
          let start = positions.position(of: fold.lowerBound).line
          let end = positions.position(of: fold.upperBound)
          let last = end.character == 0 ? end.line - 1 : end.line
          return last > start
            ? ["startLine": .integer(start), "endLine": .integer(last), "kind": "region"] : nil
        })
    }
  }

  func workspaceSymbols() async throws -> JSONValue {
    let root = try root()
    return try await work(in: root) { work in
      let found = work.captures(named: params["query"]?.text ?? "", limit: 100)
      let start = Position(line: 0, character: 0).json
      return .array(
        found.map { capture in
          [
            "name": .string(capture.name ?? capture.title), "kind": 1,
            "containerName": .string(capture.path.parent.description),
            "location": [
              "uri": .string(uri(of: capture.path, in: root)),
              "range": ["start": start, "end": start],
            ],
          ]
        })
    }
  }
}

// MARK: - Notes in the text

extension Scene {
  func codeLenses() async throws -> JSONValue {
    try await onCapture { work, capture, _ in
      let count = work.backlinkCount(of: capture)
      let start = Position(line: 0, character: 0).json
      return [
        [
          "range": ["start": start, "end": start],
          "command": ["title": .string(count.of("backlink")), "command": ""],
        ]
      ]
    }
  }

  func inlayHints() async throws -> JSONValue {
    try await onCapture { work, capture, _ in
      let positions = positions(capture.document.bytes)
      let wanted = positions.range(params["range"])
      return .array(
        work.spelledDates(of: capture).compactMap { offset, text -> JSONValue? in
          if let wanted, offset < wanted.lowerBound || offset > wanted.upperBound { return nil }
          return [
            "position": positions.position(of: offset).json, "label": .string(text),
            "paddingLeft": true,
          ]
        })
    }
  }
}
