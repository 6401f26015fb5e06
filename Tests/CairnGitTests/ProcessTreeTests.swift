import Glibc
import Testing

@testable import CairnGit

/// Programs that hang, and those that only look as if they did.
@Suite("Idle processes") struct ProcessTreeTests {
  /// A command, and whether it is ended because it does nothing for a while. A program that has
  /// exited waits until its exit code is read.
  @Test(arguments: [("exec sleep 60", true), ("sleep 60 & sleep 60", true), ("exit 0", false)])
  func idle(_ command: String, _ isEnded: Bool) async {
    var process: pid_t = 0
    let line: [String] = ["sh", "-c", command]
    var words = line.map { strdup($0) } + [nil]
    #expect(posix_spawn(&process, "/bin/sh", nil, nil, &words, environ) == 0)
    for word in words { free(word) }
    let tree = ProcessTree()
    tree.begin(process)
    let watch = Task { await tree.end(afterIdling: .milliseconds(300)) }
    if !isEnded {
      try? await Task.sleep(for: .seconds(2))
      watch.cancel()
    }
    #expect(await watch.value == isEnded)
    waitpid(process, nil, 0)
  }
}
