import Foundation

/// Lets three programs run at once for two processors, however many tests run in parallel: a program that starts, or waits for its
/// pipeline, keeps no processor busy.
actor Gate {
  /// The one turnstile of the process.
  static let shared = Gate(places: max(ProcessInfo.processInfo.activeProcessorCount * 3 / 2, 1))

  /// Places that are free.
  private var free: Int

  /// Who waits for a place, first come first.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) {
    free = places
  }

  /// Waits for a place.
  func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Gives a place back.
  func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
