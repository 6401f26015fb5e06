import CairnText
import Glibc
import Synchronization
import Testing

@testable import CairnFiles

/// What a walk finds, in an order of its own: to be compared as a whole.
struct WalkFindings {
  var files: [NotePath: Stamp] = [:]
  var attachments: Set<NotePath> = []
  var folders: Set<NotePath> = []
  var specials: [NotePath: FileKind] = [:]
  var leftovers: Set<NotePath> = []
  var hidden: Set<NotePath> = []
}

extension WalkFindings {
  /// A walk as a beginner writes it: one thread, whole paths, `readdir` and `lstat`, and one
  /// question to every rule for every name. The oracle of ``Store/walk(threads:_:)``.
  init(naive sandbox: Sandbox) {
    visit(.root, [], sandbox)
  }

  private mutating func visit(
    _ folder: NotePath, _ inherited: [IgnoreFile], _ sandbox: Sandbox
  ) {
    guard let stream = opendir(sandbox.absolute(folder.bytes)) else { return }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
    closedir(stream)
    var rules = inherited
    if names.contains(Array(".cairnignore".utf8)) {
      let path = folder.appending(listed: ".cairnignore".utf8)
      rules.append(IgnoreFile(Array((sandbox.text(path.bytes) ?? "").utf8), in: folder))
    }
    for name in names {
      let path = folder.appending(listed: name)
      let text = String(decoding: name, as: UTF8.self)
      if text.hasPrefix(".cairn-") && text.hasSuffix(".tmp") { leftovers.insert(path) }
      if text.hasPrefix(".") || text == "node_modules" {
        if ![".", ".."].contains(text), isFolder(sandbox.absolute(path.bytes)) {
          hidden.insert(path)
        }
        continue
      }
      visit(path, named: text, rules, sandbox)
    }
  }

  private func isFolder(_ path: [CChar]) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private mutating func visit(
    _ path: NotePath, named name: String, _ rules: [IgnoreFile], _ sandbox: Sandbox
  ) {
    var status = stat()
    guard lstat(sandbox.absolute(path.bytes), &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let found = rules.compactMap { $0.match(path.components[...], isFolder: isFolder) }
    if found.last?.isHidden == true { return }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      folders.insert(path)
      visit(path, rules, sandbox)
    case S_IFREG:
      let lower = name.lowercased()
      let isMarkdown = [".md", ".markdown", ".mdx"].contains { lower.hasSuffix($0) && lower != $0 }
      if isMarkdown {
        files[path] = FileStatus(status).stamp
      } else {
        attachments.insert(path)
      }
    case S_IFLNK: specials[path] = .link
    case S_IFIFO: specials[path] = .pipe
    case S_IFSOCK: specials[path] = .socket
    default: specials[path] = .device
    }
  }
}

extension WalkFindings {
  /// What ``Store/walk(threads:_:)`` finds, and whether that is all there is.
  static func walk(
    _ store: Store, threads: Int, known: @escaping KnownFolder.Lookup = { _, _ in nil }
  ) -> (WalkFindings, isComplete: Bool) {
    let found = Mutex((findings: WalkFindings(), visited: [NotePath]()))
    let walk = store.walk(threads: threads, known: known) { listing in
      #expect(listing.names.count == listing.stamps.count)
      let folder = listing.path
      let files = zip(listing.names, listing.stamps).map { (folder.appending(listed: $0), $1) }
      let attachments = listing.attachments.map { folder.appending(listed: $0) }
      found.withLock {
        $0.findings.files.merge(files) { first, _ in first }
        $0.findings.attachments.formUnion(attachments)
        $0.visited.append(folder)
      }
    }
    var (findings, visited) = found.withLock { $0 }
    #expect(Set(visited).count == visited.count, "a folder was visited twice")
    #expect(walk.folders == walk.folders.sorted())
    if walk.isComplete { #expect(visited.sorted() == [.root] + walk.folders) }
    findings.folders = Set(walk.folders)
    findings.specials = Dictionary(
      walk.specials.map { ($0.path, $0.kind) }, uniquingKeysWith: { first, _ in first })
    findings.leftovers = Set(walk.leftovers)
    findings.hidden = Set(walk.hidden)
    return (findings, walk.isComplete)
  }

  /// What one has and the other has not, or has otherwise; empty where they are equal.
  func differences(from other: WalkFindings) -> [NotePath] {
    let files = Set(files.keys).union(other.files.keys)
      .filter { self.files[$0] != other.files[$0] }
    let specials = Set(specials.keys).union(other.specials.keys)
      .filter { self.specials[$0] != other.specials[$0] }
    return
      (files.union(specials).union(attachments.symmetricDifference(other.attachments))
      .union(folders.symmetricDifference(other.folders))
      .union(leftovers.symmetricDifference(other.leftovers))
      .union(hidden.symmetricDifference(other.hidden))).sorted()
  }

  /// Whether there is nothing here that is not there too.
  func isSubset(of other: WalkFindings) -> Bool {
    files.allSatisfy { other.files[$0.key] == $0.value }
      && attachments.isSubset(of: other.attachments) && folders.isSubset(of: other.folders)
      && specials.allSatisfy { other.specials[$0.key] == $0.value }
      && leftovers.isSubset(of: other.leftovers) && hidden.isSubset(of: other.hidden)
  }
}
