import CairnCapture
import CairnDigest
import CairnFiles
import CairnMarkup
import CairnNotebook
import CairnQuery
import CairnText

// MARK: - Names in a notebook that are not in captures

extension Completer {
  /// The names of saved views, with their queries.
  var views: [Name] { work?.readViews().all.map { ($0.name, $0.query) } ?? [] }

  /// The names that can be used to group a digest, including the fields of captures.
  var groupings: [Name] {
    DigestGrouping.names.map { ($0, "") } + [("none", "")]
      + (catalog?.fieldNames.sorted() ?? []).filter { !DigestGrouping.names.contains($0) }
      .map { ($0, "field") }
  }

  /// Returns the names of the templates whose kind satisfies `isWanted`, with their kinds and
  /// origins.
  func templates(_ isWanted: (TemplateLibrary.Entry.Kind) -> Bool) -> [Name] {
    let library = work?.templates ?? TemplateLibrary()
    return library.entries.filter { isWanted($0.kind) }.map { entry in
      let origins = entry.origins.map(\.rawValue).joined(separator: ", ")
      return (entry.name, "\(entry.kind.rawValue), \(origins)")
    }
  }

  /// The settings to offer: those of the notebook or, without a notebook, the built-in ones.
  var settings: [Settings.Key] { work?.notebook.settings.listedKeys ?? Settings.keys }

  /// The possible values of a setting. The first of the request's earlier arguments names the
  /// setting.
  var settingValues: [Name] {
    guard let name = request.earlier.first, let key = try? Settings.key(name) else { return [] }
    let values: [String] =
      switch key.kind {
      case .flag: ["true", "false"]
      case .choice(let choices), .choices(let choices): choices
      case .text where name == "provider.use": work?.notebook.settings.providerNames ?? []
      case .name where name == "capture.type": values(of: .type).map(\.text)
      case .text, .name, .count, .positiveCount, .share, .fileName, .dayPath, .fields:
        [key.defaultValue].compactMap(\.self)
      }
    return values.map { ($0, $0 == key.defaultValue ? "default" : "") }
  }

  /// The short ids of the entries in the trash, each with the capture's title or the file's name.
  var trash: [Name] {
    let files = (try? work?.removedFiles()) ?? []
    return files.map { ($0.entry.shortID, $0.shownTitle) }
  }

  /// The ids of the drafts of new captures, with their first lines, newest first.
  var drafts: [Name] {
    guard let work else { return [] }
    let own = (try? work.notebook.state.drafts()) ?? []
    let loose = (try? StateFolder.drafts(in: work.context.folders.state)) ?? []
    return (own + loose).filter(\.isCapture).sorted { $0.id > $1.id }.map {
      ($0.id, work.firstLine(of: $0))
    }
  }

  /// The headings of the capture that the first of the request's earlier arguments names; without
  /// one, those of today's note.
  var headings: [Name] {
    guard let work else { return [] }
    let capture =
      if let name = request.earlier.first {
        (try? work.capture(named: name).capture) ?? (try? work.dailyNote(on: name))?.capture
      } else {
        (try? work.dailyNote())?.capture
      }
    return (capture?.bodyText.headingTexts.uniqued() ?? []).map { ($0, "") }
  }

  /// The short ids of the operations in the journal, with their commands.
  var operations: [Name] {
    let operations = (try? work?.notebook.state.operations())?.operations ?? []
    return operations.map { ($0.shortID, CommandWords($0.words).description) }
  }
}
