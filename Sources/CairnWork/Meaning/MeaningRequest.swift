public import CairnCapture
import CairnDocument
import CairnIndex
public import CairnNotebook
public import CairnProvider
import CairnQuery
import CairnText

/// The captures to give a meaning, or whose meanings to remove.
public struct MeaningRequest: Sendable {
  /// What to do.
  public enum Edit: Sendable {
    /// Finds the meanings of captures without one; if `again`, also of those that a machine wrote.
    case find(again: Bool, ProviderChoice)
    /// Removes the meanings that machines wrote.
    case clear
  }

  /// The captures. One that a single word names is meant alone, in whatever way it is named.
  public var selection: SelectRequest
  /// Whether all captures may be chosen.
  public var all: Bool
  /// What to do.
  public var edit: Edit
  /// In a dry run nothing is written, and no provider is asked.
  public var mode: Mode

  /// A request for the meanings of what `selection` chooses.
  public init(_ selection: SelectRequest, all: Bool = false, _ edit: Edit, _ mode: Mode) {
    (self.selection, self.all, self.edit, self.mode) = (selection, all, edit, mode)
  }

  /// The condition that captures must fulfil besides.
  fileprivate var condition: String {
    let marked = "has:\(MachineMark.key(for: "meaning"))"
    return switch edit {
    case .find(again: false, _): "no:meaning"
    case .find(again: true, _): "no:meaning OR \(marked)"
    case .clear: marked
    }
  }
}

/// The captures whose meanings would be found or removed, and what to ask before.
public struct MeaningPlan {
  /// What was asked for.
  public let request: MeaningRequest
  /// The captures.
  public let captures: MeaningCaptures
  /// The provider to ask; nil for none.
  public let provider: Provider?
  /// What to ask; nil if nothing is in doubt.
  public let question: Confirmation?
}

/// The captures of a request for meanings.
public enum MeaningCaptures {
  /// One that was named.
  case one(Capture)
  /// Those that a query chose; perhaps none, if all that match have a meaning.
  case many(CaptureSelection)
}

extension Workspace {
  /// Chooses the captures of a request. Returns nil if nothing matches.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: MeaningRequest) throws -> MeaningPlan? {
    var provider: Provider?
    if case .find(_, let choice) = request.edit {
      provider = try providers(choice).provider(for: .meaning)
    }
    if let capture = one(request) {
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
      if case .clear = request.edit { "Clear the meanings of" } else { "Say what is meant by" }
    return MeaningPlan(
      request: request, captures: .many(chosen), provider: provider,
      question: question(verb, chosen))
  }

  /// What to ask before captures are written; many are not read for that.
  private func question(_ verb: String, _ chosen: CaptureSelection) -> Confirmation? {
    chosen.entries.count == 1
      ? question(verb, chosen.captures, by: chosen.means)
      : question(verb, chosen.entries.map { chosen.catalog.snapshot.path($0) })
  }

  /// The capture that a single word names; nil if the words are a query.
  private func one(_ request: MeaningRequest) -> Capture? {
    let words = request.selection.words
    guard words.count == 1, request.selection.paths == nil, !request.all else { return nil }
    return try? capture(named: words[0]).capture
  }

  private func checkIsMachines(_ capture: Capture, _ request: MeaningRequest) throws(Refusal) {
    guard capture.meaning != nil, capture.maker(of: "meaning") == nil else { return }
    let word = request.selection.words.first ?? "\(capture.path)"
    throw Refusal(
      "meaning-yours",
      "a person wrote this meaning; `cairn unset meaning \(word)` takes it away")
  }

  /// Removes the meanings of a plan to remove them.
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

  /// The meaning of a capture for a person to edit: its own, else the one that the built-in rules find;
  /// empty if there is none.
  public func meaningToEdit(_ capture: Capture) async -> String {
    let found = await MeaningMaker(provider: nil).meaning(of: capture).found
    return capture.meaning ?? found?.text ?? ""
  }

  /// Sets the meaning of a capture that a person wrote.
  public func setMeaning(
    _ text: String, of capture: Capture, _ mode: Mode
  ) throws -> ChangeReport {
    try notebook.change([capture], mode) { capture throws(Diagnostic) in
      try notebook.applying([.set("meaning", .text(text))], to: capture)
    }
  }
}
