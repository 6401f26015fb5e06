import CairnConsole
import CairnScreens
import CairnWork

extension Session {
  /// Returns the bytes on standard input, up to the maximum size of a capture's text. `shortfall`
  /// is the reason why the text is incomplete; nil if it is complete.
  package func readText() -> (bytes: [UInt8], shortfall: (any Error)?) {
    let limit = work.longestText
    var bytes: [UInt8] = []
    var shortfall: (any Error)?
    // Ctrl-C must not lose text that is already typed.
    Interruption.watch()
    do {
      bytes = try Console.readAll(limit: limit + 1) { _ in Interruption.code == nil }
    } catch {
      bytes = error.bytes
      shortfall = error
    }
    Interruption.unwatch()
    if bytes.count > limit {
      // The limit may have split a character.
      bytes = Array(String(decoding: bytes.prefix(limit), as: UTF8.self).utf8)
      shortfall = Failure(
        "text-too-long",
        "standard input is longer than \(limit) bytes, the maximum size of a capture, so Cairn "
          + "read only the beginning")
    }
    if let signal = Interruption.code { shortfall = CommandEnd(signal) }
    return (bytes, shortfall)
  }
}
