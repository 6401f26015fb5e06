/// How many captures of each type there are with something, in the order of ``CaptureKind``.
public typealias KindCounts = SIMD4<Int32>

extension KindCounts {
  /// One capture of a type.
  public init(one kind: CaptureKind) {
    self = .zero
    self[kind.index] = 1
  }
}

extension CaptureKind {
  /// The place of the type among all.
  package var index: Int {
    switch self {
    case .action: 0
    case .idea: 1
    case .fact: 2
    case .person: 3
    }
  }
}
