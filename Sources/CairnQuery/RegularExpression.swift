import CPCRE2
import Synchronization

/// A compiled Perl-compatible regular expression. Only this type calls the C library PCRE2.
///
/// Letters, digits and word boundaries follow Unicode. Matching is bounded: a match that backtracks
/// for too long is abandoned and reported as ``LimitExceeded``. A pattern with many abandoned
/// matches gets a lower limit. Apart from the count of abandoned matches, an instance is immutable,
/// so threads can share it.
final class RegularExpression: @unchecked Sendable {
  /// The reason why a pattern is invalid.
  struct Invalid: Error {
    /// The error message of PCRE2.
    let message: String
    /// The UTF-8 offset of the error in the pattern.
    let offset: Int
  }

  /// An error thrown if a match exceeds its limit of steps, stack or memory.
  struct LimitExceeded: Error {}

  /// The runs of ASCII letters and digits, in lower case, that every matching text contains.
  let literals: [[UInt8]]

  private let code: OpaquePointer
  private let context: OpaquePointer?
  /// The match context with the lower limit, which applies after ``mostGivenUp`` abandoned matches.
  /// Nil only if memory could not be allocated.
  private let briefContext: OpaquePointer?
  private let timesGivenUp = Atomic(0)

  /// The maximum number of backtracking steps per match. ``heapLimit`` is the maximum memory in
  /// kilobytes. Realistic patterns need far less, and a match that reaches the limit takes less
  /// than a second.
  private static let matchLimit: UInt32 = 5_000_000
  private static let heapLimit: UInt32 = 20_000
  /// The number of abandoned matches after which the lower limit applies. The lower limit suffices
  /// for matches with little backtracking; without it, searching a whole notebook could take hours.
  private static let mostGivenUp = 32
  private static let briefMatchLimit: UInt32 = 50_000

  /// Compiles `pattern`; `ignoresCase` states whether letters match regardless of case. Throws
  /// ``Invalid`` if the pattern is not a valid regular expression.
  init(_ pattern: String, ignoresCase: Bool) throws(Invalid) {
    var options = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_MATCH_INVALID_UTF
    // \C could end a match in the middle of a character.
    options |= PCRE2_NEVER_BACKSLASH_C
    if ignoresCase { options |= PCRE2_CASELESS }
    var status: Int32 = 0
    var offset = 0
    let utf8 = Array(pattern.utf8)
    guard let code = pcre2_compile_8(utf8, utf8.count, options, &status, &offset, nil) else {
      throw Invalid(message: Self.message(status), offset: min(offset, utf8.count))
    }
    self.code = code
    literals = PatternLiterals(pattern).runs
    // If JIT is unavailable, the interpreter gives the same result more slowly.
    _ = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
    context = Self.context(Self.matchLimit)
    briefContext = Self.context(Self.briefMatchLimit)
  }

  private static func context(_ matchLimit: UInt32) -> OpaquePointer? {
    let context = pcre2_match_context_create_8(nil)
    _ = pcre2_set_match_limit_8(context, matchLimit)
    _ = pcre2_set_heap_limit_8(context, heapLimit)
    return context
  }

  deinit {
    pcre2_match_context_free_8(context)
    pcre2_match_context_free_8(briefContext)
    pcre2_code_free_8(code)
  }

  /// Returns whether the pattern matches anywhere in `bytes`. Allocates only the memory that PCRE2
  /// needs.
  func isFound(in bytes: UnsafeBufferPointer<UInt8>) -> Result<Bool, LimitExceeded> {
    let isHopeless = timesGivenUp.load(ordering: .relaxed) >= Self.mostGivenUp
    let context = isHopeless ? briefContext : context
    guard let data = pcre2_match_data_create_8(1, nil) else { return .failure(LimitExceeded()) }
    defer { pcre2_match_data_free_8(data) }
    switch pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, 0, data, context) {
    case 0...: return .success(true)
    case PCRE2_ERROR_NOMATCH: return .success(false)
    default:
      timesGivenUp.add(1, ordering: .relaxed)
      return .failure(LimitExceeded())
    }
  }

  /// Returns the nonoverlapping matches in `bytes`, in order, as UTF-8 offsets. After an empty
  /// match, the search continues at the next character.
  func matches(
    in bytes: [UInt8]
  ) throws(LimitExceeded) -> [Range<Int>] {
    guard let data = pcre2_match_data_create_from_pattern_8(code, nil) else {
      throw LimitExceeded()
    }
    defer { pcre2_match_data_free_8(data) }
    var found: [Range<Int>] = []
    var start = 0
    while start <= bytes.count {
      let status = pcre2_match_8(code, bytes, bytes.count, start, 0, data, context)
      if status == PCRE2_ERROR_NOMATCH { break }
      guard status > 0, let vector = pcre2_get_ovector_pointer_8(data) else {
        throw LimitExceeded()
      }
      // \K in a lookahead can put the start after the end.
      let range = min(vector[0], vector[1])..<max(vector[0], vector[1])
      found.append(range)
      start = range.isEmpty ? range.upperBound + 1 : range.upperBound
      while start < bytes.count, bytes[start] & 0xC0 == 0x80 { start += 1 }
    }
    return found
  }

  private static func message(_ status: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(status, &buffer, buffer.count)
    return String(decoding: buffer.prefix(Int(max(length, 0))), as: UTF8.self)
  }
}
