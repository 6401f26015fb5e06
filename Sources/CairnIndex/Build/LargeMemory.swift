import Glibc

/// An allocator of memory for random access. Uses huge pages if the system provides them, to avoid
/// page table lookups.
enum LargeMemory {
  /// The size of a huge page in bytes.
  static let pageSize = 1 << 21

  /// Allocates uninitialized memory, aligned at least to a cache line. Free the memory with
  /// `deallocate()`.
  static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= pageSize else {
      return .allocate(byteCount: byteCount, alignment: 64)
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: pageSize)
    #if os(Linux)
      _ = madvise(memory, byteCount, MADV_HUGEPAGE)
    #endif
    return memory
  }
}
