import CairnCapture
import CairnIndex
import CairnText

/// Codes for the paths of captures, so that captures without an id have a short handle too.
///
/// A code consists of `u`, a digit, and twelve characters of the alphabet of Cairn's ids, all
/// derived from a hash of the path. Cairn's ids contain no `u`, so a code is never the beginning of
/// an id. Commands accept a unique beginning of a code that has at least four characters.
struct PathCodes: Sendable {
  private struct Coded: Sendable {
    let code: UInt64
    let entry: Snapshot.Entry
  }

  /// All captures with their codes, sorted by code.
  private let coded: [Coded]

  /// Creates the codes of all captures in a snapshot. Hashes each file name, and sorts the codes.
  init(_ snapshot: Snapshot) {
    var coded: [Coded] = []
    coded.reserveCapacity(snapshot.count)
    for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
      let segment = layer.segment
      let folders = (0..<segment.folderCount).map { Self.hash(ofFolder: segment.folderPath($0)) }
      layer.live.forEach { document in
        let code = Self.code(folders[segment.folder(document)], segment.nameBytes(document))
        coded.append(Coded(code: code, entry: .document(layer: index, document)))
      }
    }
    for (place, capture) in snapshot.changed.enumerated() {
      coded.append(Coded(code: Self.code(of: capture.path), entry: .changed(place)))
    }
    self.coded = coded.sorted { $0.code < $1.code }
  }
}

// MARK: - Lookups

extension PathCodes {
  /// Returns whether a code can begin with `word`. Needs no codes, which are costly to create.
  static func isBeginning(_ word: String) -> Bool { codes(beginning: word) != nil }

  /// Returns the captures whose codes begin with `word`, in upper or lower case. Returns none if no
  /// code can begin with `word`, or if `word` is shorter than ``Catalog/leastOfHandle``.
  func entries(beginning word: String) -> [Snapshot.Entry] {
    guard let range = Self.codes(beginning: word) else { return [] }
    return coded[coded.partitioningIndex { $0.code >= range.lowerBound }...].prefix {
      range.contains($0.code)
    }.map(\.entry)
  }

  /// Returns the prefixes that distinguish a path's code from the codes of all other captures, the
  /// shortest first. Returns none if another capture has the same code.
  func beginnings(of path: NotePath) -> [String] {
    let code = Self.code(of: path)
    let place = coded.partitioningIndex { $0.code >= code }
    let around = coded[max(0, place - 1)..<min(coded.count, place + 2)].map(\.code)
    guard around.count(where: { $0 == code }) < 2 else { return [] }
    let shared = around.filter { $0 != code }.map { Self.shared($0, code) }.max() ?? 0
    let text = Self.text(code)
    return (max(Catalog.leastOfHandle, shared + 1)...Self.length).map { String(text.prefix($0)) }
  }
}

// MARK: - Codes

extension PathCodes {
  /// The number of characters of a code.
  static let length = 14
  private static let bitsBehindDigit = 60

  /// Returns the code of a path as a number. The upper four bits contain the digit after the `u`,
  /// and the other bits contain the twelve characters after the digit.
  static func code(of path: NotePath) -> UInt64 {
    path.nameBytes.withUnsafeBytes { code(hash(ofFolder: path.parent), $0) }
  }

  private static func hash(ofFolder path: NotePath) -> UInt64 { Checksum.of(Array(path.bytes)) }

  private static func code(_ folder: UInt64, _ name: UnsafeRawBufferPointer) -> UInt64 {
    // The multiplier, 2^64 divided by the golden ratio, spreads the bits of the folder's hash.
    let hash = Checksum.of(name) ^ (folder &* 0x9E37_79B9_7F4A_7C15)
    let digit = (hash >> bitsBehindDigit) % 10
    return digit << bitsBehindDigit | hash & (1 << bitsBehindDigit - 1)
  }

  /// Returns a code as text: `u`, a digit, and twelve characters of the alphabet of ids.
  static func text(_ code: UInt64) -> String {
    var bytes = [UInt8(ascii: "u"), UInt8(ascii: "0") + UInt8(code >> bitsBehindDigit)]
    for shift in stride(from: bitsBehindDigit - 5, through: 0, by: -5) {
      bytes.append(CaptureID.alphabet[Int(code >> shift & 31)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the range of the codes that begin with `word`; nil if no code can begin with `word`,
  /// or if `word` is shorter than ``Catalog/leastOfHandle``.
  private static func codes(beginning word: String) -> ClosedRange<UInt64>? {
    let bytes = Array(word.lowercased().utf8)
    guard (Catalog.leastOfHandle...length).contains(bytes.count), bytes[0] == UInt8(ascii: "u"),
      let digit = CaptureID.alphabet.firstIndex(of: bytes[1]), digit < 10
    else { return nil }
    var code = UInt64(digit) << bitsBehindDigit
    var shift = bitsBehindDigit
    for byte in bytes.dropFirst(2) {
      guard let value = CaptureID.alphabet.firstIndex(of: byte) else { return nil }
      shift -= 5
      code |= UInt64(value) << shift
    }
    return code...(code | (1 << shift - 1))
  }

  /// Returns the number of leading characters that two different codes share.
  private static func shared(_ one: UInt64, _ other: UInt64) -> Int {
    let bits = (one ^ other).leadingZeroBitCount
    return bits < 4 ? 1 : 2 + (bits - 4) / 5
  }
}
