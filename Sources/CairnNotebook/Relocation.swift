import CairnText

/// Where files and folders go in one command.
struct Relocation: Sendable {
  /// A file or a whole folder that gets another path.
  struct Move: Hashable, Sendable {
    let from: NotePath
    let to: NotePath
  }

  private let places: [NotePath: NotePath]

  init(_ moves: [Move]) {
    places = Dictionary(moves.map { ($0.from, $0.to) }) { first, _ in first }
  }

  /// Where what lies at `path` is afterwards: moved itself, or with a folder above it, or not.
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

  /// Whether what lies at `path` goes elsewhere.
  func moves(_ path: NotePath) -> Bool { self(path) != path }
}
