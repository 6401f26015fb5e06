import Glibc

/// The minimum cost on this machine: a program that only checks or reads every file of a tree.
///
/// Uses `readdir`, `fstatat`, `openat` and `read`, and shares no code with Cairn.
final class Floor: @unchecked Sendable {
  private let reads: Bool
  private var lock = pthread_mutex_t()
  private var changed = pthread_cond_t()
  private var folders: [String]
  private var busy = 0

  private init(_ root: String, reads: Bool) {
    self.reads = reads
    folders = [root]
    pthread_mutex_init(&lock, nil)
    pthread_cond_init(&changed, nil)
  }

  /// Walks the tree at `root` on this number of threads.
  static func run(_ root: String, reads: Bool, threads: Int) {
    let floor = Floor(root, reads: reads)
    var handles: [pthread_t] = []
    for _ in 1..<max(threads, 1) {
      var handle = pthread_t()
      let context = Unmanaged.passRetained(floor).toOpaque()
      pthread_create(&handle, nil, workOnThread, context)
      handles.append(handle)
    }
    floor.work()
    for handle in handles { pthread_join(handle, nil) }
  }

  /// Processes folders until none is left and no thread can find more.
  fileprivate func work() {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    pthread_mutex_lock(&lock)
    while true {
      if let folder = folders.popLast() {
        busy += 1
        pthread_mutex_unlock(&lock)
        let found = look(folder, &buffer)
        pthread_mutex_lock(&lock)
        folders += found
        busy -= 1
        pthread_cond_broadcast(&changed)
      } else if busy == 0 {
        break
      } else {
        pthread_cond_wait(&changed, &lock)
      }
    }
    pthread_mutex_unlock(&lock)
  }

  /// Checks the files of a folder, and returns its subfolders.
  private func look(_ folder: String, _ buffer: inout [UInt8]) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    let descriptor = dirfd(stream)
    var found: [String] = []
    var status = stat()
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          guard name[0] != CChar(UInt8(ascii: ".")) else { return }
          if entry.pointee.d_type == UInt8(DT_DIR) {
            found.append("\(folder)/\(String(cString: name))")
          } else if reads {
            let file = openat(descriptor, name, O_RDONLY)
            while read(file, &buffer, buffer.count) > 0 {}
            close(file)
          } else {
            fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW)
          }
        }
      }
    }
    return found
  }
}

private func workOnThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Floor>.fromOpaque(context).takeRetainedValue().work() }
  return nil
}
