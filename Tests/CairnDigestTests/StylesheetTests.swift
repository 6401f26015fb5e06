import Foundation
import Testing

@testable import CairnDigest

/// The colours of the style sheet, as they are written there.
@Suite("The style sheet of HTML digests")
struct StylesheetTests {
  /// The colours of a theme by their names, in one scheme.
  private static func colours(_ theme: DigestOptions.Theme, isDark: Bool) -> [String: String] {
    var colours: [String: String] = [:]
    for selector in [":root", "[data-theme=\"\(theme)\"]"] {
      guard let start = Stylesheet.text.range(of: "\n\(selector) {"),
        let end = Stylesheet.text[start.upperBound...].firstIndex(of: "}")
      else { continue }
      let block = Stylesheet.text[start.upperBound..<end]
      for match in block.matches(of: /--([a-z]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)/) {
        colours[String(match.1)] = String(isDark ? match.3 : match.2)
      }
    }
    return colours
  }

  /// The relative luminance of `#rrggbb` (WCAG 2.2).
  private static func luminance(_ colour: String) -> Double {
    let value = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF].map { part in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// What stands on what: text 4.5 : 1 (WCAG 2.2 §1.4.3), borders that say something 3 : 1 (§1.4.11).
  private static let pairs: [(String, String, Double)] = [
    ("ink", "paper", 4.5), ("ink", "shade", 4.5), ("soft", "paper", 4.5), ("soft", "shade", 4.5),
    ("accent", "paper", 4.5), ("accent", "shade", 4.5), ("accent", "wash", 4.5),
    ("alarm", "paper", 4.5), ("good", "paper", 4.5), ("good", "shade", 4.5),
    ("warn", "paper", 4.5), ("warn", "shade", 4.5), ("ink", "mark", 4.5),
  ]

  @Test(
    "What is read stands out, in each theme, light and dark",
    arguments: DigestOptions.Theme.allCases)
  func contrast(theme: DigestOptions.Theme) throws {
    for isDark in [false, true] {
      let colours = Self.colours(theme, isDark: isDark)
      for (front, back, least) in Self.pairs {
        let levels = [try #require(colours[front]), try #require(colours[back])]
          .map(Self.luminance).sorted()
        let ratio = (levels[1] + 0.05) / (levels[0] + 0.05)
        #expect(ratio >= least, "\(front) on \(back), dark: \(isDark)")
      }
    }
    let accents = DigestOptions.Theme.allCases.map { Self.colours($0, isDark: false)["accent"] }
    #expect(Set(accents).count == accents.count)
  }

  @Test("Black on white is 21 : 1")
  func luminance() {
    #expect((Self.luminance("#ffffff") + 0.05) / (Self.luminance("#000000") + 0.05) == 21)
  }

  @Test("Headings in bodies fall with their depth, and are no smaller than the text")
  func headings() throws {
    let rule = /\n((?:\.site )?)\.body \.depth-(\d) \{ font-size: ([\d.]+)em; \}/
    for (text, title) in [(Stylesheet.text, 1.1875), (Stylesheet.siteText, 1.625)] {
      let isSite = text != Stylesheet.text
      var sizes: [Int: Double] = [:]
      for match in text.matches(of: rule) where isSite == !match.1.isEmpty {
        let (depth, size) = (try #require(Int(match.2)), try #require(Double(match.3)))
        sizes[depth] = size
      }
      let inOrder = (1...6).map { sizes[$0] ?? 1 }
      #expect(inOrder == inOrder.sorted(by: >) && inOrder[0] > inOrder[1])
      #expect(inOrder[1] > inOrder[3] && inOrder[5] == 1)
      // The smallest title that stands above a body of 1.0625rem.
      #expect(inOrder[0] * 1.0625 < title)
    }
    #expect(Stylesheet.text.contains(".body h6 { margin: 1.7em 0 .5em; font-size: 1em; }"))
    #expect(Stylesheet.text.firstMatch(of: /\.body h\d \{ font-size/) == nil)
  }

  @Test("Colours stand in the first blocks alone, and nothing is loaded")
  func noOtherColours() throws {
    let rest = try #require(Stylesheet.text.range(of: "* { box-sizing"))
    let print = try #require(Stylesheet.text.range(of: "@media print"))
    let rules = Stylesheet.text[rest.lowerBound..<print.lowerBound]
    #expect(rules.firstMatch(of: /#[0-9a-fA-F]{3}|rgba?\(|hsl/) == nil)
    #expect(!Stylesheet.text.contains("url(") && !Stylesheet.text.contains("@import"))
    #expect(!Stylesheet.text.contains("</"))
  }
}
