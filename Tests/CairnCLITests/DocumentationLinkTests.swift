import SystemPackage
import Testing

/// Links between the pages of the documentation.
@Suite struct DocumentationLinkTests {
  static let pages =
    ["README.md", "Sources/README.md", "examples/README.md"]
    + ((try? Repository.names(in: Repository.root.appending("docs"), endingIn: ".md")) ?? [])
    .map { "docs/\($0)" }

  @Test("Files and headings that links lead to exist", arguments: pages)
  func links(page: String) throws {
    let folder = FilePath(page).removingLastComponent()
    for target in Self.targets(in: try Repository.read(Repository.root.appending(page))) {
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path =
        parts[0].isEmpty
        ? FilePath(page) : folder.pushing(FilePath(String(parts[0]))).lexicallyNormalized()
      let file = Repository.root.appending(path.string)
      guard let text = try? Repository.read(file) else {
        Issue.record("\(page): \(target): there is no such file")
        continue
      }
      guard parts.count == 2 else { continue }
      #expect(Self.anchors(of: text).contains(String(parts[1])), "\(page): \(target)")
    }
  }

  @Test("The start page lists every page of docs")
  func startPage() throws {
    let start = try Repository.read(Repository.root.appending("docs/README.md"))
    let targets = Self.targets(in: start).map { String($0.prefix { $0 != "#" }) }
    for page in Self.pages where page.hasPrefix("docs/") && page != "docs/README.md" {
      #expect(targets.contains(String(page.dropFirst("docs/".count))), "\(page)")
    }
  }

  /// The targets of inline links outside of code, without those on other servers.
  private static func targets(in text: String) -> [String] {
    var isInBlock = false
    return text.split(separator: "\n").flatMap { line -> [String] in
      if line.hasPrefix("```") { isInBlock.toggle() }
      guard !isInBlock, !line.hasPrefix("    ") else { return [] }
      let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .map { $0.offset % 2 == 0 ? String($0.element) : "" }.joined()
      return prose.split(separator: "](", omittingEmptySubsequences: false).dropFirst()
        .map { String($0.prefix { $0 != ")" && $0 != " " }) }.filter { !$0.contains("://") }
    }
  }

  /// The anchors that GitHub gives headings.
  private static func anchors(of text: String) -> Set<String> {
    var isInBlock = false
    return Set(
      text.split(separator: "\n").compactMap { line in
        if line.hasPrefix("```") { isInBlock.toggle() }
        guard !isInBlock, line.hasPrefix("#") else { return nil }
        let heading = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
        return String(heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) })
          .replacing(" ", with: "-")
      })
  }
}
