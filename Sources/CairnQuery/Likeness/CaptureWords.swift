import CairnCapture
import CairnText

/// The words of a capture that may tell what it is about, each with how much it counts: as
/// ``Ranking`` counts words, without those that say nothing (``StopWords``).
struct CaptureWords {
  /// A word of a capture.
  struct Word {
    /// The word, folded.
    let piece: [UInt8]
    /// The weights of the zones it occurs in, added up.
    var count: Int
    /// Where it occurs first.
    fileprivate let text: SearchText
    fileprivate let range: Range<Int>

    /// The word as it is written where it occurs first.
    var written: String {
      String(text.original[text.folded.originalRange(range)])
    }
  }

  /// The words, each once, by their first place.
  private(set) var words: [Word] = []
  /// How many words there are in all, each time that one occurs.
  private(set) var length = 0
  private var places: [[UInt8]: Int] = [:]

  /// No words.
  init() {}

  init(_ reading: CaptureReading) {
    for zone in reading.countedZones {
      for text in reading.texts(zone) { add(text, zone.weight) }
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

  /// A folded word as it is written where it occurs first; nil where it does not occur.
  func written(_ piece: [UInt8]) -> String? { places[piece].map { words[$0].written } }

  /// How much a folded word counts; 0 where it does not occur.
  func count(of piece: [UInt8]) -> Int { places[piece].map { words[$0].count } ?? 0 }
}
