import CLinux
import CairnIndex
import CairnText

/// The byte after each folded name.
private let separator = UInt8(ascii: "\n")

/// The titles, aliases and file names of a segment's captures, in folded form. Used to find the
/// names that contain a text while someone types that text.
///
/// Making the table costs a pass over the segment. The table takes about as much memory as the
/// names. A search is a pass over the folded bytes.
final class LinkNameTable: Sendable {
  /// A name: the offset of its folded bytes, its document, and its number among the document's
  /// names.
  private struct Name {
    let start: UInt32
    let document: UInt32
    /// The kind of name: 0 for the title, 1 for the file name, 2 and up for aliases.
    let number: UInt16
  }

  /// A name that contains the text searched for.
  struct Match {
    /// 0 if the name begins with the text, 1 if a later word of the name begins with the text, 2
    /// otherwise.
    let rank: UInt8
    /// The number of bytes of the folded name.
    let length: UInt32
    /// The index of the name in the table.
    let place: UInt32
  }

  private let segment: Segment
  /// The folded names, each followed by a line feed.
  private let bytes: [UInt8]
  private let names: [Name]

  /// Reads the names of a segment. Names that cannot be read from the index are left out.
  init(_ segment: Segment) {
    self.segment = segment
    let titles = (try? segment.titles()) ?? nil
    let titleNumbers = (try? titles?.firstValues()) ?? []
    let aliases = (try? segment.aliases()) ?? nil
    let parts = Parallel.map(Array(0..<segment.count).chunked(into: 4096)) { documents in
      var part = Part()
      for document in documents {
        if document < titleNumbers.count, case let number = titleNumbers[document], number > 0,
          let text = try? titles?.bytes(Int(number) - 1)
        {
          part.add(text, document, 0)
        }
        Self.withStem(of: segment.nameBytes(document)) { part.add($0, document, 1) }
        guard let aliases else { continue }
        for (index, number) in ((try? aliases.values(of: document)) ?? []).enumerated() {
          if let text = try? aliases.bytes(number) { part.add(text, document, index + 2) }
        }
      }
      return part
    }
    var (bytes, names): ([UInt8], [Name]) = ([], [])
    bytes.reserveCapacity(parts.reduce(0) { $0 + $1.bytes.count })
    names.reserveCapacity(parts.reduce(0) { $0 + $1.names.count })
    for part in parts {
      let start = UInt32(bytes.count)
      for name in part.names {
        names.append(Name(start: start + name.start, document: name.document, number: name.number))
      }
      bytes += part.bytes
    }
    (self.bytes, self.names) = (bytes, names)
  }

  /// The names of some documents while they are being read.
  private struct Part {
    private(set) var bytes: [UInt8] = []
    private(set) var names: [Name] = []
    private var folded: [UInt8] = []

    mutating func add(_ text: UnsafeRawBufferPointer, _ document: Int, _ number: Int) {
      names.append(
        Name(
          start: UInt32(bytes.count), document: UInt32(document),
          number: UInt16(clamping: number)))
      let text = text.assumingMemoryBound(to: UInt8.self)
      let start = bytes.count
      if text.endOfASCII(from: 0) == text.count {
        bytes.append(foldingASCII: text)
      } else {
        FoldedText.fold(text, into: &folded)
        bytes += folded
      }
      for index in start..<bytes.count where bytes[index] == separator { bytes[index] = 0x20 }
      bytes.append(separator)
    }
  }

  /// Calls `body` with the name of a file without its extension, as valid UTF-8.
  private static func withStem(
    of name: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    guard name.allSatisfy({ $0 < 0x80 }) else {
      var stem = NotePath(listed: name).stem
      return stem.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
    body(UnsafeRawBufferPointer(rebasing: name[..<(dot > 0 ? dot : name.count)]))
  }

  /// Calls `body` with each folded name of the documents in `live` and the index of the name.
  func forEachName(
    among live: DocumentSet, _ body: (_ folded: UnsafeRawBufferPointer, _ place: Int) -> Void
  ) {
    bytes.withUnsafeBytes { all in
      for (place, name) in names.enumerated() where live.contains(Int(name.document)) {
        let end = place + 1 < names.count ? Int(names[place + 1].start) : all.count
        body(UnsafeRawBufferPointer(rebasing: all[Int(name.start)..<(end - 1)]), place)
      }
    }
  }

  /// Returns the names that contain the folded text `text`. Searches only the documents in `live`.
  func matches(of text: [UInt8], among live: DocumentSet) -> [Match] {
    var matches: [Match] = []
    bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress, !text.isEmpty else { return }
      var (offset, place) = (0, 0)
      while let found = memmem(base + offset, all.count - offset, text, text.count) {
        let start = found - UnsafeMutableRawPointer(mutating: base)
        while place + 1 < names.count, Int(names[place + 1].start) <= start { place += 1 }
        let name = names[place]
        let end = place + 1 < names.count ? Int(names[place + 1].start) : all.count
        offset = start + 1
        guard live.contains(Int(name.document)) else {
          offset = end
          continue
        }
        let isFirst = start == Int(name.start)
        let isWord = !isFirst && !Self.isWordByte(all[start - 1])
        let rank: UInt8 = isFirst ? 0 : isWord ? 1 : 2
        let match = Match(
          rank: rank, length: UInt32(end - Int(name.start) - 1), place: UInt32(place))
        if let last = matches.last, last.place == match.place {
          if rank < last.rank { matches[matches.count - 1] = match }
        } else {
          matches.append(match)
        }
        if rank < 2 { offset = end }
      }
    }
    return matches
  }

  /// Returns the document, the kind and the text of the name with the index `place`; nil if the
  /// name cannot be read from the index.
  func name(at place: Int) -> (document: Int, kind: LinkName.Kind, text: String)? {
    let name = names[place]
    let document = Int(name.document)
    switch name.number {
    case 0:
      let titles = (try? segment.titles()) ?? nil
      guard let titles, let number = (try? titles.values(of: document))?.first,
        let text = try? titles.text(number)
      else { return nil }
      return (document, .title, text)
    case 1: return (document, .file, NotePath(listed: segment.nameBytes(document)).stem)
    default:
      let aliases = (try? segment.aliases()) ?? nil
      guard let aliases, let numbers = try? aliases.values(of: document),
        numbers.indices.contains(Int(name.number) - 2),
        let text = try? aliases.text(numbers[Int(name.number) - 2])
      else { return nil }
      return (document, .alias, text)
    }
  }

  /// Whether a byte of folded text belongs to a word. Bytes beyond ASCII do.
  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
