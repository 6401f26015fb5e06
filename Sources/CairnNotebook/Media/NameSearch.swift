import CairnFiles
import CairnMarkup
import CairnText

/// A search for the names of media files in files that Cairn does not read as captures, such as
/// canvases, web pages and text in UTF-16.
///
/// Conservative: a file is found wherever its name occurs, with or without percent encoding and
/// regardless of ASCII case, even if the text means another file of this name.
struct NameSearch: Sendable {
  /// The number of bytes that are read to determine whether a file is text.
  private static let sample = 4096
  /// The maximum number of bytes of a file that are searched.
  private static let limit = 16 << 20

  private let names: [(path: NotePath, name: [UInt8])]

  init(_ files: [NotePath]) {
    names = files.map { ($0, Array($0.nameBytes.map(\.asciiLowercased))) }
  }

  /// Returns the files whose names occur in a text.
  func files(in bytes: [UInt8]) -> Set<NotePath> {
    let text = bytes.utf16AsUTF8 ?? bytes
    var texts = [text.map(\.asciiLowercased)]
    if text.contains(UInt8(ascii: "%")) {
      texts.append(
        String(decoding: text, as: UTF8.self).percentDecoded.utf8.map(\.asciiLowercased))
    }
    return Set(names.filter { name in texts.contains { $0.holds(name.name) } }.map(\.path))
  }

  /// Returns the files whose names occur in the file at a path; all files if that file cannot be
  /// read. Empty if there is no file at the path, or if the file is not text: pictures, recordings
  /// and archives contain no paths of other files.
  func files(inFile path: NotePath, of store: Store) -> Set<NotePath> {
    do throws(FileError) {
      var bytes = try store.read(path, upTo: Self.sample)
      guard bytes.isText else { return [] }
      if bytes.count == Self.sample { bytes = try store.read(path, upTo: Self.limit) }
      return files(in: bytes)
    } catch {
      return error.meansMissing ? [] : all
    }
  }

  /// All files whose names are searched for.
  var all: Set<NotePath> { Set(names.map(\.path)) }
}

extension FileError {
  /// Whether the error means that nothing is at the path.
  var meansMissing: Bool { [.notFound, .notFolder].contains(code) }
}

extension UInt8 {
  /// The lowercase letter if the byte is an ASCII capital letter; otherwise the byte itself.
  fileprivate var asciiLowercased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}

extension [UInt8] {
  /// If the bytes begin with a byte order mark of UTF-16, the same text in UTF-8; otherwise nil.
  fileprivate var utf16AsUTF8: [UInt8]? {
    guard starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) else { return nil }
    let (high, low) = first == 0xFF ? (1, 0) : (0, 1)
    let units = stride(from: 2, to: count - 1, by: 2).map { index -> UInt16 in
      UInt16(self[index + high]) << 8 | UInt16(self[index + low])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Whether the bytes look like the start of a text: they are UTF-16 or contain no zero byte.
  fileprivate var isText: Bool {
    !contains(0) || starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF])
  }

  /// Returns whether `part` occurs in the bytes. `part` must not be empty.
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
