import Subprocess
import SystemPackage
import Glibc

/// A temporary folder to run commands in, with an environment in which nothing of this machine
/// shows: its own home, a fixed zone and clock, and `cairn` on the path.
struct Sandbox {
  /// The temporary folder; holds `home` and the working folders.
  let root: FilePath
  /// The folder that commands run in.
  private(set) var folder: FilePath
  private var folders = 0
  private var steps = 0
  private let hasDaemon: Bool

  /// Makes an empty one, with an empty working folder and, if asked for, a resident process.
  init(hasDaemon: Bool = false) async throws {
    self.hasDaemon = hasDaemon
    var template = Array("/tmp/cairn-transcript-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    let path = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    root = FilePath(String(decoding: path, as: UTF8.self))
    folder = root
    try await set(up: .empty)
    if hasDaemon {
      try await script("mkdir -m 700 \"$1/run\"", root)
      let started = try await run("cairn daemon start")
      guard started.code == 0 else {
        throw SetupFailure(description: String(decoding: started.standardError, as: UTF8.self))
      }
      steps = 0
    }
  }

  /// Removes all of it.
  mutating func remove() async throws {
    if hasDaemon { _ = try await run("cairn daemon stop") }
    // A process that outlives its shell, such as one that a key press started, may still write.
    let remove = "chmod -R u+rwX \"$1\"; rm -rf \"$1\""
    try await script("\(remove) || { sleep 1; \(remove); } || { sleep 9; \(remove); }", root)
  }

  /// Begins a fresh folder for the commands that follow.
  mutating func set(up setup: Transcript.Setup) async throws {
    folders += 1
    folder = root.appending(folders == 1 ? "notebook" : "notebook\(folders)")
    try await script("mkdir -p \"$1\" \"$2/home\"", folder, root)
    guard setup == .notebook else { return }
    // A file's own times count where a note names none, so they are the same on every machine.
    let copy = "cp -R \"$1/.\" \"$2\" && find \"$2\" -exec touch -d 2026-11-20T12:00:00Z {} +"
    try await script(copy, Repository.root.appending("examples/notebook"), folder)
  }

  /// Writes a file at `path` in the working folder, and the folders it needs.
  func write(_ content: [String], to path: String) async throws {
    let file = folder.appending(path)
    try await script("mkdir -p \"$1\"", file.removingLastComponent())
    try Repository.write(content.map { $0 + "\n" }.joined(), to: file)
  }

  /// Runs a line of shell in the working folder, with nothing to read, and waits for it.
  ///
  /// What it prints is returned with this sandbox's own path shown as `{{tmp}}`.
  mutating func run(_ command: String) async throws -> Outcome {
    steps += 1
    let result = try await Subprocess.run(
      .path("/bin/sh"), arguments: ["-c", command], environment: .custom(environment),
      workingDirectory: folder, output: .bytes(limit: 1 << 24), error: .bytes(limit: 1 << 24))
    let code =
      switch result.terminationStatus {
      case .exited(let code): Int(code)
      case .signaled(let signal): 128 + Int(signal)
      }
    return Outcome(
      standardOutput: portable(result.standardOutput),
      standardError: portable(result.standardError), code: code)
  }
}

// MARK: - Inside

extension Sandbox {
  private var environment: [Environment.Key: String] {
    let home = root.appending("home").string
    var variables: [Environment.Key: String] = [
      "PATH": "\(Repository.products.string):/usr/local/bin:/usr/bin:/bin",
      "FIXTURES": Repository.root.appending("Tests/CairnCLITests/Transcripts").string,
      "HOME": home,
      "XDG_CONFIG_HOME": home + "/.config",
      "XDG_STATE_HOME": home + "/.local/state",
      "XDG_CACHE_HOME": home + "/.cache",
      "LANG": "C.UTF-8",
      // Berlin's rules written out, so that no zone database is needed.
      "TZ": "CET-1CEST,M3.5.0,M10.5.0/3",
      "CAIRN_NOW": "2026-11-21T10:04:05+01:00",
      // Each step draws other ids, the same ones in every run.
      "CAIRN_ID_SEED": String(steps),
    ]
    if hasDaemon { variables["XDG_RUNTIME_DIR"] = root.appending("run").string }
    return variables
  }

  private func portable(_ bytes: [UInt8]) -> [UInt8] {
    let path = Array(root.string.utf8)
    var result: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.first {
      if rest.starts(with: path) {
        result += Array("{{tmp}}".utf8)
        rest = rest.dropFirst(path.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private func script(_ text: String, _ arguments: FilePath...) async throws {
    let result = try await Subprocess.run(
      .path("/bin/sh"), arguments: Arguments(["-euc", text, "sh"] + arguments.map(\.string)),
      output: .discarded, error: .string(limit: 1 << 16))
    guard result.terminationStatus.isSuccess else {
      throw SetupFailure(description: "\(text): \(result.standardError)")
    }
  }

  private struct SetupFailure: Error {
    let description: String
  }
}
