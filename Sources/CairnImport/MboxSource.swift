import CairnDocument
import CairnText

/// Mail messages in one file (mbox, RFC 4155), such as Takeout's export of Gmail.
enum MboxSource: ImportSource {
  static let name = "mbox"
  static let title = "mail (mbox)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    !boxes(files).isEmpty
      || files.isSingle
        && files.paths.first.flatMap(files.bytes)?.starts(with: "From ".utf8) == true
  }

  private static func boxes(_ files: ImportFiles) -> [String] { files.paths(endingWith: "mbox") }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    for path in files.isSingle ? files.paths : boxes(files) {
      guard let bytes = files.bytes(path) else {
        result.skipped.append((path, "the file cannot be read"))
        continue
      }
      for range in messages(in: bytes) {
        add(bytes[range], to: &result)
        files.report(range.upperBound, of: bytes.count)
      }
    }
    if result.notes.isEmpty, result.skipped.isEmpty {
      throw ImportFailure(
        "the file contains no messages; a message must begin with a line `From …`")
    }
    return result
  }

  /// Returns the byte ranges of the messages, without the lines that separate them.
  private static func messages(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (place, start) = (0, Int?.none)
    var isAfterBlank = true
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if isAfterBlank, bytes[place..<end].starts(with: "From ".utf8) {
        if let start, start < place { ranges.append(start..<place) }
        start = min(end + 1, bytes.count)
      }
      isAfterBlank = bytes[place..<end].allSatisfy(\.isBlank)
      place = end + 1
    }
    if let start, start < bytes.count { ranges.append(start..<bytes.count) }
    return ranges
  }

  private static func add(_ bytes: ArraySlice<UInt8>, to result: inout ImportedNotes) {
    let message = MailMessage(bytes)
    let subject = message.text("subject") ?? ""
    let label = subject.isEmpty ? message.text("from") ?? "a message" : subject
    var texts: [String] = []
    for part in parts(withTextOf: message, depth: 0) {
      let charset = part.parameter("charset", of: "content-type")
      guard let text = MailMessage.text(part.content, charset) else {
        result.skipped.append(
          (
            label,
            "its text is not valid in the encoding \(charset ?? "UTF-8"), or Cairn does not "
              + "support the encoding"
          ))
        return
      }
      texts.append(plainText(text, of: part.type))
    }
    let labels = (message.text("x-gmail-labels") ?? "").split(separator: ",").map(String.init)
    var note = ImportedNote(
      key: message.text("message-id") ?? Checksum.digits(of: Array(bytes)), title: subject,
      text: texts.filter { !$0.isEmpty }.joined(separator: "\n\n"),
      fields: [
        ("tags", ImportText.tags(labels)), ("from", message.text("from").map(NewValue.text)),
        ("to", message.text("to").map(NewValue.text)),
        ("cc", message.text("cc").map(NewValue.text)),
        ("bcc", message.text("bcc").map(NewValue.text)),
        ("reply_to", message.text("reply-to").map(NewValue.text)),
        ("created", message.text("date").flatMap(time)),
      ])
    for leaf in leaves(of: message, depth: 0) where !leaf.isText {
      guard let name = leaf.fileName else { continue }
      let content = leaf.content
      note.attachments.append(
        .init(path: ImportText.fileName(name), mark: nil, content: { content }))
    }
    if note.body.isEmpty, note.attachments.isEmpty {
      result.skipped.append((label, "the message is empty"))
    } else {
      result.notes.append(note)
    }
  }

  /// Returns the parts with the text of a message, to a depth of 8 levels. If a message contains
  /// the same text in several forms, returns only the plain text or, if there is none, the HTML.
  private static func parts(withTextOf message: MailMessage, depth: Int) -> [MailMessage] {
    let parts = depth < 8 ? message.parts : []
    if parts.isEmpty { return message.isText ? [message] : [] }
    let texts = parts.map { Self.parts(withTextOf: $0, depth: depth + 1) }
    guard message.type == "multipart/alternative" else { return texts.flatMap(\.self) }
    return texts.first { $0.contains { $0.type == "text/plain" } }
      ?? texts.first { !$0.isEmpty } ?? []
  }

  /// Returns the text of a part as Markdown. `type` is the media type of the part.
  private static func plainText(_ text: String, of type: String) -> String {
    if type == "text/html" { return HTMLMarkdown.convert(Array(text.utf8)) { _ in nil }.text }
    // At the start of a line, `>From` stands for `From`.
    return text.lines.map { $0.hasPrefix(">From ") ? String($0.dropFirst()) : $0 }
      .joined(separator: "\n").trimmed
  }

  /// Returns the innermost parts of a message, to a depth of 8 levels; the message itself if it has
  /// no parts.
  private static func leaves(of message: MailMessage, depth: Int) -> [MailMessage] {
    let parts = depth < 8 ? message.parts : []
    return parts.isEmpty ? [message] : parts.flatMap { leaves(of: $0, depth: depth + 1) }
  }

  /// Returns the value for a date such as `Fri, 20 Nov 2026 09:30:00 +0100 (CET)`; nil for other
  /// text.
  private static func time(_ text: String) -> NewValue? {
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    var words = text.prefix { $0 != "(" }.split { $0.isWhitespace || $0 == "," }
    if words.first?.first?.isLetter == true { words.removeFirst() }
    guard words.count >= 4, let day = Int(words[0]), let year = Int(words[2]),
      let month = months.firstIndex(of: words[1].prefix(3).lowercased()),
      let date = CalendarDate(year: year < 100 ? year + 2000 : year, month: month + 1, day: day)
    else { return nil }
    let clock = words[3].split(separator: ":").compactMap { Int($0) }
    guard (2...3).contains(clock.count), (0..<24).contains(clock[0]), (0..<60).contains(clock[1])
    else { return .literal(date.description) }
    var offset: Int?
    if words.count > 4, let number = Int(words[4].drop { $0 == "+" }),
      (-2399...2399).contains(number)
    {
      offset = (number / 100 * 60 + number % 100) * 60
    } else if words.count > 4, ["GMT", "UT", "UTC", "Z"].contains(words[4]) {
      offset = 0
    }
    let second = clock.count == 3 ? min(max(clock[2], 0), 59) : 0
    return .literal(
      DateTime(
        date: date, secondOfDay: clock[0] * 3600 + clock[1] * 60 + second, offset: offset
      ).description)
  }
}

extension MailMessage {
  /// Whether the part is text to show, and not an attached file.
  fileprivate var isText: Bool {
    let isAttached =
      text("content-disposition")?.lowercased().hasPrefix("attachment") ?? false
    return type.hasPrefix("text/") && type != "text/calendar" && !isAttached
  }

  /// The name of the file in this part; nil if the part contains only other parts. A file without a
  /// name gets one from its media type, such as `attachment.pdf`.
  fileprivate var fileName: String? {
    if let name = parameter("filename", of: "content-disposition")
      ?? parameter("name", of: "content-type")
    {
      return name
    }
    return switch type {
    case "text/calendar": "invitation.ics"
    case "message/rfc822": "message.eml"
    case _ where type.hasPrefix("multipart/"): nil
    default: "attachment.\(type.split(separator: "/").last ?? "bin")"
    }
  }
}
