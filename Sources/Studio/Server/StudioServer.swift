import Documents
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
package import NIOCore
package import Rendering
import ServiceLifecycle
import UnixSignals

/// The studio's web server, on this machine's loopback address alone.
///
/// It ends at SIGINT and SIGTERM: writing is cancelled, pages get an event, and no file is left unfinished.
package struct StudioServer: Sendable {
  private let session: StudioSession
  private let token = StudioToken()
  private let port: Int
  private let patience: TimeAmount

  /// Limit of the open connections; more wait until one is closed.
  private static let mostConnections = 128
  /// The time for answers and files that are under way when the server ends; then they are broken off.
  private static let grace = Duration.milliseconds(500)
  /// The studio of `subject`, whose server listens at `port`, or at any free one for 0.
  ///
  /// - Parameter patience: how long a connection may say nothing before it is closed.
  /// - Throws: `StudioError` where the project cannot be read, or media cannot be placed in a new one.
  package init(
    _ subject: StudioSubject, port: Int, renderer: any Renderer, patience: TimeAmount = .seconds(20)
  ) async throws {
    session = try StudioSession(at: subject.projectURL, renderer: renderer)
    (self.port, self.patience) = (port, patience)
    if case .media(let files, _) = subject { try await session.place(files) }
  }

  /// Serves until the process gets a signal to end, or the task is cancelled. `ready` is called with the address, once
  /// it listens.
  ///
  /// - Parameter endsAtSignals: Whether SIGINT and SIGTERM end it; a program that has more to do handles them itself.
  package func run(
    endsAtSignals: Bool = true, ready: @escaping @Sendable (_ address: String) -> Void
  ) async throws {
    let router = Router(context: StudioContext.self)
    router.add(middleware: SafeHeaders())
    router.add(middleware: Admission(token: token))
    PageRoutes().add(to: router)
    ProjectRoutes(session: session).add(to: router)
    FilmRoutes(session: session).add(to: router)
    MediaRoutes(session: session).add(to: router)
    ExportRoutes(session: session).add(to: router)
    var logger = Logger(label: "gstedit-studio") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    let application = Application(
      router: router,
      server: .http1(configuration: HTTP1Channel.Configuration(idleTimeout: patience)),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections)),
      onServerRunning: { [token] channel in
        ready("http://127.0.0.1:\(channel.localAddress?.port ?? 0)/?token=\(token.text)")
      },
      logger: logger)
    // They end in the opposite order: first what pages listen to and what is written, then the server, which waits for its answers.
    var configuration = ServiceGroupConfiguration(
      services: [application, StudioService(session: session)],
      gracefulShutdownSignals: endsAtSignals ? [.sigterm, .sigint] : [], logger: logger)
    configuration.maximumGracefulShutdownDuration = Self.grace
    try await ServiceGroup(configuration: configuration).run()
  }
}

/// The service beside requests: the project's file is looked after, and pages are pinged. When the server ends, all work does.
private struct StudioService: Service {
  let session: StudioSession

  func run() async throws {
    await withTaskGroup { group in
      group.addTask { await session.project.watch() }
      group.addTask {
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(10))
          session.events.ping()
        }
      }
      try? await gracefulShutdown()
      group.cancelAll()
      await session.close()
    }
  }
}
