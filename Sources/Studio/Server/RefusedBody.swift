import NIOCore

/// Ends the connection of a refused request whose body goes on beyond a limit: the body is discarded.
final class RefusedBody: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The number of bytes that are taken, so that a browser that sends all of a body before it reads gets the answer.
  private static let most = 64 << 20
  private var taken = 0

  /// Takes no more than that from `channel` from now on.
  static func limit(on channel: any Channel) {
    channel.eventLoop.execute {
      // A connection that is closed already takes nothing.
      try? channel.pipeline.syncOperations.addHandler(RefusedBody(), position: .first)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    taken += unwrapInboundIn(data).readableBytes
    guard taken <= Self.most else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }
}
