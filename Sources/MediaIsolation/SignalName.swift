import CProcess

// SAFETY: the C library's texts are constants, and copied.

extension WorkerEnding {
  /// A signal as people know it: "SIGSEGV, Segmentation fault".
  public static func name(ofSignal number: Int32) -> String {
    guard let name = unsafe gstedit_signal_name(number), let meaning = unsafe gstedit_signal_meaning(number) else {
      return "signal \(number)"
    }
    return "SIG\(unsafe String(cString: name)), \(unsafe String(cString: meaning))"
  }
}
