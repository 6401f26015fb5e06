import CPCRE2
import CairnText
import Synchronization

/// A Perl-compatible regular expression (PCRE2), compiled: the only door to the C library.
///
/// Letters, digits and word borders are Unicode's. Matching is bounded: a pattern that would
/// backtrack for ever is given up on, and the caller is told; one that was given up on often enough may
/// take fewer steps from then on. Otherwise immutable, so it may be shared.
final class RegularExpression: @unchecked Sendable {
  /// Why a pattern could not be compiled.
  struct Invalid: Error {
    /// What is wrong, in the library's words.
    let message: String
    /// Where: UTF-8 bytes of the pattern before the place.
    let offset: Int
  }

  /// Matching took more steps, stack or memory than a pattern may take.
  struct LimitExceeded: Error {}

  /// Runs of letters, folded, that are in every text which the pattern matches.
  let literals: [[UInt8]]

  private let code: OpaquePointer
  private let context: OpaquePointer?
  /// The one with which it may take fewer steps.
  private let briefContext: OpaquePointer?
  private let timesGivenUp = Atomic(0)

  /// Backtracking steps and kilobytes of memory that one match may take: far more than a pattern
  /// in earnest needs, and less than a second.
  private static let matchLimit: UInt32 = 5_000_000
  private static let heapLimit: UInt32 = 20_000
  /// After so many texts that were given up on it may take fewer steps, enough for one that is found, or
  /// not, without going back far: else a whole notebook would take hours.
  private static let mostGivenUp = 32
  private static let briefMatchLimit: UInt32 = 50_000

  /// Compiles `pattern`.
  init(_ pattern: String, ignoresCase: Bool) throws(Invalid) {
    var options = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_MATCH_INVALID_UTF
    // \C could leave the match in the middle of a character.
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
    // Without JIT (not every machine has it) the interpreter does the same, slower.
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

  /// Whether it matches anywhere in `bytes`. Costs no memory but what matching takes.
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

  /// The first matches in `bytes`, in order and apart from each other: UTF-8 offsets, never empty
  /// but where the pattern matches nothing at all in that place.
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
      // \K in a lookahead can put the start behind the end.
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
