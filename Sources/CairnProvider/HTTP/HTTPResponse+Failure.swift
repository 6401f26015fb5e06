import CairnJSON
import Glibc

extension HTTPResponse {
  /// The failure that the status code indicates; nil for the codes 200 to 299.
  var failure: ProviderFailure? {
    if (200..<300).contains(status) { return nil }
    var reason = "HTTP \(status)"
    if let words = message.flatMap({ ProvidedMeaning.line($0.shortened(to: 200)) }) {
      reason += ": \(words)"
    }
    let wait = header("retry-after").flatMap(Self.seconds(toWait:)).flatMap {
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

  /// The message in the body of a refused request: `{"error": {"message": "…"}}`,
  /// `{"error": "…"}` or, from TMDB, `{"status_message": "…"}`.
  var message: String? {
    guard let value = JSONValue(reading: body) else { return nil }
    return value["error"]?["message"]?.text ?? value["error"]?.text
      ?? value["status_message"]?.text
  }

  /// Returns the time to wait that a header `Retry-After` states, in seconds; nil if the value is
  /// neither a number of seconds nor a date (RFC 9110 §10.2.3).
  static func seconds(toWait value: String) -> Int? {
    if let seconds = Int(value) { return seconds }
    // The formats of dates that HTTP allows (RFC 9110 §5.6.7).
    for format in ["%a, %d %b %Y %T GMT", "%A, %d-%b-%y %T GMT", "%a %b %e %T %Y"] {
      var date = tm()
      let isWhole = value.withCString { strptime($0, format, &date)?.pointee == 0 }
      guard isWhole else { continue }
      return max(0, timegm(&date) - time(nil))
    }
    return nil
  }
}
