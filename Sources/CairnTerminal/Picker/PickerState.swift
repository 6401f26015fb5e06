public import CairnText

/// The state of a picker. Its methods handle keys and search results, and return the effects that
/// the owner of the picker must carry out.
///
///     var picker = PickerState(query: "")
///     picker.handle(.character("a"))      // [.search("a")]
///     picker.take(results)                // [.preview(path)]
///
/// ``PickerScreen`` draws a state.
public struct PickerState: Sendable {
  /// A capture in the list.
  public struct Row: Hashable, Sendable {
    /// The path of the capture, which identifies it.
    public let path: NotePath
    /// The handle to show.
    public let handle: String
    /// The title to show.
    public let title: String
    /// The collection to show; empty for the inbox.
    public let place: String

    /// Creates a row.
    public init(path: NotePath, handle: String, title: String, place: String) {
      (self.path, self.handle, self.title, self.place) = (path, handle, title, place)
    }
  }

  /// The answer to a search.
  public struct Results: Sendable {
    /// The text that was searched for.
    public let text: String
    /// The matches, best first; nil if the text is not a valid query. The picker then keeps its
    /// rows.
    public let rows: [Row]?
    /// The number of all matches, including those without a row.
    public let total: Int
    /// The problem with the text; nil if there is none.
    public let problem: String?

    /// Creates an answer.
    public init(text: String, rows: [Row]?, total: Int, problem: String? = nil) {
      (self.text, self.rows, self.total, self.problem) = (text, rows, total, problem)
    }
  }

  /// Something that the picker asks its owner to do.
  public enum Effect: Hashable, Sendable {
    /// Search for a text, and pass the answer to ``PickerState/take(_:)``.
    case search(String)
    /// Prepare the preview of a capture.
    case preview(NotePath)
    /// Close the picker and return these captures.
    case pick([NotePath])
    /// Close the picker and return no captures.
    case cancel
    /// Suspend the program until the shell continues it.
    case suspend
    /// Open captures in the editor.
    case edit([NotePath])
    /// Mark actions as done.
    case done([NotePath])
    /// Move captures to the collection that was typed.
    case move([NotePath], to: String)
    /// Change the tags of captures. The string contains the changes as typed: `+a -b`.
    case tag([NotePath], String)
    /// Copy links to captures.
    case copy([NotePath])
    /// Add a capture with the text that was typed.
    case create(String)
  }

  /// A question that is shown in place of the query line: the collection to move captures to, or
  /// the changes to their tags.
  public enum Question: Hashable, Sendable { case collection, tags }

  /// The query line.
  public private(set) var line: LineEditor
  /// The open question, and the answer typed so far; nil if no question is open.
  public private(set) var question: (kind: Question, answer: LineEditor)?
  /// The rows of the last valid search.
  public private(set) var rows: [Row] = []
  /// The number of all matches of the last valid search.
  public private(set) var total = 0
  /// The problem with the typed query; nil if the query is valid.
  public private(set) var problem: String?
  /// A message about the last action of the user, shown until the next key is pressed; nil if there
  /// is no message.
  public private(set) var message: String?
  /// Whether a list of all keys is shown. The list disappears when the next key is pressed.
  public private(set) var showsKeys = false
  /// The index of the current row.
  public private(set) var current = 0
  /// The marked captures, in the order in which they were marked.
  public private(set) var marks: [NotePath] = []
  /// Whether the results for the typed text have not arrived yet.
  public private(set) var isSearching = true
  /// The number of rows by which Page Up and Page Down move.
  public var pageSize = 10
  /// Whether the user can pick captures but not open or change them. True if another command then
  /// acts on the picked captures.
  public let onlyPicks: Bool

  /// Whether results of any search have arrived.
  public var hasResults: Bool { shownText != nil }

  private var shownText: String?
  /// Whether Enter was pressed before the results for the typed text arrived, and neither the text
  /// nor the current row has changed since then.
  private var picksFirst = false

  /// Creates a picker. `query` is the text of the query line.
  public init(query: String, onlyPicks: Bool = false) {
    line = LineEditor(query)
    self.onlyPicks = onlyPicks
  }

  /// The current row; nil if there are no rows.
  public var currentRow: Row? { rows.indices.contains(current) ? rows[current] : nil }

  /// A message about text that did not fit into the query line or, if a question is open, into its
  /// answer. Nil if all text fits, or if the user has deleted text since then.
  public var overflow: String? {
    let count = (question?.answer ?? line).droppedBytes
    if count == 0 { return nil }
    let bytes = count == 1 ? "1 byte does" : "\(Self.grouped(count)) bytes do"
    return "The line is full; \(bytes) not fit."
  }

