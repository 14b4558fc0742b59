import Foundation

/// Lets three programs run at once for two processors, however many tests run in parallel: a program that starts, or
/// waits for its pipeline, keeps no processor busy. Heavy work in this process takes its turn among them.
public actor Gate {
  /// The one turnstile of the process.
  public static let shared = Gate(places: max(ProcessInfo.processInfo.activeProcessorCount * 3 / 2, 1))

  /// Places that are free.
  private var free: Int

  /// Tasks that wait for a place, in order.
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

  /// Does `work` in its turn.
  public nonisolated func turn<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    await enter()
    let result: Result<Value, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    await leave()
    return try result.get()
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
