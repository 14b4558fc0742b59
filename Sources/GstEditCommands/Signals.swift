import Dispatch
import Foundation
import GstEdit
import Synchronization
import Waiting

/// Handles the signals that ask the program to end: Ctrl-C, TERM, a terminal that goes away.
///
/// The first signal cancels the work, which cleans up and ends the program within a time limit. At the limit, or at the
/// second signal, the program ends at once; the partial file of an export is removed even then.
final class Signals {
  /// Limit of the time in which cancelled work cleans up.
  private static let cleanUpLimit = DispatchTimeInterval.seconds(5)
  private static let statuses: [(signal: Int32, status: ProgramExit)] = [
    (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
  ]

  private let sources: [any DispatchSourceSignal]

  /// Handles signals during its lifetime; the first one is noted in `request` and calls `cancel`.
  init(noting request: EndRequest, cancel: @escaping @Sendable () -> Void) {
    // A file at its size limit (SIGXFSZ) and a closed pipe (SIGPIPE) are errors of the write instead.
    for number in [SIGXFSZ, SIGPIPE] { signal(number, SIG_IGN) }
    let queue = DispatchQueue(label: "gstedit.signals")
    // `nohup` lets its child outlive the terminal. An ignored Ctrl-C only means that a script runs it in the background.
    let watched = Self.statuses.filter { number, _ in number != SIGHUP || !Self.isIgnored(number) }
    let registered = Monitor(0)
    sources = watched.map { number, status in
      // The default action would end the process before the source is asked.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard request.note(status) else { Self.endAtOnce(status) }
        cancel()
        queue.asyncAfter(deadline: .now() + Self.cleanUpLimit) { Self.endAtOnce(status) }
      }
      source.setRegistrationHandler { registered.change { $0 += 1 } }
      source.activate()
      return source
    }
    // The delivery of signals takes descriptors, for good. Where the work took the last ones first, libdispatch would trap.
    registered.wait(upTo: .seconds(1)) { [count = watched.count] in $0 == count ? true : nil }
  }

  /// Whether the parent process had the signal ignored: a bit of the mask that the kernel shows.
  private static func isIgnored(_ number: Int32) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigIgn:") }),
      let digits = line.split(separator: "\t").last, let mask = UInt64(digits, radix: 16)
    else { return false }
    return mask >> (number - 1) & 1 == 1
  }

  private static func endAtOnce(_ status: ProgramExit) -> Never {
    Engine.removeUnfinishedFiles()
    _exit(status.rawValue)
  }
}

/// The request from outside that the program end, once there is one.
///
/// Threads: any.
final class EndRequest: Sendable {
  private let first = Mutex<ProgramExit?>(nil)

  /// The exit status that was requested; nil as long as there is no request.
  var status: ProgramExit? { first.withLock(\.self) }

  /// Requests that the program end with `status`, unless that is requested already; returns whether this is the first.
  func note(_ status: ProgramExit) -> Bool {
    first.withLock { first in
      defer { first = first ?? status }
      return first == nil
    }
  }
}
