import Rendering
import Synchronization

/// The results of `work`, done side by side, in its order. The first that fails is noted in `failure`, and calls `end`, which has to end
/// what waits for others; what fails by that is not what is thrown.
func sideBySide<Result: Sendable>(
  _ work: [@Sendable () async throws -> Result], noting failure: FirstFailure,
  orEnding end: @escaping @Sendable () -> Void
) async throws(RenderError) -> [Result] {
  do {
    return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for (number, body) in work.enumerated() {
        group.addTask {
          do {
            return (number, try await body())
          } catch {
            failure.note(error)
            end()
            throw error
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  } catch {
    throw failure.error ?? RenderError(describing: error)
  }
}

/// The error that came first, of work whose parts fail by one another. Threads: any. Lock order: only `first`.
final class FirstFailure: Sendable {
  private let first = Mutex<RenderError?>(nil)

  /// Notes `error` unless one came before.
  func note(_ error: any Error) { first.withLock { $0 = $0 ?? RenderError(describing: error) } }

  /// The first error.
  var error: RenderError? { first.withLock(\.self) }
}
