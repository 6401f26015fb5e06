/// The number of captures of each type, in the order of ``CaptureKind``.
public typealias KindCounts = SIMD4<Int32>

extension KindCounts {
  /// Creates the counts for a single capture of type `kind`: 1 for that type, otherwise 0.
  public init(one kind: CaptureKind) {
    self = .zero
    self[kind.index] = 1
  }
}

extension CaptureKind {
  /// The index of the type in ``KindCounts``.
  package var index: Int {
    switch self {
    case .action: 0
    case .idea: 1
    case .fact: 2
    case .person: 3
    }
  }
}
