import CairnFiles
import CairnText

extension ResidentIndex {
  /// The maximum number of changes to keep for a receiver that is slower than the changes.
  static let mostChanges = 64

  /// Returns the changes from now on, each shortly after it was made. Ends when the receiver stops.
  ///
  /// Folders in which changes can go unnoticed (``doubts``) are looked at every two seconds.
  public func changes(of notebook: Notebook) -> AsyncStream<NotebookChange> {
    let (stream, receiver) = AsyncStream.makeStream(
      of: NotebookChange.self, bufferingPolicy: .bufferingNewest(Self.mostChanges))
    let number = observe(notebook, receiver)
    receiver.onTermination = { _ in self.endObserving(number) }
    return stream
  }
}
