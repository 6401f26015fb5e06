import CairnIndex
public import CairnInsight

/// What a notebook's own captures say of how captures are filed in it, as the index had it when it
/// was last written. Only the index is read, and of that a few blocks.
public struct NotebookHabits {
  /// What the words of captures whose type a person chose say.
  public let experience: Experience?
  /// Whether the notebook has captures, and hardly any is of a type that the classifier knows: it
  /// files them in ways of its own.
  public let isForeign: Bool
  /// How many captures the index has; nil where there is no index.
  public let captures: Int?

  /// From so many captures on it is seen how a notebook files them.
  private static let several = 20
  /// One in so many would be of a type that the classifier knows.
  private static let hardlyAny = 10

  init(_ readers: [LessonReader]) {
    let total = readers.reduce(0) { $0 + $1.total }
    let typed = readers.reduce(0) { $0 + $1.typed }
    captures = readers.isEmpty ? nil : total
    isForeign = total >= Self.several && typed * Self.hardlyAny < total
    let lessons = Lessons(readers)
    experience =
      readers.isEmpty
      ? nil : Experience(captures: lessons.captures) { lessons.counts($0) }
  }

  /// What several segments teach together.
  private struct Lessons: Sendable {
    let readers: [LessonReader]

    init(_ readers: [LessonReader]) {
      self.readers = readers
    }

    var captures: KindCounts { readers.reduce(.zero) { $0 &+ $1.captures } }

    /// What is damaged teaches nothing; the next command that reads the index makes it anew.
    func counts(_ word: UInt32) -> KindCounts {
      readers.reduce(.zero) { $0 &+ ((try? $1.counts(of: word)) ?? .zero) }
    }
  }
}

extension Notebook {
  /// What its captures say of how captures are filed.
  public var habits: NotebookHabits { NotebookHabits(IndexCache(cache).lessons()) }
}
