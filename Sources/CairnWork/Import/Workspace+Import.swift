import CairnDocument
import CairnFiles
import CairnImport
public import CairnNotebook
import CairnQuery
import CairnText
import SystemPackage

/// A request to import the notes of another tool.
public struct ImportRequest: Sendable {
  /// The name of the source; nil to detect it.
  public var source: String?
  /// The path of the file or folder, relative to the working folder.
  public var path: String
  /// The folder for the notes; nil for the inbox.
  public var collection: String?
  /// The fields in which to save the columns of a table, such as `title=Name`.
  public var mapping: [String] = []

  /// Creates a request for the export at `path`.
  public init(_ source: String?, path: String) {
    self.source = source
    self.path = path
  }
}

/// A plan to import notes.
public struct ImportPlan: Sendable {
  /// The name of the source.
  public let source: String
  /// The captures to write.
  let captures: [ImportedCapture]
  /// The number of notes that were imported before.
  public let known: Int
  /// The items of the export that are not imported, with the reasons.
  public internal(set) var skipped: [(item: String, reason: String)]
  /// The question to ask first; nil if there is nothing to import.
  public let question: Confirmation?
}

/// The result of an import.
public struct ImportResult: Sendable {
  /// The name of the source.
  public let source: String
  /// The changes that the import made.
  public let report: ChangeReport
  /// The number of notes that were imported.
  public let imported: Int
  /// The number of notes that were imported before.
  public let known: Int
  /// The items of the export that were not imported, with the reasons.
  public let skipped: [(item: String, reason: String)]

  /// The result in one sentence.
  public func summary(_ mode: Mode) -> String {
    let verb = mode == .dryRun ? "Would import" : "Imported"
    let parts = [
      known > 0 ? "\(known) imported before" : nil,
      skipped.isEmpty ? nil : "\(skipped.count.of("item")) skipped",
    ].compactMap(\.self)
    let folders = Set(report.changed.filter { $0.path.isMarkdown }.map(\.path.parent)).count
    let place = folders > 1 ? " into \(folders.of("collection"))" : ""
    return "\(verb) \(imported.of("note"))\(place)"
      + (parts.isEmpty ? "." : "; " + parts.joined(separator: ", ") + ".")
  }
}

extension Workspace {
  /// The field that contains the source of an imported note and its identifier there.
  private static let field = "imported"

  /// The names of the sources with their descriptions.
  public static var importSources: [(name: String, title: String)] {
    ImportSources.all.map { ($0.name, $0.title) }
  }

  /// Reads an export, and determines which of its notes are new.
  ///
  /// Throws a ``Refusal`` if the source or the collection is invalid, or if the files are not an
  /// export of the source; `FileError` if they cannot be read.
  public func plan(_ request: ImportRequest) throws -> ImportPlan {
    let files = try ImportFolder.files(at: context.caller.folder.pushing(FilePath(request.path)))
    let source = try source(request.source, files)
    let target = try target(request.collection)
    let found: ImportedNotes
    do throws(ImportFailure) {
      found = try source.notes(in: files, try ColumnMapping(request.mapping))
    } catch {
      throw Refusal("import-failed", "\(request.path): \(error.reason)", .invalid)
    }
    let known = Set(try catalog().usedValues(of: .field(Self.field)).map(\.text.folded))
    var captures: [ImportedCapture] = []
    var (skipped, count) = (found.skipped, 0)
    var seen: Set<String> = []
    for note in found.notes {
      let mark = Self.mark(source.name, note.key)
      guard seen.insert(mark).inserted else {
        skipped.append((note.label, "the export contains this note twice"))
        continue
      }
      if known.contains(mark.folded) {
        count += 1
      } else if let capture = capture(note, mark, in: target, files, &skipped) {
        captures.append(capture)
      }
    }
    let question = captures.isEmpty ? nil : Confirmation("Import \(captures.count.of("note"))")
    return ImportPlan(
      source: source.name, captures: captures, known: count, skipped: skipped, question: question)
  }

