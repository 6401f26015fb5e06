public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnIndex
import CairnQuery
public import CairnText

extension Catalog {
  /// A function that reads captures from their files.
  var reader: CaptureReader {
    let store = notebook.store
    return { paths, visit in
      store.read(inOrder: paths) { path, contents in
        visit(
          (try? contents.get()).map {
            Capture(path: path, document: Document($0.bytes), modified: $0.stamp.modified)
          })
      }
    }
  }

  /// Returns a capture, read from its file if necessary; nil if the file no longer exists or cannot
  /// be read.
  public func capture(_ entry: Snapshot.Entry) -> Capture? {
    if case .changed(let place) = entry { return snapshot.changed[place] }
    return try? notebook.capture(at: snapshot.path(entry))
  }

  /// Returns captures in the order of `entries`, without those that no longer exist. Reads files on
  /// several threads.
  public func captures(_ entries: some Collection<Snapshot.Entry>) -> [Capture] {
    snapshot.captures(Array(entries), of: notebook)
  }

  /// Returns captures in the order of `entries`, with nil for each that no longer exists. Reads
  /// files on several threads.
  public func presentCaptures(_ entries: [Snapshot.Entry]) -> [Capture?] {
    snapshot.presentCaptures(entries, of: notebook)
  }

  /// Returns the facts that a list shows about a capture; nil if the capture no longer exists.
  public func row(_ entry: Snapshot.Entry) -> CaptureRow? {
    if case .document(let layer, let document) = entry {
      do throws(IndexDamage) {
        if let row = try CaptureRow(document, of: snapshot.layers[layer].segment) { return row }
      } catch {
        abandon(error)
      }
    }
    return capture(entry).map { CaptureRow($0) }
  }

  /// Returns the time when a capture is due; nil if there is none. Reads the file only if the index
  /// does not contain the time.
  public func due(of entry: Snapshot.Entry) -> FieldTime? {
    if case .document(let layer, let document) = entry {
      do throws(IndexDamage) {
        let segment = snapshot.layers[layer].segment
        let isException = try segment.exceptions("due")?.documents().contains(document) ?? false
        if !isException, let column = try segment.field("due"),
          let number = try column.values(of: document).first, let value = try column.value(number)
        {
          return FieldTime(value)
        }
      } catch {
        abandon(error)
      }
    }
    return capture(entry)?.due
  }

  /// Returns the time at which each capture was last changed, in the order of `entries`; nil for a
  /// capture that no longer exists. Reads a file only if its time is not in the index.
  public func updates(of entries: [Snapshot.Entry], _ clock: LocalClock) -> [Instant?] {
    var moments: [Int: [Instant]] = [:]
    return entries.map { entry in
      if case .document(let layer, let document) = entry {
        do throws(IndexDamage) {
          if moments[layer] == nil {
            moments[layer] = try snapshot.layers[layer].segment.moments(.updated, clock)
          }
          return moments[layer]?[document]
        } catch {
          abandon(error)
        }
      }
      return capture(entry)?.updated.instant(clock)
    }
  }

  /// Returns the tags of a capture, as written.
  public func tags(of entry: Snapshot.Entry) -> [String] {
    guard case .document(let layer, let document) = entry else { return row(entry)?.tags ?? [] }
    do throws(IndexDamage) {
      return try snapshot.layers[layer].segment.tags()?.texts(of: document) ?? []
    } catch {
      return row(entry)?.tags ?? []
    }
  }

  /// Returns the capture at a path; nil if there is none.
  public func entry(at path: NotePath) -> Snapshot.Entry? { snapshot.entry(at: path) }
}
