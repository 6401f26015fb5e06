/// Something found wrong in a text: where, what, and what to do about it.
///
/// Reading never fails, it complains: parsers return what they could read and a list of these.
/// The prose is one sentence without a final full stop for what was found, then, where there is a
/// remedy, `; ` and the remedy.
///
///     work/acme.md:3:7: error: a tab indents this line; YAML allows only spaces there
///         3 | 	name: Acme
///           | ^
public struct Diagnostic: Error, Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// What was asked cannot be done.
    case error
    /// It was done, but probably not as the writer meant.
    case warning
  }

  /// The line it stands on, to be shown below the message.
  public struct Excerpt: Hashable, Sendable {
    /// The line as text, without its ending; a long one is cut around the place.
    public let line: String
    /// Where the caret goes: Unicode scalars of ``line`` before it, from 0.
    public let caret: Int
    /// How many scalars are underlined, at least 1.
    public let length: Int
  }

  /// How much it matters.
  public let severity: Severity
  /// What kind of trouble: stable, kebab-case, for scripts.
  public let code: String
  /// The finding and the remedy, in one line.
  public private(set) var message: String
  /// Whether it was said of something inside something else; see ``inside(_:)``.
  public private(set) var isInside = false
  /// The file it is in, or nil for text that is in none (a query, an argument).
  public var path: NotePath?
  /// What the text is called that it is in, where that is no file of the notebook: an absolute path.
  public var source: String?
  /// The place, or nil where it concerns the whole.
  public let location: SourceLocation?
  /// The line at ``location``.
  public let excerpt: Excerpt?

  /// A diagnostic about a whole file or text.
  public init(_ severity: Severity, _ code: String, _ message: String, path: NotePath? = nil) {
    self.severity = severity
    self.code = code
    self.message = message
    self.path = path
    location = nil
    excerpt = nil
  }

  /// A diagnostic about a line of a stream, from 1.
  public init(_ severity: Severity, _ code: String, _ message: String, line: Int) {
    self.severity = severity
    self.code = code
    self.message = message
    location = SourceLocation(line: line, column: 1)
    excerpt = nil
  }

  /// A diagnostic about the bytes `range` (offsets from 0) of `bytes`.
  ///
  /// - Parameter location: The place of the first of them where that is known: else it costs a pass
  ///   over the bytes before.
  public init(
    _ severity: Severity, _ code: String, _ message: String, at range: Range<Int>,
    in bytes: [UInt8], path: NotePath? = nil, location: SourceLocation? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.path = path
    self.location = location ?? SourceLocation(offset: range.lowerBound, in: bytes)
    excerpt = Excerpt(range, in: bytes)
  }

  /// This diagnostic, said of something inside `container`, which the message then names first.
  public func inside(_ container: String) -> Diagnostic {
    var copy = self
    copy.message = "in \(container): \(message)"
    copy.isInside = true
    return copy
  }

  /// This diagnostic, said of the file at `path`.
  public func at(_ path: NotePath) -> Diagnostic {
    var copy = self
    copy.path = path
    return copy
  }
}

// MARK: - Text

extension Diagnostic: CustomStringConvertible {
  /// The message on one line: `path:line:col: severity: message`.
  public var description: String { headline(source: "input") }

  /// The message on one line, naming `source` where it names neither a path nor a source.
  public func headline(source: String) -> String {
    let place = [
      path?.description ?? self.source ?? source, location.map { "\($0.line):\($0.column)" },
    ]
    return "\(place.compactMap(\.self).joined(separator: ":")): \(severity.rawValue): \(message)"
  }

  /// The headline, and below it the line and a caret under the place.
  ///
  /// Not escaped for a terminal. The caret line repeats the tabs of the line above it, so that it
  /// points right whatever the tab width.
  public func rendered(source: String = "input") -> String {
    guard let location, let excerpt else { return headline(source: source) }
    let gutter = String(location.line)
    let pad = String(repeating: " ", count: gutter.count)
    let lead = excerpt.line.unicodeScalars.prefix(excerpt.caret)
      .map { $0 == "\t" ? "\t" : " " }.joined()
    return """
      \(headline(source: source))
        \(gutter) | \(excerpt.line)
        \(pad) | \(lead)\(String(repeating: "^", count: excerpt.length))
      """
  }
}

extension Diagnostic.Excerpt {
  /// How many scalars of a long line are shown on each side of the place.
  private static let margin = 60

  /// The line of `bytes` in which `range` begins.
  init(_ range: Range<Int>, in bytes: [UInt8]) {
    let isBreak: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let start = min(max(range.lowerBound, 0), bytes.count)
    let end = min(max(range.upperBound, start), bytes.count)
    // No more is read than can be shown; a scalar that is cut in two lies beyond that.
    let most = 4 * (Self.margin + 1) + 3
    let left = bytes[..<start].suffix(most)
    let right = bytes[start...].prefix(most)
    let lineStart = left.lastIndex(where: isBreak).map { $0 + 1 } ?? left.startIndex
    let before = Self.scalars(left[lineStart...])
    let rest = right.prefix { !isBreak($0) }
    let marked = Self.scalars(rest.prefix(end - start))
    let after = Self.scalars(rest)
    var text = String.UnicodeScalarView()
    let cut = before.count > Self.margin
    if cut { text.append("…") }
    text.append(contentsOf: before.suffix(Self.margin))
    caret = min(before.count, Self.margin) + (cut ? 1 : 0)
    text.append(contentsOf: after.prefix(Self.margin))
    if after.count > Self.margin { text.append("…") }
    line = String(text)
    length = max(1, min(marked.count, Self.margin))
  }

  private static func scalars(_ bytes: ArraySlice<UInt8>) -> String.UnicodeScalarView {
    String(decoding: bytes, as: UTF8.self).unicodeScalars
  }
}
