package import CairnConsole

/// A request to the resident process.
package enum DaemonRequest: Equatable, Sendable {
  /// A request to run a command for a client.
  case run(ClientCommand)
  /// A request to describe the state of the resident process.
  case status
  /// A request to end the resident process.
  case stop
}

/// A command line, and the environment of the process that sends it.
package struct ClientCommand: Equatable, Sendable {
  /// The arguments after the program's name.
  package var arguments: [String]
  /// The environment variables as `NAME=value`, except variables whose names suggest a secret.
  ///
  /// This is an array and not a dictionary, because a client is a new process: the first dictionary
  /// or set in a process makes Swift's runtime search all types for `Hashable`, which takes time.
  package var environment: [String]
  /// The absolute path of the working folder.
  package var folder: String
  package var process: Int32
  /// Whether standard input, output and error are terminals, in this order.
  package var terminals: [Bool]
  /// The size of the terminal, in characters; nil if there is no terminal.
  package var size: (columns: Int, rows: Int)?

  package init(
    arguments: [String], environment: [String], folder: String, process: Int32,
    terminals: [Bool], size: (columns: Int, rows: Int)?
  ) {
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
    self.process = process
    self.terminals = terminals
    self.size = size
  }

  package static func == (left: ClientCommand, right: ClientCommand) -> Bool {
    left.frame.strings == right.frame.strings
  }
}

/// The answer to a request.
package struct DaemonAnswer: Equatable, Sendable {
  package var exitCode: Int32
  package var pieces: [Transcript.Piece]

  package init(exitCode: Int32, pieces: [Transcript.Piece]) {
    self.exitCode = exitCode
    self.pieces = pieces
  }
}

// MARK: - Coding

extension DaemonRequest {
  var frame: Frame {
    switch self {
    case .run(let command): command.frame
    case .status: Frame([Array("status".utf8)])
    case .stop: Frame([Array("stop".utf8)])
    }
  }

  /// Reads a request; nil if the frame does not contain a valid request.
  init?(_ frame: Frame) {
    switch frame.strings.first.map({ String(decoding: $0, as: UTF8.self) }) {
    case "status": self = .status
    case "stop": self = .stop
    case "run":
      guard let command = ClientCommand(frame) else { return nil }
      self = .run(command)
    default: return nil
    }
  }
}

extension ClientCommand {
  /// The number of strings before the arguments in a frame.
  private static let head = 5

  var frame: Frame {
    let marks = terminals.map { $0 ? "1" : "0" }.joined()
    let size = size.map { "\($0.columns) \($0.rows)" } ?? ""
    let head = ["run", folder, "\(process) \(marks) \(arguments.count)", size, ""]
    return Frame((head + arguments + environment).map { Array($0.utf8) })
  }

  init?(_ frame: Frame) {
    let strings = frame.strings.map { String(validating: $0, as: UTF8.self) }
    guard strings.count >= Self.head, !strings.contains(nil) else { return nil }
    let texts = strings.compactMap(\.self)
    let numbers = texts[2].split(separator: " ")
    guard numbers.count == 3, let process = Int32(numbers[0]), let count = Int(numbers[2]),
      numbers[1].count == 3, count >= 0, texts.count - Self.head >= count, texts[1].hasPrefix("/")
    else { return nil }
    let size = texts[3].split(separator: " ").compactMap { Int($0) }
    self.init(
      arguments: Array(texts[Self.head..<(Self.head + count)]),
      environment: Array(texts.dropFirst(Self.head + count)), folder: texts[1], process: process,
      terminals: numbers[1].map { $0 == "1" },
      size: size.count == 2 ? (size[0], size[1]) : nil)
  }
}

extension DaemonAnswer {
  var frame: Frame {
    var strings = [Array("\(exitCode)".utf8)]
    for piece in pieces { strings += [Array("\(piece.file)".utf8), piece.bytes] }
    return Frame(strings)
  }

  /// Reads an answer; nil if the request was declined or the frame is malformed.
  init?(_ frame: Frame) {
    guard frame.strings.count % 2 == 1, let code = Self.number(frame.strings[0]) else { return nil }
    var pieces: [Transcript.Piece] = []
    for place in stride(from: 1, to: frame.strings.count, by: 2) {
      guard let file = Self.number(frame.strings[place]), file == 1 || file == 2 else { return nil }
      pieces.append(Transcript.Piece(file: file, bytes: frame.strings[place + 1]))
    }
    self.init(exitCode: code, pieces: pieces)
  }

  private static func number(_ bytes: [UInt8]) -> Int32? {
    Int32(String(decoding: bytes, as: UTF8.self))
  }
}
