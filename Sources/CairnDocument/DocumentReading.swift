import CairnText

/// The result of reading front matter: its fields, whether their positions are clear, and problems.
struct DocumentReading {
  private(set) var fields: [Document.Field] = []
  /// Whether the positions of the fields are clear enough for edits.
  private(set) var isLaidOut = false
  private(set) var refusal: Diagnostic?
  private(set) var notation = Notation.yaml
  private(set) var diagnostics: [Diagnostic] = []
  private let bytes: [UInt8]
  private let content: Range<Int>
  /// The maximum size of front matter, in bytes. The largest front matter among 195,186 files in
  /// public repositories is 182 kB long.
  private static let maximumLength = 4 << 20

  init(_ bytes: [UInt8], _ frontMatter: FrontMatter) {
    self.bytes = bytes
    content = frontMatter.content
    switch frontMatter.kind {
    case .none: isLaidOut = true
    case .yaml: readYAML()
    case .toml: read(as: .toml, "TOML", TOMLTable.map)
    case .json: read(as: .json, "JSON", JSONScanner.map)
    case .unclosed: complainOfMissingEnd(from: frontMatter.end)
    case .foreign(.utf16):
      complain("not-utf-8", "the file is UTF-16; save it as UTF-8")
    case .foreign(.conflict):
      complain(
        "conflict-markers", "the file contains git conflict markers; resolve the conflict first")
    case .foreign(.lateFence):
      refuse(
        "front-matter-foreign",
        "the front matter begins after blank space; move its `---` to the start of the first line")
    case .foreign(.otherFence):
      refuse(
        "front-matter-foreign",
        "the first line looks like the start of front matter, but Cairn does not recognize it; use "
          + "a line that contains only `---`, `+++` or `;;;`")
    case .foreign(.comment):
      refuse(
        "front-matter-foreign",
        "the file begins with a comment that other tools may use as a header; to add front matter, "
          + "put two `---` lines above the comment")
    case .foreign(.properties):
      refuse(
        "front-matter-foreign",
        "the file begins with another tool's properties; to add front matter, put two `---` lines "
          + "above them")
    }
  }

  /// Records why the document cannot be edited, without reporting it as a problem. Only the first
  /// reason is kept.
  private mutating func refuse(_ code: String, _ message: String, at offset: Int? = nil) {
    let start = offset ?? 0
    refusal = refusal ?? Diagnostic(.error, code, message, at: start..<start, in: bytes)
  }

  /// Reports a problem, and records it as a reason why the document cannot be edited.
  private mutating func complain(_ code: String, _ message: String, at offset: Int? = nil) {
    refuse(code, message, at: offset)
    let start = offset ?? 0
    diagnostics.append(Diagnostic(.error, code, message, at: start..<start, in: bytes))
  }
}

// MARK: - TOML and JSON

extension DocumentReading {
  /// Reads the front matter with `scan`, the scanner of the format `notation`. `name` is the
  /// format's name in messages.
  private mutating func read(
    as notation: Notation, _ name: String,
    _ scan: ([UInt8], Range<Int>) throws(FormatFailure) -> MapLayout
  ) {
    self.notation = notation
    guard isOfReadableLength() else { return }
    do throws(FormatFailure) {
      read(try scan(bytes, content))
    } catch {
      if let marker = conflictMarker() {
        complainOfConflict(at: marker)
      } else {
        complain(error, name)
      }
    }
  }

  /// Reports front matter that is not valid in the format `name`.
  private mutating func complain(_ failure: FormatFailure, _ name: String) {
    complain(
      "front-matter-malformed", "the front matter is not valid \(name): \(failure.reason)",
      at: failure.offset)
  }

  /// Reports front matter that begins at `start` and is never closed. For an object in braces,
  /// reports its first error.
  private mutating func complainOfMissingEnd(from start: Int) {
    guard bytes.byte(at: start) == UInt8(ascii: "{") else {
      let fence = String(decoding: bytes[start..<(start + 3)], as: UTF8.self)
      return complain(
        "front-matter-unclosed",
        "the front matter is not closed; add a line `\(fence)` after its last field")
    }
    do throws(FormatFailure) {
      _ = try JSONScanner.map(bytes, start..<bytes.count)
      throw FormatFailure(offset: start, reason: "the object is not closed")
    } catch {
      complain(error, "JSON")
    }
  }

  /// Sets ``fields`` from the layout of the front matter, and reports duplicate keys.
  private mutating func read(_ map: MapLayout) {
    fields = map.fields.map { Document.Field($0) }
    isLaidOut = true
    if hasDuplicates(keysAreASCII: false) { reportDuplicates(map.fields) }
  }

  /// Returns whether the front matter is short enough to be read. If not, also reports a problem.
  private mutating func isOfReadableLength() -> Bool {
    guard content.count > Self.maximumLength else { return true }
    complain(
      "front-matter-malformed",
      "Cairn does not read front matter larger than \(Self.maximumLength >> 20) MiB",
      at: content.lowerBound)
    return false
  }

