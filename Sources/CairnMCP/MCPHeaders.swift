import CairnJSON
public import CairnRPC

/// The HTTP headers that repeat parts of the body of a stateless request. With these headers,
/// programs between client and server can handle the request without reading the body.
public struct MCPHeaders: Sendable {
  /// The value of the header `MCP-Protocol-Version`; nil if the header is missing.
  public var revision: String?
  /// The value of the header `Mcp-Method`; nil if the header is missing.
  public var method: String?
  /// The value of the header `Mcp-Name`; nil if the header is missing.
  public var name: String?

  private static let mismatch = -32020
  /// The parameter that the header `Mcp-Name` repeats, keyed by method.
  private static let names = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]

  /// Creates the headers of a request.
  public init(revision: String?, method: String?, name: String?) {
    (self.revision, self.method, self.name) = (revision, method, name)
  }

  /// Returns whether a request is stateless. A request is stateless if `_meta` names a revision, or
  /// if the header `MCP-Protocol-Version` names ``MCPServer/statelessRevision``. The request
  /// `initialize` is never stateless.
  public func areStateless(for request: RPCRequest) -> Bool {
    guard request.method != "initialize" else { return false }
    return request.params["_meta"]?[MCPServer.revisionKey] != nil
      || revision == MCPServer.statelessRevision
  }

  /// Returns the error for a stateless request whose `_meta` is incomplete, or whose headers do not
  /// agree with its body; nil for any other request.
  public func error(for request: RPCRequest) -> RPCError? {
    let meta = request.params["_meta"]
    for key in [MCPServer.revisionKey, MCPServer.abilitiesKey] where meta?[key] == nil {
      return .invalidParams("`_meta` must contain `\(key)`.")
    }
    func disagrees(_ header: String) -> RPCError {
      RPCError(Self.mismatch, "The header `\(header)` does not agree with the body.")
    }
    guard revision == meta?[MCPServer.revisionKey]?.text else {
      return disagrees("MCP-Protocol-Version")
    }
    guard method == request.method else { return disagrees("Mcp-Method") }
    if let key = Self.names[request.method], let named = request.params[key]?.text, named != name {
      return disagrees("Mcp-Name")
    }
    return nil
  }
}
