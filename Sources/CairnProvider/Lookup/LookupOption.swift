import CairnJSON

/// A movie, book, game, show or album that a lookup found.
public struct LookupOption: Hashable, Sendable {
  /// A kind of work. The raw values are those of the field `entryType` in the API.
  public enum Kind: String, CaseIterable, Sendable {
    case movie, book, game, show, tv, music

    /// The default collection for works of this kind. `cairn collection defaults` creates it.
    public var collection: String {
      switch self {
      case .movie: "movies"
      case .book: "books"
      case .game: "games"
      case .show, .tv: "shows"
      case .music: "music"
      }
    }
  }

  /// The name of the service that found the work; `command` if the program found it.
  public var service: String
  /// The service's id for the work. If a program gives no id, this is the position of the work in
  /// the program's results, from 0.
  public var id: String
  /// The kind of the work.
  public var kind: Kind
  /// The title.
  public var title: String
  /// The year in which the work appeared; nil if unknown.
  public var year: Int?
  /// The genre; nil if unknown.
  public var genre: String?
  /// The authors, artists or directors; nil if unknown.
  public var author: String?
  /// The platform of a game, or the broadcaster of a show; nil if unknown.
  public var platform: String?
  /// A description of the work; empty if unknown.
  public var description = ""
  /// The addresses of pictures; the first is the cover.
  public var pictures: [String] = []

  /// The known facts on one line: year, author or artist, genre, platform and kind. Example:
  /// `1961 · Stanisław Lem · book`.
  public var summary: String {
    [year.map { "\($0)" }, author, genre, platform, kind.rawValue].compactMap(\.self)
      .joined(separator: " · ")
  }

  /// The facts about the work as fields for a capture of the type `entry`, in this order: year,
  /// genre, author or artist, and platform. Unknown facts are left out.
  ///
  /// - Parameter listed: The fields that the collection's page lists. The author goes into the
  ///   field `author`, `artist` or `director`, whichever is listed.
  public func fields(listed: [String]) -> [(key: String, value: String)] {
    let usual = kind == .music ? "artist" : "author"
    let creator =
      listed.contains(usual)
      ? usual : ["director", "artist", "author"].first(where: listed.contains) ?? usual
    return [
      ("year", year.map { "\($0)" }), ("genre", genre), (creator, author), ("platform", platform),
    ].compactMap { key, value in value.map { (key, $0) } }
  }
}

extension LookupOption {
  /// The maximum number of results of a lookup.
  static let most = 10

  /// Reads at most ``most`` results from the answer of a program: a list of objects like the API's
  /// `EntryOption`, or an object with this list in `results`.
  ///
  /// Throws a ``WrongShape`` that names the first field with a wrong value.
  static func list(in value: JSONValue, of service: String) throws(WrongShape) -> [LookupOption] {
    let elements =
      if let elements = value.elements { elements } else { try value.list("results") }
    var options: [LookupOption] = []
    for (index, element) in elements.prefix(most).enumerated() {
      let place = "[\(index)]."
      let title = try element.string("title", in: place)
      guard let line = ProvidedMeaning.line(title) else {
        throw WrongShape(field: place + "title", element["title"], expected: "a title")
      }
      let type = try element.string("entryType", in: place)
      guard let kind = Kind(rawValue: type) else {
        throw WrongShape(
          field: place + "entryType", element["entryType"],
          expected: Kind.allCases.map(\.rawValue).joined(separator: ", "))
      }
      var option = LookupOption(
        service: service, id: element.line("id") ?? "\(index)", kind: kind, title: line)
      option.year = element["year"]?.number ?? element["year"]?.text.flatMap { Int($0) }
      option.genre = element.line("genre")
      option.author = element.line("author")
      option.platform = element.line("platform")
      option.description = element.paragraphs("description") ?? ""
      option.pictures = (element["imageUrls"]?.elements ?? []).compactMap(\.text)
        .filter { HTTPAddress($0) != nil }
      options.append(option)
    }
    return options
  }
}

extension JSONValue {
  /// Returns the text of a member on one line and without control characters; nil if the member is
  /// missing, empty or longer than 500 characters.
  func line(_ name: String) -> String? { self[name]?.text.flatMap(ProvidedMeaning.line) }

  /// Returns the text of a member without control characters, cut to 4000 characters; nil if the
  /// member is missing or has no words.
  func paragraphs(_ name: String) -> String? {
    self[name]?.text.flatMap { ReadText($0, confidence: nil)?.text.shortened(to: 4000) }
  }

  /// Returns the first three names in a member, separated by commas; nil if there are none. The
  /// member is a list of strings, or of objects with a `name`.
  func names(_ name: String) -> String? {
    let names = (self[name]?.elements ?? []).compactMap {
      ($0.text ?? $0["name"]?.text).flatMap(ProvidedMeaning.line)
    }
    return names.isEmpty ? nil : names.prefix(3).joined(separator: ", ")
  }
}