  private mutating func complainOfConflict(at marker: Int) {
    complain(
      "conflict-markers",
      "the front matter contains git conflict markers; resolve the conflict first", at: marker)
  }
}

// MARK: - YAML

extension DocumentReading {
  private mutating func readYAML() {
    guard isOfReadableLength() else { return }
    let scan = scanFields()
    if !scan.isPlain {
      if let marker = conflictMarker() {
        complainOfConflict(at: marker)
        fields = []
        return readLooseFields()
      }
      if let control = controlCharacter() {
        complain(
          "control-character",
          "YAML does not allow this control character; remove it", at: control)
      }
    }
    do throws(FieldScanner.Irregularity) {
      if let irregularity = scan.irregularity { throw irregularity }
      isLaidOut = true
      let hasDuplicates = hasDuplicates(keysAreASCII: scan.isPlain)
      if !scan.isComplete || hasDuplicates {
        var scanner = FieldScanner(bytes, content)
        let layout = try scanner.fields()
        if hasDuplicates { reportDuplicates(layout) }
        if !scan.isComplete { readByParser(layout) }
      }
    } catch {
      fields = []
      isLaidOut = false
      if let map = FlowReader.map(bytes, content) {
        notation = .flow
        read(map)
      } else {
        readByParser(irregular: error)
      }
    }
    if bytes.loneCarriageReturnEndsFirstLine(before: content.lowerBound) {
      refuse(
        "lone-carriage-return",
        "the lines end with a lone carriage return; save the file with LF or CRLF line endings")
    }
  }

  /// The result of a scan of the fields.
  private struct Scan {
    /// Whether ``PlainField`` read every line. If true, there are no control characters or conflict
    /// markers.
    var isPlain = true
    /// Whether all values could be read without a YAML parser.
    var isComplete = true
    /// The reason why the text cannot be split into fields, or nil if it can.
    var irregularity: FieldScanner.Irregularity?
  }

  /// Reads the fields, but not the values that need a YAML parser.
  private mutating func scanFields() -> Scan {
    var scan = Scan()
    var scanner = FieldScanner(bytes, content)
    fields.reserveCapacity(10)
    do throws(FieldScanner.Irregularity) {
      while true {
        if scanner.indent <= 0,
          let (field, next) = PlainField.read(bytes, from: scanner.position, to: content.upperBound)
        {
          fields.append(field)
          scanner.skip(to: next)
        } else if scanner.position == content.upperBound {
          return scan
        } else {
          scan.isPlain = false
          guard let layout = try scanner.next() else { return scan }
          fields.append(Document.Field(layout))
          if layout.reading == nil { scan.isComplete = false }
        }
      }
    } catch {
      scan.irregularity = error
      return scan
    }
  }

  /// Uses a YAML parser to read the values that the scan could not read.
  private mutating func readByParser(_ layout: [FieldLayout]) {
    fields = layout.map { Document.Field($0) }
    var unread = layout.indices.filter { layout[$0].reading == nil }
    var budget = YAMLText.maximumNodes
    guard var failure = fill(unread, of: layout, budget: &budget) else { return }
    // A value with a line break that only YAML 1.1 recognizes is read as the text written in the
    // file.
    let broken = unread.filter { bytes[layout[$0].lines].holdsOldLineBreak }
    if !broken.isEmpty {
      for index in broken {
        let written = String(decoding: bytes[layout[index].value], as: UTF8.self)
        fields[index] = Document.Field(layout[index], otherwise: .string(written))
      }
      unread.removeAll { bytes[layout[$0].lines].holdsOldLineBreak }
      guard let other = fill(unread, of: layout, budget: &budget) else { return }
      failure = other
    }
    isLaidOut = false
    guard failure.reason != YAMLText.notAsScanned else {
      return readByParser(irregular: .init(offset: content.lowerBound, reason: failure.reason))
    }
    let message =
      failure.isLimit ? failure.reason : "the front matter is not valid YAML: \(failure.reason)"
    complain("front-matter-malformed", message, at: failure.offset ?? content.lowerBound)
    for index in unread { _ = fill([index], of: layout, budget: &budget) }
  }

