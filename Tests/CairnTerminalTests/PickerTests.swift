import CairnFixtures
import CairnTerminal
import CairnText
import Testing

/// A picker whose calls can stand in an expectation.
private final class Desk {
  var state: PickerState
  init(_ state: PickerState) { self.state = state }
  func handle(_ key: Key) -> [PickerState.Effect] { state.handle(key) }
  func take(_ results: PickerState.Results) -> [PickerState.Effect] { state.take(results) }
  func finish(_ text: String?) -> [PickerState.Effect] { state.finish(text) }
}

/// The picker as a state machine: keys and answers in, effects and screens out.
@Suite("The picker") struct PickerTests {
  private static func path(_ name: String) -> NotePath { NotePath("\(name).md") ?? .root }

  private static func row(_ name: String, _ title: String? = nil, _ place: String = "")
    -> PickerState.Row
  {
    PickerState.Row(path: path(name), handle: name, title: title ?? "Title \(name)", place: place)
  }

  private static func picker(_ names: [String], onlyPicks: Bool = false) -> Desk {
    let picker = Desk(PickerState(query: "", onlyPicks: onlyPicks))
    _ = picker.take(.init(text: "", rows: names.map { row($0) }, total: names.count))
    return picker
  }

  @Test("Each letter asks for a search, and the answer begins at its first row")
  func typing() {
    let picker = Desk(PickerState(query: ""))
    #expect(
      picker.take(.init(text: "", rows: [Self.row("a"), Self.row("b")], total: 2)) == [
        .preview(Self.path("a"))
      ])
    #expect(picker.handle(.down) == [.preview(Self.path("b"))])
    #expect(picker.handle(.down) == [])
    #expect(picker.handle(.character("x")) == [.search("x")])
    #expect(picker.state.isSearching)
    #expect(picker.handle(.character("y")) == [.search("xy")])
    // The answer for an older text is shown, but not the last word.
    #expect(
      picker.take(.init(text: "x", rows: [Self.row("c")], total: 1)) == [.preview(Self.path("c"))])
    #expect(picker.state.isSearching && picker.state.current == 0)
    _ = picker.take(.init(text: "xy", rows: [], total: 0))
    #expect(!picker.state.isSearching && picker.state.currentRow == nil)
    #expect(picker.handle(.enter) == [] && picker.handle(.control("e")) == [])
    #expect(picker.handle(.backspace) == [.search("x")])
    #expect(picker.handle(.left) == [])
  }

  @Test("A text that is not a query keeps the last rows, and says what is wrong")
  func invalid() {
    let picker = Self.picker(["a", "b"])
    _ = picker.handle(.down)
    #expect(picker.take(.init(text: "x:", rows: nil, total: 0, problem: "no field `x`")) == [])
    #expect(
      picker.state.problem == "no field `x`" && picker.state.rows.count == 2
        && picker.state.current == 1)
    _ = picker.take(.init(text: "", rows: [Self.row("a")], total: 1))
    #expect(picker.state.problem == nil)
  }

  @Test("Enter before the answer picks the best match for the whole text")
  func fastEnter() {
    let picker = Self.picker(["a"])
    _ = picker.handle(.character("x"))
    #expect(picker.handle(.enter) == [])
    #expect(
      picker.take(.init(text: "", rows: [Self.row("a")], total: 1)) == [.preview(Self.path("a"))])
    #expect(
      picker.take(.init(text: "x", rows: [Self.row("b")], total: 1)) == [.pick([Self.path("b")])])
    _ = picker.handle(.character("y"))
    _ = picker.handle(.enter)
    _ = picker.handle(.backspace)
    let results = PickerState.Results(text: "x", rows: [Self.row("b")], total: 1)
    #expect(picker.take(results) == [.preview(Self.path("b"))])
  }

  @Test(
    "A key without an effect after an early Enter does not take it back", arguments: [true, false])
  func keysAfterEnter(onlyPicks: Bool) {
    let picker = Self.picker(["a"], onlyPicks: onlyPicks)
    _ = picker.handle(.character("x"))
    _ = picker.handle(.enter)
    // `script` and other programs that type end their input with Ctrl-D.
    #expect(picker.handle(.control("d")) == [] && picker.handle(.up) == [])
    let results = PickerState.Results(text: "x", rows: [Self.row("b")], total: 1)
    #expect(picker.take(results) == [.pick([Self.path("b")])])
  }

  @Test("Marks choose several captures, in their order")
  func marks() {
    let picker = Self.picker(["a", "b", "c"])
    #expect(picker.state.chosen == [Self.path("a")])
    for key in [Key.down, .down, .tab, .up, .backTab] { _ = picker.handle(key) }
    #expect(picker.state.chosen == ["c", "b"].map(Self.path))
    #expect(picker.handle(.control("d")) == [.done(["c", "b"].map(Self.path))])
    #expect(picker.handle(.enter) == [.pick(["c", "b"].map(Self.path))])
    // A second Tab takes the mark away.
    _ = picker.handle(.down)
    _ = picker.handle(.tab)
    #expect(picker.state.marks == [Self.path("c")])
    #expect(picker.finish("Done.") == [.search("")])
    #expect(picker.state.marks.isEmpty && picker.state.message == "Done.")
    _ = picker.handle(.up)
    #expect(picker.state.message == nil)
  }

  @Test("A search after a change keeps the current capture")
  func refresh() {
    let picker = Self.picker(["a", "b", "c"])
    _ = picker.handle(.down)
    _ = picker.take(.init(text: "", rows: [Self.row("b"), Self.row("c")], total: 2))
    #expect(picker.state.currentRow?.handle == "b")
    _ = picker.take(.init(text: "", rows: [Self.row("c")], total: 1))
    #expect(picker.state.currentRow?.handle == "c")
  }

  @Test("Moving and tagging ask for a word")
  func questions() {
    let picker = Self.picker(["a"])
    #expect(picker.handle(.control("o")) == [] && picker.state.question?.kind == .collection)
    for key in "work ".map({ Key.character($0) }) { #expect(picker.handle(key) == []) }
    #expect(picker.state.line.text.isEmpty)
    #expect(picker.handle(.enter) == [.move([Self.path("a")], to: "work")])
    #expect(picker.state.question == nil)
    _ = picker.handle(.control("t"))
    #expect(picker.handle(.enter) == [])
    _ = picker.handle(.control("t"))
    for key in "x -y".map({ Key.character($0) }) { _ = picker.handle(key) }
    #expect(picker.handle(.enter) == [.tag([Self.path("a")], "+x -y")])
    _ = picker.handle(.control("t"))
    #expect(picker.handle(.escape) == [] && picker.state.question == nil)
    #expect(picker.handle(.escape) == [.cancel])
    #expect(picker.handle(.control("n")) == [])
    _ = picker.handle(.character("n"))
    #expect(picker.handle(.control("n")) == [.create("n")])
    #expect(picker.handle(.control("y")) == [.copy([Self.path("a")])])
  }

  @Test(
    "Text that does not fit into the line is reported, and nothing is changed without it",
    arguments: [
      (2000, nil), (2001, "The line is full; 1 byte does not fit."),
      (3000, "The line is full; 1,000 bytes do not fit."),
      (14_050, "The line is full; 12,050 bytes do not fit."),
    ] as [(Int, String?)])
  func overflow(pasted: Int, message: String?) {
    let picker = Self.picker(["a"])
    func status() -> String {
      let layout = PickerLayout(columns: 80, rows: 9)
      return PickerScreen(picker.state, layout, preview: [], isColored: false).lines[1].left
    }
    func paste() { for _ in 0..<pasted { _ = picker.handle(.character("x")) } }
    let text = String(repeating: "x", count: 2000)
    paste()
    for key in [Key.home, .up, .end] { #expect(picker.handle(key) == []) }
    #expect(status() == message ?? "1 capture …")
    let additions: [PickerState.Effect] = message == nil ? [.create(text)] : []
    #expect(picker.handle(.control("n")) == additions)
    #expect(status() == message ?? "1 capture …")
    // The answer to a question has the same limit.
    _ = picker.handle(.control("o"))
    #expect(status() == "1 capture …")
    paste()
    #expect(status() == message ?? "1 capture …")
    let moves: [PickerState.Effect] = message == nil ? [.move([Self.path("a")], to: text)] : []
    #expect(picker.handle(.enter) == moves)
    if message != nil { _ = picker.handle(.escape) }
    let shorter = String(text.dropLast())
    #expect(picker.handle(.backspace) == [.search(shorter)])
    #expect(status() == "1 capture …")
    #expect(picker.handle(.control("n")) == [.create(shorter)])
  }

  @Test("If another command acts, the picker only picks")
  func onlyPicks() {
    let picker = Self.picker(["a"], onlyPicks: true)
    for letter in "edyotn" { #expect(picker.handle(.control(letter)) == []) }
    #expect(picker.state.question == nil && picker.handle(.enter) == [.pick([Self.path("a")])])
    #expect(picker.handle(.control("c")) == [.cancel])
    #expect(picker.handle(.control("z")) == [.suspend])
  }

  @Test("Screens")
  func screens() {
    var picker = PickerState(query: "gar")
    _ = picker.take(
      .init(
        text: "gar",
        rows: [
          Self.row("k7x2", "Prune the vine", "garden"),
          Self.row("c0de", "京都の紙すき職人に手紙を書く", "work"), Self.row("m4wz", "\u{1B}[31mred"),
        ], total: 3))
    _ = picker.handle(.tab)
    let small = PickerScreen(
      picker, PickerLayout(columns: 40, rows: 16), preview: ["Preview", "of two lines"],
      isColored: false)
    #expect(
      small.lines.map(\.left) == [
        "> gar", "3 captures, 1 marked", " *k7x2  Prune the vine  garden",
        "> c0de  京都の紙すき職人に手紙を…  work", "  m4wz  ␛[31mred", "", "", "",
        String(repeating: "─", count: 40), "Preview", "of two lines", "", "", "", "",
        "Enter shows  Tab marks  F1 keys",
      ])
    #expect(small.cursor == (0, 5) && small.rightColumn == nil)
    let wide = PickerScreen(
      picker, PickerLayout(columns: 120, rows: 6), preview: ["Preview", "of", "three", "lines"],
      isColored: false)
    #expect(wide.lines.map(\.right) == ["", "", "Preview", "of", "three", ""])
    #expect(wide.rightColumn == 61 && wide.lines.count == 6)
  }

  @Test("F1 and a question mark on an empty line list all keys until the next key")
  func keys() {
    let picker = Self.picker(["a"])
    for key in [Key.help, .character("?")] {
      #expect(picker.handle(key) == [] && picker.state.showsKeys)
      let screen = PickerScreen(
        picker.state, PickerLayout(columns: 40, rows: 11), preview: [], isColored: false)
      #expect(
        screen.lines.map(\.left) == [
          ">", "1 capture", "Enter shows  Tab marks  ^E edits",
          "^D done  ^O moves  ^T tags  ^Y copies",
          "^N adds  Esc quits  Up and Down move", "PgUp and PgDn move by a page",
          "Shift-Tab marks and moves up", "^A goes to the start of the query",
          "^W deletes a word  ^U clears the query", "^C quits  ^Z pauses", "Any key goes back",
        ])
      #expect(picker.handle(.escape) == [] && !picker.state.showsKeys)
    }
    #expect(picker.handle(.character("x")) == [.search("x")])
    #expect(picker.handle(.character("?")) == [.search("x?")])
  }

  @Test("Advice that does not fit on the line is left out")
  func longProblem() {
    var picker = PickerState(query: "due:")
    let problem = "`due:` needs a value; write `has:due` for any value"
    for (columns, shown) in [(60, problem), (40, "`due:` needs a value")] {
      _ = picker.take(.init(text: "due:", rows: [], total: 0, problem: problem))
      let screen = PickerScreen(
        picker, PickerLayout(columns: columns, rows: 9), preview: [], isColored: false)
      #expect(screen.lines[1].left == shown)
    }
  }

  @Test(
    "Whatever the size, lines fit it",
    arguments: [(20, 5), (30, 9), (80, 24), (109, 30), (110, 7), (200, 60)])
  func fits(columns: Int, rows: Int) {
    let titles = [
      "short", String(repeating: "long ", count: 60), String(repeating: "紙", count: 200),
      "كتابة رسالة",
    ]
    var picker = PickerState(query: String(repeating: "紙 abc ", count: 40))
    _ = picker.take(
      .init(
        text: "", rows: (0..<100).map { Self.row("r\($0)", titles[$0 % 4], "a/place/\($0)") },
        total: 100, problem: String(repeating: "wrong ", count: 50)))
    for _ in 0..<70 { _ = picker.handle(.down) }
    let layout = PickerLayout(columns: columns, rows: rows)
    let preview = Array(repeating: String(repeating: "x", count: layout.previewColumns), count: 99)
    let screen = PickerScreen(picker, layout, preview: preview, isColored: false)
    #expect(screen.lines.count == rows)
    let room = screen.rightColumn.map { $0 - 1 } ?? columns
    for (index, line) in screen.lines.enumerated() {
      #expect(CellWidth.of(line.left) <= (index < 2 || index == rows - 1 ? columns : room))
      #expect(CellWidth.of(line.right) + (screen.rightColumn ?? 0) <= columns)
    }
    #expect(screen.lines.contains { $0.left.hasPrefix("> r70") })
    #expect(screen.cursor.column < columns)
  }
}
