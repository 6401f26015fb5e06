import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

extension Examination {
  /// Finds front matter that cannot be read, or that Cairn reads differently than its author
  /// probably meant.
  func malformedFrontMatter() -> [Finding] {
    captures.flatMap { capture in
      capture.document.diagnostics.map { Finding($0.at(capture.path)) }
    }
  }

  /// Finds pages of collections that cannot be read or whose descriptions of fields are invalid.
  func malformedPages() -> [Finding] {
    pages.flatMap { path, page in page.diagnostics.map { Finding($0.at(path)) } }
  }

  /// Finds files that are not valid UTF-8; editors show them garbled. Skips UTF-16 files.
  func textThatIsNotUTF8() -> [Finding] {
    documents.compactMap { path, document in
      guard document.frontMatter.kind != .foreign(.utf16),
        let offset = document.bytes.firstInvalidUTF8
      else { return nil }
      return Finding(
        Diagnostic(
          .warning, "text-not-utf-8",
          "this byte is not valid UTF-8; save the file as UTF-8 so that other tools can read it",
          at: offset..<offset + 1, in: document.bytes, path: path))
    }
  }

  /// Finds bodies that are too complex to parse. They are read as plain text, so their links and
  /// tags are unknown.
  func bodiesThatAreNotRead() -> [Finding] {
    captures.compactMap { capture in
      guard let limit = MarkupLimit(of: capture.document.bytes, body: capture.document.body) else {
        return nil
      }
      return Finding(
        "body-not-read", capture.path,
        "the links, tags and tasks of the body are ignored: \(limit.reason); move text that is "
          + "not Markdown to another file")
    }
  }

  /// Finds ids that cannot name a capture: lists, maps, empty strings, and strings with control
  /// characters.
  func malformedIDs() -> [Finding] {
    captures.compactMap { capture in
      guard let value = capture["id"], value != .null else { return nil }
      if let id = capture.id, !id.isEmpty, id.unicodeScalars.allSatisfy({ !$0.isControl }) {
        return nil
      }
      return capture.finding(
        "id-malformed", at: "id",
        "the value of `id` is not a valid id; remove the field, then run "
          + "`cairn adopt \(capture.path)` to get a new id")
    }
  }

  /// Finds captures that share an id, which then identifies none of them.
  func duplicateIDs() -> [Finding] {
    let sharing = Dictionary(grouping: captures.filter { $0.id != nil }) { $0.id ?? "" }
    return sharing.values.filter { $0.count > 1 }.map { captures in
      let others = captures.dropFirst().map(\.path)
      let names = others.map { "`\($0)`" }.joined(separator: ", ")
      return captures[0].finding(
        "duplicate-id", at: "id",
        "the id `\(captures[0].id ?? "")` is also used by \(names); remove the field `id` from all "
          + "but one of these files, then run `cairn adopt` to give the others new ids",
        related: others)
    }
  }
}

extension Capture {
  /// Returns a warning about the field `key`, or about the whole file if the field has no position.
  func finding(
    _ code: String, at key: String, _ message: String, related: [NotePath] = [],
    fix: Finding.Fix? = nil
  ) -> Finding {
    guard let place = document.field(key)?.range ?? document.line(of: key) else {
      return Finding(code, path, message, related: related, fix: fix)
    }
    return Finding(
      Diagnostic(.warning, code, message, at: place, in: document.bytes, path: path),
      related: related, fix: fix)
  }
}

extension Document {
  /// Returns the range of the line that begins with a key. The fields of malformed front matter
  /// have no ranges.
  fileprivate func line(of key: String) -> Range<Int>? {
    let lines = bytes[frontMatter.content].split { $0 == 0x0A || $0 == 0x0D }
    return lines.first { $0.starts(with: "\(key):".utf8) }?.indices
  }
}

extension Unicode.Scalar {
  /// Whether this is a control or format character, or a line or paragraph separator.
  fileprivate var isControl: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
}

extension [UInt8] {
  /// The offset of the first byte that is not part of a well-formed character (Unicode 16 §3.9,
  /// table 3-7); nil if all bytes are well-formed.
  fileprivate var firstInvalidUTF8: Int? {
    if String(validating: self, as: UTF8.self) != nil { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}
