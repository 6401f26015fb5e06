import CairnCapture
public import CairnNotebook
import CairnQuery

/// The names that can be used in a notebook: types, collections, tags, fields and views.
public struct Vocabulary: Sendable {
  /// The built-in types, and the types that captures have.
  public let types: [String]
  /// The collections. Leaves out folders that contain only attached files, and folders that the
  /// reader is not allowed to see.
  public let collections: [CaptureCollection]
  /// The most used tags, each with the number of captures that have it.
  public let tags: [UsedValue]
  /// The built-in fields and the other fields that captures have. Each built-in field has a line of
  /// help.
  public let fields: [(name: String, help: String?)]
  /// The saved views.
  public let views: [SavedView]
}

extension Workspace {
  /// The maximum number of tags in a ``Vocabulary``.
  private static let mostTags = 50

  /// The types, collections, tags, fields and views of the notebook.
  public var vocabulary: Vocabulary {
    let catalog = catalog(attachments: true)
    let used = catalog.fieldNames.sorted()
    let fields = FieldHelp.writtenKeys + used.filter { !FieldOrder.keys.contains($0) }
    return Vocabulary(
      types: TypeWord.all + catalog.usedTypes.filter { !TypeWord.all.contains($0) },
      collections: catalog.listedCollections.filter { catalog.shows(collection: $0.path) },
      tags: Array(((try? catalog.usedValues(of: .tag)) ?? []).prefix(Self.mostTags)),
      fields: fields.map { ($0, FieldHelp.line(for: $0)) }, views: readViews().all)
  }
}
