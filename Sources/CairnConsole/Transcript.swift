import Synchronization

/// The output that a command writes while a long-lived process runs it for a client. The output is
/// kept in the order in which it was written. Thread-safe.
package final class Transcript: Sendable {
  /// Bytes that were written to one of the client's files: 1 for standard output, 2 for standard
  /// error.
  package struct Piece: Equatable, Sendable {
    package let file: Int32
    package var bytes: [UInt8]

    package init(file: Int32, bytes: [UInt8]) {
      self.file = file
      self.bytes = bytes
    }
  }

  private let state = Mutex<(pieces: [Piece], isDeclined: Bool)>(([], false))

  package init() {}

  func add(_ file: Int32, _ bytes: [UInt8]) {
    state.withLock { state in
      if let last = state.pieces.indices.last, state.pieces[last].file == file {
        state.pieces[last].bytes += bytes
      } else {
        state.pieces.append(Piece(file: file, bytes: bytes))
      }
    }
  }

  /// Records that the client has to run the command itself, because the command would ask a
  /// question or start a program.
  package func decline() { state.withLock { $0.isDeclined = true } }

  /// All output; nil if the client has to run the command itself.
  package var pieces: [Piece]? { state.withLock { $0.isDeclined ? nil : $0.pieces } }
}
