public import CairnDigest
import CairnFiles
import CairnNotebook
public import CairnText
import SystemPackage

extension Workspace {
  /// The folder of the notebook's own templates.
  public static let templateFolder = NotePath(".cairn/templates") ?? .root

  /// The templates that can be named: the notebook's, the user's and the built-in ones.
  public var templates: TemplateLibrary {
    TemplateLibrary([
      shelf(.notebook, store: notebook.store, below: Self.templateFolder),
      shelf(
        .user, store: try? Store(root: context.folders.config), below: NotePath("templates")),
    ])
  }

  private func shelf(
    _ origin: TemplateLibrary.Shelf.Origin, store: Store?, below folder: NotePath?
  ) -> TemplateLibrary.Shelf {
    guard let store, let folder else { return .init(origin, paths: { [] }, source: { _ in nil }) }
    return .init(
      origin,
      paths: {
        // A walk enters no folder whose name begins with a dot, but may begin in one.
        guard let inner = try? Store(root: store.absolute(folder)) else { return [] }
        let scan = inner.scan(including: .allFiles)
        return (scan.files.map(\.path) + scan.attachments).map(\.description).sorted()
      },
      source: { name in
        guard let path = folder.appending(name), let file = try? store.readText(path) else {
          return nil
        }
        let text = String(decoding: file.bytes, as: UTF8.self)
        return origin == .notebook
          ? TemplateSource(text, path: path)
          : TemplateSource(text, name: store.absolute(path).string)
      })
  }
}
