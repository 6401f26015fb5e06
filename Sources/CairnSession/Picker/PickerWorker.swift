import CairnCapture
import CairnConsole
import CairnFiles
import CairnIndex
import CairnMarkup
import CairnNotebook
import CairnQuery
import CairnScreens
import CairnTerminal
import CairnText
import CairnWork
import Dispatch
import Synchronization
import SystemPackage

/// A thread that answers a picker's searches and draws its previews, so that typing never waits.
///
/// A newer request replaces an earlier one that has not begun, because only the latest is needed.
final class PickerWorker: Sendable {
  /// A preview: the lines that show a capture at a width.
  struct Preview: Sendable {
    let path: NotePath
    let columns: Int
    let lines: [String]
  }

  /// The answers that the thread has given since the last call of ``PickerWorker/answers()``.
  struct Answers: Sendable {
    var results: PickerState.Results?
    var preview: Preview?
  }

  /// The state of the searches: the texts to search for, and whether this process or the resident
  /// process answers.
  struct Searches {
    /// The text to search for next; nil if no search is waiting.
    var text: String?
    /// Whether the index of this process is in memory. Until then, the resident process answers.
    var isReady = true
    /// The text of the last search, which may be waiting, running or answered.
    private var lastText: String?
    /// The text that the resident process answered last.
    private var residentText: String?

    /// Creates the state before the first search.
    init() {}

    /// Asks for a search, which replaces a waiting search.
    mutating func search(_ text: String) {
      (self.text, lastText) = (text, text)
    }

    /// Notes that the resident process answered a text. Returns whether to use its answer; false if
    /// the index of this process has become ready in the meantime and finds more.
    mutating func usesResidentAnswer(to text: String) -> Bool {
      residentText = text
      return !isReady
    }

    /// Notes that the index of this process is in memory. Repeats the last search if the resident
    /// process answered it.
    mutating func makeReady() {
      isReady = true
      if residentText == lastText { text = text ?? lastText }
    }
  }

  private struct Jobs {
    var searches = Searches()
    var preview: (path: NotePath, columns: Int)?
    var hasEnded = false
    var answers = Answers()
    /// Finds the matching passages in the captures of the last answer.
    var passages: Passages?
  }

  /// The maximum number of rows of an answer.
  private static let mostRows = 1000
  /// The maximum number of lines of a body in a preview.
  private static let mostLines = 200

  private let live: LiveQuery
  private let notebook: Notebook
  private let clock: LocalClock
  private let isColored: Bool
  private let signs: DrawingSigns
  private let ring: @Sendable () -> Void
  /// A function that returns the results of the resident process for a text, or nil if that process
  /// does not answer.
  private let resident: @Sendable (String) -> PickerState.Results?
  private let jobs = Mutex(Jobs())
  private let wakeUp = DispatchSemaphore(value: 0)

  /// Starts the thread, which calls `ring` after each answer. Returns nil if the system cannot
  /// start a thread.
  ///
  /// - Parameter asksResident: Whether the resident process may answer while the index is read.
  init?(
    _ live: LiveQuery, _ session: Session, asksResident: Bool, ring: @escaping @Sendable () -> Void
  ) {
    self.live = live
    notebook = session.notebook
    clock = session.clock
    isColored = session.console.errorIsColored
    signs = session.surroundings.drawingSigns
    self.ring = ring
    let (root, surroundings) = (session.notebook.store.root, session.surroundings)
    resident = { ResidentPage.results(for: $0, in: root, surroundings) }
    if asksResident, ResidentProcess.socket(surroundings.variable) != nil {
      // This is set before the thread starts, because a small index is ready at once.
      jobs.withLock { $0.searches.isReady = false }
      let hasBegun = DetachedThread.start { self.makeReady() }
      if !hasBegun { jobs.withLock { $0.searches.isReady = true } }
    }
    guard DetachedThread.start({ self.run() }) else { return nil }
  }

  /// Asks for a search. The results of this search replace earlier results.
  package func search(_ text: String) {
    jobs.withLock { $0.searches.search(text) }
    wakeUp.signal()
  }

  /// Asks for a preview of the capture at a path, in lines of at most `columns` columns.
  package func preview(_ path: NotePath, columns: Int) {
    jobs.withLock { $0.preview = (path, columns) }
    wakeUp.signal()
  }

  /// Takes the answers that the thread has given since the last call.
  package func answers() -> Answers {
    jobs.withLock { jobs in
      defer { jobs.answers = Answers() }
      return jobs.answers
    }
  }

  /// Ends the thread after its current job.
  package func end() {
    jobs.withLock { $0.hasEnded = true }
    wakeUp.signal()
  }

  /// Reads the index of this process into memory. Then repeats the last search if the resident
  /// process answered it, because this process finds more rows, and also the matches for previews.
  private func makeReady() {
    _ = live.page(for: "", limit: 1)
    jobs.withLock { $0.searches.makeReady() }
    wakeUp.signal()
  }

  private func run() {
    while true {
      wakeUp.wait()
      let (text, preview, hasEnded) = jobs.withLock { jobs in
        defer { (jobs.searches.text, jobs.preview) = (nil, nil) }
        return (jobs.searches.text, jobs.preview, jobs.hasEnded)
      }
      if hasEnded { return }
      if let text, let results = results(for: text) {
        jobs.withLock { $0.answers.results = results }
        ring()
      }
      if let preview {
        let drawn = draw(preview.path, columns: preview.columns)
        jobs.withLock { $0.answers.preview = drawn }
        ring()
      }
    }
  }

  /// Returns the answer for a text; nil if a newer text is waiting.
  private func results(for text: String) -> PickerState.Results? {
    let isStale = { @Sendable [self] in jobs.withLock { $0.searches.text != nil || $0.hasEnded } }
    if !jobs.withLock({ $0.searches.isReady }), let results = resident(text),
      jobs.withLock({ $0.searches.usesResidentAnswer(to: text) })
    {
      return results
    }
    guard let page = live.page(for: text, limit: Self.mostRows, until: isStale) else {
      return nil
    }
    if page.rows != nil { jobs.withLock { $0.passages = page.passages } }
    return PickerState.Results(text: text, page)
  }

  private func draw(_ path: NotePath, columns: Int) -> Preview {
    guard let capture = try? notebook.capture(at: path) else {
      return Preview(path: path, columns: columns, lines: ["The file cannot be read."])
    }
    let markup = capture.markup
    let passages = jobs.withLock(\.passages)
    let matches = { (text: String) in passages?.matches(in: text) ?? [] }
    let name = capture.title(in: markup)
    let title = Excerpt(name, matches(name), .bold)
    var facts = [capture.type, capture.due.map { "due \($0.dated(clock))" }].compactMap(\.self)
    facts += capture.tags(in: markup).map { "#\($0)" }
    var lines = title.lines(width: columns, indent: 0, isColored: isColored)
    lines += Excerpt(facts.joined(separator: "  ")).lines(
      width: columns, indent: 0, isColored: isColored)
    lines.append("")
    lines += MarkdownLines(
      width: columns, isColored: isColored, hasLinks: false, signs: signs, numbersBoxes: true
    ).lines(
      of: markup, omitsFirstHeading: capture.repeatedTitle(in: markup) != nil,
      most: Self.mostLines, matches: matches)
    return Preview(path: path, columns: columns, lines: lines)
  }
}
