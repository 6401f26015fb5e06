public import CairnCapture
import CairnDocument
import CairnText

/// A one-sentence meaning of a capture, found by a machine.
public struct FoundMeaning: Hashable, Sendable {
  /// The value of ``maker`` for meanings found by the built-in method.
  public static let builtInMaker = "cairn"

  /// The meaning: a sentence on one line.
  public let text: String
  /// The name of the program that found the meaning.
  public let maker: String

  /// Creates a meaning found by `maker`.
  public init(_ text: String, maker: String) {
    self.text = text
    self.maker = maker
  }

  /// The changes that set `meaning` and its machine mark.
  var changes: [FieldChange] {
    let mark = MachineMark(maker: maker, value: text)
    return [
      .set("meaning", .text(text)), .set(MachineMark.key(for: "meaning"), .text(mark.text)),
    ]
  }
}

/// A machine's answer to the question of what a capture means.
public enum MeaningAnswer: Hashable, Sendable {
  /// A meaning was found.
  case found(FoundMeaning)
  /// The machine found no sentence that says what the capture means.
  case none(maker: String)

  /// Returns the changes that write the answer. If there is no meaning, writes only the machine
  /// mark, with a digest of the text, so that the machine is asked again only when the text
  /// changes.
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
  /// Writes the meanings found by machines to captures that have none.
  ///
  /// A meaning that a person wrote is kept, even if it was written while the machine was at work.
  /// The report then lists the capture as unchanged.
  ///
  /// - Parameter again: Whether to replace meanings that were written by machines.
  /// - Throws: `FileError` if the notebook cannot be locked.
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

  /// Removes the meanings written by machines, and the marks of machines that found no meaning.
  /// Meanings written by persons are kept.
  ///
  /// - Throws: `FileError` if the notebook cannot be locked.
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
  /// Returns whether a machine is allowed to write a meaning.
  ///
  /// A capture without a meaning may get one, unless a person removed the meaning of the current
  /// text. If `again` is true, a meaning that a person removed or a machine wrote may be written
  /// anew; a meaning that a person wrote is never replaced.
  public func wantsMeaning(again: Bool) -> Bool {
    if meaning == nil { return again || makerWithoutMeaning != Self.personWithoutMeaning }
    return again && maker(of: "meaning") != nil
  }

  /// The changes that remove the meaning at the user's request, and prevent programs from writing
  /// another meaning for the current text.
  public var changesToRefuseMeaning: [FieldChange] {
    let mark = MachineMark(maker: Self.personWithoutMeaning, value: textToMean)
    return [.unset("meaning"), .set(MachineMark.key(for: "meaning"), .text(mark.text))]
  }

  /// The name used as the maker in the machine mark if the user removed the meaning.
  private static let personWithoutMeaning = "person"

  /// The name of the program that found no meaning for the current text, or `person` if the user
  /// removed the meaning; nil if neither happened.
  public var makerWithoutMeaning: String? {
    guard meaning == nil, let mark = MachineMark(document[MachineMark.key(for: "meaning")]),
      mark.matches(textToMean)
    else { return nil }
    return mark.maker
  }

  /// The field `title`, if any, and the body. If a capture has no meaning, its machine mark
  /// contains a digest of this text.
  fileprivate var textToMean: String {
    "\(text("title") ?? "")\n\(String(decoding: body, as: UTF8.self))"
  }
}
