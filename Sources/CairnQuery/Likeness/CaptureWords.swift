import CairnCapture
import CairnMarkup
import CairnText

/// The words that may characterize a capture, with their counts. Words are counted as in
/// ``Ranking``, but stop words (``StopWords``) are omitted.
struct CaptureWords {
  /// A word of a capture.
  struct Word {
    /// The folded word.
    let piece: [UInt8]
    /// The number of occurrences, each multiplied by the weight of its zone.
    var count: Int
    /// The text that contains the first occurrence. ``range`` is the byte range of this occurrence
    /// in the folded text.
    fileprivate let text: SearchText
    fileprivate let range: Range<Int>

    /// The word as written at its first occurrence.
    var written: String {
      String(text.original[text.folded.originalRange(range)])
    }
  }

  /// The distinct words, in the order of their first occurrences.
  private(set) var words: [Word] = []
  /// The total number of words, including repetitions and stop words.
  private(set) var length = 0
  private var places: [[UInt8]: Int] = [:]

  /// Creates an empty set of words.
  init() {}

  /// Counts the words of a capture. If `withFiles` is false, leaves out the fields that name its
  /// pictures and files (``CairnCapture/Capture/isFileField(_:)``). If `withAddresses` is false,
  /// leaves out what the body does not show: the addresses of links and pictures, and raw HTML.
  init(_ reading: CaptureReading, withFiles: Bool = true, withAddresses: Bool = true) {
    for zone in reading.countedZones {
      let texts =
        switch zone {
        case .fields where !withFiles: reading.capture.ownTextsWithoutFiles.map(SearchText.init)
        case .body where !withAddresses: [SearchText(utf8: reading.bodyText.plainText)]
        default: reading.texts(zone)
        }
      for text in texts { add(text, zone.weight) }
    }
  }

  private mutating func add(_ text: SearchText, _ weight: Int) {
    length += text.pieces.count
    for range in text.pieces {
      let piece = text.folded.bytes[range]
      if StopWords.contains(piece) { continue }
      let key = Array(piece)
      if let place = places[key] {
        words[place].count += weight
      } else {
        places[key] = words.count
        words.append(Word(piece: key, count: weight, text: text, range: range))
      }
    }
  }

  /// Returns the count of a folded word, or 0 if the word does not occur.
  func count(of piece: [UInt8]) -> Int { places[piece].map { words[$0].count } ?? 0 }
}
