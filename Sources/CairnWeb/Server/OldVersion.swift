import NIOCore
import NIOHTTP1

/// A handler for clients that speak HTTP/1.0. Each of their connections ends after one answer,
/// which is sent without chunks. A request in chunks is refused, because it is invalid in HTTP/1.0:
/// a proxy could read it as two requests (RFC 9112 §6.1).
final class OldVersion: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var isOld = false
  private var isInvalid = false

  /// Adds a handler to a pipeline, after the parser of requests and before the handlers that do not
  /// know the HTTP version.
  static func add(to pipeline: ChannelPipeline.SynchronousOperations) {
    guard
      let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    else { return }
    try? pipeline.addHandler(OldVersion(), position: .after(parser))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isInvalid { return }
    guard case .head(var head) = unwrapInboundIn(data), head.version == .http1_0 else {
      return context.fireChannelRead(data)
    }
    isOld = true
    if head.headers.contains(name: "transfer-encoding") {
      isInvalid = true
      return context.fireErrorCaught(HTTPParserError.invalidVersion)
    }
    head.headers.replaceOrAdd(name: "connection", value: "close")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isOld, case .head(var head) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    head.version = .http1_0
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
