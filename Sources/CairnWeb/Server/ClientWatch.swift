import NIOCore
import Synchronization

/// Notices when the client of a connection leaves while a request is answered.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = NIOAny

  private let state = Mutex<(hasLeft: Bool, leave: (@Sendable () -> Void)?)>((false, nil))

  /// Returns the watch of a connection; nil if the connection is closed.
  static func of(_ channel: any Channel) async -> ClientWatch? {
    try? await channel.pipeline.handler(type: ClientWatch.self).get()
  }

  /// Calls `leave` once the client has left, at once if it already has. Replaces the last callback;
  /// nil ends the watch.
  func onLeave(_ leave: (@Sendable () -> Void)?) {
    let hasLeft = state.withLock { state in
      state.leave = leave
      return state.hasLeft
    }
    if hasLeft { leave?() }
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
