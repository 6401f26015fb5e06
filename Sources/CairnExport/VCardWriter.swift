import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// A writer of address cards (vCard 4.0, RFC 6350), one for each person.
struct VCardWriter: ExportWriter {
  private let context: ExportContext

  init(_ context: ExportContext) { self.context = context }

  /// The names of fields whose values are copied as text, each with the vCard property for it.
  private static let texts = [
    ("email", "EMAIL"), ("phone", "TEL"), ("tel", "TEL"), ("mobile", "TEL;TYPE=cell"),
    ("organization", "ORG"), ("company", "ORG"), ("org", "ORG"), ("job", "TITLE"),
    ("role", "ROLE"), ("gender", "GENDER"), ("language", "LANG"),
  ]

  func add(_ capture: Capture) -> [UInt8]? {
    guard capture.type?.folded == "person" else { return nil }
    var lines = ContentLines()
    lines.add("BEGIN", raw: "VCARD")
    lines.add("VERSION", raw: "4.0")
    lines.add("PRODID", raw: "-//Cairn//Cairn//EN")
    lines.add("UID;VALUE=text", "\(capture.lastingID)@cairn")
    lines.add("KIND", raw: "individual")
    lines.add("FN", Self.name(of: capture))
    lines.add("NICKNAME", list: capture.aliases)
    for (key, property) in Self.texts {
      let name =
        property.hasPrefix("TEL")
        ? property.replacing("TEL", with: "TEL;VALUE=text")
        : property
      for text in capture.writtenTexts(key) { lines.add(name, text) }
    }
    // An address has seven parts in vCard; the whole text is used as the street, the third part.
    for text in capture.writtenTexts("address") {
      lines.add("ADR", raw: ";;\(ContentLines.escaped(text));;;;")
    }
    for text in capture.writtenTexts("url") + capture.writtenTexts("website") {
      lines.add("URL", raw: Markup.safeAddress(text).map(Address.visible))
    }
    lines.add("BDAY", raw: Self.day(capture["birthday"]))
    lines.add("ANNIVERSARY", raw: Self.day(capture["anniversary"]))
    lines.add("CATEGORIES", list: capture.tags)
    lines.add("NOTE", capture.plainBody)
    lines.add(
      "REV",
      raw: CalendarWriter.digits(DateTime(capture.updated.instant(context.clock), offset: 0)) + "Z")
    lines.add("END", raw: "VCARD")
    return lines.bytes
  }

  /// Returns the name of a person: the title or, if the title is only the first line of the text,
  /// the field `person`.
  private static func name(of capture: Capture) -> String {
    let title = capture.title
    return capture.titleIsFirstLine(of: capture.bodyText) ? capture.personShown ?? title : title
  }

  /// Returns a date in the form of RFC 6350 §4.3.1; nil if the value is not a date. Accepts dates
  /// without a year.
  private static func day(_ value: FieldValue?) -> String? {
    guard let text = value?.text else { return nil }
    if let time = value.flatMap({ FieldTime($0) }) { return CalendarWriter.digits(time.day) }
    let parts = text.drop { $0 == "-" }.split(separator: "-")
    guard parts.count == 2, let month = Int(parts[0]), let day = Int(parts[1]),
      CalendarDate(year: 2000, month: month, day: day) != nil
    else { return nil }
    return "--\(month.padded(2))\(day.padded(2))"
  }
}
