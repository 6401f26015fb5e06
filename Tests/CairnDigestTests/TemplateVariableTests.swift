import CairnCapture
import CairnFixtures
import CairnMarkup
import CairnText
import Testing

@testable import CairnDigest
@testable import CairnTemplates

@Suite("What templates know")
struct TemplateVariableTests {
  /// The capture that samples are shown of.
  private static let sample = capture(
    """
    ---
    id: k7x2m9q4ab
    type: action
    collection: work/acme
    score: 3
    meaning: Acme must be paid before the month ends.
    status: open
    due: 2026-11-30
    tags: [finance, acme]
    created: 2026-11-21
    updated: 2026-11-22
    Invoice no: KN-2026-0417
    level: 7
    images: [media/scan.png]
    ---
    # Pay the Acme invoice

    They called *twice*.

    """)

  /// What `template` makes, put in the place of one part.
  private func shown(
    _ template: String, in place: TemplateVariable.Place, format: DigestFormat = .markdown
  ) throws -> String {
    if place == .print {
      return try PrintTemplate(template).render(Self.sample, clock: clock)
    }
    var texts: [DigestTemplates.Part: String] = [.head: "", .group: "", .item: "", .foot: ""]
    texts[place == .frame ? .foot : place == .group ? .group : .item] = template
    var options = DigestOptions(title: "Notes", clock: clock)
    options.query = "type:action"
    options.period = .init(
      since: CalendarDate(year: 2026, month: 11, day: 16),
      until: CalendarDate(year: 2026, month: 11, day: 22))
    options.statesPeriod = true
    options.hasContents = true
    let surroundings = DigestSurroundings(
      targets: { _ in { capture, link in capture.collection.appending(link.target) } },
      collection: { _ in ("Work / Acme", "⚙️") })
    let digest = Digest(
      options, templates: try DigestTemplates(format, replacing: texts),
      surroundings: surroundings)
    var bytes: [UInt8] = []
    digest.write(DigestSource([Self.sample])) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Each variable shows its sample", arguments: TemplateVariable.all)
  func samples(variable: TemplateVariable) throws {
    let format: DigestFormat =
      variable.kind == .html ? .html : variable.kind == .markdown ? .markdown : .text
    for place in variable.places {
      guard let sample = variable.sample else { continue }
      let text =
        variable.kind == .flag
        ? try shown(
          "{{#\(variable.name)}}true{{/\(variable.name)}}{{^\(variable.name)}}false"
            + "{{/\(variable.name)}}", in: place, format: format)
        : try shown("{{{\(variable.name)}}}", in: place, format: format)
      #expect(text == sample, "\(variable.name) in \(place)")
    }
  }

  @Test("Each element of a list has its names")
  func elements() throws {
    #expect(
      try shown(
        "{{#contents}}{{name}} {{count}} {{icon}} {{level}}{{indent}}{{/contents}}",
        in: .frame) == "Work / Acme 1 ⚙️ 2")
    #expect(
      try shown("{{#fields}}{{name}}={{value}};{{/fields}}", in: .item, format: .text)
        == "Invoice no=KN-2026-0417;level=7;")
    #expect(
      try shown("{{#images}}{{name}}: {{address}}{{/images}}", in: .item)
        == "scan.png: work/acme/media/scan.png")
    #expect(try shown("{{level}} {{field.level}} {{Invoice no}}", in: .item) == "3 7 KN-2026-0417")
  }

  @Test(
    "Functions of other values, of lists, and one of another",
    arguments: [
      ("{{count(tags)}} {{first(tags)}} {{last(tags)}}", "2 finance acme"),
      ("{{comma(tags)}}", "finance, acme"), ("{{s(tags)}}", "s"),
      ("{{uppercased(first(tags))}}", "FINANCE"),
      ("{{month(title)}}|{{stars(title)}}|{{nosuch(title)}}", "||"),
      ("{{relative(due)}} {{relative(created)}} {{relative(updated)}}", "in 9 days today tomorrow"),
      ("{{cut4(title)}}|{{cut400(title)}}|{{cut0(title)}}", "Pay…|Pay the Acme invoice|"),
      ("{{week(created)}} {{time(created)}}", "47 "),
      ("{{#due}}{{title}} {{short(due)}}{{/due}}", "Pay the Acme invoice 30 Nov"),
    ])
  func calls(template: String, text: String) throws {
    #expect(try shown(template, in: .print) == text)
  }
}
