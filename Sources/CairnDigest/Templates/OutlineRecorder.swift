import Mustache

/// Stands between the library and the values of one capture while an outline is made: hands out
/// values that show a mark in their place, and notes what is asked of them.
///
/// For one thread.
final class OutlineRecorder {
  /// The values that were asked for; the first is all that the template is given.
  private(set) var objects: [TemplateObject]
  /// What was asked, in order, and the shape of each answer.
  private(set) var answers: [(question: OutlineTree.Question, shape: TemplateObject.Shape)] = []
  /// Whether there is too much to note, or a value of a kind that is not known here.
  private(set) var hasGivenUp = false
  private var known: [OutlineTree.Question: Int] = [:]

  /// A template that asks for more is filled by the library each time.
  private static let most = 400

  init(_ scope: TemplateObject) { objects = [scope] }

  /// What the template is given.
  var root: any MustacheParent { Hole(recorder: self, number: 0) }

  /// The number of the value that is found where the one with the number `object` is asked.
  private func ask(_ step: TemplateObject.Step, of object: Int) -> Int {
    let question = OutlineTree.Question(object: object, step: step)
    if let number = known[question] { return number }
    let answer = objects[object].answer(step)
    if case .other = answer { hasGivenUp = true }
    if objects.count >= Self.most { hasGivenUp = true }
    known[question] = objects.count
    answers.append((question, answer.shape))
    objects.append(answer)
    return objects.count - 1
  }

  /// What the library gets in an answer's place. Nothing more once this has given up: what it makes
  /// then is not used.
  fileprivate func answer(_ step: TemplateObject.Step, of object: Int) -> Any? {
    if hasGivenUp { return nil }
    let number = ask(step, of: object)
    switch objects[number] {
    case .missing, .other: return nil
    case .flag(let flag): return flag
    case .list(let list):
      return ListHole(recorder: self, number: number, count: list.elements.count)
    default: return Hole(recorder: self, number: number)
    }
  }

  /// The mark of what a value is shown as.
  fileprivate func shown(_ object: Int) -> String {
    if hasGivenUp { return "" }
    let number = ask(.shown, of: object)
    guard case .shown(let text) = objects[number], !text.utf8.isEmpty else { return "" }
    return TemplateOutline.mark(number, endsLine: text.endsLine)
  }

  fileprivate func isNull(_ object: Int) -> Bool { objects[object].shape == .emptyMap }
}

/// A value in an outline that is being made.
private struct Hole: MustacheParent, MustacheCustomRenderable, MustacheTransformable {
  let recorder: OutlineRecorder
  let number: Int

  func child(named name: String) -> Any? {
    switch recorder.objects[number] {
    case .scope, .map: recorder.answer(.child(name), of: number)
    default: nil
    }
  }

  var renderText: String { recorder.shown(number) }
  var isNull: Bool { recorder.isNull(number) }

  func transform(_ name: String) -> Any? { recorder.answer(.transform(name), of: number) }
}

/// A list in an outline that is being made.
private struct ListHole:
  MustacheSequence, MustacheParent, MustacheCustomRenderable, MustacheTransformable
{
  let recorder: OutlineRecorder
  let number: Int
  let count: Int

  func makeIterator() -> AnyIterator<Any> {
    var index = 0
    return AnyIterator {
      guard index < count, !recorder.hasGivenUp else { return nil }
      defer { index += 1 }
      return recorder.answer(.element(index), of: number)
    }
  }

  func child(named name: String) -> Any? { nil }

  var renderText: String { recorder.shown(number) }
  var isNull: Bool { count == 0 }

  func transform(_ name: String) -> Any? { recorder.answer(.transform(name), of: number) }
}
