import Foundation

/// A file that is not text, and that `Sources/CWeights` embeds.
///
/// The file begins with a byte that is not part of the data. Clang looks for a byte order mark in
/// every file that it embeds, and refuses UTF-16 and UTF-32. No byte order mark begins with this
/// byte.
enum EmbeddedFile {
  private static let first: UInt8 = 0x23

  static func write(_ bytes: [UInt8], to path: String) throws {
    try Data([first] + bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