  /// Reads the values of the fields at `indices`, and subtracts their number from `budget`. Returns
  /// the parser's failure, or nil on success.
  private mutating func fill(
    _ indices: [Int], of layout: [FieldLayout], budget: inout Int
  ) -> YAMLFailure? {
    do throws(YAMLFailure) {
      let values = try YAMLText.values(
        of: indices.map { layout[$0] }, in: bytes, budget: &budget)
      for (index, value) in zip(indices, values) {
        fields[index] = Document.Field(layout[index], otherwise: value)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Uses a YAML parser to read front matter that the scan could not split into fields.
  private mutating func readByParser(irregular: FieldScanner.Irregularity) {
    do throws(YAMLFailure) {
      // A final irregularity is an anchor that libyaml would misread: it would end the anchor's
      // name too early, and read a wrong value.
      if irregular.isFinal {
        throw YAMLFailure(offset: nil, reason: irregular.reason)
      }
      var budget = YAMLText.maximumNodes
      let entries = try YAMLText(bytes, content).entries(budget: &budget)
      fields = entries.map { Document.Field(key: $0.key, value: $0.value) }
      refuseLayout(irregular)
    } catch {
      // libyaml does not read all maps in braces that YAML 1.2 allows.
      if let map = FlowReader.map(bytes, content, skipsComments: true) {
        fields = map.fields.map { Document.Field(key: $0.key, value: $0.reading ?? .null) }
        return refuseLayout(irregular)
      }
      let isInBraces = bytes.byte(at: irregular.offset) == UInt8(ascii: "{")
      let isOwn = isInBraces || error.reason == YAMLText.notFields
      let message =
        error.isLimit
        ? error.reason
        : "the front matter is not valid YAML: \(isOwn ? error.reason : irregular.reason)"
      complain(
        "front-matter-malformed", message,
        at: isInBraces ? error.offset ?? irregular.offset : irregular.offset)
      readLooseFields()
    }
  }

  /// Records that front matter in this layout cannot be edited.
  private mutating func refuseLayout(_ irregular: FieldScanner.Irregularity) {
    refuse(
      "front-matter-layout",
      bytes.byte(at: irregular.offset) == UInt8(ascii: "{")
        ? "Cairn cannot edit a map in braces with comments, anchors, tags, or text over several "
          + "lines; put each field on its own line"
        : "Cairn cannot edit fields in this layout: \(irregular.reason)",
      at: irregular.offset)
  }

  /// Reads the lines of malformed front matter that are complete fields, and ignores all other
  /// lines.
  private mutating func readLooseFields() {
    var offset = content.lowerBound
    while offset < content.upperBound {
      let line = bytes.line(at: offset)
      var scanner = FieldScanner(bytes, line.start..<min(line.next, content.upperBound))
      if let found = try? scanner.fields() {
        fields += found.compactMap { field in
          // A lone `: value` belongs to the line above it.
          field.keyRange.isEmpty
            ? nil : field.reading.map { Document.Field(key: field.key, value: $0) }
        }
      }
      offset = line.next
    }
  }

  /// Returns whether a key occurs twice. `keysAreASCII` states whether all keys are ASCII, which
  /// makes the comparison faster.
  private func hasDuplicates(keysAreASCII: Bool) -> Bool {
    // Most front matter has only a few fields, for which comparing all pairs is faster than a set.
    guard fields.count <= FieldPlaces.fewest else {
      return Set(fields.lazy.map { KeyBytes($0.key) }).count < fields.count
    }
    for later in fields.indices {
      let length = fields[later].key.utf8.count
      for earlier in 0..<later {
        if keysAreASCII, fields[earlier].key.utf8.count != length { continue }
        if KeyBytes(fields[earlier].key) == KeyBytes(fields[later].key) { return true }
      }
    }
    return false
  }

  /// Reports each duplicate key at its second occurrence.
  private mutating func reportDuplicates(_ layout: [FieldLayout]) {
    let counts = Dictionary(layout.map { (KeyBytes($0.key), 1) }, uniquingKeysWith: +)
    var seen: [KeyBytes: Int] = [:]
    var locator = SourceLocator(bytes)
    for field in layout {
      let key = KeyBytes(field.key)
      guard let count = counts[key], count > 1 else { continue }
      seen[key, default: 0] += 1
      guard seen[key] == 2 else { continue }
      diagnostics.append(
        Diagnostic(
          .warning, "duplicate-key",
          "the field `\(field.key)` occurs \(count == 2 ? "twice" : "\(count) times"); "
            + "Cairn uses the last value",
          at: field.keyRange, in: bytes, location: locator.location(of: field.keyRange.lowerBound)))
    }
  }

  /// Returns the start of the first line that is a git conflict marker, or nil if there is none.
  private func conflictMarker() -> Int? {
    var offset = content.lowerBound
    while offset < content.upperBound {
      let line = bytes.line(at: offset)
      let text = bytes[line.start..<line.end]
      if text.starts(with: "<<<<<<< ".utf8) || text.starts(with: ">>>>>>> ".utf8)
        || text.elementsEqual("=======".utf8)
      {
        return line.start
      }
      offset = line.next
    }
    return nil
  }

  /// Returns the offset of the first ASCII control character that YAML does not allow (YAML 1.2
  /// §5.1), or nil if there is none.
  private func controlCharacter() -> Int? {
    bytes[content].firstIndex { ($0 < 0x20 && !$0.isBlank && !$0.isLineBreak) || $0 == 0x7F }
  }
}

extension Document.Field {
  fileprivate init(_ layout: FieldLayout, otherwise value: FieldValue? = nil) {
    self.init(
      key: layout.key, value: layout.reading ?? value ?? .null,
      range: layout.isScattered ? nil : layout.lines,
      written: layout.style == .table ? nil : layout.value)
  }
}

extension [UInt8] {
  /// Returns whether the line break just before `offset` is a lone CR.
  fileprivate func loneCarriageReturnEndsFirstLine(before offset: Int) -> Bool {
    offset > 0 && self[offset - 1] == UInt8(ascii: "\r")
  }
}
