import CairnCapture
import CairnFiles
import CairnText

extension Notebook {
  /// Returns the moves of files in `media` that moving captures name in a field, if only captures
  /// moving to the same folder mention them. Reads every document if there are such files.
  func mediaMoves(with moves: [Relocation.Move], in library: Library) -> [Relocation.Move] {
    let places = Dictionary(moves.map { ($0.from, $0.to.parent) }) { first, _ in first }
    let users = MediaUsers(library)
    var seen: Set<NotePath> = []
    return library.captures.flatMap { capture -> [Relocation.Move] in
      guard let target = places[capture.path], target != capture.collection else { return [] }
      return (capture.images + capture.files).compactMap { reference in
        guard let path = reference.path, library.ownsMedia(path, of: capture),
          seen.insert(path).inserted,
          users.users(of: path).allSatisfy({ places[$0] == target })
        else { return nil }
        let place = target.appending(listed: Capture.mediaFolder.utf8)
          .appending(listed: path.nameBytes)
        guard mayGo(path, to: place) else { return nil }
        return Relocation.Move(from: path, to: place)
      }
    }
  }

  /// Returns whether the new path of a file is free or holds the same bytes.
  private func mayGo(_ path: NotePath, to place: NotePath) -> Bool {
    isMissing(place) || holdSame(path, place)
  }

  private func holdSame(_ path: NotePath, _ other: NotePath) -> Bool {
    guard let bytes = try? store.read(path).bytes else { return false }
    return (try? store.read(other).bytes) == bytes
  }

  /// Moves files after the captures that mention them and returns the moves done. If the same file
  /// is already at the new path, the old one goes into the trash.
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
