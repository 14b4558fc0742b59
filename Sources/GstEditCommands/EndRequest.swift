import Synchronization

/// The wish of somebody outside that the program end, once there is one.
///
/// Threads: any.
final class EndRequest: Sendable {
  private let first = Mutex<ProgramExit?>(nil)

  /// How the program is to end; nil as long as nobody wants it to.
  var status: ProgramExit? { first.withLock(\.self) }

  /// Notes the wish that the program end with `status`, unless there is one already; whether it is the first.
  func note(_ status: ProgramExit) -> Bool {
    first.withLock { first in
      defer { first = first ?? status }
      return first == nil
    }
  }
}