  /// Writes the notes of a plan as one operation.
  ///
  /// Throws `FileError` if writing fails. In that case nothing is written.
  public func apply(_ plan: ImportPlan, _ mode: Mode) throws -> ImportResult {
    let (report, refused) = try notebook.add(plan.captures, mode, using: &ids)
    let notes = report.changed.count { $0.id != nil }
    return ImportResult(
      source: plan.source, report: report, imported: notes, known: plan.known,
      skipped: plan.skipped + refused)
  }

  /// Returns the folder with this name for the notes; the inbox if `name` is nil. Throws a
  /// ``Refusal`` if the name is not a path in the notebook.
  private func target(_ name: String?) throws(Refusal) -> NotePath {
    guard let name else { return .root }
    if let path = NotePath(name) { return path }
    throw Refusal("collection-invalid", "`\(name)` is not a path in the notebook", .invalid)
  }

  private func source(
    _ name: String?, _ files: ImportFiles
  ) throws(Refusal) -> any ImportSource.Type {
    let names = ImportSources.all.map { $0.name }.joined(separator: ", ")
    if let name {
      if let source = ImportSources.named(name) { return source }
      throw Refusal("source-unknown", "unknown source `\(name)`; pass one of \(names)", .invalid)
    }
    if let source = ImportSources.detected(in: files) { return source }
    throw Refusal(
      "source-undetected", "Cairn cannot detect the format of the export; name one of \(names)",
      .invalid)
  }

  /// Returns the value of the field ``field`` for a note: the source and the note's key. A long key
  /// is replaced by its hash, so that the value is short enough for the index.
  private static func mark(_ source: String, _ key: String) -> String {
    let key = key.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(source) \(key.utf8.count <= 48 ? key : Checksum.digits(of: Array(key.utf8)))"
  }

  /// Returns the capture for a note; nil if its path, front matter or text is invalid. Adds
  /// whatever cannot be imported to `skipped`.
  private func capture(
    _ note: ImportedNote, _ mark: String, in target: NotePath, _ files: ImportFiles,
    _ skipped: inout [(item: String, reason: String)]
  ) -> ImportedCapture? {
    var path: NotePath?
    if let own = note.path {
      path = target.appending(own)
      guard path != nil else {
        skipped.append((own, "the path is not valid in a notebook"))
        return nil
      }
    }
    guard let front = try? note.front.setting(Self.field, to: .text(mark)) else {
      skipped.append((note.label, "the front matter cannot be edited"))
      return nil
    }
    guard let text = String(validating: front.bytes + note.body, as: UTF8.self) else {
      skipped.append((note.label, "the text is not UTF-8"))
      return nil
    }
    var capture = ImportedCapture(
      text: text, in: path?.parent ?? target, label: note.label)
    capture.path = path
    for attachment in note.attachments {
      guard let bytes = files.bytes(attachment.path) else {
        skipped.append((attachment.path, "the file cannot be read"))
        continue
      }
      let name = attachment.path.split(separator: "/").last.map(String.init) ?? attachment.path
      if note.path == nil {
        capture.media.append((name, bytes, attachment.mark))
      } else if let place = target.appending(attachment.path) {
        capture.files.append((place, bytes))
      }
    }
    return capture
  }
}

/// The functions that list the files of an export.
private enum ImportFolder {
  /// Returns the files at a path, which is a file or a folder. Files and folders with names that
  /// begin with a dot are left out.
  static func files(at path: FilePath) throws -> ImportFiles {
    let file: OutsideFile
    do throws(FileError) {
      file = try OutsideFile(path)
    } catch {
      guard error.code == .isFolder else { throw error }
      let store = try Store(root: path)
      let scan = store.scan(including: .allFiles)
      let paths = scan.files.map(\.path) + scan.attachments
      let known = Dictionary(
        paths.map { ($0.description, $0) }, uniquingKeysWith: { first, _ in first })
      return ImportFiles(Array(known.keys), isSingle: false) { name in
        known[name].flatMap { try? store.read($0).bytes }
      }
    }
    let name = file.path.lastComponent?.string ?? "export"
    return ImportFiles([name], isSingle: true) { $0 == name ? try? file.read() : nil }
  }
}
