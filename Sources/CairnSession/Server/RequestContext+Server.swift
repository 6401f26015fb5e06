import CairnConsole
import CairnFiles
package import CairnWork

extension NotebookRoot {
  /// Creates the root of the notebook that the user named; nil if the user did not name a notebook.
  package init?(named options: some SessionOptions, _ surroundings: Surroundings) throws(Refusal) {
    guard options.notebook != nil || surroundings.variable("CAIRN_NOTEBOOK") != nil else {
      return nil
    }
    try self.init(options, surroundings)
  }
}

extension RequestContext {
  /// Creates the context of a request to a server. The request cannot ask the user.
  ///
  /// - Parameters:
  ///   - words: The words that the journal records as the command.
  ///   - root: The folder to which paths are relative; nil for the working folder.
  package init(
    ofServer words: [String], in root: NotebookRoot? = nil, _ surroundings: Surroundings,
    _ options: some SessionOptions, tell: @escaping @Sendable (String) -> Void
  ) {
    let now = surroundings.now()
    // A client is waiting for the answer, so the request waits for the lock only briefly.
    self.init(now, words: words, patience: options.lockTimeout ?? 2)
    if let root { caller.folder = root.path }
    caller.tell = { notice in notice.sentences(now.clock).forEach(tell) }
    idSeed = surroundings.idSeed
    self.tell = { remark in
      switch remark {
      case .note(let text), .hint(let text), .index(let text): tell(text)
      case .warning(let diagnostic): tell("\(diagnostic)")
      case .draft(let draft): draft.map { tell($0.sentence()) }
      case .unreadable(let problems): problems.forEach { tell("\($0)") }
      }
    }
  }
}

extension RequestContext {
  /// Creates the context for a request to a server. Remarks are not shown.
  package init(ofServer surroundings: Surroundings, _ options: some SessionOptions, words: [String])
  {
    self.init(surroundings.now(), words: words, patience: options.lockTimeout)
    // A request that waits must not change how the server handles signals.
    cancellation.isRequested = Interruption.cancellation.isRequested
  }
}
