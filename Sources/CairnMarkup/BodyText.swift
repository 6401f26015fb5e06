/// What a search, a list and an index want to know of a body: its text, title, links, tags, tasks.
///
///     let bytes = Array("# Pay\nAsk [[Sarah]] about #finance".utf8)
///     let body = BodyText(bytes, body: 0..<bytes.count)
///     body.firstHeading                                // "Pay"
///     String(decoding: body.plainText, as: UTF8.self)  // "Pay\nAsk Sarah about #finance"
///     body.links[0].target                             // "Sarah"
///
/// It says the same as ``Markup`` of the same bytes, always: that is a law in the tests. It makes no
/// tree, and reads an ordinary note some twenty times as fast; a body with anything in it that the
/// quick reader does not understand in full (HTML, tables, footnotes, definitions of links, indented
/// code, tabs before text) is read by ``Markup`` instead. Who needs ranges of headings, slugs, or
/// HTML asks ``Markup``. All ranges are offsets, in bytes from 0, in the whole file.
public struct BodyText: Sendable {
  /// ``Markup/plainText`` as UTF-8.
  public let plainText: [UInt8]
  /// ``Markup/firstHeading``.
  public let firstHeading: String?
  /// Where the headings are in ``plainText``; of one without a text, at 0 and empty.
  let headingRanges: [Range<Int>]
  /// ``Markup/beginsWithHeading``.
  public let beginsWithHeading: Bool
  /// ``Markup/links``.
  public let links: [Markup.Link]
  /// ``Markup/tags``.
  public let tags: [Markup.Tag]
  /// ``Markup/tasks``.
  public let tasks: [Markup.Task]
  /// ``Markup/rawHTML``.
  public let rawHTML: String

  /// Reads the body at `body` (clamped to the file) of the file `bytes`. Costs one pass.
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

  /// What a body says that is parsed already.
  public init(_ markup: Markup) {
    let text = markup.tree.plainTextAndHeadings
    self.init(
      plainText: text.bytes, firstHeading: markup.firstHeading, headingRanges: text.headings,
      beginsWithHeading: markup.beginsWithHeading,
      links: markup.links, tags: markup.tags, tasks: markup.tasks, rawHTML: markup.rawHTML)
  }

  init(
    plainText: [UInt8], firstHeading: String?, headingRanges: [Range<Int>],
    beginsWithHeading: Bool, links: [Markup.Link], tags: [Markup.Tag], tasks: [Markup.Task],
    rawHTML: String
  ) {
    self.plainText = plainText
    self.firstHeading = firstHeading
    self.headingRanges = headingRanges
    self.beginsWithHeading = beginsWithHeading
    self.links = links
    self.tags = tags
    self.tasks = tasks
    self.rawHTML = rawHTML
  }
}

// MARK: - Lines

extension BodyText {
  /// ``Markup/headingTexts``. Costs no more than they are long.
  public var headingTexts: [String] {
    headingRanges.map { String(decoding: plainText[$0], as: UTF8.self) }
  }

  /// What links call the headings, in order.
  public var headingNames: [HeadingName] { HeadingName.names(of: headingTexts) }

  /// ``Markup/firstLine``: the first line of ``plainText`` that is not blank, without white space
  /// around it. Costs no more than the lines up to it.
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

// MARK: - What both readers know

/// A body that was read, by ``Markup`` or by ``BodyText``: what a capture's facts are taken from.
public protocol BodyFacts {
  /// The text of the first heading that has one, or nil.
  var firstHeading: String? { get }
  /// The texts of all headings, in order.
  var headingTexts: [String] { get }
  /// What links call the headings, in order.
  var headingNames: [HeadingName] { get }
  /// Whether nothing but blanks and HTML comments stand before the first heading.
  var beginsWithHeading: Bool { get }
  /// The first line of the text that is not blank, or nil.
  var firstLine: String? { get }
  /// The links as they stand in the file.
  var links: [Markup.Link] { get }
  /// The `#tags` in the text, as they stand in the file; repeated where they are repeated.
  var tags: [Markup.Tag] { get }
}

extension Markup: BodyFacts {}

extension BodyText: BodyFacts {}
