import CairnFiles
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

extension [Relocation.Move] {
  /// The moves in an order in which the target of each step is free. If files exchange their
  /// places, one of them first moves to a temporary path.
  var steps: [Relocation.Move] {
    var (rest, steps): ([Relocation.Move], [Relocation.Move]) = (self, [])
    var taken = Set(map(\.from))
    while !rest.isEmpty {
      if let place = rest.firstIndex(where: { !taken.contains($0.to) }) {
        let step = rest.remove(at: place)
        taken.remove(step.from)
        steps.append(step)
      } else {
        let blocked = rest.removeFirst()
        let aside = blocked.from.parent.appending(TemporaryName.fresh())
        taken.remove(blocked.from)
        steps.append(Relocation.Move(from: blocked.from, to: aside))
        rest.append(Relocation.Move(from: aside, to: blocked.to))
      }
    }
    return steps
  }
}
