public import CairnCapture
import CairnDocument
import CairnIndex
public import CairnNotebook
public import CairnProvider
import CairnQuery
import CairnText

/// A request to add or remove the meanings of captures.
public struct MeaningRequest: Sendable {
  /// The change to make.
  public enum Edit: Sendable {
    /// An edit that adds missing meanings. If `again` is true, the edit also replaces meanings that
    /// Cairn or a provider wrote.
    case find(again: Bool, ProviderChoice)
    /// An edit that removes the meanings that Cairn or a provider wrote.
    case clear
  }

  /// The captures. A single word that is an id, path or title selects only that capture.
  public var selection: SelectRequest
  /// Whether a selection without conditions, which contains all captures, is allowed.
  public var all: Bool
  /// The change to make.
  public var edit: Edit
  /// The mode. A dry run writes nothing and asks no provider.
  public var mode: Mode

  /// Creates a request for the meanings of the captures of `selection`.
  public init(_ selection: SelectRequest, all: Bool = false, _ edit: Edit, _ mode: Mode) {
    (self.selection, self.all, self.edit, self.mode) = (selection, all, edit, mode)
  }

  /// The query for the captures that the edit can change: those without a meaning, those whose
  /// meaning Cairn or a provider wrote, or both.
  fileprivate var condition: String {
    let marked = "has:\(MachineMark.key(for: "meaning"))"
    return switch edit {
    case .find(again: false, _): "no:meaning"
    case .find(again: true, _): "no:meaning OR \(marked)"
    case .clear: marked
    }
  }
}

/// The captures whose meanings would change, and the question to ask first.
public struct MeaningPlan: Sendable {
  /// The request.
  public let request: MeaningRequest
  /// The captures.
  public let captures: MeaningCaptures
  /// The provider to ask; nil to use the built-in rules.
  public let provider: Provider?
  /// The question to ask first; nil if there is none.
  public let question: Confirmation?
}

/// The captures of a request for meanings.
public enum MeaningCaptures: Sendable {
  /// The one capture that the request names.
  case one(Capture)
  /// The captures that match a query and that the request's ``MeaningRequest/edit`` can change.
  /// There may be none.
  case many(CaptureSelection)
}

extension Workspace {
  /// Selects the captures of a request; returns nil if nothing matches.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: MeaningRequest) throws -> MeaningPlan? {
    var provider: Provider?
    if case .find(_, let choice) = request.edit {
      provider = try providers(choice).provider(for: .meaning)
    }
    if let capture = try one(request) {
      if case .clear = request.edit { try checkIsMachines(capture, request) }
      return MeaningPlan(
        request: request, captures: .one(capture), provider: provider, question: nil)
    }
    var selection = request.selection
    selection.narrowing = try Query(arguments: [request.condition])
    let chosen = try selectToWrite(selection, all: request.all)
    if chosen.entries.isEmpty,
      try selectToWrite(request.selection, all: request.all).entries.isEmpty
    {
      return nil
    }
    let verb =
      if case .clear = request.edit { "Clear the meaning of" } else { "Update the meaning of" }
    return MeaningPlan(
      request: request, captures: .many(chosen), provider: provider,
      question: openQuestion(verb, chosen))
  }

  /// Returns the question to ask before writing; nil if no question is needed. Reads the captures
  /// only if there is exactly one, or if a handle is also a query (``CaptureSelection/doubt``).
  private func openQuestion(_ verb: String, _ chosen: CaptureSelection) -> Confirmation? {
    chosen.entries.count == 1 || chosen.doubt != nil
      ? question(verb, chosen)
      : question(verb, chosen.entries.map { chosen.catalog.snapshot.path($0) })
  }

  /// Returns the capture that a single word names; nil if the words are a query.
  private func one(_ request: MeaningRequest) throws -> Capture? {
    guard request.selection.words.count == 1, request.selection.paths == nil, !request.all else {
      return nil
    }
    let selection = try selectToWrite(request.selection, all: false)
    guard selection.means == .names, selection.doubt == nil, let capture = selection.captures.first
    else { return nil }
    announce([capture])
    return capture
  }

  private func checkIsMachines(_ capture: Capture, _ request: MeaningRequest) throws(Refusal) {
    guard capture.meaning != nil, capture.maker(of: "meaning") == nil else { return }
    let word = self.word(for: capture.path)
    throw Refusal(
      "meaning-yours",
      "a person wrote this meaning; run `cairn unset meaning \(word)` to remove it")
  }

  /// Removes the meanings of a plan's captures.
  ///
  /// Throws `FileError` if the notebook cannot be locked.
  public func clearMeanings(_ plan: MeaningPlan) throws -> ChangeReport {
    let captures =
      switch plan.captures {
      case .one(let capture): [capture]
      case .many(let selection): selection.captures
      }
    return try notebook.clearMeanings(of: captures, plan.request.mode)
  }

  /// Returns the text to open in an editor for a capture's meaning: the current meaning. Without
  /// one, returns a meaning made with the built-in rules; an empty string if the rules find none.
  public func meaningToEdit(_ capture: Capture) async -> String {
    let found = await MeaningMaker(provider: nil).meaning(of: capture).found
    return capture.meaning ?? found?.text ?? ""
  }

  /// Sets a capture's meaning to a sentence that a person wrote. An empty string removes the
  /// meaning, and keeps programs from writing a new one until the capture's text changes.
  public func setMeaning(
    _ text: String, of capture: Capture, _ mode: Mode
  ) throws -> ChangeReport {
    try notebook.change([capture], mode) { capture throws(Diagnostic) in
      let changes =
        text.isEmpty ? capture.changesToRefuseMeaning : [.set("meaning", .text(text))]
      return try notebook.applying(changes, to: capture)
    }
  }
}
