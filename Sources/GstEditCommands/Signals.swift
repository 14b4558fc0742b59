import Dispatch
import Foundation
import GstEdit

/// What happens when somebody wants the program to end: Ctrl-C, TERM, a terminal that goes away.
///
/// The first signal cancels the work, which cleans up and ends the program in its own time, up to a limit. At the limit,
/// or at the second signal, the program ends at once; what an export had written so far is removed even then.
final class Signals {
  /// How long cancelled work may take to clean up.
  private static let patience = DispatchTimeInterval.seconds(5)
  private static let statuses: [(signal: Int32, status: ProgramExit)] = [
    (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
  ]

  private let sources: [any DispatchSourceSignal]

  /// Watches as long as it lives; the first signal is noted in `request` and calls `cancel`.
  init(noting request: EndRequest, cancel: @escaping @Sendable () -> Void) {
    // A full file (SIGXFSZ) and a reader that went away (SIGPIPE) are errors of the write that meets them.
    for number in [SIGXFSZ, SIGPIPE] { signal(number, SIG_IGN) }
    let queue = DispatchQueue(label: "gstedit.signals")
    // `nohup` lets its child outlive the terminal. An ignored Ctrl-C only means that a script runs it in the background.
    let watched = Self.statuses.filter { number, _ in number != SIGHUP || !Self.isIgnored(number) }
    sources = watched.map { number, status in
      // The default action would end the process before the source is asked.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard request.note(status) else { Self.endAtOnce(status) }
        cancel()
        queue.asyncAfter(deadline: .now() + Self.patience) { Self.endAtOnce(status) }
      }
      source.activate()
      return source
    }
  }

  /// Whether whoever started the process wants it to ignore the signal: a bit of the mask that the kernel shows.
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
