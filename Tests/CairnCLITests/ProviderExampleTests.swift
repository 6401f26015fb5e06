import SystemPackage
import Testing
import Glibc

/// The programs of `examples/providers`, and that nothing is sent where no provider is set.
@Suite struct ProviderExampleTests {
  /// Whether programs are installed where a sandbox finds them.
  private static func has(_ programs: String...) -> Bool {
    programs.allSatisfy { name in
      ["/usr/local/bin", "/usr/bin", "/bin"].contains { access("\($0)/\(name)", X_OK) == 0 }
    }
  }

  private static let folder = Repository.root.appending("examples/providers").string

  /// A server that answers as a chat does by the model's name, and keeps what it was sent.
  private static let server = #"""
    import http.server, json, sys, time
    class Chat(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            model = sent["model"]
            if model == "slow": time.sleep(60)
            with open("sent.txt", "w") as file:
                file.write(self.path + " " + str(self.headers["Authorization"]) + "\n")
                file.write(sent["messages"][0]["content"])
            if model.isdigit():
                self.send_response(int(model)); self.end_headers(); return
            reply = "no chat" if model == "odd" else json.dumps({"choices": [{"message": {
                "content": "Yes:\n" + json.dumps({"meaning": "It \u00fcber\"all\" rains."})}}]})
            self.send_response(200); self.end_headers()
            self.wfile.write(reply[:20 if model == "cut" else None].encode())
        def log_message(self, *words): pass
    server = http.server.HTTPServer(("127.0.0.1", 0), Chat)
    with open("port.tmp", "w") as file: file.write(str(server.server_port))
    import os; os.rename("port.tmp", "port")
    server.serve_forever()
    """#

  /// Each model, how the command ends, and what its warning has.
  @Test(
    .enabled(if: has("curl", "python3"), "curl or python3 is not installed"),
    .timeLimit(.minutes(15)))
  func openAI() async throws {
    var sandbox = try await Sandbox()
    try await sandbox.write([Self.server], to: "server.py")
    try await sandbox.write(["It rains. It rains everywhere, \"über\" all."], to: "note.md")
    let start = """
      python3 server.py > /dev/null 2>&1 & echo $! > pid
      for n in $(seq 600); do [ -e port ] && break; sleep 0.1; done
      printf 'sk-"odd\\\\key\\n' > $HOME/key; chmod 600 $HOME/key
      mkdir -p $XDG_CONFIG_HOME/cairn
      for model in good odd cut 401 403 404 429 503; do
        printf 'providers.m-%s: {command: "%s http://127.0.0.1:%s/v1 %s", key_file: key, timeout: 120}\\n' \
          $model '\(Self.folder)/openai.sh' $(cat port) $model
      done > $XDG_CONFIG_HOME/cairn/config.yml
      echo 'providers.nobody: {command: "\(Self.folder)/openai.sh http://127.0.0.1:1/v1 m"}' \
        >> $XDG_CONFIG_HOME/cairn/config.yml
      printf 'providers.slow: {command: "%s http://127.0.0.1:%s/v1 slow", timeout: 2}\n' \
        '\(Self.folder)/openai.sh' $(cat port) >> $XDG_CONFIG_HOME/cairn/config.yml
      echo 'provider.retries: 0' >> $XDG_CONFIG_HOME/cairn/config.yml
      """
    #expect(try await sandbox.run(start).code == 0)
    for (provider, failure) in [
      ("m-good", nil), ("m-odd", "output"), ("m-cut", "output"), ("m-401", "authorization"),
      ("m-403", "authorization"), ("m-404", "processing"), ("m-429", "server"),
      ("m-503", "server"), ("nobody", "network"),
    ] as [(String, String?)] {
      let outcome = try await sandbox.run(
        "cairn meaning note.md --again --provider \(provider) --json")
      let printed = String(decoding: outcome.standardOutput, as: UTF8.self)
      let said = String(decoding: outcome.standardError, as: UTF8.self)
      #expect(outcome.code == (failure == nil ? 0 : 2), "\(provider): \(said)")
      if let failure {
        #expect(printed.contains(#""failure":"\#(failure)""#), "\(provider): \(printed)")
      } else {
        #expect(
          printed.contains(#""meaning":"It über\"all\" rains.","maker":"m-good""#), "\(printed)")
      }
      #expect(!said.contains("odd\\key"), "\(provider): \(said)")
    }
    let sent = try await sandbox.run(
      "cairn meaning note.md --again --provider m-good --quiet; head -c 40 sent.txt; tail -3 sent.txt"
    )
    let text = String(decoding: sent.standardOutput, as: UTF8.self)
    #expect(text.contains(#"/v1/chat/completions Bearer sk-"odd\key"#), "\(text)")
    #expect(text.contains("It rains everywhere, \"über\" all."), "\(text)")
    // What was asked does not stay on the disk where there is no answer in time.
    let late = try await sandbox.run(
      "mkdir tmp; TMPDIR=$PWD/tmp cairn meaning note.md --again --provider slow; ls tmp | wc -l")
    #expect(String(decoding: late.standardOutput, as: UTF8.self) == "0\n")
    let words = String(decoding: late.standardError, as: UTF8.self)
    #expect(words.contains("(timeout): no answer within 2 s"), "\(words)")
    _ = try await sandbox.run("kill $(cat pid)")
    try await sandbox.remove()
  }

  /// The programs that only start another one, with stand-ins for it.
  @Test func others() async throws {
    var sandbox = try await Sandbox()
    try await sandbox.write(["It rains. It rains everywhere."], to: "note.md")
    let standIn = #"cat > /dev/null; echo "$0 $*" > called; echo '{"meaning": "It rains."}'"#
    let start = """
      mkdir -p bin $XDG_CONFIG_HOME/cairn
      for name in ollama llm; do printf '%s\\n' '#!/bin/sh' \(Self.quoted(standIn)) > bin/$name; done
      chmod +x bin/*
      echo 'providers.o: {command: "PATH=$PWD/bin:$PATH \(Self.folder)/ollama.sh mistral"}' \
        > $XDG_CONFIG_HOME/cairn/config.yml
      echo 'providers.l: {command: "PATH=$PWD/bin:$PATH \(Self.folder)/llm.sh"}' \
        >> $XDG_CONFIG_HOME/cairn/config.yml
      echo 'providers.none: {command: "PATH=/bin:/usr/bin; command -v llm || \(Self.folder)/llm.sh"}' \
        >> $XDG_CONFIG_HOME/cairn/config.yml
      """
    #expect(try await sandbox.run(start).code == 0)
    for (provider, call) in [
      ("o", "ollama run mistral --format json"), ("l", "llm prompt --no-stream --no-log"),
    ] {
      let outcome = try await sandbox.run(
        "cairn meaning note.md --again --provider \(provider); cat called")
      let printed = String(decoding: outcome.standardOutput, as: UTF8.self)
      #expect(printed.contains("It rains.  (\(provider))") && printed.contains(call), "\(printed)")
    }
    try await sandbox.remove()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  /// With no provider set, no socket of the Internet is opened.
  @Test(
    .enabled("strace is not installed, or may not trace processes") {
      try await ModelServerTests.canTrace()
    })
  func noSockets() async throws {
    var sandbox = try await Sandbox()
    try await sandbox.write(
      ["The lamp is in the attic. It is spare, and it is old."], to: "note.md")
    for command in [
      "add Call the plumber by Friday. It drips.", "classify Call Sarah", "meaning note.md",
      "ask where is the lamp", "add https://example.org/lamps",
      "add Solaris --type entry --lookup",
    ] {
      let outcome = try await sandbox.run("strace -f -e trace=socket -o calls cairn \(command)")
      #expect(
        outcome.code == 0, "\(command): \(String(decoding: outcome.standardError, as: UTF8.self))")
      let calls = try await sandbox.run("cat calls")
      let text = String(decoding: calls.standardOutput, as: UTF8.self)
      #expect(text.contains("exited") && !text.contains("AF_INET"), "\(command): \(text)")
    }
    try await sandbox.remove()
  }
}
