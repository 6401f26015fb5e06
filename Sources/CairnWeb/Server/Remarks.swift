import CairnJSON
import CairnText
import CairnWork
import Synchronization

/// The warnings that use cases give while a request is carried out. Thread-safe.
final class RemarkList: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock(\.self) }

  /// Adds a remark if it is a warning.
  func note(_ remark: Remark) {
    guard case .warning(let warning) = remark else { return }
    list.withLock { $0.append(warning.message) }
  }
}

/// The warnings of the latest operations, for the page that is shown after a form. Thread-safe.
final class RemarkMemory: Sendable {
  private let kept = Mutex<[(operation: String, remarks: [String])]>([])
  private static let most = 64

  /// Keeps the warnings of an operation. Does nothing if there are none.
  func keep(_ remarks: [String], of operation: String) {
    guard !remarks.isEmpty else { return }
    kept.withLock { kept in
      kept.append((operation, remarks))
      if kept.count > Self.most { kept.removeFirst() }
    }
  }

  /// Returns the warnings of an operation; empty if there are none.
  func remarks(of operation: String) -> [String] {
    kept.withLock { $0.last { $0.operation == operation }?.remarks ?? [] }
  }
}

extension JSONValue {
  /// Creates the values with which a page shows a message as a sentence: a list of its parts. Text
  /// between backquotes is code.
  init(sentence message: String) {
    let end = message.last.map { ".!?".contains($0) } ?? true ? "" : "."
    let text = message.prefix(1).uppercased() + message.dropFirst() + end
    self = .array(
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { place, part in
        ["text": .string(String(part)), "isCode": .boolean(place % 2 == 1)]
      })
  }

  /// Creates the values with which a page shows several messages, as sentences.
  init(sentences messages: [String]) {
    self = .array(messages.map { ["parts": JSONValue(sentence: $0)] })
  }
}
