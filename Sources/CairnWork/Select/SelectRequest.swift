public import CairnQuery
public import CairnText

/// A request to select captures by the words that a user typed.
public struct SelectRequest: Sendable {
  /// The words that select captures: handles and parts of a query. A capture must match all parts
  /// of the query. If there are handles, one of them must also name the capture. Requests that only
  /// read captures accept only complete ids, paths and rows such as `%3` as handles.
  public var words: [String]
  /// The paths of further captures to select, relative to the working folder or the root; nil if
  /// none were passed.
  public var paths: [[UInt8]]?
  /// The fields to sort by, such as `-score,created`; nil if none were passed.
  public var sort: String?
  /// The order that applies if neither the words nor `sort` specify one.
  public var order = Query.DefaultOrder.newest
  /// The maximum number of captures to select; nil for all.
  public var limit: Int?
  /// Whether the catalog must also list files that are not captures.
  public var listsAttachments = false
  /// A query that captures must match in addition to the words; nil for none.
  public var narrowing: Query?
  /// The clock for dates in the query; nil for the caller's.
  public var clock: LocalClock?

  /// Creates a request for the captures that words select.
  public init(_ words: [String] = [], paths: [[UInt8]]? = nil) {
    self.words = words
    self.paths = paths
  }

  /// Whether the request has neither words nor paths.
  public var isEmpty: Bool { words.isEmpty && paths == nil }
}
