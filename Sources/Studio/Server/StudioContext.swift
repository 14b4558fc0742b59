import Hummingbird
import NIOCore

/// The context of one request: the connection that it came in on, besides Hummingbird's own.
struct StudioContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection.
  let channel: any Channel

  /// The port of the address that the server listens at; nil where the connection is gone.
  var port: Int? { channel.localAddress?.port }

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
