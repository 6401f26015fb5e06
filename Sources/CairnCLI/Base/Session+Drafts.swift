import CairnFiles
import CairnText
import CairnWork
import SystemPackage

extension Session {
  /// Lets the person edit a text. Returns the new text, and the draft that has it. Throws a ``Failure``
  /// if the editor fails.
  func edit(
    _ text: String, notes: [String: String] = [:]
  ) async throws -> (text: String, draft: Draft) {
    let draft = try work.saveDraft(Array(text.utf8), notes: notes)
    let code = try await Programs.run(editor, [draft.file])
    guard code == 0 else {
      throw Failure("editor-failed", "the editor ended with \(code); the text is in \(draft.file)")
    }
    return (try work.text(of: draft), draft)
  }
}

// MARK: - Saying where a text is

extension RescuedText {
  /// The place of the text, in a sentence. Prints a text that could not be saved.
  func shown() -> String {
    switch self {
    case .draft(let draft): return draft.sentence
    case .looseDraft(let draft):
      return draft.place + "; in a notebook, `cairn add --retry \(draft.id)` adds it."
    case .unsaved(let bytes, let error):
      Console.writeAll(2, bytes + [UInt8(ascii: "\n")])
      return "The text could not be kept (\(error)); it stands above."
    }
  }
}

// MARK: - Texts of commands that cannot be carried out

/// A text that was to be added by a command that names no notebook, or that was not understood.
enum TextToRescue {
  /// The quarters of a second to wait for an input that nobody may be writing to.
  private static let patience = 20
  /// The most bytes that are read.
  private static let limit = 1 << 26

  /// The bytes on standard input. An input that nobody writes to is not waited for.
  static func fromInput() -> [UInt8] {
    Interruption.watch()
    defer { Interruption.unwatch() }
    let goesOn = { (pauses: Int) in pauses < patience && Interruption.code == nil }
    do {
      return try Console.readAll(limit: limit, while: goesOn)
    } catch {
      return error.bytes
    }
  }

  /// Saves a text as a draft; returns a sentence with the place, or nil if the text is blank.
  static func save(_ text: [UInt8], _ surroundings: Surroundings) -> String? {
    RescuedText(saving: text, in: surroundings.folders, at: surroundings.clock.now)?.shown()
  }
}
