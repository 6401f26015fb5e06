import CairnDigest
import CairnNotebook
import CairnQuery
import CairnText

/// Finds the suggestions for a ``CompletionRequest``.
final class Completer {
  let request: CompletionRequest
  /// The notebook; if nil, only suggestions that are the same in every notebook are found.
  let work: Workspace?
  private(set) lazy var catalog: Catalog? = work?.catalog()

  init(_ request: CompletionRequest, _ work: Workspace?) {
    self.request = request
    self.work = work
  }

  /// A name to suggest, with its description; the description can be empty.
  typealias Name = (text: String, summary: String)

  var suggestions: [Suggestion] {
    let text = request.text
    let isFirst = request.earlier.isEmpty
    switch request.subject {
    case .query: return querySuggestions(text)
    case .capture: return handles(text)
    case .captures: return captures(text)
    case .openActions: return captures(text, among: "type:action is:open")
    case .closedActions: return captures(text, among: "is:done OR is:cancelled")
    case .changes: return changes(text)
    case .move:
      return (isFirst ? [] : names(collections, text)) + captures(text)
    case .tagging: return (isFirst ? [] : signedTags(text)) + captures(text)
    case .typing: return (isFirst ? [] : names(values(of: .type), text)) + handles(text)
    case .note: return marks(text)
    case .field: return assignment(text, "=") ?? names(assignableFields, text, ending: "=")
    case .fields: return list(QueryPlace(endOf: "has:\(text)"))
    case .order: return list(QueryPlace(endOf: "sort:\(text)"))
    case .grouping: return listed(groupings)
    case .date, .day, .today, .due, .collection, .heading, .type, .score, .tag, .view, .template,
      .captureTemplate, .digestTemplate, .setting, .settingValue, .trash, .draft, .operation,
      .provider, .importSource:
      return names(simpleNames, text)
    }
  }

  /// The names to suggest if the subject is a single name, such as a tag; empty for other subjects.
  private var simpleNames: [Name] {
    switch request.subject {
    case .date: QueryName.dates.filter { $0.name != "overdue" }.map { ($0.name, $0.summary) }
    case .day: days
    case .today: work.map { [("\($0.clock.today)", "today")] } ?? []
    case .due: dueTimes
    case .collection: collections
    case .heading: headings
    case .type: values(of: .type)
    case .score: values(of: .score)
    case .tag: values(of: .tag)
    case .view: views
    case .template: templates { _ in true }
    case .captureTemplate: templates { $0 == .capture }
    case .digestTemplate: templates { $0 == .digest }
    case .setting: settings.map { ($0.name, $0.summary) }
    case .settingValue: settingValues
    case .trash: trash
    case .draft: drafts
    case .operation: operations
    case .provider: work?.notebook.settings.providerNames.map { ($0, "") } ?? []
    case .importSource:
      request.earlier.isEmpty ? Workspace.importSources.map { ($0.name, $0.title) } : []
    default: []
    }
  }
}

// MARK: - Building

extension Completer {
  private static let mostNames = 200

  /// Returns suggestions for the names that begin with a fragment. Each suggestion consists of
  /// `head`, the name and `ending`. A suggestion is finished if `ending` is empty.
  func names(
    _ names: [Name], _ fragment: String, after head: String = "", ending: String = ""
  ) -> [Suggestion] {
    let found = Self.matching(names, fragment).map {
      Suggestion(head + $0.text + ending, $0.summary, isFinished: ending.isEmpty)
    }
    return Self.limited(found, to: Self.mostNames)
  }

  /// Returns the names that begin with a fragment, ignoring case and accents.
  static func matching(_ names: [Name], _ fragment: String) -> [Name] {
    let fragment = fragment.folded
    return fragment.isEmpty ? names : names.filter { $0.text.folded.hasPrefix(fragment) }
  }

