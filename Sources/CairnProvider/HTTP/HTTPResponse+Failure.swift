import CairnJSON

extension HTTPResponse {
  /// The failure that the status code indicates; nil for the codes 200 to 299.
  var failure: ProviderFailure? {
    if (200..<300).contains(status) { return nil }
    var reason = "HTTP \(status)"
    if let words = message.flatMap({ ProvidedMeaning.line($0.shortened(to: 200)) }) {
      reason += ": \(words)"
    }
    let wait = header("retry-after").flatMap { Int($0) }.flatMap {
      (0...86_400).contains($0) ? $0 : nil
    }
    switch status {
    case 401, 403, 407: return ProviderFailure(.authorization, reason)
    case 408, 409, 425, 429, 500...:
      if let wait { reason += "; the server asks to wait \(wait) s" }
      return ProviderFailure(.server, reason, retryAfter: wait.map { .seconds($0) })
    case 300..<400:
      let place = header("location").map { " to `\($0.shortened(to: 200))`" } ?? ""
      return ProviderFailure(.processing, "\(reason): the server redirects\(place)")
    default: return ProviderFailure(.processing, reason)
    }
  }

  /// The message in the body of a refused request: `{"error": {"message": "…"}}` or
  /// `{"error": "…"}`.
  var message: String? {
    let value = JSONValue(reading: body)
    return value?["error"]?["message"]?.text ?? value?["error"]?.text
  }
}
