import CairnCapture
import CairnDocument
import CairnImport
import CairnNotebook
import CairnText

/// A note of an export, with its import mark and the capture that an earlier import added.
struct MatchedNote {
  let note: ImportedNote
  /// The value of the field `imported` (``ImportMark``).
  let mark: String
  /// The capture that an earlier import of the note added; nil if the note is new.
  let old: Capture?
}

extension Workspace {
  /// The maximum number of notes with the same key to compare with captures. Each of these notes is
  /// compared with each capture, so more notes could take very long.
  private static let mostCompared = 100

  /// Returns the notes, each with the capture that an earlier import added for it. If a note is in
  /// the export twice, the second copy is added to `skipped`.
  ///
  /// A note is recognized by its mark, which contains its key. Some keys, such as an address, can
  /// belong to several notes. The marks of all these notes, except the first, end with a number.
  ///
  /// - Parameter known: The captures that were imported earlier, keyed by their folded marks.
  func matched(
    _ notes: [ImportedNote], of source: String, _ known: [String: Capture], in target: NotePath,
    _ files: ImportFiles, _ skipped: inout [(item: String, reason: String)]
  ) -> [MatchedNote] {
    var keys: [String] = []
    var groups: [String: (notes: [ImportedNote], hashes: Set<String>)] = [:]
    for note in notes {
      if groups[note.key] == nil { keys.append(note.key) }
      let hash = Checksum.digits(of: note.front.bytes + note.body)
      guard groups[note.key, default: ([], [])].hashes.insert(hash).inserted else {
        skipped.append((note.label, "the export contains this note twice"))
        continue
      }
      groups[note.key]?.notes.append(note)
    }
    return keys.flatMap { key in
      matched(groups[key]?.notes ?? [], of: source, key, known, in: target, files)
    }
  }

  /// Finds the captures that earlier imports added for `notes`, which all have the key `key`. The
  /// order of the notes in the export can change, so each note is matched by its content or, if the
  /// content has changed, by the field `created`.
  private func matched(
    _ notes: [ImportedNote], of source: String, _ key: String, _ known: [String: Capture],
    in target: NotePath, _ files: ImportFiles
  ) -> [MatchedNote] {
    func mark(_ number: Int) -> String {
      ImportMark.text(source, number == 1 ? key : "\(key) \(number)")
    }
    func old(_ number: Int) -> Capture? { known[mark(number).folded] }
    guard notes.count > 1 || old(2) != nil else {
      return notes.map { MatchedNote(note: $0, mark: mark(1), old: old(1)) }
    }
    var free: [Int] = []
    var next = 1
    while next <= notes.count || old(next) != nil {
      if old(next) != nil { free.append(next) }
      next += 1
    }
    var numbers: [Int?] = Array(repeating: nil, count: notes.count)
    func take(_ index: Int, where fits: (Int) -> Bool) {
      guard numbers[index] == nil, let place = free.firstIndex(where: fits) else { return }
      numbers[index] = free.remove(at: place)
    }
    if notes.count <= Self.mostCompared {
      for (index, note) in notes.enumerated() {
        take(index) { isSource(note, mark($0), of: old($0), in: target, files) }
      }
    }
    for (index, note) in notes.enumerated() {
      take(index) { note.front["created"] == nil || note.front["created"] == old($0)?["created"] }
    }
    var unused = (1...).lazy.filter { old($0) == nil }.makeIterator()
    return notes.enumerated().map { index, note in
      let number = numbers[index] ?? unused.next() ?? next
      return MatchedNote(note: note, mark: mark(number), old: old(number))
    }
  }

  /// Returns whether a note contains nothing new for the capture `old`, which an earlier import
  /// added.
  private func isSource(
    _ note: ImportedNote, _ mark: String, of old: Capture?, in target: NotePath,
    _ files: ImportFiles
  ) -> Bool {
    var skipped: [(item: String, reason: String)] = []
    guard let capture = capture(note, mark, replacing: old, in: target, files, &skipped) else {
      return false
    }
    return notebook.change(of: capture) == .nothing
  }
}
