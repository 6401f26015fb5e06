extension ResidentIndex {
  /// The maximum number of changes to keep for a receiver that has not read them yet. Older changes
  /// are dropped.
  static let mostChanges = 64

  /// Returns a stream of the changes made after this call. Each change is sent shortly after it was
  /// made. The stream ends when the receiver stops reading. Folders in which changes can go
  /// unnoticed (``doubts``) are checked every two seconds.
  ///
  /// - Parameter withAttachments: Whether the stream also reports added and removed files that are
  ///   not captures.
  public func changes(
    of notebook: Notebook, withAttachments: Bool = false
  ) -> AsyncStream<NotebookChange> {
    let (stream, receiver) = AsyncStream.makeStream(
      of: NotebookChange.self, bufferingPolicy: .bufferingNewest(Self.mostChanges))
    let number = observe(notebook, receiver, withAttachments: withAttachments)
    receiver.onTermination = { _ in self.endObserving(number) }
    return stream
  }
}
