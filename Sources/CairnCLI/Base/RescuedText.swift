import CairnFiles
import CairnText
import CairnWork

/// A text that somebody wanted to add, where there is no notebook to add it to, or no command line
/// that says which.
struct RescuedText {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

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
      return try RescuedText(Console.readAll(limit: limit, while: goesOn))
    } catch {
      return RescuedText(error.bytes)
    }
  }

  /// Keeps the text as a draft of no notebook, or prints it where that fails; a sentence that says
  /// which. Nil where there is no text.
  func keep(_ surroundings: Surroundings) -> String? {
    guard !bytes.allSatisfy({ " \t\r\n".utf8.contains($0) }) else { return nil }
    do throws(FileError) {
      let draft = try StateFolder.saveDraft(
        bytes, in: surroundings.folders.state, at: surroundings.clock.now)
      return draft.place + "; in a notebook, `cairn add --retry \(draft.id)` adds it."
    } catch {
      Console.writeAll(2, bytes + [UInt8(ascii: "\n")])
      return "The text could not be kept (\(error)); it stands above."
    }
  }
}
