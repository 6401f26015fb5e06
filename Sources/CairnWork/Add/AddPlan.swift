public import CairnCapture
public import CairnInsight
public import CairnNotebook
public import CairnText

/// What adding a text would write, and what to ask before.
///
/// If there is a question, ``Workspace/plan(_:answering:)`` makes the next plan from its answer. The text
/// is saved as a draft before anything is asked: a plan that is never applied loses none.
public struct AddPlan: Sendable {
  /// The text as a whole.
  var whole: PendingCapture
  /// The captures to write: one, or one for each piece once the pieces are approved.
  var captures: [PendingCapture] = []
  /// The question to answer before the plan can be applied; nil if nothing is in doubt.
  public internal(set) var question: AddQuestion?

  /// The text.
  public var text: String { whole.new.text }
  /// The draft that has the text meanwhile; nil if there is none.
  public var rescued: RescuedText? {
    whole.request.mode == .write ? whole.draft.map { .draft($0) } : nil
  }
}

/// A question about a text that is to be added.
public enum AddQuestion: Sendable {
  /// Which type it has; the types that it may have.
  case type(Classification)
  /// Whether the fields that were read from it are right; the fields of its collection, if listed.
  case details(NewDetails, Schema?)
  /// The value of a required field; whose field it is, as messages say it.
  case field(Schema.Field, whose: String)
  /// Which of the pieces to keep.
  case pieces([ProposedPiece], TextSplitter)
}

/// The answer to the question of the same name.
public enum AddAnswer: Sendable {
  /// The type; nil leaves it open.
  case type(String?)
  /// The fields; nil for none of them.
  case details(NewDetails?)
  /// The value; nil gives up adding the text.
  case field(TypedValue?)
  /// The pieces; nil gives up adding the text.
  case pieces([ProposedPiece]?)
}

/// What was added, or in a dry run would be.
public struct AddResult: Sendable {
  /// The files: first those of ``captures``, in their order.
  public let report: ChangeReport
  /// The captures, with what was found of each.
  public let captures: [PendingCapture]
  /// Whether the captures are the pieces of one text.
  public let isSplit: Bool
  /// The provider that was asked, or in a dry run would be.
  public let asked: AskedProvider?
  /// The capture that the text was cut from and that went into the trash.
  public let removed: NotePath?

  /// Whether a capture was saved without a type because it was not certain.
  public var hasUnclassified: Bool { captures.contains(where: \.isUnclassified) }
}

/// Why a text was not added, and where it is saved.
public struct AddFailure: Error {
  /// What went wrong.
  public let reason: any Error
  /// Where the text is; nil if it need not be saved.
  public let rescued: RescuedText?

  /// A failure to add a text.
  public init(_ reason: any Error, _ rescued: RescuedText?) {
    (self.reason, self.rescued) = (reason, rescued)
  }
}