  /// Returns the first `most` suggestions and, if needed, one more.
  ///
  /// A shell inserts the longest prefix that all suggestions have in common. If suggestions that
  /// were left out do not begin with this prefix, the one that shortens the prefix most is added,
  /// so that the shell inserts less.
  ///
  /// - Parameter typed: The typed text. All suggestions begin with the typed text, but case and
  ///   accents can differ.
  static func limited(
    _ all: some Sequence<Suggestion>, to most: Int, typed: String = ""
  ) -> [Suggestion] {
    var shown: [Suggestion] = []
    var shortening: Suggestion?
    var common = ""
    for suggestion in all {
      if shown.count < most {
        common = shown.isEmpty ? suggestion.text : common.commonPrefix(with: suggestion.text)
        shown.append(suggestion)
      } else if common.count <= typed.count {
        break
      } else if !suggestion.text.hasPrefix(common) {
        common = common.commonPrefix(with: suggestion.text)
        shortening = suggestion
      }
    }
    return shown + (shortening.map { [$0] } ?? [])
  }

  /// Returns the suggestions for the last name in a comma-separated list of names.
  private func listed(_ all: [Name]) -> [Suggestion] {
    let start = request.text.lastIndex(of: ",").map(request.text.index(after:))
    let place = start ?? request.text.startIndex
    return names(all, String(request.text[place...]), after: String(request.text[..<place]))
  }

  /// Returns the suggestions for a list of names that follows a keyword in a query, such as
  /// `sort:`. The suggestions do not contain the keyword.
  private func list(_ place: QueryPlace?) -> [Suggestion] {
    guard let place else { return [] }
    let keyword = place.head.prefix { $0 != ":" }.count + 1
    return suggestions(at: place).map {
      Suggestion(String($0.text.dropFirst(keyword)), $0.summary, isFinished: $0.isFinished)
    }
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

// MARK: - Queries

extension Completer {
  /// Returns the suggestions for completing the end of an unfinished query.
  func querySuggestions(_ text: String) -> [Suggestion] {
    QueryPlace(endOf: text).map(suggestions(at:)) ?? []
  }

  private func suggestions(at place: QueryPlace) -> [Suggestion] {
    switch place.expected {
    case .word:
      if place.isQuoted { return [] }
      let names = (QueryName.keywords + QueryName.attributes).map { ($0.name, $0.summary) }
      let fields = names + fieldNames.map { ($0, "field") }
      return self.names(fields, place.fragment, after: place.head, ending: ":")
        + (place.fragment.isEmpty ? suggestions(views, at: place, after: "@") : [])
    case .view:
      return names(views, String(place.fragment.dropFirst()), after: "\(place.head)@")
    case .value(let attribute):
      if [.id, .link, .linkedBy].contains(attribute) {
        return handles(place.fragment).map {
          Suggestion(place.text(with: $0.text), $0.summary)
        }
      }
      return suggestions(values(of: attribute), at: place)
    case .field:
      let attributes = QueryName.attributes.filter { !["path", "id"].contains($0.name) }
      return suggestions(attributes.map { ($0.name, $0.summary) } + ownFields, at: place)
    case .quality: return suggestions(QueryName.qualities.map { ($0.name, $0.summary) }, at: place)
    case .sortKey:
      return suggestions(QueryName.sortKeys.map { ($0.name, $0.summary) } + ownFields, at: place)
    }
  }

  private var ownFields: [Name] { fieldNames.map { ($0, "field") } }

  private func suggestions(
    _ names: [Name], at place: QueryPlace, after sign: String = ""
  ) -> [Suggestion] {
    let found = Self.matching(names, place.fragment).map {
      Suggestion(place.text(with: sign + $0.text), $0.summary)
    }
    return Self.limited(found, to: Self.mostNames)
  }

  /// The names of the fields in the notebook, sorted, and quoted where a query requires quotes.
  /// Leaves out names that queries define themselves: attributes and keywords.
  private var fieldNames: [String] {
    let known = Set(
      (QueryName.attributes + QueryName.keywords).map(\.name) + ["tags", "collection"])
    return (catalog?.fieldNames ?? []).map(\.self).filter { !known.contains($0.folded) }.sorted()
      .map(Attribute.name(ofField:))
  }
}
