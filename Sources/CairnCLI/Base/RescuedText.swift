import CairnFiles
import CairnText
import CairnWork

/// A text that somebody wanted to add, where there is no notebook to add it to, or no command line
/// that says which.
struct RescuedText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// How many quarters of a second an input may be silent that nobody may be writing to.
  private static let patience = 20
  /// The most bytes that are read.
  private static let limit = 1 << 26

  /// What standard input holds. An input that nobody writes to is not waited for.
  static func fromInput() -> RescuedText {
    Interruption.watch()
    defer { Interruption.unwatch() }
    let goesOn = { (pauses: Int) in pauses < patience && Interruption.code == nil }
    do {
      return try RescuedText(bytes: Console.readAll(limit: limit, while: goesOn))
    } catch {
      return RescuedText(bytes: error.bytes)
    }
  }

  private init(bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

  /// Keeps the text as a draft of no notebook, or prints it where that fails; a sentence that says
  /// which. Nil where there is no text.
  func keep(_ surroundings: Surroundings) -> String? {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    do throws(FileError) {
      let draft = try StateFolder.saveDraft(
        Array(text.utf8), in: surroundings.folders.state, at: surroundings.clock.now)
      return draft.place + "; in a notebook, `cairn add --retry \(draft.id)` adds it."
    } catch {
      Console.writeAll(2, Array(text.utf8) + [UInt8(ascii: "\n")])
      return "The text could not be kept (\(error)); it stands above."
    }
  }
}
