import CairnText

/// The moves of files and folders in one command.
struct Relocation: Sendable {
  /// A move of a file or a whole folder to another path.
  struct Move: Hashable, Sendable {
    let from: NotePath
    let to: NotePath
  }

  private let places: [NotePath: NotePath]

  init(_ moves: [Move]) {
    places = Dictionary(moves.map { ($0.from, $0.to) }) { first, _ in first }
  }

  /// Returns the new path of a file, which changes if the file or a folder above it moves.
  func callAsFunction(_ path: NotePath) -> NotePath {
    var top = path
    while !top.isRoot {
      if let place = places[top] {
        return NotePath(bytes: place.bytes + path.bytes[top.bytes.count...]) ?? path
      }
      top = top.parent
    }
    return path
  }

  /// Returns whether the path of a file changes because the file or a folder above it moves.
  func moves(_ path: NotePath) -> Bool { self(path) != path }
}
