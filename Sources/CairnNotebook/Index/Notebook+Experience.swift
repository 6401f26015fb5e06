import CairnIndex
public import CairnInsight

/// Facts about how the captures of a notebook are classified. The facts come from the index as it
/// was last written, and require reading only a few blocks of the index.
public struct NotebookHabits {
  /// The word counts of the captures whose type a person chose. The classifier learns from these
  /// counts. Nil if there is no index.
  public let experience: Experience?
  /// Whether the notebook uses types of its own: it has at least 20 captures, and fewer than a
  /// tenth of them have a type that the classifier knows.
  public let isForeign: Bool
  /// The number of captures in the index; nil if there is no index.
  public let captures: Int?

  /// The minimum number of captures for deciding whether a notebook uses types of its own.
  private static let several = 20
  /// A notebook uses types of its own if fewer than one capture in ten has a type that the
  /// classifier knows.
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

  /// The combined lessons of several segments.
  private struct Lessons: Sendable {
    let readers: [LessonReader]

    init(_ readers: [LessonReader]) {
      self.readers = readers
    }

    var captures: KindCounts { readers.reduce(.zero) { $0 &+ $1.captures } }

    /// Returns, for each type, the number of captures that contain the word with this hash. Damaged
    /// segments count as zero until the index is rebuilt.
    func counts(_ word: UInt32) -> KindCounts {
      readers.reduce(.zero) { $0 &+ ((try? $1.counts(of: word)) ?? .zero) }
    }
  }
}

extension Notebook {
  /// Facts about how the notebook's captures are classified, from the index as it was last written.
  /// Captures that a resident index has not written yet may be missing; see ``currentHabits``.
  public var habits: NotebookHabits { NotebookHabits(IndexCache(cache).lessons()) }

  /// Facts about how the notebook's captures are classified. First waits until a resident index has
  /// written the captures of every earlier call of ``learnSoon()``.
  public var currentHabits: NotebookHabits {
    resident?.writeLessons(of: self)
    return habits
  }

  /// Tells the resident index to write the changed captures, so that the classifier learns from
  /// them. The resident index writes the captures shortly afterward, or sooner if ``currentHabits``
  /// are needed. If there is no resident index, returns false, and the caller has to update the
  /// index.
  public func learnSoon() -> Bool {
    guard let resident, resident.belongs(to: self) else { return false }
    resident.learnSoon(self)
    return true
  }
}
