import Foundation

/// Real files and suites that lie beside a checkout, in `../shared/corpora`. They are no part of
/// the project: tests that read them are skipped, saying so, where they are not there.
enum Corpus {
  /// What a test that is skipped says.
  static let absence = "no ../shared/corpora beside this checkout"

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/corpora").standardizedFileURL

  /// Whether they are there.
  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// The files of an archive whose path ends as wanted, by path, in order.
  static func files(
    in archive: String, where isWanted: (String) -> Bool
  ) throws -> [(path: String, bytes: [UInt8])] {
    let unpacked = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: unpacked) }
    try FileManager.default.createDirectory(at: unpacked, withIntermediateDirectories: true)
    let tar = Process()
    tar.executableURL = URL(filePath: "/bin/tar")
    tar.arguments = ["-xzf", folder.appending(path: archive).path, "-C", unpacked.path]
    try tar.run()
    tar.waitUntilExit()
    let names = FileManager.default.enumerator(atPath: unpacked.path)?.compactMap { $0 as? String }
    return try (names ?? []).filter(isWanted).sorted().compactMap { name in
      let url = unpacked.appending(path: name)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        return nil
      }
      return (name, Array(try Data(contentsOf: url)))
    }
  }
}
