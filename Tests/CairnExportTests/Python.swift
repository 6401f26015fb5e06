import Foundation

/// Programs of other people that read what is exported, through python3.
enum Python {
  /// Whether these modules can be imported. The tests that need them are skipped otherwise.
  static func has(_ modules: String) -> Bool { (try? run("import \(modules)", [])) != nil }

  /// Runs a script that reads a file, whose path is its first argument, and returns what it prints.
  static func run(_ script: String, _ bytes: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "cairn-export-\(UUID())")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      ProcessInfo.processInfo.environment["CAIRN_PYTHON"] ?? "python3", "-c", script, file.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
    return String(decoding: text, as: UTF8.self)
  }
}
