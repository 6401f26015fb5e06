import CairnJSON
import CairnText

/// A web service for looking up works.
public enum LookupService: String, CaseIterable, Sendable {
  /// Books: https://openlibrary.org/dev/docs/api/search.
  case openlibrary
  /// Music: https://musicbrainz.org/doc/MusicBrainz_API.
  case musicbrainz
  /// Movies and shows: https://developer.themoviedb.org/reference.
  case tmdb

  /// The address of the service's API, without a path.
  var defaultURL: String {
    switch self {
    case .openlibrary: "https://openlibrary.org"
    case .musicbrainz: "https://musicbrainz.org"
    case .tmdb: "https://api.themoviedb.org"
    }
  }

  /// The kinds of works that the service knows.
  public var kinds: Set<LookupOption.Kind> {
    switch self {
    case .openlibrary: [.book]
    case .musicbrainz: [.music]
    case .tmdb: [.movie, .show, .tv]
    }
  }

  /// Whether the service requires the user's e-mail address or web page in each request.
  public var needsContact: Bool { self != .tmdb }
  /// Whether the service requires a key.
  public var needsKey: Bool { self == .tmdb }

  /// The minimum time between two requests. Open Library and MusicBrainz allow one request per
  /// second; TMDB allows about forty.
  var interval: Duration { self == .tmdb ? .milliseconds(25) : .seconds(1) }

  /// The domains to which the service is allowed to redirect a request for a picture. Open Library
  /// and MusicBrainz store their pictures in the Internet Archive; TMDB sends its pictures without
  /// a redirect.
  var pictureDomains: Set<String> { self == .tmdb ? [] : ["archive.org"] }
}

// MARK: - Requests

extension LookupService {
  /// Returns the path and query of the request that searches for works. If `kind` is nil, the
  /// request searches for all ``kinds`` of works.
  func searchPath(_ query: String, _ kind: LookupOption.Kind?) -> String {
    let query = (self == .musicbrainz ? query.luceneWords : query).percentEncoded
    switch self {
    case .openlibrary:
      return "/search.json?q=\(query)&limit=\(LookupOption.most)"
        + "&fields=key,title,author_name,first_publish_year,cover_i"
    case .musicbrainz:
      return "/ws/2/release-group?query=\(query)&fmt=json&limit=\(LookupOption.most)"
    case .tmdb:
      let path =
        switch kind {
        case .movie?: "movie"
        case .show?, .tv?: "tv"
        default: "multi"
        }
      return "/3/search/\(path)?query=\(query)&include_adult=false"
    }
  }

  /// Returns the path of the request for the details that a search leaves out; nil if the service
  /// has no such details for the work.
  func detailPath(_ option: LookupOption) -> String? {
    switch self {
    case .openlibrary: option.id.hasPrefix("/works/") ? "\(option.id).json" : nil
    case .musicbrainz: nil
    case .tmdb: "/3/\(option.id)?append_to_response=credits"
    }
  }
}

// MARK: - Answers

extension LookupService {
  /// Reads the works in the answer to a search.
  ///
  /// - Parameter base: The address that replaces the service's default; nil for the default.
  func options(
    in value: JSONValue, _ kind: LookupOption.Kind?, base: String?
  ) throws(WrongShape) -> [LookupOption] {
    let found: [LookupOption?]
    switch self {
    case .openlibrary: found = try value.list("docs").map { Self.book($0, base) }
    case .musicbrainz: found = try value.list("release-groups").map { Self.music($0, base) }
    case .tmdb: found = try value.list("results").map { Self.film($0, kind, base) }
    }
    let options = found.compactMap(\.self)
    if options.isEmpty { try checkShape(of: value) }
    return Array(options.prefix(LookupOption.most))
  }

  /// Throws a ``WrongShape`` if the first work in the answer to a search lacks its title or its id.
  private func checkShape(of value: JSONValue) throws(WrongShape) {
    let (list, names) =
      switch self {
      case .openlibrary: ("docs", ["title", "key"])
      case .musicbrainz: ("release-groups", ["title", "id"])
      case .tmdb: ("results", [] as [String])
      }
    guard let first = value[list]?.elements?.first else { return }
    for name in names { _ = try first.string(name, in: "\(list)[0].") }
    guard self == .tmdb, first["media_type"]?.text != "person" else { return }
    let isShow = first["media_type"]?.text == "tv" || first["title"] == nil
    _ = try first.string(isShow ? "name" : "title", in: "results[0].")
    if first["id"]?.number == nil {
      throw WrongShape(field: "results[0].id", first["id"], expected: "a number")
    }
  }

