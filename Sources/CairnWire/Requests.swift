import CairnCapture
import CairnDigest
public import CairnJSON
import CairnNotebook
import CairnQuery
public import CairnText
public import CairnWork

// Requests that programs send as JSON. They cannot name files of this machine, such as pictures to
// copy or files to write.

// MARK: - Selecting captures

extension SelectRequest {
  /// Reads a request such as `{"query": "type:action", "sort": "-score", "limit": 20}`. The query
  /// can also be a list of strings.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.read(json) { reader throws(Diagnostic) in
      try SelectRequest(&reader)
    }
  }

  /// Reads the fields that select captures: `query`, `sort` and `limit`.
  fileprivate init(_ reader: inout RequestReader) throws(Diagnostic) {
    self.init()
    try reader.read("query", into: &words)
    try reader.read("sort", into: &sort)
    try reader.read("limit", into: &limit)
  }
}

extension RequestReader {
  /// Reads the fields `query` and `all` of a request to change captures. `body` reads the other
  /// fields. The arguments of `body` are the reader, the selection, and whether the selection may
  /// contain all captures.
  fileprivate static func write<Request>(
    _ json: JSONValue,
    _ body: (inout RequestReader, SelectRequest, Bool) throws(Diagnostic) -> Request
  ) throws(Diagnostic) -> Request {
    try read(json) { reader throws(Diagnostic) in
      var selection = SelectRequest()
      var all = false
      try reader.read("query", into: &selection.words)
      try reader.read("all", into: &all)
      return try body(&reader, selection, all)
    }
  }
}

// MARK: - Adding

extension AddRequest {
  /// Reads a request such as
  /// `{"text": "Ring the sweep", "due": "fri", "fields": {"recipient": "Priya"}}`. The other fields
  /// are `type`, `collection`, `create`, `title`, `score`, `meaning`, `tags`, `url`, `fetch`,
  /// `new_url`, `date`, `template`, `split`, `provider` and `dry_run`. The text is required unless
  /// the request has a `url`.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.read(json) { reader throws(Diagnostic) in
      var url: String?
      try reader.read("url", into: &url)
      var text: String?
      if url == nil { text = try reader.text("text") } else { try reader.read("text", into: &text) }
      var request = AddRequest(.plain(text ?? ""))
      request.url = url
      try reader.read("type", into: &request.type)
      try reader.read("collection", into: &request.collection)
      try reader.read("create", into: &request.creates)
      try reader.read("title", into: &request.title)
      try reader.readTyped("score", into: &request.score)
      try reader.read("meaning", into: &request.meaning)
      try reader.read("tags", into: &request.tags)
      try reader.read("fetch", into: &request.fetchesPage)
      try reader.read("new_url", into: &request.hasNewAddress)
      try reader.read("due", into: &request.due)
      try reader.read("date", into: &request.date)
      try reader.readName("template", into: &request.template)
      try reader.read("split", into: &request.isSplit)
      request.values = try reader.typedValues("fields").map {
        ($0.key, TypedValue($0.value, list: $0.list))
      }
      var provider: String?
      try reader.read("provider", into: &provider)
      request.provider = provider.map(ProviderChoice.named) ?? .ofSettings
      var isDryRun = false
      try reader.read("dry_run", into: &isDryRun)
      request.mode = isDryRun ? .dryRun : .write
      return request
    }
  }
}

extension SplitRequest {
  /// Reads a request such as
  /// `{"remove": true, "pieces": [{"text": "Buy glue", "type": "action"}]}` for the capture with
  /// this name. `"keep": false` leaves a piece out, and `"merge": true` merges a piece with the
  /// piece before it.
  public init(_ capture: String, json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.read(json) { reader throws(Diagnostic) in
      var request = SplitRequest(capture)
      try reader.read("remove", into: &request.removesCapture)
      let pieces = try reader.objects("pieces") { reader throws(Diagnostic) in
        let text = try reader.text("text")
        var (heading, type): (String?, String?)
        var isTicked: Bool?
        var (isKept, isMerged) = (true, false)
        try reader.read("heading", into: &heading)
        try reader.read("ticked", into: &isTicked)
        try reader.read("type", into: &type)
        try reader.read("keep", into: &isKept)
        try reader.read("merge", into: &isMerged)
        return ProposedPiece(
          text: text, heading: heading, isTicked: isTicked, type: type, isDropped: !isKept,
          isMerged: isMerged)
      }
      request.pieces = pieces
      return request
    }
  }
}

// MARK: - Changing

extension ChangeRequest {
  /// Reads a request such as `{"query": "id:k7x2", "fields": {"due": "fri"}}`.
  ///
  /// The object `fields` sets fields, and the objects `add` and `remove` add and remove elements of
  /// lists. `unset` lists fields to remove, and `tags` is an object with the lists `add` and
  /// `remove`. All changes are made together. If `texts` is true, all values are text, even if they
  /// look like numbers.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.write(json) { reader, selection, all throws(Diagnostic) in
      var request = ChangeRequest(selection, all: all)
      request.edits = try Edit.read(&reader)
      guard !request.edits.isEmpty else {
        throw Diagnostic(
          .error, "request-field-missing",
          "one of `fields`, `add`, `remove`, `unset` or `tags` is required")
      }
      try reader.read("create", into: &request.creates)
      return request
    }
  }
}

