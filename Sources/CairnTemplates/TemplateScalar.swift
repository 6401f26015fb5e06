package import CairnCapture
package import CairnMarkup
package import CairnText

/// A text, a number or a time in a template. It is escaped only when it is shown, so that a
/// ``TemplateTransform`` sees the original.
package struct TemplateScalar: TemplateValue {
  enum Content {
    case text(String)
    case number(Int)
    /// A time, and its text unless a transform makes another.
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

  /// A time, shown as `text`, or else as its day in the digest's time zone.
  package init(_ time: FieldTime, shown text: String? = nil, _ setting: TemplateSetting) {
    content = .time(time, shown: text ?? time.localDay(setting.clock).description)
    self.setting = setting
  }

  /// The value as text, not escaped.
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

  package func transform(_ name: String) -> (any TemplateValue)? {
    TemplateTransform.named(name)?.apply(self)
  }
}

/// What values need to know to be shown.
package struct TemplateSetting: Sendable {
  /// Says which day is today, and on which days things happened.
  package let clock: LocalClock
  /// What is done to text before a template shows it.
  package var escape: @Sendable (String) -> String
  /// A text in the language that is written, the wikilinks in it as links; nil where there are none.
  package var linked: (@Sendable (String) -> String)?

  /// A setting in which values are shown as `escape` makes them.
  package init(clock: LocalClock, escape: @escaping @Sendable (String) -> String = { $0 }) {
    self.clock = clock
    self.escape = escape
  }
}

extension TemplateSetting {
  /// A text with something in the place of each wikilink. Blanks beside a link become one.
  ///
  /// - Parameters:
  ///   - plain: what stands for the text around them.
  ///   - link: what stands for a link.
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
