import Foundation
import Synchronization

/// Keeps the processors busy, so that the program under test is scheduled differently.
public final class ProcessorLoad: Sendable {
  /// Whether the threads go on.
  private let isWanted = Atomic(true)

  /// Starts threads that count and do nothing else.
  public init(threads: Int) {
    for _ in 0..<threads {
      Thread { [self] in
        while isWanted.load(ordering: .relaxed) {}
      }.start()
    }
  }

  /// Lets the threads end.
  public func stop() {
    isWanted.store(false, ordering: .relaxed)
  }
}
