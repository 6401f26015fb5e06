import CairnCapture
import CairnInsight
import CairnNotebook

/// Who says what captures mean.
struct MeaningMaker {
  /// The sentence that says what a capture means; nil where there is none to be had.
  func meaning(of capture: Capture) -> FoundMeaning? {
    Classifier().meaning(of: capture.noteText).map {
      FoundMeaning($0, maker: FoundMeaning.builtInMaker)
    }
  }
}
