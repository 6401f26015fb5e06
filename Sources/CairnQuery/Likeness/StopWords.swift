import CairnIndex

/// Words that say nothing about the subject of a note. These are function words of English, German,
/// French, Spanish, Italian and Russian, and words in machine-readable text: HTML element names,
/// parts of addresses, and ids. The words are listed in folded form, as the pieces that `Words`
/// produces.
public enum StopWords {
  /// Returns whether a folded piece of text is insignificant: a stop word, a single Latin letter
  /// or kana, a number of fewer than four digits, a symbol (`─`, `🔖`), or an id.
  public static func contains(_ piece: some Collection<UInt8>) -> Bool {
    if piece.count < 4, piece.allSatisfy({ $0 &- 0x30 < 10 }) { return true }
    if piece.count == 1, piece.allSatisfy({ $0 < 0x80 }) { return true }
    let bytes = Array(piece)
    return bytes.withUnsafeBytes { table.contains($0) } || isKana(bytes) || isID(bytes)
      || isSign(bytes)
  }

  /// Returns whether a piece consists of at least eight ASCII letters and digits, and switches
  /// between letters and digits at least twice.
  private static func isID(_ piece: [UInt8]) -> Bool {
    guard piece.count >= 8, piece.allSatisfy({ $0 < 0x80 }) else { return false }
    let isDigit = piece.map { $0 &- 0x30 < 10 }
    return zip(isDigit, isDigit.dropFirst()).count { $0 != $1 } >= 2
  }

  /// Returns whether a piece contains neither letters nor digits.
  static func isSign(_ piece: [UInt8]) -> Bool {
    guard let first = piece.first, first >= 0xC2 else { return false }
    return String(decoding: piece, as: UTF8.self).unicodeScalars.allSatisfy {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
    }
  }

  /// Returns whether a piece is one hiragana or katakana character (U+3041 to U+30FF): a syllable,
  /// not a word.
  private static func isKana(_ piece: [UInt8]) -> Bool {
    guard piece.count == 3, piece[0] == 0xE3 else { return false }
    return (piece[1] == 0x81 && piece[2] > 0x80) || piece[1] == 0x82 || piece[1] == 0x83
  }

  /// The stop words, as the bytes of their folded forms.
  package static var all: [[UInt8]] { (0..<table.count).map { Array(table.key($0)) } }

  /// A table of the stop words. A set of arrays would take ten times as long to fill. Never
  /// changes, so that several threads can read it.
  nonisolated(unsafe) private static let table: KeyTable = {
    var table = KeyTable()
    for var list in [english, german, french, spanish, italian, russian, machines] {
      list.withUTF8 { bytes in
        for word in bytes.split(whereSeparator: { $0 <= UInt8(ascii: " ") }) {
          _ = table.number(of: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: word)))
        }
      }
    }
    return table
  }()

  private static let english = """
    about above after again against all almost also although always am among an and another any
    anybody anyone anything are aren around as at away back be became because become been before
    being below between both but by came can cannot could couldn did didn do does doesn doing don
    done down during each either else enough even ever every everybody everyone everything few for
    from further gave get gets getting give given go goes going gone got had hadn has hasn have
    haven having he her here hers herself him himself his how however if in into is isn it its
    itself just keep kept know less let like ll made make makes many may maybe me might mine more
    most much must mustn my myself need never new next no nobody none nor not nothing now of off
    often on once one only onto or other others our ours out over own per perhaps quite rather re
    really said same say says second see seem seems seen several shall she should shouldn since so
    some somebody someone something soon still such take than that the their theirs them then there
    these they thing things this those though three through to together too took toward two under
    until up upon us use used using ve very was wasn way we well went were weren what when where
    whether which while who whom whose why will with within without won would wouldn yes yet you
    your yours yourself
    """

  private static let machines = """
    amp br com div gt href htm html http https img li lt nbsp ol org php quot span src svg tbody td
    tfoot th thead tr ul url utf www
    """

  private static let german = """
    aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin
    bis bist da dabei damit dann das dass dein deine dem den denn der des dich die dies diese diesem
    diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einmal er es etwas
    euch fur gegen habe haben hat hatte hatten hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer
    im immer in ins ist ja jede jeder jedes jetzt kann kein keine keinen konnen mache mal man mehr
    mein meine meinem meinen meiner mich mir mit muss nach nicht nichts noch nun nur ob oder ohne
    schon sehr sein seine seinem seinen seiner selbst sich sie sind so soll sondern sonst uber um und
    uns unser unter viel vom von vor war waren was weil wenn wer werden wie wieder will wir wird wo
    wurde wurden zu zum zur zwischen
    """

  private static let french = """
    ai alors au aucun aussi autre aux avant avec avez avoir avons bien ce ceci cela celle celui ces
    cet cette ceux chaque comme comment dans de depuis des donc du elle elles en encore entre es est
    et etaient etait etant ete etre eu fait faire faut il ils je jusque la le les leur leurs lui ma
    mais me meme mes moi moins mon ne ni nos notre nous on ont ou par parce pas peu peut plus pour
    pourquoi qu quand que quel quelle quelques qui quoi sa sans se sera ses si son sont sous sur ta te
    tes toi ton tous tout toute toutes tres trop tu un une vos votre vous
    """

  private static let spanish = """
    algo antes aqui asi aunque cada como con contra cual cuando de del desde donde dos el ella ellas
    ellos en entre era eran eres es esa ese eso esta estaba estado estan estas este esto estos fue
    fueron ha habia hace han hasta hay la las le les lo los mas me mi mis mucho muy nada ni no nos
    nosotros nuestra nuestro nunca otra otro para pero poco por porque que quien se sea ser si sido
    siempre sin sobre son soy su sus tambien tan tanto te tengo tiene todo todos tu tus un una uno
    unos ya yo
    """

  private static let italian = """
    agli ai al alla alle allo anche ancora c che chi ci come con contro cosa cosi cui da dagli dai dal
    dalla dalle degli dei del della delle dello dentro di dopo dove e ecco egli era erano essere fino
    fra gia gli ha hai hanno ho il in io la le lei li lo loro lui ma mai mi mia mie miei mio molto ne
    negli nei nel nella nelle noi non nostra nostro o ogni per perche piu poi qua quale quando quanto
    quella quello questa queste questi questo qui se sei sempre senza si sia siamo solo sono sopra
    sotto sta stata stato su sua sue sui sul sulla suo suoi tra tu tua tue tuo tutti tutto un una uno
    vi voi
    """

  private static let russian = """
    а без бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его
    ее если есть еще же за здесь и из или им их к как какои когда кто ли либо мне может мы на над
    надо наш не него нее нет ни них но ну о об однако он она они оно от очень по под при с со так
    также такои там те тебя тем то того тоже тои только том ты у уже хотя чего чеи чем что чтобы эта
    эти это этот я
    """
}
