import NIOCore
import Synchronization

/// A handler that detects whether the client of a connection leaves before its request is answered.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = NIOAny

  private let state = Mutex<(hasLeft: Bool, leave: (@Sendable () -> Void)?)>((false, nil))

  /// Returns the watch of a connection; nil if the connection is closed.
  static func of(_ channel: any Channel) async -> ClientWatch? {
    try? await channel.pipeline.handler(type: ClientWatch.self).get()
  }

  /// Sets the callback that is called when the client leaves, in place of any earlier callback. If
  /// the client has already left, calls the new callback immediately. Nil removes the callback.
  func onLeave(_ leave: (@Sendable () -> Void)?) {
    let hasLeft = state.withLock { state in
      state.leave = leave
      return state.hasLeft
    }
    if hasLeft { leave?() }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    OldVersion.add(to: context.pipeline.syncOperations)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { leave() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  private func leave() {
    let leave = state.withLock { state in
      state.hasLeft = true
      return state.leave
    }
    leave?()
  }
}
