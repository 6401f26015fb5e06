/// The outlines of a template, found by what captures answer.
///
/// The library asks for one value after another, and what it asks next depends on nothing but the
/// shapes of the answers so far. So the questions make a tree: at each node one is asked, and the
/// answer's shape says where to go on.
struct OutlineTree {
  /// Something that is asked of an earlier value: that of number 0 is all that the template is given.
  struct Question: Hashable {
    let object: Int
    let step: TemplateObject.Step
  }

  /// A node; it leads to others by their numbers, so that threads that walk over it need not count
  /// who uses which list.
  private struct Node {
    /// The shape of the answer that leads here.
    let shape: TemplateObject.Shape
    /// The next node for an answer to the same question.
    let sibling: Int?
    /// What is asked here; nil where nothing is known yet, and at the end.
    var question: Question?
    /// The first of the nodes to go on with.
    var child: Int?
    /// What all answers come to.
    var outline: TemplateOutline?
  }

  private var nodes = [Node(shape: .scope, sibling: nil)]
  private var failures = 0

  /// So many questions are remembered at most, so that captures that are all different cost no more.
  private static let most = 20_000

  /// Whether it is of use to make another outline: not where several could not be made, or were too
  /// many.
  var mayGrow: Bool { failures < 4 }

  /// Notes that no outline could be made.
  mutating func noteFailure() { failures += 1 }

  /// The template filled with what `scope` answers; nil where such answers were not seen yet.
  func filled(_ scope: TemplateObject) -> [UInt8]? {
    var objects = [scope]
    objects.reserveCapacity(64)
    var node = 0
    return nodes.withUnsafeBufferPointer { nodes in
      while let question = nodes[node].question {
        let answer = objects[question.object].answer(question.step)
        guard let next = Self.next(node, answer.shape, in: nodes) else { return nil }
        objects.append(answer)
        node = next
      }
      return nodes[node].outline?.filled(objects)
    }
  }

  /// The node to go on with after an answer of this shape.
  private static func next(
    _ node: Int, _ shape: TemplateObject.Shape, in nodes: UnsafeBufferPointer<Node>
  ) -> Int? {
    var next = nodes[node].child
    while let node = next, nodes[node].shape != shape { next = nodes[node].sibling }
    return next
  }

  /// Remembers the outline that some answers lead to.
  mutating func insert(
    _ outline: TemplateOutline, _ answers: [(question: Question, shape: TemplateObject.Shape)]
  ) {
    guard nodes.count + answers.count <= Self.most else { return noteFailure() }
    var node = 0
    for (question, shape) in answers {
      if nodes[node].question == nil { nodes[node].question = question }
      guard nodes[node].question == question else { return noteFailure() }
      let known = nodes.withUnsafeBufferPointer { Self.next(node, shape, in: $0) }
      if known == nil {
        nodes.append(Node(shape: shape, sibling: nodes[node].child))
        nodes[node].child = nodes.count - 1
      }
      node = known ?? nodes.count - 1
    }
    nodes[node].outline = outline
  }
}
