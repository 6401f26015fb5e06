import Glibc

/// Memory that is read and written all over: in huge pages where the system gives them, since each
/// step to another page of common size would wait for the page table.
enum LargeMemory {
  /// As large as a huge page.
  static let pageSize = 1 << 21

  /// So many bytes, of no known value, aligned to a line of the cache at least. To be freed with
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