  /// Returns a number with a comma between groups of three digits: `12,050`.
  private static func grouped(_ number: Int) -> String {
    if number < 1000 { return "\(number)" }
    let lastDigits = String(number % 1000 + 1000).dropFirst()
    return "\(grouped(number / 1000)),\(lastDigits)"
  }

  /// The captures to act on: the marked ones or, without marks, the current one.
  public var chosen: [NotePath] {
    marks.isEmpty ? currentRow.map { [$0.path] } ?? [] : marks
  }
}

// MARK: - Events

extension PickerState {
  /// Takes the answer to a search, and returns the effects to carry out.
  public mutating func take(_ results: Results) -> [Effect] {
    isSearching = results.text != line.text
    problem = results.problem
    guard let found = results.rows else { return [] }
    let old = currentRow?.path
    let isSame = results.text == shownText
    (rows, total, shownText) = (found, results.total, results.text)
    // If the text is the same as before, the current capture stays current. For a new text, the
    // best match becomes current.
    current =
      isSame ? found.firstIndex { $0.path == old } ?? min(current, max(0, found.count - 1)) : 0
    let picks = picksFirst && !isSearching
    if picks { picksFirst = false }
    guard let row = currentRow else { return [] }
    return picks ? [.pick([row.path])] : [.preview(row.path)]
  }

  /// Searches again after an action. Shows `text`, a message about the action, until the next key.
  /// Removes all marks, because the marked captures may no longer exist.
  public mutating func finish(_ text: String?) -> [Effect] {
    message = text
    marks = []
    isSearching = true
    return [.search(line.text)]
  }

  /// Handles a key, and returns the effects to carry out.
  public mutating func handle(_ key: Key) -> [Effect] {
    message = nil
    if question != nil { return answer(key) }
    if showsKeys {
      showsKeys = false
      return []
    }
    switch key {
    case .help: showsKeys = true
    case .character("?") where line.text.isEmpty:
      showsKeys = true
      return []
    case .escape, .control("c"), .control("g"): return [.cancel]
    case .control("z"): return [.suspend]
    case .enter where isSearching && marks.isEmpty:
      // A person who types fast wants the best match for the whole text, so wait for its results.
      picksFirst = true
      return []
    case .enter: return chosen.isEmpty ? [] : [.pick(chosen)]
    case .up, .control("p"): return go(to: current - 1)
    case .down: return go(to: current + 1)
    case .pageUp: return go(to: current - pageSize)
    case .pageDown: return go(to: current + pageSize)
    case .tab:
      mark()
      return go(to: current + 1)
    case .backTab:
      mark()
      return go(to: current - 1)
    // After an early Enter, the rows still show the matches of an earlier text.
    case .control(let letter) where !onlyPicks && !picksFirst:
      if let effects = act(letter) { return effects }
    default: break
    }
    let old = line.text
    guard line.handle(key), line.text != old else { return [] }
    isSearching = true
    picksFirst = false
    return [.search(line.text)]
  }

  /// Handles a letter typed with Ctrl. Returns the effects if the letter is a command for captures;
  /// nil for any other letter.
  private mutating func act(_ letter: Character) -> [Effect]? {
    switch letter {
    // A capture must not lose the end of a pasted text. `overflow` says why nothing happens.
    case "n": return line.text.isBlank || line.droppedBytes > 0 ? [] : [.create(line.text)]
    case "e", "d", "y", "o", "t": break
    default: return nil
    }
    guard !chosen.isEmpty else { return [] }
    switch letter {
    case "e": return [.edit(chosen)]
    case "d": return [.done(chosen)]
    case "y": return [.copy(chosen)]
    case "o": question = (.collection, LineEditor())
    default: question = (.tags, LineEditor("+"))
    }
    return []
  }

  private mutating func answer(_ key: Key) -> [Effect] {
    switch (key, question) {
    case (.escape, _), (.control("c"), _), (.control("g"), _): question = nil
    case (.enter, (let kind, let answer)?) where answer.droppedBytes == 0:
      question = nil
      let text = answer.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if text.isEmpty || text == "+" { return [] }
      return [kind == .collection ? .move(chosen, to: text) : .tag(chosen, text)]
    default: _ = question?.answer.handle(key)
    }
    return []
  }

  private mutating func mark() {
    guard let path = currentRow?.path else { return }
    picksFirst = false
    if let place = marks.firstIndex(of: path) {
      marks.remove(at: place)
    } else {
      marks.append(path)
    }
  }

  private mutating func go(to row: Int) -> [Effect] {
    let old = current
    current = max(0, min(row, rows.count - 1))
    guard current != old, let path = currentRow?.path else { return [] }
    picksFirst = false
    return [.preview(path)]
  }
}
