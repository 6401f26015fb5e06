import CairnJSON
import CairnWire

/// An answer to a request: the status, the headers and the body.
struct Answer: Sendable {
  /// The body of an answer.
  enum Body: Sendable {
    case bytes([UInt8])
    /// Parts that are written as they become available, and a callback that ends the stream.
    case stream(AsyncStream<[UInt8]>, end: @Sendable () -> Void)
  }

  var status: Int
  var headers: [(name: String, value: String)]
  var body: Body
  /// The id of the operation that the request carried out, if the body does not contain it.
  var operation: String?

  init(_ status: Int, _ headers: [(name: String, value: String)] = [], _ body: Body = .bytes([])) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Returns an answer with a JSON value.
  static func json(
    _ value: JSONValue, _ status: Int = 200, _ headers: [(name: String, value: String)] = []
  ) -> Answer {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return Answer(status, headers + [("content-type", "application/json")], .bytes(bytes))
  }

  /// Returns an answer with a versioned JSON document.
  static func json(
    _ document: JSONDocument, _ status: Int = 200, _ headers: [(name: String, value: String)] = []
  ) -> Answer {
    json(document.value, status, headers)
  }

  /// Returns an answer with text of a media type.
  static func text(_ text: String, _ type: String, _ status: Int = 200) -> Answer {
    Answer(status, [("content-type", "\(type); charset=utf-8")], .bytes(Array(text.utf8)))
  }

  /// Returns an answer that redirects a browser to another page of the server.
  static func seeOther(_ place: String, _ headers: [(name: String, value: String)] = []) -> Answer {
    Answer(303, headers + [("location", place)])
  }

  /// Returns the header `ETag` with the version of a capture in quotation marks.
  static func etag(_ version: String) -> (name: String, value: String) {
    ("etag", "\"\(version)\"")
  }
}
