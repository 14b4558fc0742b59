import CProcess
import Glibc

/// How the process of a plug-in came to its end.
enum ProcessEnding: Hashable, Sendable {
  /// It could not be started, for the system's reason.
  case notStarted(error: Int32)
  /// A signal killed it: the plug-in crashed.
  case crashed(signal: Int32)
  /// The plug-in ended it.
  case exited(status: Int32)
  /// It was ended, because it did not answer in time.
  case overdue(limit: Duration)
  /// It was ended, because what it sent was no message.
  case incomprehensible
  /// It was ended, because nobody needed it any longer.
  case dismissed

  /// What happened, to follow the name of the plug-in: "crashed: signal 11, SIGSEGV (Segmentation fault)".
  var words: String {
    switch self {
    case .notStarted(let error):
      return "gets no process of its own: \(unsafe Self.text(strerror(error)) ?? "error \(error)")"
    case .crashed(let signal):
      let name = unsafe Self.text(gstedit_signal_name(signal)).map { ", SIG\($0)" } ?? ""
      let meaning = unsafe Self.text(gstedit_signal_meaning(signal)).map { " (\($0))" } ?? ""
      return "crashed: signal \(signal)\(name)\(meaning)"
    case .exited(let status): return "ended its process with status \(status)"
    case .overdue(let limit): return "did not answer within \(limit), and its process was ended"
    case .incomprehensible: return "sent something incomprehensible, and its process was ended"
    case .dismissed: return "is not needed any longer"
    }
  }

  private static func text(_ words: UnsafePointer<CChar>?) -> String? {
    unsafe words.map { unsafe String(cString: $0) }
  }
}
