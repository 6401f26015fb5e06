import CairnWork
import FoundationEssentials
import Glibc
import Subprocess
import SystemPackage
import Testing

extension WebTests {
  @Suite("Small pictures over HTTP") struct ThumbnailTests {
    /// Bytes that begin like a PNG of this size, and are long enough to be made smaller.
    private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
      var bytes = Pictures.png
      for (place, number) in [(16, width), (20, height)] {
        withUnsafeBytes(of: number.bigEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
      }
      return bytes + [UInt8](repeating: 7, count: 40_000)
    }

    private static func write(_ bytes: [UInt8], _ path: String, _ server: TestServer) throws {
      let file = server.root.pushing(FilePath(path))
      try FileManager.default.createDirectory(
        atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: file.string))
    }

    private static func set(_ command: String, _ server: TestServer) throws {
      let folder = URL(filePath: server.base.appending("config").string)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = "web.thumbnails: '\(command.replacing("'", with: "''"))'\n"
      try Data(text.utf8).write(to: folder.appending(path: "config.yml"))
    }

    private static func get(_ path: String, _ server: TestServer) async throws -> Reply {
      try await server.send("GET", "/api/v1/thumbnails/\(path)", as: .read)
    }

    @Test("A program makes a picture smaller once, and nothing is written into the notebook")
    func once() async throws {
      try await TestServer.run([("a.md", "A\n")]) { server in
        let picture = Self.png(2000, 1000)
        // A name that a program could take for an option, if it saw the name.
        try Self.write(picture, "pictures/-o x.png", server)
        try Self.write(Pictures.png, "small.png", server)
        let path = "pictures%2F-o%20x.png"
        #expect(try await Self.get(path, server).body == picture)
        // Prints the first 60 bytes, and counts how often it runs.
        let log = server.base.appending("log").string
        try Self.set(
          #"echo "$CAIRN_TYPE $CAIRN_SIZE $(wc -c)" >> \#(log); printf '\211PNG\r\n\032\n'"#, server
        )
        let files = server.files
        for _ in 0..<3 {
          let reply = try await Self.get(path, server)
          #expect(reply.status == 200)
          #expect(reply.body == Array(Pictures.png.prefix(8)))
          #expect(reply.header("content-type") == "image/png")
          #expect(reply.header("content-security-policy") == "default-src 'none'; sandbox")
        }
        let runs = { try String(contentsOfFile: log, encoding: .utf8) }
        #expect(try runs() == "png 320 \(picture.count)\n")
        // A small picture needs no program, and a changed one has another thumbnail.
        #expect(try await Self.get("small.png", server).body == Pictures.png)
        try Self.write(picture + [1], "pictures/-o x.png", server)
        #expect(try await Self.get(path, server).body.count == 8)
        #expect(try runs().split(separator: "\n").count == 2)
        #expect(server.files == files)
        for (path, status) in [("none.png", 404), ("a.md", 404), ("..%2Flog", 404)] {
          #expect(try await Self.get(path, server).status == status, "\(path)")
        }
      }
    }

    @Test(
      "If a program fails, the answer is the picture itself",
      arguments: [
        "exit 1", "echo no picture", "cat", "kill -9 $$", "no-such-program-here",
        // More than a thumbnail may have.
        "head -c 3000000 /dev/zero",
        // More memory than it may have.
        "exec python3 -c 'x = bytearray(3 << 30)'",
      ])
    func failing(_ command: String) async throws {
      try await TestServer.run { server in
        let picture = Self.png(2000, 1000)
        try Self.write(picture, "x.png", server)
        let log = server.base.appending("log").string
        try Self.set("echo >> \(log); \(command)", server)
        for _ in 0..<3 {
          let reply = try await Self.get("x.png", server)
          #expect(reply.status == 200 && reply.body == picture, "\(reply.status)")
        }
        #expect(try String(contentsOfFile: log, encoding: .utf8) == "\n")
      }
    }

    @Test("No program sees a picture with too many pixels, or a file of another type")
    func hostile() async throws {
      try await TestServer.run { server in
        let log = server.base.appending("log").string
        try Self.set("echo >> \(log); printf '\\211PNG\\r\\n\\032\\n'", server)
        try Self.write(Self.png(60_000, 60_000), "bomb.png", server)
        try Self.write(Self.png(4_294_967_295, 4_294_967_295), "bombs.png", server)
        let script = Array("<svg xmlns='http://www.w3.org/2000/svg'><!--".utf8)
        try Self.write(script + [UInt8](repeating: 0x20, count: 40_000), "script.png", server)
        for path in ["bomb.png", "bombs.png"] {
          let reply = try await Self.get(path, server)
          #expect(reply.status == 422 && reply.text.contains("picture-too-large"), "\(path)")
        }
        let reply = try await Self.get("script.png", server)
        #expect(reply.header("content-type") == "application/octet-stream")
        #expect(reply.header("content-disposition") == "attachment")
        #expect(access(log, F_OK) != 0)
      }
    }

    @Test("Only the user's own settings name the program")
    func settings() async throws {
      try await TestServer.run { server in
        let picture = Self.png(2000, 1000)
        try Self.write(picture, "x.png", server)
        let log = server.base.appending("log").string
        try server.write("web.thumbnails: 'echo >> \(log)'\n", to: ".cairn/config.yml")
        #expect(try await Self.get("x.png", server).body == picture)
        let reply = try await server.send(
          "PATCH", "/api/v1/settings", #"{"web.thumbnails": "echo >> \#(log)"}"#)
        #expect(reply.status == 422 || reply.status == 400, "\(reply.status)")
        #expect(try await Self.get("x.png", server).body == picture)
        #expect(access(log, F_OK) != 0)
      }
    }

    /// Returns the first installed program of a list; nil if there is none.
    private static func installed(_ names: [String]) -> Bool {
      names.contains { access("/usr/bin/\($0)", X_OK) == 0 }
    }

    @Test(
      "Ready-made programs make pictures smaller",
      arguments: [
        ("vips", ["vipsthumbnail"]), ("imagemagick", ["magick", "convert"]),
        ("graphicsmagick", ["gm"]),
      ])
    func readyMade(_ name: String, _ programs: [String]) async throws {
      guard Self.installed(programs), Self.installed(["convert"]) else { return }
      try await TestServer.run { server in
        try Self.set(name, server)
        let make = """
          convert -size 800x450 plasma:red-blue -alpha set -channel A -evaluate set 40% big.png &&
          convert big.png big.jpg && convert big.png -alpha off big.gif &&
          head -c 60000 big.png > cut.png
          """
        let made = try await Subprocess.run(
          .path("/bin/sh"), arguments: ["-c", make],
          workingDirectory: server.root, output: .discarded, error: .string(limit: 4096))
        try #require(made.terminationStatus.isSuccess, "\(made.standardError)")
        for path in ["big.png", "big.jpg", "big.gif"] {
          let reply = try await Self.get(path, server)
          #expect(reply.header("content-type") == "image/jpeg", "\(path)")
          #expect(reply.body.count > 1000 && reply.body.count < 100_000, "\(path)")
        }
        // A damaged picture is answered with something.
        #expect(try await Self.get("cut.png", server).status == 200)
      }
    }
  }
}
