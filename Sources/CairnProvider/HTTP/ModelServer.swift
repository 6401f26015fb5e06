import CairnJSON

/// A server that runs a language model: its address, the model, and the format of requests.
public struct ModelServer: Sendable {
  /// The format of requests and answers.
  public enum Kind: String, CaseIterable, Sendable {
    /// OpenAI's Chat Completions API, which many servers offer.
    case openai
    /// Ollama's chat API.
    case ollama
    /// Anthropic's Messages API.
    case anthropic
  }

  /// The format of requests and answers.
  public let kind: Kind
  /// The address to which the path of a request is added, without `/` at its end.
  public let url: String
  /// The name of the model.
  public let model: String

  /// The maximum number of tokens of an answer.
  private static let mostTokens = 4096

  /// Creates a server.
  ///
  /// - Parameter url: The server's address; nil for the default of `kind`.
  public init(_ kind: Kind, url: String?, model: String) {
    self.kind = kind
    self.model = model
    var url = url ?? kind.defaultURL
    while url.last == "/" { url.removeLast() }
    self.url = url
  }
}

extension ModelServer.Kind {
  /// The address to use if the user's settings do not contain one: the address of the service
  /// itself or, for Ollama, of a server on this machine.
  var defaultURL: String {
    switch self {
    case .openai: "https://api.openai.com/v1"
    case .ollama: "http://localhost:11434"
    case .anthropic: "https://api.anthropic.com"
    }
  }

  fileprivate var path: String {
    switch self {
    case .openai: "/chat/completions"
    case .ollama: "/api/chat"
    case .anthropic: "/v1/messages"
    }
  }
}

// MARK: - Requests

/// The name of the field that limits an answer's length. OpenAI renamed the field, and a server
/// refuses a name that it does not know.
enum TokenLimit: String, Sendable {
  case new = "max_completion_tokens"
  case old = "max_tokens"

  /// The other of the two names, which is tried if a server refuses this one.
  var other: TokenLimit { self == .new ? .old : .new }
}

extension ModelServer {
  /// Returns the request that sends `text` to the model.
  func request(_ text: String, key: String?, limit: TokenLimit) -> HTTPRequest {
    var headers = [(name: "Content-Type", value: "application/json")]
    var members = [
      JSONValue.Member("model", .string(model)),
      JSONValue.Member("messages", [["role": "user", "content": .string(text)]]),
    ]
    switch kind {
    case .openai:
      members.append(.init(limit.rawValue, .integer(Self.mostTokens)))
      if let key { headers.append(("Authorization", "Bearer \(key)")) }
    case .ollama:
      members += [.init("stream", false), .init("format", "json")]
      if let key { headers.append(("Authorization", "Bearer \(key)")) }
    case .anthropic:
      members.append(.init("max_tokens", .integer(Self.mostTokens)))
      headers.append(("anthropic-version", "2023-06-01"))
      if let key { headers.append(("x-api-key", key)) }
    }
    var body: [UInt8] = []
    JSONValue.object(members).write(to: &body)
    return HTTPRequest(url + kind.path, headers: headers, body: body)
  }

  /// Returns whether the server refused the request because it does not know the field that limits
  /// the length of answers.
  func refuses(_ limit: TokenLimit, _ response: HTTPResponse) -> Bool {
    guard kind == .openai, response.status == 400, let value = JSONValue(reading: response.body)
    else { return false }
    if let parameter = value["error"]?["param"]?.text { return parameter == limit.rawValue }
    return response.message?.contains(limit.rawValue) == true
  }
}

// MARK: - Answers

extension ModelServer {
  /// Returns the text that the model wrote.
  ///
  /// Throws a ``ProviderFailure`` if the server refused the request, if its answer does not have
  /// the expected shape, or if the model refused or did not finish.
  func text(in response: HTTPResponse) throws(ProviderFailure) -> [UInt8] {
    if let failure = response.failure { throw failure }
    guard let value = JSONValue(reading: response.body) else {
      throw ProviderFailure(
        .output,
        "the server's answer is not valid JSON; check that `\(url)` is a server of the kind "
          + "`\(kind.rawValue)`")
    }
    if value["error"] != nil, value["error"] != .null, let message = response.message {
      throw ProviderFailure(.output, "the server reports an error: \(message.shortened(to: 200))")
    }
    do throws(WrongShape) {
      let text = try text(in: value, hiding: response.secrets)
      return Array(text.utf8)
    } catch {
      throw ProviderFailure(
        .output, "in the server's answer, \(error.reason)".hiding(response.secrets))
    }
  }

  /// Returns the text in an answer. Hides the `secrets` in the reason of a refusal.
  private func text(
    in value: JSONValue, hiding secrets: [String]
  ) throws(WrongShape) -> String {
    let ending: String?
    let text: String
    switch kind {
    case .openai:
      guard let choice = try value.list("choices").first else {
        throw WrongShape("field `choices` is empty, expected one choice")
      }
      ending = choice["finish_reason"]?.text
      if let refusal = choice["message"]?["refusal"]?.text {
        throw WrongShape("the model refused: \(refusal.hiding(secrets).shortened(to: 200))")
      }
      text = try choice.member("message", in: "choices[0].").string(
        "content", in: "choices[0].message.")
    case .ollama:
      ending = value["done_reason"]?.text
      text = try value.member("message").string("content", in: "message.")
    case .anthropic:
      ending = value["stop_reason"]?.text
      var parts: [String] = []
      for (index, part) in try value.list("content").enumerated()
      where part["type"]?.text == "text" {
        parts.append(try part.string("text", in: "content[\(index)]."))
      }
      if parts.isEmpty, ending == nil || ["end_turn", "tool_use", "stop_sequence"].contains(ending)
      {
        throw WrongShape("field `content` has no element of the type `text`")
      }
      text = parts.joined()
    }
    if ["length", "max_tokens"].contains(ending) {
      throw WrongShape("the model's text is cut off after \(Self.mostTokens) tokens")
    }
    if ["content_filter", "refusal"].contains(ending) {
      throw WrongShape("the model refused (`\(ending ?? "")`)")
    }
    return text
  }
}
