import CLinux
import CairnIndex
import CairnText

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
    let rank: Int
    /// The number of bytes of the folded name.
    let length: Int
    /// The index of the name in the table.
    let place: Int
  }

  private static let separator = UInt8(ascii: "\n")
  private let segment: Segment
  /// The folded names, each followed by a line feed.
  private let bytes: [UInt8]
  private let names: [Name]

  /// Reads the names of a segment. Names that cannot be read from the index are left out.
  init(_ segment: Segment) {
    self.segment = segment
    let titles = (try? segment.titles()) ?? nil
    let aliases = (try? segment.aliases()) ?? nil
    let parts = Parallel.map(Array(0..<segment.count).chunked(into: 4096)) { documents in
      var (bytes, names): ([UInt8], [Name]) = ([], [])
      func add(_ text: String, _ document: Int, _ number: Int) {
        names.append(
          Name(
            start: UInt32(bytes.count), document: UInt32(document),
            number: UInt16(clamping: number)))
        bytes += text.folded.utf8.lazy.map { $0 == Self.separator ? 0x20 : $0 }
        bytes.append(Self.separator)
      }
      for document in documents {
        if let titles, let number = (try? titles.values(of: document))?.first,
          let text = try? titles.text(number)
        {
          add(text, document, 0)
        }
        add(NotePath(listed: segment.nameBytes(document)).stem, document, 1)
        guard let aliases else { continue }
        for (index, number) in ((try? aliases.values(of: document)) ?? []).enumerated() {
          if let text = try? aliases.text(number) { add(text, document, index + 2) }
        }
      }
      return (bytes, names)
    }
    var (bytes, names): ([UInt8], [Name]) = ([], [])
    for (more, found) in parts {
      let start = UInt32(bytes.count)
      names += found.map {
        Name(start: start + $0.start, document: $0.document, number: $0.number)
      }
      bytes += more
    }
    (self.bytes, self.names) = (bytes, names)
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
        let rank = isFirst ? 0 : isWord ? 1 : 2
        if let last = matches.last, last.place == place {
          if rank < last.rank {
            matches[matches.count - 1] = Match(rank: rank, length: last.length, place: place)
          }
        } else {
          matches.append(Match(rank: rank, length: end - Int(name.start) - 1, place: place))
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

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
