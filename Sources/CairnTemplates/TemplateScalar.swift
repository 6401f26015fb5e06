package import CairnCapture
package import CairnMarkup
package import CairnText

/// A string, number or time in a template. The value is escaped only when it is shown, so that a
/// ``TemplateTransform`` works on the unescaped value.
package struct TemplateScalar: TemplateValue {
  enum Content {
    case text(String)
    case number(Int)
    /// A time, and the text that a template shows if no function is applied to the time.
    case time(FieldTime, shown: String)
  }

  let content: Content
  let setting: TemplateSetting

  package init(_ text: String, _ setting: TemplateSetting) {
    content = .text(text)
    self.setting = setting
  }

  package init(_ number: Int, _ setting: TemplateSetting) {
    content = .number(number)
    self.setting = setting
  }

  /// Creates a time that is shown as `text`, or by default as its day in the time zone of
  /// `setting`.
  package init(_ time: FieldTime, shown text: String? = nil, _ setting: TemplateSetting) {
    content = .time(time, shown: text ?? time.localDay(setting.clock).description)
    self.setting = setting
  }

  /// The value as text, unescaped.
  package var text: String {
    switch content {
    case .text(let text), .time(_, let text): text
    case .number(let number): String(number)
    }
  }

  package var shown: String {
    if case .number(let number) = content { return String(number) }
    return setting.escape(text)
  }

  package var isForeign: Bool { setting.isForeign }

  package func transform(_ name: String) -> (any TemplateValue)? {
    TemplateTransform.named(name)?.apply(self)
  }
}

/// The settings that determine how values are shown.
package struct TemplateSetting: Sendable {
  /// The clock that determines the current day and the local day of each time.
  package let clock: LocalClock
  /// A callback that escapes text before a template shows it.
  package var escape: @Sendable (String) -> String
  /// A callback that renders text in the output format, with wikilinks as links; nil if the output
  /// does not support links.
  package var linked: (@Sendable (String) -> String)?
  /// Whether the values contain the text of notes (``TemplateValue/isForeign``).
  package let isForeign: Bool

  /// Creates settings in which `escape` is applied to every text shown.
  package init(
    clock: LocalClock, isForeign: Bool = false,
    escape: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.clock = clock
    self.isForeign = isForeign
    self.escape = escape
  }
}

extension TemplateSetting {
  /// Returns `text` with each wikilink replaced. White space beside a link becomes one space.
  ///
  /// - Parameters:
  ///   - plain: A callback that returns the replacement for the text between two links.
  ///   - link: A callback that returns the replacement for a link.
  package static func linked(
    _ text: String, plain: (String) -> String = { $0 }, link: (Markup.Link) -> String
  ) -> String {
    let bytes = Array(text.utf8)
    let links = Markup.wikilinks(in: bytes, 0..<bytes.count)
    if links.isEmpty { return plain(text) }
    let starts = [0] + links.map(\.range.upperBound)
    let ends = links.map(\.range.lowerBound) + [bytes.count]
    var result = ""
    for (index, (start, end)) in zip(starts, ends).enumerated() {
      let piece = String(decoding: bytes[start..<end], as: UTF8.self)
      let words = piece.trimmingBlanks
      if index > 0, piece.first?.isWhitespace == true { result += " " }
      result += plain(String(words))
      guard index < links.count else { break }
      if !words.isEmpty, piece.last?.isWhitespace == true { result += " " }
      result += link(links[index])
    }
    return result
  }
}
