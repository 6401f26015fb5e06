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
      let place = header("location").map { " to `\($0.hiding(secrets).shortened(to: 200))`" } ?? ""
      return ProviderFailure(.processing, "\(reason): the server redirects\(place)")
    default: return ProviderFailure(.processing, reason)
    }
  }

  /// The message in the body of a refused request: `{"error": {"message": "…"}}`,
  /// `{"error": "…"}` or, from TMDB, `{"status_message": "…"}`.
  var message: String? {
    guard let value = JSONValue(reading: body)?.hiding(secrets) else { return nil }
    return value["error"]?["message"]?.text ?? value["error"]?.text
      ?? value["status_message"]?.text
  }

  /// Returns the number of seconds to wait, given the value of a header `Retry-After`; nil if the
  /// value is neither a number of seconds nor a date (RFC 9110 §10.2.3).
  static func seconds(toWait value: String) -> Int? {
    if let seconds = Int(value) { return seconds }
    return date(value).map { max(0, $0 - time(nil)) }
  }

  /// Returns the time of a date as seconds since 1970; nil if the text is not in one of HTTP's
  /// three date formats (RFC 9110 §5.6.7).
  private static func date(_ text: String) -> Int? {
    var words = text.split { " ,-".contains($0) }.map(String.init)
    // `Sun Nov  6 08:49:37 1994` is in UTC, too.
    let isOld = words.count == 5
    if isOld { words = [words[0], words[2], words[1], words[4], words[3], "GMT"] }
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      let month = months.firstIndex(of: words[2]),
      case let clock = words[4].split(separator: ":").map({ Int($0) ?? -1 }), clock.count == 3,
      (1...31).contains(day), (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...60).contains(clock[2]), (0...9999).contains(year)
    else { return nil }
    var date = tm()
    (date.tm_mday, date.tm_mon) = (Int32(day), Int32(month))
    // A year of two digits is at most 50 years in the future.
    date.tm_year = Int32(words[3].count == 2 ? (year < 76 ? year + 100 : year) : year - 1900)
    (date.tm_hour, date.tm_min, date.tm_sec) = (
      Int32(clock[0]), Int32(clock[1]), Int32(clock[2])
    )
    return timegm(&date)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