extension ChangeRequest.Edit {
  /// Reads the fields `fields`, `add`, `remove`, `texts`, `unset` and `tags`; see
  /// ``ChangeRequest/init(json:)``.
  fileprivate static func read(_ reader: inout RequestReader) throws(Diagnostic) -> [Self] {
    var changes = try reader.typedValues("fields").map {
      Change(field: $0.key, .set, value: $0.value, list: $0.list)
    }
    for (name, operation) in [("add", Change.Operation.add), ("remove", .remove)] {
      changes += try reader.typedFields(name).map {
        Change(field: $0.key, operation, value: $0.value)
      }
    }
    var areTexts = false
    try reader.read("texts", into: &areTexts)
    var unset: [String] = []
    try reader.read("unset", into: &unset)
    let tags = try reader.object("tags") { reader throws(Diagnostic) in
      var (added, removed): ([String], [String]) = ([], [])
      try reader.read("add", into: &added)
      try reader.read("remove", into: &removed)
      return Self.tags(adding: added, removing: removed)
    }
    return [
      changes.isEmpty ? nil : Self.fields(changes, areTexts: areTexts),
      unset.isEmpty ? nil : .unset(unset), tags,
    ].compactMap(\.self)
  }
}

extension SaveRequest {
  /// Reads a request such as
  /// `{"body": "Call at ten.", "fields": {"due": "fri"}, "unset": ["repeat"]}` for the capture with
  /// this name. All changes are made together. The fields besides `body` are those of a
  /// ``ChangeRequest``, without `query` and `all`.
  ///
  /// - Parameter takesOnlyBody: Whether `body` is required and no other field is allowed.
  public init(
    _ capture: String, json: JSONValue, takesOnlyBody: Bool = false
  ) throws(Diagnostic) {
    self = try RequestReader.read(json) { reader throws(Diagnostic) in
      var request = SaveRequest(capture)
      if takesOnlyBody {
        request.body = try reader.text("body")
        return request
      }
      try reader.read("body", into: &request.body)
      request.edits = try ChangeRequest.Edit.read(&reader)
      try reader.read("create", into: &request.creates)
      guard request.body != nil || !request.edits.isEmpty else {
        throw Diagnostic(
          .error, "request-field-missing",
          "one of `body`, `fields`, `add`, `remove`, `unset` or `tags` is required")
      }
      return request
    }
  }
}

extension SettleRequest {
  /// Reads a request such as `{"query": "k7x2", "outcome": "done"}`. The outcome is `done`,
  /// `cancelled` or `open`.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.write(json) { reader, selection, all throws(Diagnostic) in
      var outcome: ActionOutcome?
      try reader.read("outcome", into: &outcome)
      guard let outcome else {
        throw Diagnostic(
          .error, "request-field-missing", "`outcome`: required field is missing; expected a string"
        )
      }
      return SettleRequest(selection, all: all, as: outcome)
    }
  }
}

extension DeferRequest {
  /// Reads a request such as `{"capture": "k7x2", "to": "next tuesday"}`.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.read(json) { reader throws(Diagnostic) in
      DeferRequest(try reader.text("capture"), to: try reader.text("to"))
    }
  }
}

extension TypeRequest {
  /// Reads a request such as `{"capture": "k7x2", "type": "idea"}`.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.read(json) { reader throws(Diagnostic) in
      var request = TypeRequest(try reader.text("capture"), try reader.text("type"))
      try reader.read("create", into: &request.creates)
      return request
    }
  }
}

// MARK: - Moving, renaming and removing

extension MoveRequest {
  /// Reads a request such as `{"query": "in:drafts", "to": "work/acme", "create": true}`.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.write(json) { reader, selection, all throws(Diagnostic) in
      var creates = false
      try reader.read("create", into: &creates)
      return MoveRequest(selection, all: all, to: try reader.text("to"), creates: creates)
    }
  }
}

extension RenameRequest {
  /// Reads a request such as `{"capture": "k7x2", "title": "Pay both", "file_name": "pay-both"}`.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.read(json) { reader throws(Diagnostic) in
      var fileName: String?
      try reader.read("file_name", into: &fileName)
      return RenameRequest(
        try reader.text("capture"), title: try reader.text("title"), fileName: fileName)
    }
  }
}

extension RemoveRequest {
  /// Reads a request such as `{"query": "k7x2"}`.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.write(json) { _, selection, all throws(Diagnostic) in
      RemoveRequest(selection, all: all)
    }
  }
}

// MARK: - Digests

extension DigestRequest {
  /// Reads a request such as `{"query": "in:books", "template": "weekly", "format": "html"}`. The
  /// other fields are `sort`, `limit`, `group_by`, `since`, `until`, `dates`, `date`, `title`,
  /// `theme`, `scheme`, `contents`, `bodies`, `sources`, `charts` and `include_private`.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.read(json) { reader throws(Diagnostic) in
      var request = DigestRequest(try SelectRequest(&reader))
      try reader.read("format", into: &request.format)
      try reader.read("group_by", into: &request.grouping)
      try reader.read("since", into: &request.since)
      try reader.read("until", into: &request.until)
      try reader.read("dates", into: &request.dates)
      try reader.read("date", into: &request.day)
      try reader.read("title", into: &request.title)
      try reader.readName("template", into: &request.template)
      try reader.read("theme", into: &request.theme)
      var scheme: DigestOptions.Scheme?
      try reader.read("scheme", into: &scheme)
      request.scheme = scheme ?? request.scheme
      try reader.read("contents", into: &request.hasContents)
      try reader.read("bodies", into: &request.hasBodies)
      try reader.read("sources", into: &request.namesSources)
      try reader.read("charts", into: &request.charts)
      try reader.read("include_private", into: &request.includesPrivate)
      return request
    }
  }
}
