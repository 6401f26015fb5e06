import CairnMarkup
import Testing

@Suite("The text that one line shows") struct ShownLineTests {
  @Test(arguments: [
    ("Plain title", "Plain title"),
    ("The **great** *escape* of `x`", "The great escape of x"),
    ("~~Old~~ [new](https://example.org) [[Sarah]] [[Sarah|her]]", "Old new Sarah her"),
    ("A ==marked== **==word==**", "A marked word"),
    // What only looks like markup stays.
    ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
    ("a == b, a==b, ==a", "a == b, a==b, ==a"),
    ("AT&amp;T costs \\$5", "AT&amp;T costs \\$5"),
    ("# 1: a title, - no list", "# 1: a title, - no list"),
    ("[ ] no task, [x] neither", "[ ] no task, [x] neither"),
    // Text in angle brackets is never lost.
    ("Vec<T> is *fast*", "Vec<T> is *fast*"),
    ("", ""),
  ])
  func shows(line: String, text: String) {
    #expect(line.withoutInlineMarkup == text)
  }
}
