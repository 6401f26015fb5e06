import ArgumentParser
import CairnCapture
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct LinksCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "links",
    abstract: "Show the links in a capture, and their targets.",
    discussion: """
      Dead links are marked. `cairn list linked-by:CAPTURE` lists the captures that a capture \
      links to.

      EXAMPLES
        cairn links k7x2
        cairn links briefings/2026-11-21.md --json
      """)

  @OptionGroup var named: CaptureArgument
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = try session.work.links(in: named.capture)
    let failure = Failure.nothing("`\(found.capture.path)` has no links")
    try session.show(found, failure)
  }
}

struct BacklinksCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "backlinks",
    abstract: "Show the links to a capture.",
    discussion: """
      `cairn list link:CAPTURE` lists the captures that link to a capture.

      EXAMPLES
        cairn backlinks sarah
        cairn backlinks work/acme/invoice.md --json
      """)

  @OptionGroup var named: CaptureArgument
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = try session.work.backlinks(to: named.capture)
    let failure = Failure.nothing("nothing links to `\(found.capture.path)`")
    try session.show(found, failure)
  }
}

extension Session {
  /// Shows links; throws `failure` if there are none.
  fileprivate func show(_ found: LinksResult, _ failure: Failure) throws {
    beginList(inJSON: found.edges.map(found.otherCapture))
    try show(.links(found), failure: found.edges.isEmpty ? failure : nil) {
      show(found)
    }
  }
}
