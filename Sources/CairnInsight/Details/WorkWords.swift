/// The vocabulary of lines about books, films, series, games and music.
enum WorkWords {
  /// Evidence that a work belongs to a collection. The weights of all phrases in a line are added.
  struct Cue: Sendable {
    let collection: String
    let weight: Int
  }

  /// The collections, in order of precedence for ties.
  static let collections = ["books", "movies", "shows", "games", "music"]

  static let cues = Phrases<Cue>(
    lists.map { ($0.words, Cue(collection: $0.collection, weight: $0.weight)) })

  private static let lists: [(collection: String, weight: Int, words: String)] = [
    (
      "books", 30,
      """
      book, books, novel, novella, chapter, chapters, pages, page, p, author, kindle, audiobook
      audible, paperback, hardback, hardcover, reading group, book club, prose, reread, re-read
      short stories, library, unputdownable, couldn't put it down, readable, unreadable, booker
      pulitzer, bookshop, bookstore, stopped reading, the writing, goodreads, kobo, libby, storygraph
      """
    ),
    (
      "books", 20,
      """
      read, reading, translation, translated, in the original, poems, poetry, memoir, biography
      essays, narrator, lent me, writer, bedside, to be read, tbr
      """
    ),
    (
      "books", 10,
      "finished, gave up on, took me, took all, slog, trilogy, abandoned, couldn't finish, dnf"
    ),
    (
      "movies", 30,
      """
      film, films, movie, movies, cinema, big screen, imax, director, directed, director's cut
      screening, cinematography, letterboxd, odeon, curzon, cineworld, picturehouse, vue, everyman
      matinee, walked out, biopic, multiplex, drive-in, film club, movie night
      """
    ),
    (
      "movies", 20,
      "saw, mins, oscar, oscars, trailer, remake, popcorn, dvd, blu-ray, rewatched, rom-com"
    ),
    (
      "movies", 12,
      """
      watched, watch, rewatch, watching, to see, see, minutes, sequel, documentary, actor, actors
      acting, screenplay, plot, cast, that ending, subtitles, black and white
      """
    ),
    (
      "shows", 30,
      """
      series, season, seasons, episode, episodes, eps, binge, binged, bingeing, finale, sitcom
      showrunner, miniseries, box set, tv show, tv series, television, telly, cliffhanger
      """
    ),
    ("shows", 20, "ep, show, tv, pilot"),
    (
      "shows", 14,
      """
      netflix, hulu, disney+, iplayer, hbo, apple tv, prime video, itvx, all 4, watching, started
      started watching, on itv, on bbc, the bbc, zdf, arte, channel 4
      """
    ),
    ("shows", 4, "watched, switched it off"),
    (
      "games", 30,
      """
      game, games, gaming, played, playing, hours in, switch, ps4, ps5, ps3, playstation, xbox, pc
      steam, steam deck, platformer, rpg, dlc, roguelike, gameplay, multiplayer, speedrun, nintendo
      co-op, playthrough, campaign, boss fight, save file, replayed, uninstalled, one more run
      one more turn, controller, metroidvania, in vr, vr, achievement, achievements, game pass
      early access, high score, puzzle game, board game, video game, stopped playing, hrs in
      """
    ),
    (
      "games", 20,
      "play, boss, bosses, quest, quests, levels, level, crashes, in the sale, puzzles, unlocked"
    ),
    ("games", 3, "installed, refunded, laggy"),
    (
      "music", 30,
      """
      album, albums, listened, listening, listen, song, songs, track, tracks, gig, concert, lp, vinyl
      spotify, symphony, lyrics, vocals, mixtape, playlist, on repeat, bandcamp, riff, encore
      headphones, philharmonic, philharmonie, orchestra, soundtrack, sonata, concerto, live at
      listening to, choir, opera, guitar, drums, bassline, banger, earworm, tidal, radio, front to back, recital, violin, piano, cello, suites, quartet
      """
    ),
    (
      "music", 20,
      "record, records, band, heard, chorus, singer, debut, tour, single, tunes, live, ep, recording"
    ),
  ]

  /// The names of platforms. The value is true for a name that is also an ordinary word, so that it
  /// counts only after "on".
  static let platforms = Phrases<Bool>([
    (
      """
      netflix, hulu, disney plus, disney+, apple tv+, apple tv, amazon prime, prime video, hbo max, hbo
      bbc iplayer, iplayer, channel 4, all 4, itvx, mubi, crunchyroll, paramount+, youtube
      nintendo switch, ps4, ps5, ps3, playstation 5, playstation, xbox series x, xbox, game pass
      steam deck, pc, ipad, iphone, ios, android, 3ds, game boy, gameboy, n64, wii, kindle, audible
      kobo, libby, spotify, bandcamp, vinyl, dvd, blu-ray
      """, false
    ),
    ("prime, switch, steam, mac, quest, peacock, tidal, tv, shudder, max, arte", true),
  ])

  static let genres = Phrases(
    """
    science fiction, sci-fi, scifi, graphic novel, historical fiction, true crime, romantic comedy
    romcom, rom-com, thriller, whodunnit, whodunit, comedy, horror, fantasy, documentary, drama
    western, musical, anime, crime, noir, mystery, memoir, biography, poetry, jazz, folk, techno
    metal, punk, hip-hop, hip hop, classical, ambient, rpg, platformer, puzzle, roguelike, roguelite
    shooter, strategy, metroidvania, cosy, cozy, romance, non-fiction, nonfiction, manga, satire, war
    heist, biopic, sitcom, space opera, gothic, dystopian, opera, soul, country, indie
    """)
}
