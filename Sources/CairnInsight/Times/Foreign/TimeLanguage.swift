/// A language other than English in which times are understood.
public enum TimeLanguage: String, CaseIterable, Sendable {
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case portuguese = "pt"
  case dutch = "nl"
  case polish = "pl"
  case hungarian = "hu"
  case russian = "ru"
  case japanese = "ja"
  case chinese = "zh"
  case korean = "ko"

  /// Whether text in the language is read character by character instead of word by word, because
  /// the language has no spaces between words or adds particles to words.
  var isDense: Bool { [.japanese, .chinese, .korean].contains(self) }

  /// Returns the languages in which a text may be written, judging by the scripts of its letters:
  /// Latin, Cyrillic or East Asian.
  static func possible(in text: String) -> [TimeLanguage] {
    var (isAsian, isCyrillic, isLatin) = (false, false, false)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x24F: isLatin = true
      case 0x400...0x52F: isCyrillic = true
      case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7AF: isAsian = true
      default: break
      }
    }
    return allCases.filter { language in
      language.isDense ? isAsian : language == .russian ? isCyrillic : isLatin
    }
  }
}

/// The languages in which times are read besides English.
public enum TimeLanguageChoice: Hashable, Sendable {
  /// Any language, determined by the words.
  case detected
  /// English only.
  case english
  case only(TimeLanguage)

  /// Creates the choice from the value of a setting: `auto`, `en`, or the code of a language.
  public init?(_ value: String) {
    switch value {
    case "auto": self = .detected
    case "en": self = .english
    default:
      guard let language = TimeLanguage(rawValue: value) else { return nil }
      self = .only(language)
    }
  }

  /// Returns the languages other than English in which to look for times in a text.
  func languages(for text: String) -> [TimeLanguage] {
    switch self {
    case .detected: TimeLanguage.possible(in: text)
    case .english: []
    case .only(let language): [language]
    }
  }
}
