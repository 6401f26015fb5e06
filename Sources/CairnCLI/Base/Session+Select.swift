import CairnCapture
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import SystemPackage

/// What a command's arguments chose.
struct Chosen {
  /// The notebook as it was read.
  let library: Library
  /// What was asked for.
  let query: Query
  /// The captures, in the order asked for.
  let captures: [Capture]
  /// Whether words were looked for inside words, because nothing was found where words begin.
  let isWidened: Bool
}

extension Session {
  /// The captures that arguments choose, for a command that only reads.
  ///
  /// Each argument is a full id, the path of a capture, or part of a query; all must hold, but of
  /// several ids and paths any. Where a query finds nothing by the beginnings of words it is asked
  /// again inside words, and that is said.
  ///
  /// Throws a `Diagnostic` or a ``Failure`` where an argument is not understood.
  func choose(
    _ words: [String], sort: String? = nil, order: Query.DefaultOrder = .newest,
    attachments: Bool = false
  ) throws -> Chosen {
    if let change = words.first(where: { Change.parse($0) != nil }) {
      let field = Change.parse(change)?.field ?? ""
      throw Failure(
        "query-change",
        "`\(change)` is a change, and this command only reads; to find captures say \(field):VALUE, "
          + "or quote the text: '\"\(change)\"'", status: .usage)
    }
    return try choose(
      words, sort: sort, order: order, widens: true, attachments: attachments)
  }

  /// The captures that arguments choose, for a command that writes: nothing is widened.
  func chooseToWrite(
    _ words: [String], all: Bool, attachments: Bool = false
  ) throws -> Chosen {
    guard !words.isEmpty || all else {
      throw Failure(
        "query-missing", "say which captures, or --all for every one of them", status: .usage)
    }
    let chosen = try choose(
      words, sort: nil, order: .newest, widens: false, attachments: attachments)
    try refuseIDAsText(words, chosen)
    return chosen
  }

  /// A lone word that is how an id begins, as lists show it, is text all the same; where that finds
  /// other captures, such as those that link to the one that was meant, they must not be changed.
  private func refuseIDAsText(_ words: [String], _ chosen: Chosen) throws {
    guard words.count == 1, let word = words.first, word.count >= 4,
      let meant = chosen.library.captures.first(where: { $0.hasID(beginningWith: word) }),
      !chosen.captures.contains(where: { $0.path == meant.path })
    else { return }
    throw Failure(
      "id-as-text",
      "`\(word)` is how the id of \(meant.path) begins, but a bare word is text; "
        + "say id:\(word), or '\"\(word)\"' for the text", status: .usage)
  }

  private func choose(
    _ words: [String], sort: String?, order: Query.DefaultOrder, widens: Bool,
    attachments: Bool = false
  ) throws -> Chosen {
    let library = load(attachments: attachments)
    let (named, rest) = try split(words, library)
    var query = try Query(arguments: rest)
    if let sort { query.sort = try self.order(sort, library) }
    if query.sort.isEmpty, order == .newest, let setting = notebook.settings["list.sort"]?.text {
      query.sort = try Query("sort:\(setting)").sort
    }
    try library.check(query)
    let candidates = named.map { paths in library.captures.filter { paths.contains($0.path) } }
    let context = library.context(clock)
    let found = query.select(from: candidates ?? library.captures, in: context, order: order)
    for warning in found.warnings { warn(warning) }
    if found.captures.isEmpty, widens, query.widened != query {
      let wide = query.widened.select(
        from: candidates ?? library.captures, in: context, order: order)
      if !wide.captures.isEmpty {
        say("Nothing begins with that; these hold it inside a word.")
        return Chosen(
          library: library, query: query.widened, captures: wide.captures, isWidened: true)
      }
    }
    return Chosen(library: library, query: query, captures: found.captures, isWidened: false)
  }

  /// The order that `--sort` asks for.
  private func order(_ text: String, _ library: Library) throws -> [SortKey] {
    let query = try Query(arguments: ["sort:\(text)"])
    guard query.selectsEverything else {
      throw Failure("sort-invalid", "--sort wants fields with commas between", status: .usage)
    }
    try library.check(query)
    return query.sort
  }

  /// The captures that arguments name by id or path, and the arguments that are a query.
  private func split(
    _ words: [String], _ library: Library
  ) throws -> (named: Set<NotePath>?, query: [String]) {
    var named: Set<NotePath> = []
    var rest: [String] = []
    for word in words {
      if Selector.isPath(word), let path = path(word, in: library) {
        named.insert(path)
      } else if CaptureID(word) != nil || word.utf8.count > 4,
        case let found = library.captures.filter({ $0.id == word }), !found.isEmpty
      {
        named.formUnion(found.map(\.path))
      } else {
        rest.append(word)
      }
    }
    return (named.isEmpty ? nil : named, rest)
  }

  /// The one capture that a word names: by id or its beginning, path, or title.
  ///
  /// Throws a ``Failure`` where it names none, or several.
  func chooseOne(
    _ word: String, attachments: Bool = false
  ) throws -> (capture: Capture, library: Library) {
    let library = load(attachments: attachments)
    if let path = path(word, in: library),
      let found = library.captures.first(where: { $0.path == path })
    {
      return (found, library)
    }
    switch Selector.select(word, from: library.captures) {
    case .found(let capture): return (capture, library)
    case .ambiguous(let captures):
      let list = captures.prefix(10).map { "\n  \($0.id ?? "-")  \($0.path)  \($0.title)" }.joined()
      throw Failure(
        "capture-ambiguous",
        "`\(word)` names \(captures.count) captures; say which by id or path:"
          + TerminalText.escaped(list, keepingLines: true), status: .usage)
    case .none(let nearest):
      let advice = nearest.map { "; did you mean `\($0)`?" } ?? ""
      throw Failure(
        "capture-unknown", "no capture has the id, path or title `\(word)`\(advice)",
        status: .nothingFound)
    }
  }

  /// The path within the notebook that a typed path names: from the working folder, else from the
  /// root. Nil where no capture lies there.
  func path(_ word: String, in library: Library) -> NotePath? {
    guard Selector.isPath(word) else { return nil }
    let typed = surroundings.workingFolder.pushing(FilePath(word)).lexicallyNormalized()
    let candidates = [notebook.path(below: typed), NotePath(word)]
    return candidates.compactMap(\.self).first { path in
      library.captures.contains { $0.path == path }
    }
  }
}

extension Notebook {
  /// The path below the root of a file named by an absolute path; nil where it lies elsewhere.
  func path(below file: FilePath) -> NotePath? {
    var rest = file
    guard rest.removePrefix(store.root) else { return nil }
    return NotePath(rest.string)
  }
}
