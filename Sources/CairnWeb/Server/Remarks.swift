import CairnJSON
import CairnText
import CairnWork
import Synchronization

/// The warnings that use cases give while a request is carried out, and a sentence that says what
/// the request did. Thread-safe.
final class RemarkList: Sendable {
  private let list = Mutex<[Diagnostic]>([])
  private let said = Mutex<String?>(nil)

  /// A sentence that says what the request did, such as `Removed “Books” with 4 captures.`; nil if
  /// the page shows a general one.
  var sentence: String? {
    get { said.withLock(\.self) }
    set { said.withLock { $0 = newValue } }
  }

  /// The warnings.
  var warnings: [Diagnostic] { list.withLock(\.self) }
  /// The messages of the warnings.
  var all: [String] { warnings.map(\.message) }

  /// Adds a remark if it is a warning. Leaves out warnings about files outside the notebook, such
  /// as the settings files of the user who runs the server. Clients cannot change these files and
  /// must not learn where they are. For the same reason, leaves out what a program printed.
  func note(_ remark: Remark) {
    guard case .warning(let warning) = remark, warning.source == nil else { return }
    let page = ErrorAnswer.pageFailure(warning.code).map {
      warning.saying("\($0.message); the address is saved without the page")
    }
    list.withLock { $0.append(page ?? warning) }
  }
}

extension JSONValue {
  /// Creates the values that a page uses to show a message as a sentence: a list of the sentence's
  /// parts, in which text between backticks is marked as code.
  init(sentence message: String) {
    let end = message.last.map { ".!?".contains($0) } ?? true ? "" : "."
    let text = message.capitalizedFirst + end
    self = .array(
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { place, part in
        ["text": .string(String(part)), "isCode": .boolean(place % 2 == 1)]
      })
  }

  /// Creates the values that a page uses to show several messages as sentences.
  init(sentences messages: [String]) {
    self = .array(messages.map { ["parts": JSONValue(sentence: $0)] })
  }
}
