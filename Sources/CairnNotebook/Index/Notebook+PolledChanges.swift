extension Notebook {
  /// The time between two checks of the files of a notebook that cannot be watched.
  package static let pollingPause = Duration.seconds(2)

  /// Returns a stream of the changes made after this call, for a notebook that cannot be watched.
  /// The stream ends when the receiver stops reading it.
  ///
  /// Each check reads the metadata of all files.
  ///
  /// - Parameter withAttachments: Whether the stream also reports added and removed files that are
  ///   not captures.
  package func polledChanges(withAttachments: Bool) -> AsyncStream<NotebookChange> {
    let (stream, receiver) = AsyncStream.makeStream(
      of: NotebookChange.self, bufferingPolicy: .bufferingNewest(ResidentIndex.mostChanges))
    var notebook = self
    notebook.resident = nil
    let first = notebook.look(withAttachments)
    let task = Task.detached { [notebook] in
      var (last, generation) = (first, 0)
      while (try? await Task.sleep(for: Self.pollingPause)) != nil {
        let now = notebook.look(withAttachments)
        if let change = NotebookChange(from: last, to: now, generation: generation + 1) {
          generation += 1
          receiver.yield(change)
        } else if now.attachments != last.attachments {
          receiver.yield(NotebookChange(ofAttachmentsAfter: generation))
        }
        last = now
      }
    }
    receiver.onTermination = { _ in task.cancel() }
    return stream
  }

  private func look(_ listsAttachments: Bool) -> Indexer.Result {
    var indexer = Indexer(store, cache, progress: nil)
    return indexer.run(listsAttachments: listsAttachments)
  }
}
