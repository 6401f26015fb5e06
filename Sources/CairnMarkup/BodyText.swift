/// The parts of a body that are needed to search, list and index captures: text, title, links, tags
/// and tasks.
///
///     let bytes = Array("# Pay\nAsk [[Sarah]] about #finance".utf8)
///     let body = BodyText(bytes, body: 0..<bytes.count)
///     body.firstHeading                                // "Pay"
///     String(decoding: body.plainText, as: UTF8.self)  // "Pay\nAsk Sarah about #finance"
///     body.links[0].target                             // "Sarah"
///
/// Gives the same results as ``Markup`` for the same bytes; the tests enforce this. For an ordinary
/// note, reading is about twenty times as fast, because no tree is built. Other bodies are read by
/// ``Markup``, such as those with HTML, tables, footnotes, link definitions, indented code, or tabs
/// before text. Use ``Markup`` if you need slugs, HTML, or the ranges of headings. All ranges are
/// byte offsets, from 0, in the whole file.
public struct BodyText: Sendable {
  /// The text without markup, as UTF-8; see ``Markup/plainText``.
  public let plainText: [UInt8]
  /// The text of the first heading that is not empty, or nil if there is none.
  public let firstHeading: String?
  /// The range of each heading in ``plainText``; `0..<0` for a heading without text.
  let headingRanges: [Range<Int>]
  /// The level, 1 … 6, of the heading with which the body begins; see ``Markup/openingLevel``.
  public let openingLevel: Int?
  /// The links, embeds, images, addresses and link reference definitions, in file order.
  public let links: [Markup.Link]
  /// The `#tags` in the text, in file order, including repetitions.
  public let tags: [Markup.Tag]
  /// The list items with a checkbox, in document order.
  public let tasks: [Markup.Task]
  /// The raw HTML that ``plainText`` omits; see ``Markup/rawHTML``.
  public let rawHTML: String

  /// Reads the body of a file: the part of `bytes` in the range `body`, which is clamped to the
  /// file. Costs a few passes over the body.
  public init(_ bytes: [UInt8], body: Range<Int>) {
    let body = body.clamped(to: 0..<bytes.count)
    let limit = WorkEstimate.limit(of: bytes, body)
    do throws(Hurdle) {
      if limit != nil { throw .limit }
      self = try Self.quick(bytes, body)
    } catch {
      self.init(Markup(bytes, body, limit))
    }
  }

  /// Creates the parts of a body that has already been parsed.
  public init(_ markup: Markup) {
    let text = markup.tree.plainTextAndHeadings
    self.init(
      plainText: text.bytes, firstHeading: markup.firstHeading, headingRanges: text.headings,
      openingLevel: markup.openingLevel,
      links: markup.links, tags: markup.tags, tasks: markup.tasks, rawHTML: markup.rawHTML)
  }

  init(
    plainText: [UInt8], firstHeading: String?, headingRanges: [Range<Int>],
    openingLevel: Int?, links: [Markup.Link], tags: [Markup.Tag], tasks: [Markup.Task],
    rawHTML: String
  ) {
    self.plainText = plainText
    self.firstHeading = firstHeading
    self.headingRanges = headingRanges
    self.openingLevel = openingLevel
    self.links = links
    self.tags = tags
    self.tasks = tasks
    self.rawHTML = rawHTML
  }
}

// MARK: - Lines

extension BodyText {
  /// The text of each heading, in order. Costs time proportional to the total length of this text.
  public var headingTexts: [String] {
    headingRanges.map { String(decoding: plainText[$0], as: UTF8.self) }
  }

  /// The names by which links refer to the headings, in order.
  public var headingNames: [HeadingName] { HeadingName.names(of: headingTexts) }

  /// The first nonblank line of ``plainText``, without surrounding white space; nil if all lines
  /// are blank. Reads no further than this line.
  public var firstLine: String? {
    var start = 0
    while start < plainText.count {
      let rest = plainText[start...]
      let end = rest.firstIndex(of: .lineFeed) ?? plainText.count
      if let line = Self.line(in: plainText[start..<end]) { return line }
      start = end + 1
    }
    return nil
  }

  private static func line(in bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }) else {
      return String(decoding: bytes, as: UTF8.self).firstFullLine
    }
    guard let first = bytes.firstIndex(where: { $0 != .space }),
      let last = bytes.lastIndex(where: { $0 != .space })
    else { return nil }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}

// MARK: - Shared facts

/// The parts of a body that determine a capture's facts, as read by ``Markup`` or ``BodyText``.
public protocol BodyFacts {
  /// The text of the first heading that is not empty, or nil if there is none.
  var firstHeading: String? { get }
  /// The text of each heading, in order.
  var headingTexts: [String] { get }
  /// The names by which links refer to the headings, in order.
  var headingNames: [HeadingName] { get }
  /// The level, 1 … 6, of the heading with which the body begins; nil if the body begins with
  /// anything else.
  var openingLevel: Int? { get }
  /// The first nonblank line of the text, or nil if there is none.
  var firstLine: String? { get }
  /// The links, in file order.
  var links: [Markup.Link] { get }
  /// The `#tags` in the text, in file order, including repetitions.
  var tags: [Markup.Tag] { get }
}

extension Markup: BodyFacts {}

extension BodyText: BodyFacts {}