  private static func book(_ value: JSONValue, _ base: String?) -> LookupOption? {
    guard let title = value.line("title"), let key = value.line("key") else { return nil }
    var option = LookupOption(
      service: openlibrary.rawValue, id: key, kind: .book, title: title)
    option.year = value["first_publish_year"]?.number
    option.author = value.names("author_name")
    if let cover = value["cover_i"]?.number, cover > 0 {
      option.pictures = ["\(base ?? "https://covers.openlibrary.org")/b/id/\(cover)-L.jpg"]
    }
    return option
  }

  private static func music(_ value: JSONValue, _ base: String?) -> LookupOption? {
    guard let title = value.line("title"), let id = value.line("id") else { return nil }
    var option = LookupOption(
      service: musicbrainz.rawValue, id: id, kind: .music, title: title)
    option.year = value["first-release-date"]?.text?.year
    option.author = value.names("artist-credit")
    option.genre = value["tags"]?.elements?.max { one, other in
      (one["count"]?.number ?? 0) < (other["count"]?.number ?? 0)
    }?.line("name")
    option.pictures = [
      "\(base ?? "https://coverartarchive.org")/release-group/\(id.percentEncoded)/front-500"
    ]
    return option
  }

  private static func film(
    _ value: JSONValue, _ kind: LookupOption.Kind?, _ base: String?
  ) -> LookupOption? {
    let isShow: Bool
    switch value["media_type"]?.text {
    case "movie"?: isShow = false
    case "tv"?: isShow = true
    case nil: isShow = kind == .show || kind == .tv
    default: return nil
    }
    guard let title = value.line(isShow ? "name" : "title"), let id = value["id"]?.number else {
      return nil
    }
    var option = LookupOption(
      service: tmdb.rawValue, id: "\(isShow ? "tv" : "movie")/\(id)",
      kind: isShow ? .show : .movie, title: title)
    option.year = value[isShow ? "first_air_date" : "release_date"]?.text?.year
    option.description = value.paragraphs("overview") ?? ""
    let genres = (value["genre_ids"]?.elements ?? []).compactMap(\.number)
    let names = genres.compactMap { filmGenres[$0] }.prefix(3)
    option.genre = names.isEmpty ? nil : names.joined(separator: ", ")
    option.pictures = ["poster_path", "backdrop_path"].compactMap { key in
      value[key]?.text.flatMap { path in
        path.hasPrefix("/") && !path.hasPrefix("//")
          ? "\(base ?? "https://image.tmdb.org")/t/p/w780\(path)" : nil
      }
    }
    return option
  }

  /// The names of TMDB's genres, keyed by id.
  private static let filmGenres = [
    28: "Action", 12: "Adventure", 16: "Animation", 35: "Comedy", 80: "Crime", 99: "Documentary",
    18: "Drama", 10751: "Family", 14: "Fantasy", 36: "History", 27: "Horror", 10402: "Music",
    9648: "Mystery", 10749: "Romance", 878: "Science Fiction", 10770: "TV Movie", 53: "Thriller",
    10752: "War", 37: "Western", 10759: "Action & Adventure", 10762: "Kids", 10763: "News",
    10764: "Reality", 10765: "Sci-Fi & Fantasy", 10766: "Soap", 10767: "Talk",
    10768: "War & Politics",
  ]

  /// Returns a work with the details in `value`, the answer to the request for ``detailPath(_:)``.
  func adding(_ value: JSONValue, to option: LookupOption) -> LookupOption {
    var option = option
    if self == .tmdb {
      let directors = (value["credits"]?["crew"]?.elements ?? []).filter {
        $0["job"]?.text == "Director"
      }
      option.author =
        JSONValue.object([.init("directors", .array(directors))]).names("directors")
        ?? value.names("created_by")
      return option
    }
    // The description is a string, or an object with the string in `value`.
    option.description =
      value.paragraphs("description") ?? value["description"]?.paragraphs("value") ?? ""
    option.genre =
      option.genre
      ?? value["subjects"]?.elements?.first?.text
      .flatMap(ProvidedMeaning.line)
    let covers = (value["covers"]?.elements ?? []).compactMap(\.number).filter { $0 > 0 }
    if let first = option.pictures.first,
      let place = first.firstRange(of: "/b/id/")?.upperBound
    {
      let all = covers.map { "\(first[..<place])\($0)-L.jpg" }
      for address in all where !option.pictures.contains(address) {
        option.pictures.append(address)
      }
    }
    return option
  }
}

extension String {
  /// The words as a query in the syntax of Lucene, which MusicBrainz uses. Special characters are
  /// escaped with a backslash. `AND`, `OR` and `NOT` are in lower case, so that they are not
  /// operators.
  fileprivate var luceneWords: String {
    let special = #"+-&|!(){}[]^"~*?:\/"#
    return split(separator: " ").map { word in
      if ["AND", "OR", "NOT"].contains(word) { return word.lowercased() }
      return word.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }.joined(separator: " ")
  }

  /// The year at the start of a date such as `1968-04-02`; nil if the text does not begin with four
  /// digits.
  fileprivate var year: Int? {
    let digits = prefix { $0.isASCII && $0.isNumber }
    return digits.count == 4 ? Int(digits) : nil
  }
}
