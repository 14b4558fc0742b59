import Foundation

/// How much is proved: a short form in minutes, or everything.
public enum ProofScope {
  /// Whether the variable `GSTEDIT_FULL` asks for everything.
  public static let isFull = ProcessInfo.processInfo.environment["GSTEDIT_FULL"] == "1"

  /// The numbers that cases are drawn from: 1 to `short`, or to `full` where all is proved, or those that the variable
  /// `GSTEDIT_SEEDS` names ("764" or "1018-2000"), so that a long proof can be run in parts and one case of it alone.
  public static func seeds(short: UInt64, full: UInt64) -> ClosedRange<UInt64> {
    let named = ProcessInfo.processInfo.environment["GSTEDIT_SEEDS"]?.split(separator: "-").compactMap { UInt64($0) }
    if let first = named?.first, let last = named?.last, first <= last { return first...last }
    return 1...(isFull ? full : short)
  }
}
