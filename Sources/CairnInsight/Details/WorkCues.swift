/// What the words of a line say of the kind of a work: which collection it belongs to, where it was seen,
/// its genre.
struct WorkCues {
  private(set) var collection: String?
  private(set) var genre: Range<String.Index>?
  private(set) var platform: Range<String.Index>?

  /// - Parameter free: The places of the words that are not part of a name.
  init(_ words: SpokenWords, _ free: Set<Int>) {
    func places(of phrase: some StringProtocol) -> [Range<Int>] {
      words.places(of: phrase).filter { free.isSuperset(of: $0) }
    }
    var points = [Int](repeating: 0, count: Self.cues.count)
    for (index, cue) in Self.cues.enumerated() {
      for (weight, phrases) in cue.phrases {
        for phrase in phrases.split(separator: ",") where !places(of: phrase.trimmed).isEmpty {
          points[index] += weight
        }
      }
    }
    for place in free where Self.isEpisode(words.words[place].text) { points[Self.shows] += 30 }
    if let most = points.max(), most > 0, let best = points.firstIndex(of: most) {
      collection = Self.cues[best].collection
    }
    genre = Self.genres.lazy.flatMap { places(of: $0) }.first.map(words.range)
    platform = Self.platforms.lazy.compactMap { name in
      places(of: name).first { place in
        !Self.common.contains(name)
          || words.words[max(place.lowerBound - 2, 0)..<place.lowerBound].contains {
            $0.text == "on"
          }
      }
    }.first.map(words.range)
  }

  /// Whether a word names a season or an episode: `s3`, `s02e04`.
  private static func isEpisode(_ word: String) -> Bool {
    guard word.first == "s" else { return false }
    let rest = word.dropFirst().split(separator: "e", omittingEmptySubsequences: false)
    return 1...2 ~= rest.count && rest.allSatisfy { 1...2 ~= $0.count && $0.allSatisfy(\.isNumber) }
  }

  private static let shows = 2

  /// The collections, each with the words that people use of what is in it, in tenths of how much they
  /// tell.
  private static let cues: [(collection: String, phrases: [(Int, String)])] = [
    (
      "books",
      [
        (
          30,
          """
          book, books, novel, novella, chapter, chapters, pages, page, p, author, kindle, audiobook,
          audible, paperback, hardback, hardcover, reading group, book club, prose, reread, re-read,
          short stories, library, unputdownable, couldn't put it down, readable, unreadable
          """
        ),
        (
          20,
          "read, reading, translation, in the original, poems, poetry, memoir, biography, essays"
        ),
        (10, "finished, gave up on, took me, took all, slog, trilogy, abandoned, prose style"),
      ]
    ),
    (
      "movies",
      [
        (
          30,
          """
          film, films, movie, movies, cinema, big screen, imax, director, directed, screening,
          cinematography, letterboxd, odeon, curzon, cineworld, picturehouse, vue, everyman, matinee,
          walked out, biopic
          """
        ),
        (
          20, "saw, mins, oscar, oscars, trailer, remake, popcorn, dvd, blu-ray, rewatched, rom-com"
        ),
        (12, "watched, to see, see, minutes, sequel, documentary, actor, acting, screenplay, plot"),
      ]
    ),
    (
      "shows",
      [
        (
          30,
          """
          series, season, seasons, episode, episodes, eps, binge, binged, bingeing, finale, sitcom,
          showrunner, miniseries, box set
          """
        ),
        (20, "ep, show, tv, telly, pilot"),
        (
          14,
          "netflix, hulu, disney+, iplayer, hbo, apple tv, prime video, itvx, all 4, watching, started"
        ),
        (4, "watched, switched it off"),
      ]
    ),
    (
      "games",
      [
        (
          30,
          """
          game, games, gaming, played, playing, hours in, switch, ps4, ps5, playstation, xbox, pc, steam,
          steam deck, platformer, rpg, dlc, roguelike, gameplay, multiplayer, speedrun, nintendo,
          co-op, playthrough, campaign, boss fight, save file, replayed
          """
        ),
        (20, "play, boss, bosses, controller, quest, quests, levels, hours"), (3, "try, tried"),
      ]
    ),
    (
      "music",
      [
        (
          30,
          """
          album, albums, listened, listening, listen, song, songs, track, tracks, gig, concert, lp, vinyl,
          spotify, symphony, lyrics, vocals, mixtape, playlist, on repeat, bandcamp, riff, encore,
          headphones
          """
        ),
        (20, "record, records, band, heard, chorus, singer, debut, tour, single, tunes"),
      ]
    ),
  ]

  /// Where works are read, seen and played.
  private static let platforms = [
    "netflix", "hulu", "disney plus", "disney+", "apple tv+", "apple tv", "amazon prime",
    "prime video", "prime", "hbo max", "hbo", "bbc iplayer", "iplayer", "channel 4", "all 4",
    "itvx",
    "mubi", "crunchyroll", "peacock", "paramount+", "youtube", "shudder", "nintendo switch",
    "switch", "ps4", "ps5", "ps3", "playstation 5", "playstation", "xbox series x", "xbox",
    "game pass", "steam deck", "steam", "pc", "mac", "ipad", "iphone", "ios", "android", "3ds",
    "game boy", "gameboy", "n64", "wii", "quest", "kindle", "audible", "kobo", "libby", "spotify",
    "bandcamp", "tidal", "vinyl", "dvd", "blu-ray", "tv",
  ]
  /// Of these, those that are platforms only behind "on".
  private static let common: Set<String> = [
    "prime", "switch", "steam", "mac", "quest", "peacock", "tidal", "tv", "shudder",
  ]
  private static let genres = [
    "science fiction", "sci-fi", "scifi", "graphic novel", "historical fiction", "true crime",
    "romantic comedy", "romcom", "rom-com", "thriller", "whodunnit", "comedy", "horror", "fantasy",
    "documentary", "drama", "western", "musical", "anime", "crime", "noir", "mystery", "memoir",
    "biography", "poetry", "jazz", "folk", "techno", "metal", "punk", "hip-hop", "hip hop",
    "classical", "ambient", "rpg", "platformer", "puzzle", "roguelike", "roguelite", "shooter",
    "strategy", "metroidvania", "cosy", "cozy", "romance", "non-fiction", "nonfiction", "manga",
    "satire", "war", "heist", "biopic", "sitcom", "space opera", "gothic", "dystopian", "opera",
    "soul", "country", "indie",
  ]
}
