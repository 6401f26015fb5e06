public import CairnJSON

/// A JSON-RPC 2.0 message.
public enum RPCMessage: Hashable, Sendable {
  /// A request, which must be answered.
  case request(RPCRequest)
  /// A notification, which is never answered.
  case notification(method: String, params: JSONValue)
  /// The client's answer to a request of this process. `result` is nil if the answer is an error.
  case response(id: JSONValue, result: JSONValue?)
  /// A JSON value that is not a valid message, with its id; the id is null if the value has no
  /// valid id.
  case invalid(id: JSONValue)

  /// Interprets a JSON value as a message.
  public init(_ value: JSONValue) {
    let id = value["id"] ?? .null
    let hasID = id.text != nil || id.number != nil
    let params = value["params"] ?? .object([])
    guard value["jsonrpc"]?.text == "2.0" else {
      self = .invalid(id: hasID ? id : .null)
      return
    }
    switch value["method"]?.text {
    case let method? where hasID:
      self = .request(RPCRequest(id: id, method: method, params: params))
    case let method? where value["id"] == nil:
      self = .notification(method: method, params: params)
    case nil where hasID && (value["result"] != nil || value["error"] != nil):
      self = .response(id: id, result: value["error"] == nil ? value["result"] : nil)
    default: self = .invalid(id: hasID ? id : .null)
    }
  }
}

/// A JSON-RPC request.
public struct RPCRequest: Hashable, Sendable {
  /// The id: a string or a whole number.
  public let id: JSONValue
  /// The name of the method.
  public let method: String
  /// The parameters; an empty object if there are none.
  public let params: JSONValue

  /// Creates a request.
  public init(id: JSONValue, method: String, params: JSONValue) {
    (self.id, self.method, self.params) = (id, method, params)
  }
}

/// An error that answers a request.
public struct RPCError: Error, Hashable, Sendable {
  /// The code of the error, which JSON-RPC 2.0 (§5.1) or the protocol defines.
  public let code: Int
  /// A sentence that describes the error.
  public let message: String
  /// Further facts for programs; nil if there are no further facts.
  public let data: JSONValue?

  /// Creates an error.
  public init(_ code: Int, _ message: String, data: JSONValue? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  /// An error for bytes that are not JSON.
  public static func parse(_ message: String) -> RPCError { RPCError(-32700, message) }
  /// An error for JSON that is not a valid request.
  public static func invalidRequest(_ message: String) -> RPCError { RPCError(-32600, message) }
  /// An error for an unknown method.
  public static func unknownMethod(_ name: String) -> RPCError {
    RPCError(-32601, "The method `\(name)` is unknown.")
  }
  /// An error for parameters that do not fit the method.
  public static func invalidParams(_ message: String) -> RPCError { RPCError(-32602, message) }

  /// The error as JSON.
  public var json: JSONValue {
    let facts: [JSONValue.Member] = [
      .init("code", .integer(code)), .init("message", .string(message)),
    ]
    return .object(facts + (data.map { [.init("data", $0)] } ?? []))
  }
}
