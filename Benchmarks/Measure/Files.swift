import Glibc

/// The reason why the benchmarks cannot continue.
struct BenchFailure: Error {
  let reason: String
}

/// Writes a progress line to standard error.
func say(_ message: String) {
  let line = Array("cairn-bench: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Returns a file's bytes, or nil if it cannot be read.
func readFile(_ path: String) -> [UInt8]? {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return count == 0 ? bytes : nil }
    bytes += buffer[..<count]
  }
}

/// Writes a file, or adds to the end of one.
func writeFile(_ path: String, _ bytes: [UInt8], appends: Bool = false) throws(BenchFailure) {
  let file = open(path, O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC), 0o644)
  guard file >= 0, write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
    throw BenchFailure(reason: "cannot write \(path): \(String(cString: strerror(errno)))")
  }
}

/// Creates a folder and its parents.
func makeFolders(_ path: String) {
  var made = path.hasPrefix("/") ? "" : "."
  for name in path.split(separator: "/") {
    made += "/\(name)"
    mkdir(made, 0o755)
  }
}

/// Returns the sorted names in a folder except `.` and `..`, and whether each is a folder.
func names(in folder: String) -> [(name: String, isFolder: Bool)] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [(name: String, isFolder: Bool)] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append((name, entry.pointee.d_type == UInt8(DT_DIR))) }
  }
  return names.sorted { $0.name < $1.name }
}

/// Returns all files below a folder, sorted. Each path begins with the folder's path.
func files(below folder: String) -> [String] {
  names(in: folder).flatMap { name, isFolder in
    isFolder ? files(below: "\(folder)/\(name)") : ["\(folder)/\(name)"]
  }
}

/// Returns the size of a file in bytes; 0 if it does not exist.
func size(of path: String) -> Int {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : 0
}

/// Removes a folder and its contents.
func removeTree(_ path: String) {
  for (name, isFolder) in names(in: path) {
    if isFolder { removeTree("\(path)/\(name)") } else { unlink("\(path)/\(name)") }
  }
  rmdir(path)
}

/// Removes a file if it exists.
func removeFile(_ path: String) {
  unlink(path)
}
