/// A problem that was found in text, with its location and a message. The message is one sentence
/// without a final period. If a remedy is known, `; ` and the remedy follow.
///
/// Parsers never fail: they return everything that they could read, and a list of diagnostics.
///
///     work/acme.md:3:1: error: this line is indented with a tab; YAML allows only spaces
///         3 | 	name: Acme
///           | ^
public struct Diagnostic: Error, Hashable, Sendable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable {
    /// The request cannot be carried out.
    case error
    /// The request was carried out, but probably not as the writer intended.
    case warning
  }

  /// The line with the problem, shown below the message.
  public struct Excerpt: Hashable, Sendable {
    /// The line without its ending; a long line is cut around the problem.
    public let line: String
    /// The column of the caret, as the number of Unicode scalars of ``line`` before the caret.
    public let caret: Int
    /// The number of scalars to underline, at least 1.
    public let length: Int
  }

  /// The severity of the problem.
  public private(set) var severity: Severity
  /// The kind of problem: a stable kebab-case code for scripts.
  public let code: String
  /// The problem and the remedy, on one line.
  public private(set) var message: String
  /// Whether the message begins with `in CONTAINER: `; see ``inside(_:)``.
  public private(set) var isInside = false
  /// The file with the problem; nil if the problem is in a query, in an argument, or in a file
  /// outside the notebook.
  public var path: NotePath?
  /// The absolute path of the file with the problem if that file is not in the notebook; otherwise
  /// nil.
  public var source: String?
  /// The line and column of the problem; nil if the problem concerns the whole text.
  public let location: SourceLocation?
  /// The line at ``location``; nil if the diagnostic was created without the text.
  public let excerpt: Excerpt?

  /// Creates a diagnostic about a whole file or text.
  public init(_ severity: Severity, _ code: String, _ message: String, path: NotePath? = nil) {
    self.severity = severity
    self.code = code
    self.message = message
    self.path = path
    location = nil
    excerpt = nil
  }

  /// Creates a diagnostic about a whole line of a stream. `line` counts from 1.
  public init(_ severity: Severity, _ code: String, _ message: String, line: Int) {
    self.severity = severity
    self.code = code
    self.message = message
    location = SourceLocation(line: line, column: 1)
    excerpt = nil
  }

  /// Creates a diagnostic about the bytes `range` (offsets from 0) of `bytes`.
  ///
  /// - Parameter location: The location of the first byte of `range`. If nil, the location is
  ///   computed in one pass over the bytes before `range`.
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

  /// Returns this diagnostic with `in CONTAINER: ` in front of its message and ``isInside`` set.
  public func inside(_ container: String) -> Diagnostic {
    var copy = self
    copy.message = "in \(container): \(message)"
    copy.isInside = true
    return copy
  }

  /// Returns this diagnostic with another message and, unless `severity` is nil, another severity.
  public func saying(_ message: String, _ severity: Severity? = nil) -> Diagnostic {
    var copy = self
    copy.message = message
    if let severity { copy.severity = severity }
    return copy
  }

  /// Returns this diagnostic with ``path`` set to `path`.
  public func at(_ path: NotePath) -> Diagnostic {
    var copy = self
    copy.path = path
    return copy
  }
}

// MARK: - Text

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic on one line: `path:line:column: severity: message`.
  public var description: String { headline(source: "input") }

  /// Returns the diagnostic on one line: `path:line:column: severity: message`. Uses the argument
  /// `source` as the path if neither ``path`` nor the property ``source`` is set.
  public func headline(source: String) -> String {
    let place = [
      path?.description ?? self.source ?? source, location.map { "\($0.line):\($0.column)" },
    ]
    return "\(place.compactMap(\.self).joined(separator: ":")): \(severity.rawValue): \(message)"
  }

  /// Returns the headline, then the line with the problem, then carets under the problem. Returns
  /// only the headline if there is no ``excerpt``.
  ///
  /// Not escaped for a terminal. The caret line repeats the tabs of the line above it, so that the
  /// caret is in the right column for every tab width.
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
  /// The maximum number of scalars shown on each side of the start of the problem.
  private static let margin = 60

  /// Creates the excerpt for the line of `bytes` in which `range` begins.
  init(_ range: Range<Int>, in bytes: [UInt8]) {
    let isBreak: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let start = min(max(range.lowerBound, 0), bytes.count)
    let end = min(max(range.upperBound, start), bytes.count)
    // Reads no more bytes than can be shown. If this cuts a scalar in two, the scalar is not shown.
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
