public import CairnCapture
import CairnDocument
import CairnText

/// A sentence that a machine found a capture to mean.
public struct FoundMeaning: Hashable, Sendable {
  /// The name of the machine that is built in.
  public static let builtInMaker = "cairn"

  /// The sentence, on one line.
  public let text: String
  /// The name of the machine.
  public let maker: String

  /// A sentence that `maker` found.
  public init(_ text: String, maker: String) {
    self.text = text
    self.maker = maker
  }

  /// The changes that write it: the meaning, and the mark of its maker.
  var changes: [FieldChange] {
    let mark = MachineMark(maker: maker, value: text)
    return [
      .set("meaning", .text(text)), .set(MachineMark.key(for: "meaning"), .text(mark.text)),
    ]
  }
}

/// What a machine answers that is asked what a capture means.
public enum MeaningAnswer: Hashable, Sendable {
  /// A sentence.
  case found(FoundMeaning)
  /// That no sentence says it.
  case none(maker: String)

  /// The changes that write it. Where there is no meaning, the mark of the maker stands alone, with a
  /// digest of the text: so nobody is asked again, until the text is another.
  fileprivate func changes(of capture: Capture) -> [FieldChange] {
    switch self {
    case .found(let meaning): return meaning.changes
    case .none(let maker):
      guard capture.meaning == nil else { return [] }
      let mark = MachineMark(maker: maker, value: capture.textToMean)
      return [.set(MachineMark.key(for: "meaning"), .text(mark.text))]
    }
  }
}

extension Notebook {
  /// Writes what machines found captures to mean, where nothing says it already.
  ///
  /// What a person wrote stays, also where that was done just now, in an editor. Such a capture is
  /// among the unchanged.
  ///
  /// - Parameter again: Whether a meaning that a machine wrote is replaced.
  /// - Throws: `FileError` where the notebook cannot be locked.
  public func keep(
    _ meanings: [(capture: Capture, meaning: MeaningAnswer)], again: Bool, _ mode: Mode = .write
  ) throws -> ChangeReport {
    let found = Dictionary(
      meanings.map { ($0.capture.path, $0.meaning) }, uniquingKeysWith: { $1 })
    return try change(meanings.map(\.capture), mode) { capture throws(Diagnostic) in
      guard capture.wantsMeaning(again: again), let meaning = found[capture.path] else {
        return capture.document
      }
      return try applying(meaning.changes(of: capture), to: capture)
    }
  }

  /// Takes away the meanings that machines wrote, and their marks where they found none; those of
  /// persons stay.
  ///
  /// - Throws: `FileError` where the notebook cannot be locked.
  public func clearMeanings(of captures: [Capture], _ mode: Mode = .write) throws -> ChangeReport {
    try change(captures, mode) { capture throws(Diagnostic) in
      guard capture.meaning == nil || capture.maker(of: "meaning") != nil else {
        return capture.document
      }
      return try applying(
        [.unset("meaning"), .unset(MachineMark.key(for: "meaning"))], to: capture)
    }
  }
}

extension Capture {
  /// Whether a machine may write what it means: nothing says it, or, where it is done again, nobody
  /// but a machine does.
  public func wantsMeaning(again: Bool) -> Bool {
    meaning == nil || again && maker(of: "meaning") != nil
  }

  /// The machine that found no sentence for what it means, in the text as it is now; nil where
  /// nobody said that.
  public var makerWithoutMeaning: String? {
    guard meaning == nil, let mark = MachineMark(document[MachineMark.key(for: "meaning")]),
      mark.matches(textToMean)
    else { return nil }
    return mark.maker
  }

  /// What a machine is asked the meaning of: the title, where it is a field, and the body.
  fileprivate var textToMean: String {
    "\(text("title") ?? "")\n\(String(decoding: body, as: UTF8.self))"
  }
}
