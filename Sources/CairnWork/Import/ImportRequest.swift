import CairnFiles
import CairnImport
public import CairnNotebook
public import CairnText

/// A request to import the notes of another tool.
public struct ImportRequest: Sendable {
  /// The name of the source; nil to detect it.
  public var source: String?
  /// The path of the file or folder, relative to the working folder. If there is an ``upload``, the
  /// name of the uploaded file.
  public var path: String
  /// The file that a program sent, in place of the file at ``path``; nil for none.
  public var upload: UploadedFile?
  /// The folder for the notes; nil for the inbox.
  public var collection: String?
  /// The fields in which to save the columns of a table, each as `FIELD=COLUMN`: `title=Name`.
  public var mapping: [String] = []

  /// Creates a request for the export at `path`.
  public init(_ source: String?, path: String) {
    self.source = source
    self.path = path
  }

  /// Creates a request for a file that a program sent.
  public init(_ upload: UploadedFile) {
    self.init(nil, path: upload.name)
    self.upload = upload
  }
}

/// A plan to import notes.
public struct ImportPlan: Sendable {
  /// The name of the source.
  public let source: String
  /// The captures to write, new or changed.
  let captures: [ImportedCapture]
  /// The files to write that belong to no capture of the plan. They belong to the export as a
  /// whole, or to notes that were imported before and are unchanged.
  let files: [(path: NotePath, read: ImportedCapture.Reader)]
  /// The number of notes that were imported before and stay as they are: the export contains
  /// nothing new for them, or a person changed them in the notebook.
  public let known: Int
  /// The items of the export that are not imported, with the reasons.
  public internal(set) var skipped: [(item: String, reason: String)]
  /// The files of the export. Some of them are not read until the plan is carried out.
  let export: ImportFiles
  /// Whether a part of the export is damaged, so that notes may be missing.
  let isIncomplete: Bool
  /// Sentences that say how to use the settings of the other tool in the notebook.
  let suggestions: [String]
  /// The question to ask first; nil if there is nothing to import.
  public let question: Confirmation?

  /// Whether the plan adds every item of the export and changes no capture, so that undo leaves no
  /// trace of it.
  public var onlyAdds: Bool { skipped.isEmpty && captures.allSatisfy { $0.existing == nil } }
}

/// The result of an import.
public struct ImportResult: Sendable {
  /// The name of the source.
  public let source: String
  /// The changes that the import made.
  public let report: ChangeReport
  /// The number of notes that were imported.
  public let imported: Int
  /// The number of captures that were updated, because their notes changed in the other tool.
  public let updated: Int
  /// The number of notes that were imported before, and were not updated.
  public let known: Int
  /// The items of the export that were not imported, with the reasons.
  public let skipped: [(item: String, reason: String)]
  /// Whether a part of the export is damaged or cannot be read, so that notes may be missing.
  public let isIncomplete: Bool
  /// Sentences that say how to use the settings of the other tool in the notebook.
  public let suggestions: [String]

  /// The collections that received notes, sorted by path, each with the number of notes that were
  /// added to it.
  public var collections: [(path: NotePath, count: Int)] {
    report.changed.filter { $0.id != nil && $0.before.isEmpty }.map(\.path.parent).counted
  }

  /// Returns the result in one sentence.
  public func summary(_ mode: Mode) -> String {
    let verb = mode == .dryRun ? "Would import" : "Imported"
    let parts = [
      updated > 0 ? "\(mode == .dryRun ? "would update" : "updated") \(updated)" : nil,
      known > 0 ? "\(known) imported before" : nil,
      skipped.isEmpty ? nil : "\(skipped.count.of("item")) skipped",
    ].compactMap(\.self)
    let folders = Set(report.changed.filter { $0.path.isMarkdown }.map(\.path.parent)).count
    let place = folders > 1 ? " into \(folders.of("collection"))" : ""
    return "\(verb) \(imported.of("note"))\(place)"
      + (parts.isEmpty ? "." : "; " + parts.joined(separator: ", ") + ".")
  }
}

extension Sequence<NotePath> {
  /// The different paths, sorted, each with the number of times that it occurs.
  var counted: [(path: NotePath, count: Int)] {
    Dictionary(grouping: self) { $0 }.map { (path: $0, count: $1.count) }
      .sorted { $0.path < $1.path }
  }
}
