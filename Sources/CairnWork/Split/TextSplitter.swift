public import CairnInsight
import CairnNotebook
import CairnProvider

/// A piece of text that can become a capture.
public struct ProposedPiece: Sendable {
  /// The text of the piece.
  public private(set) var text: String
  /// A line that describes this piece and its neighbors, such as the heading above them; nil if
  /// there is none.
  public let heading: String?
  /// The range of the piece in the text; nil after the piece was edited.
  private var range: Range<String.Index>?
  /// The text between the previous piece and this one.
  public let joint: String
  /// Whether the checkbox before the piece is ticked; nil if there is no checkbox.
  public private(set) var isTicked: Bool?
  /// The type that a person chose; nil to detect the type.
  public private(set) var type: String?
  /// Whether the user has chosen to leave out this piece.
  public private(set) var isDropped = false
  /// Whether a person merges the piece with the piece before it.
  private var isMerged = false

  /// Creates a piece that a person has checked.
  public init(
    text: String, heading: String?, isTicked: Bool?, type: String?, isDropped: Bool = false,
    isMerged: Bool = false
  ) {
    self.init(text: text, heading: heading, range: nil, joint: "", isTicked: isTicked)
    (self.type, self.isDropped, self.isMerged) = (type, isDropped, isMerged)
  }

  /// Creates a piece.
  init(
    text: String, heading: String?, range: Range<String.Index>?, joint: String,
    isTicked: Bool? = nil
  ) {
    (self.text, self.heading, self.range) = (text, heading, range)
    (self.joint, self.isTicked) = (joint, isTicked)
  }

  /// Returns a copy of this piece with different text, for a piece that a person edited.
  public func saying(_ text: String) -> ProposedPiece {
    var piece = self
    (piece.text, piece.range) = (text, nil)
    return piece
  }

  /// Returns the pieces to save after a person has checked the pieces of `text`, left some out and
  /// merged others. `splitter` splits `text` again to find the pieces that the person did not edit;
  /// only these have a range.
  static func approved(
    _ pieces: [ProposedPiece], of text: String, by splitter: TextSplitter
  ) -> [ProposedPiece] {
    let found = pieces.contains(where: \.isMerged) ? splitter.builtInPieces(of: text) : []
    var groups: [[ProposedPiece]] = []
    var isInterrupted = false
    for (index, var piece) in pieces.enumerated() {
      // Compares only the pieces at the same index, because `text` can contain a piece twice.
      if index < found.count, found[index].text == piece.text { piece.range = found[index].range }
      if piece.isDropped {
        isInterrupted = true
        continue
      }
      if piece.isMerged, !groups.isEmpty {
        // The text between the pieces contains a piece that is left out.
        if isInterrupted { piece.range = nil }
        groups[groups.count - 1].append(piece)
      } else {
        groups.append([piece])
      }
      isInterrupted = false
    }
    return groups.compactMap { ProposedPiece(merging: $0[...], of: text) }
  }

  /// Creates one piece from neighboring pieces of `text`; nil if `pieces` is empty. Pieces on one
  /// line keep the text between them; otherwise, each piece starts a new line. If the first piece
  /// has a checkbox, the new piece has one too. It is ticked only if every piece has a ticked
  /// checkbox.
  public init?(merging pieces: ArraySlice<ProposedPiece>, of text: String) {
    guard let first = pieces.first, let last = pieces.last else { return nil }
    self = first
    if isTicked != nil { isTicked = pieces.allSatisfy { $0.isTicked == true } }
    if let start = first.range, let end = last.range, pieces.allSatisfy({ $0.range != nil }),
      case let whole = text[start.lowerBound..<end.upperBound],
      !whole.contains(where: \.isNewline)
    {
      self.text = String(whole)
      range = start.lowerBound..<end.upperBound
    } else {
      self.text = pieces.map(\.text).joined(separator: "\n")
      range = nil
    }
  }
}

/// A splitter that divides text into pieces and detects the types of the pieces. It asks a
/// provider, or uses the built-in rules if there is no provider or the provider fails.
///
/// A provider that keeps failing is not asked again.
public struct TextSplitter: Sendable {
  private let classifier: Classifier
  private let threshold: Double
  private let providers: Providers
  private var provider: Provider?
  private var patience = ProviderPatience()

  /// Creates a splitter that uses the settings of a notebook and has learned from its captures.
  ///
  /// Throws a ``Refusal`` if there is no provider with the requested name.
  init(_ notebook: Notebook, _ providers: Providers) throws(Refusal) {
    classifier = Classifier(notebook.currentHabits.experience)
    threshold = notebook.settings.threshold
    self.providers = providers
    provider = try providers.provider(for: .split)
  }

  /// Returns the pieces of `text`, and the provider that was asked, if any. If the provider fails,
  /// tells the caller and uses the built-in rules. A dry run sends nothing and uses the built-in
  /// rules.
  ///
  /// Throws `CancellationError` if the caller ended the wait for the provider.
  public mutating func pieces(
    of text: String, dryRun: Bool = false
  ) async throws -> (pieces: [ProposedPiece], asked: AskedProvider?) {
    guard let provider else { return (builtInPieces(of: text), nil) }
    let (asked, answer) = try await providers.ask(provider, .split(text), dryRun: dryRun)
    patience.note(asked)
    if patience.isOver { self.provider = nil }
    guard let answer else { return (builtInPieces(of: text), asked) }
    let pieces = answer.ranges.map { range in
      ProposedPiece(text: String(text[range]), heading: nil, range: range, joint: "")
    }
    return (pieces, asked)
  }

  fileprivate func builtInPieces(of text: String) -> [ProposedPiece] {
    Splitter(classifier).pieces(of: text).map { piece in
      ProposedPiece(
        text: String(piece.text), heading: piece.heading.map(String.init),
        range: piece.text.startIndex..<piece.text.endIndex, joint: String(piece.joint),
        isTicked: piece.isTicked)
    }
  }

  /// Returns the likely types of `text`, and whether the most likely one is certain.
  public func classify(_ text: String) -> (found: Classification, isSure: Bool) {
    let found = classifier.classify(text)
    return (found, found.isSure(from: threshold))
  }
}

extension TextSplitter {
  /// Returns the type of `text`, or `?` if the type is uncertain.
  public func word(for text: String) -> String {
    let (found, isSure) = classify(text)
    return isSure ? found.kind?.rawValue ?? "?" : "?"
  }
}
