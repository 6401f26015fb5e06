import CairnText
import Foundation
import SystemPackage
import Testing

/// `make dist`, with small scripts in the place of the programs.
@Suite("Packages") struct DistTests {
  /// What stands for the program: it has a version, man pages and completions.
  private static let program = """
    #!/bin/sh
    case "$*" in
      --version) echo 9.8.7 ;;
      "completions man "*) mkdir -p "$3"; echo '.TH cairn 1' >"$3/cairn.1" ;;
      "completions "*) echo "# $2" ;;
    esac
    """

  /// Runs a line of shell in a folder and returns what it printed.
  private static func shell(_ line: String, in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(line)")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes a fake program, and packages of it.
  private static func make(in folder: URL, _ environment: String) throws {
    let programs = folder.appending(path: "programs")
    let list = programs.appending(path: "cairn.product")
    try FileManager.default.createDirectory(at: list, withIntermediateDirectories: true)
    try "/x/ArgumentParser.build/a.o\n/x/Mine.build/b.o\n".write(
      to: list.appending(path: "Objects.LinkFileList"), atomically: false, encoding: .utf8)
    try program.write(to: folder.appending(path: "stub"), atomically: false, encoding: .utf8)
    let script = "SOURCE_DATE_EPOCH=1764115200 '\(Repository.root.appending("scripts/dist"))'"
    // A program that this process has written is busy while another thread starts a process.
    _ = try shell(
      "install stub programs/cairn; \(environment) \(script) programs out", in: folder)
  }

  @Test("Two runs give the same bytes; what is in them, and that nothing runs at removal")
  func packages() throws {
    let base = FileManager.default.temporaryDirectory.appending(path: "cairn-dist-\(UUID())")
    defer { try? FileManager.default.removeItem(at: base) }
    let (one, other) = (base.appending(path: "1"), base.appending(path: "a/b/2"))
    for folder in [one, other] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Self.make(in: one, "umask 022;")
    try Self.make(in: other, "umask 077; export TZ=Asia/Tokyo LC_ALL=C;")
    _ = try Self.shell("diff -r 1/out a/b/2/out", in: base)

    let list = try Self.shell("tar -tvzf out/*.tar.gz; dpkg-deb -c out/*.deb", in: one)
    for line in [
      "-rwxr-xr-x root/root", "/bin/cairn\n",
      "/share/man/man1/cairn.1\n", "./usr/share/man/man1/cairn.1.gz\n",
      "/share/bash-completion/completions/cairn\n", "./usr/share/zsh/vendor-completions/_cairn\n",
      "./usr/lib/systemd/user/cairn.socket\n", "/licenses/swift-argument-parser.txt\n",
      "/licenses/swift-runtime.txt\n", "/licenses/libyaml.txt\n",
      "/share/doc/cairn/diagnostics.md\n", "./usr/share/doc/cairn/diagnostics.md\n",
      "/bin/cn -> cairn\n", "/man1/cn.1 -> cairn.1\n", "/man1/cn.1.gz -> cairn.1.gz\n",
      "./usr/share/bash-completion/completions/cn -> cairn\n", "cn.fish -> cairn.fish\n",
    ] {
      #expect(list.contains(line), "\(line)")
    }
    #expect(!list.contains("hummingbird"))
    // Without maintainer scripts, removing the package removes only its own files.
    _ = try Self.shell("dpkg-deb -e out/*.deb control", in: one)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: one.appending(path: "control").path)
        .sorted() == ["control", "md5sums"])
    let unit = try Self.shell(
      "dpkg-deb --fsys-tarfile out/*.deb | tar -xO ./usr/lib/systemd/user/cairn.service", in: one)
    #expect(unit.contains("ExecStart=/usr/bin/cairn daemon run"))

    let bytes = try Data(contentsOf: one.appending(path: "out/cairn-9.8.7.spdx.json"))
    let document = try #require(
      try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    #expect(document["spdxVersion"] as? String == "SPDX-2.3")
    let packages = try #require(document["packages"] as? [[String: Any]])
    let licenses = Dictionary(
      uniqueKeysWithValues: packages.map {
        ($0["name"] as? String ?? "", $0["licenseDeclared"] as? String ?? "")
      })
    #expect(licenses["cairn"] == "Apache-2.0" && licenses["libyaml"] == "MIT")
    #expect(licenses["swift-argument-parser"] == "Apache-2.0 WITH Swift-exception")
    #expect(packages.allSatisfy { !($0["versionInfo"] as? String ?? "").isEmpty })
  }
}
