import CairnCapture
import CairnConsole
package import CairnDigest
package import CairnFiles
package import CairnNotebook
import CairnTemplates
import CairnTerminal
import CairnText
package import CairnWork

extension Screen {
  /// Lists drafts.
  package func show(_ drafts: [Draft]) {
    let rows = drafts.map { draft in
      [
        draft.time.map { clock.shown($0) } ?? "", work.command(for: draft).description,
        work.firstLine(of: draft),
      ]
    }
    showTable([.init("time"), .init("command"), .init("text", shrinksTo: 20)], rows)
  }

  /// Lists the pictures of a capture.
  package func show(_ images: [ListedImage]) {
    let rows = images.enumerated().map { index, image in
      let facts = image.facts
      return [
        String(index + 1), image.reference.name,
        facts.map { $0.type?.rawValue ?? "?" } ?? image.reference.lack,
        facts?.size.map { "\($0.width)×\($0.height)" } ?? "",
        image.reference.path?.description ?? "",
      ]
    }
    showTable(
      [
        .init("no", alignment: .right), .init("name", shrinksTo: 12), .init("type"),
        .init("pixels", alignment: .right), .init("file", shrinksTo: 20),
      ], rows)
  }

  /// Lists collections, each indented below the collection that contains it.
  package func show(_ collections: [CaptureCollection]) {
    let rows = collections.map { collection in
      let indent = String(repeating: "  ", count: max(0, collection.path.components.count - 1))
      let hasMore = collection.total > collection.count && !collection.path.isRoot
      let path = collection.path.description
      return [
        indent + collection.shownName, String(collection.count),
        hasMore ? "(\(collection.total))" : "", collection.shownName == path ? "" : path,
      ]
    }
    showTable(
      [
        .init("collection", shrinksTo: 20), .init("captures", alignment: .right),
        .init("including nested", alignment: .right),
        .init("path", shrinksTo: 12, isOptional: true),
      ], rows, [nil, .dim, .dim, .dim])
  }

  /// Shows the details of a collection.
  package func show(_ collection: CaptureCollection, in catalog: Catalog) {
    console.line(console.styled(TerminalText.line(collection.shownName), .bold))
    if let description = collection.page?.description {
      console.line(TerminalText.line(description))
    }
    for (name, value) in collection.facts(in: catalog) {
      console.line("\(console.styled(name.padding(to: 12), .dim)) \(TerminalText.line(value))")
    }
  }

  /// Lists the files in the trash.
  package func show(_ files: [RemovedFile]) {
    let rows = files.map { file in
      let path = file.entry.path.description + (file.entry.isFolder ? "/" : "")
      return [file.entry.shortID, file.shownTitle, clock.shown(file.entry.time), path]
    }
    showTable(
      [
        .init("id"), .init("title", shrinksTo: titleWidth), .init("removed", isOptional: true),
        .init("path", shrinksTo: 8, isOptional: true),
      ], rows, [.dim, .bold, .dim, .dim])
  }

  /// Lists templates.
  package func show(_ library: TemplateLibrary) {
    let rows = library.entries.map { entry in
      let others = entry.origins.dropFirst().map(\.rawValue).joined(separator: ", ")
      let whose = entry.origins[0].rawValue + (others.isEmpty ? "" : " over \(others)")
      return [entry.name, "\(entry.kind)", whose, library.summary(of: entry) ?? ""]
    }
    showTable(
      [.init("name"), .init("for"), .init("source"), .init("description", shrinksTo: 20)], rows,
      [.bold])
  }

  /// Writes the files of a template. If there are several files, a heading names each file.
  package func showFiles(of entry: TemplateLibrary.Entry, in library: TemplateLibrary) {
    let files = entry.files.compactMap { path in library.file(path).map { (path, $0) } }
    for (index, (path, file)) in files.enumerated() {
      if files.count > 1 {
        let heading = TerminalText.escaped("==> \(path) (\(file.origin.rawValue))")
        console.line((index > 0 ? "\n" : "") + console.styled(heading, .bold))
      }
      console.write(TerminalText.escaped(file.source.text, keepingLines: true).utf8)
    }
  }

  /// Lists access tokens.
  package func show(_ tokens: [AccessToken]) {
    showTable(
      [.init("id"), .init("scope"), .init("created"), .init("name", shrinksTo: 10)],
      tokens.map { [$0.id, $0.scope.rawValue, clock.shown($0.created), $0.name] },
      [.dim, .bold, .dim, nil])
  }

  /// Lists views.
  package func show(_ views: [SavedView]) {
    showTable(
      [.init("name"), .init("query", shrinksTo: 20), .init("origin")],
      views.map { ["@\($0.name)", $0.query, $0.origin.rawValue] }, [.bold, nil, .dim])
  }

  /// Lists the links of a capture that can be opened.
  package func show(_ links: [NumberedLink]) {
    showTable(
      [.init("number"), .init("text", shrinksTo: 12), .init("destination", shrinksTo: 20)],
      links.map { ["\($0.number)", $0.text, "\($0.destination)"] }, [.dim, .bold, .dim])
  }

  /// Lists settings with their values.
  package func show(_ keys: [Settings.Key], of settings: Settings) {
    let rows = keys.map { key in
      let value = settings[key.name]
      return [key.name, value?.text ?? "-", value?.origin.rawValue ?? "-", key.summary]
    }
    showTable(
      [
        .init("key"), .init("value", shrinksTo: 10), .init("origin"),
        .init("summary", shrinksTo: 20, isOptional: true),
      ], rows, [.bold, nil, .cyan, .dim])
  }

  /// Lists tags with the numbers of their captures. Nested tags are indented.
  package func show(_ tags: [TagCount]) {
    show(tags, depth: 0, width: String(tags.map(\.total).max() ?? 0).count)
  }

  private func show(_ tags: [TagCount], depth: Int, width: Int) {
    for tag in tags {
      let number = String(tag.total)
      let indent = String(repeating: "  ", count: depth)
      let name = TerminalText.line(depth == 0 ? tag.name : tag.lastPart)
      console.line(
        String(repeating: " ", count: width - number.count) + number + "  " + indent
          + console.styled("#\(name)", .green))
      show(tag.nested, depth: depth + 1, width: width)
    }
  }
}

extension MediaReference {
  /// The word to show if there are no facts about the file.
  fileprivate var lack: String {
    switch place {
    case .address: "address"
    case .name: "link"
    case .file, .outside: "missing"
    }
  }
}
