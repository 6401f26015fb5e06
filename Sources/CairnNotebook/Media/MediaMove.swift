import CairnCapture
import CairnFiles
import CairnText

extension Notebook {
  /// Returns the moves of the media files that move with their captures. A file moves with a
  /// capture if it is in the folder `media` beside the capture, a field of the capture names it,
  /// and all captures that mention it move to the same folder.
  ///
  /// Reads every document if a moving capture has pictures or files to move.
  func mediaMoves(
    of captures: [Capture], with moves: [Relocation.Move], in catalog: Catalog
  ) -> [Relocation.Move] {
    let places = Dictionary(moves.map { ($0.from, $0.to.parent) }) { first, _ in first }
    let own = captures.sorted { $0.path < $1.path }.flatMap { capture in
      places[capture.path].map { target in
        target == capture.collection ? [] : catalog.media(of: capture).map { ($0, target) }
      } ?? []
    }.uniqued { $0.0 }
    let users = catalog.users(of: own.map(\.0))
    return own.compactMap { path, target in
      let place = target.appending(listed: Capture.mediaFolder.utf8)
        .appending(listed: path.nameBytes)
      guard (users[path] ?? []).allSatisfy({ places[$0] == target }), mayGo(path, to: place)
      else { return nil }
      return Relocation.Move(from: path, to: place)
    }
  }

  /// Returns whether `place`, the new path of the file at `path`, is free or already contains the
  /// same bytes.
  private func mayGo(_ path: NotePath, to place: NotePath) -> Bool {
    isMissing(place) || holdSame(path, place)
  }

  private func holdSame(_ path: NotePath, _ other: NotePath) -> Bool {
    guard let bytes = try? store.read(path).bytes else { return false }
    return (try? store.read(other).bytes) == bytes
  }

  /// Moves media files to the new folders of their captures, and returns the moves that succeeded.
  /// If a file with the same bytes is already at the new path, moves the old file to the trash
  /// instead.
  func carry(
    _ media: [Relocation.Move], _ transaction: Transaction
  ) -> [Relocation.Move] {
    media.filter { move in
      do throws(FileError) {
        do throws(FileError) {
          try transaction.move(move.from, to: move.to, makingFolders: true)
        } catch  where error.code == .exists {
          guard holdSame(move.from, move.to) else { return false }
          _ = try transaction.trash(move.from)
        }
        try? transaction.removeFolder(move.from.parent)
        return true
      } catch {
        // The file stays, and the captures refer to its old path.
        return false
      }
    }
  }
}
