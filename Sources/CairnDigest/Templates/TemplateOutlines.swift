import Mustache
import Synchronization

/// What a template made of captures before, so that the library is not asked again for each of the
/// same shape: it looks up every name anew, and tries for each value what kind of value it is.
///
/// The result is what the library makes: what it does depends on the shapes of the values that it
/// asks for, and on nothing else, and these are asked for again. May be used from several threads.
final class TemplateOutlines: Sendable {
  private let tree = Mutex(OutlineTree())

  /// The template filled with what the names in it stand for.
  ///
  /// - Parameter render: fills the template by the library.
  func filled(
    _ scope: any MustacheParent, render: (any MustacheParent) -> String
  ) -> [UInt8] {
    let object = TemplateObject.scope(scope)
    if let bytes = tree.withLock({ $0 }).filled(object) { return bytes }
    if tree.withLock({ $0.mayGrow }) {
      let recorder = OutlineRecorder(object)
      let marked = render(recorder.root)
      if !recorder.hasGivenUp, let outline = TemplateOutline(marked: marked) {
        tree.withLock { $0.insert(outline, recorder.answers) }
        return outline.filled(recorder.objects)
      }
      tree.withLock { $0.noteFailure() }
    }
    return Array(render(scope).utf8)
  }
}
