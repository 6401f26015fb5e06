public import CairnQuery
public import CairnText

/// Which captures a request is about, as a person words it.
public struct SelectRequest: Sendable {
  /// Full ids, paths of captures, and parts of a query; all must hold, but of several ids and paths
  /// any.
  public var words: [String]
  /// More paths of captures, from the working folder or from the root; nil if none were passed.
  public var paths: [[UInt8]]?
  /// The fields to order by: `-score,created`.
  public var sort: String?
  /// The order if neither the words nor `sort` name one.
  public var order = Query.DefaultOrder.newest
  /// The most captures.
  public var limit: Int?
  /// Whether files other than captures are listed, too.
  public var listsAttachments = false
  /// What the captures must match besides.
  public var narrowing: Query?
  /// The clock that the query's dates go by; the caller's if nil.
  public var clock: LocalClock?

  /// A request for the captures that words choose.
  public init(_ words: [String] = [], paths: [[UInt8]]? = nil) {
    self.words = words
    self.paths = paths
  }

  /// Whether no capture was asked for.
  public var isEmpty: Bool { words.isEmpty && paths == nil }
}
