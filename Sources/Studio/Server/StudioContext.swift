public import Hummingbird
import NIOCore

/// What belongs to one request: the port that it came in on, besides Hummingbird's own.
struct StudioContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The port of the address that the server listens at; nil where the connection is gone.
  let port: Int?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    port = source.channel.localAddress?.port
  }
}
