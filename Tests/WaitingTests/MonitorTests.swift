import Foundation
import Synchronization
import Testing
import Waiting

/// The one way in which threads wait for each other.
@Suite("A monitor of a state")
struct MonitorTests {
  /// Runs `body`, which blocks, on a thread of its own.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }

  @Test func `a value that is there is taken at once, even without time to wait`() {
    let monitor = Monitor(3)
    #expect(monitor.wait(upTo: .zero) { $0 > 2 ? $0 : nil } == 3)
    #expect(monitor.wait(upTo: .seconds(-1)) { $0 > 2 ? $0 : nil } == 3)
  }

  @Test func `a value that does not come is given up after the limit`() async {
    let monitor = Monitor(false)
    let (value, time) = await onThread {
      var value: Bool?
      let time = ContinuousClock().measure { value = monitor.wait(upTo: .milliseconds(30)) { $0 ? true : nil } }
      return (value, time)
    }
    #expect(value == nil)
    #expect(time >= .milliseconds(30))
  }

  @Test func `a limit of any length is no trap`() async {
    let monitor = Monitor(0)
    async let woken = onThread { monitor.wait(upTo: .seconds(Int64.max)) { $0 > 0 ? $0 : nil } }
    monitor.change { $0 = 7 }
    #expect(await woken == 7)
  }

  @Test func `a change wakes all waiting threads, and each unit is taken once`() async {
    let monitor = Monitor(0)
    let taken = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          await onThread {
            monitor.wait(upTo: .seconds(60)) { state in
              guard state > 0 else { return nil }
              state -= 1
              return true
            } ?? false
          }
        }
      }
      for _ in 0..<16 { monitor.change { $0 += 1 } }
      return await group.reduce(into: 0) { count, isTaken in count += isTaken ? 1 : 0 }
    }
    #expect(taken == 16)
    #expect(monitor.read(\.self) == 0)
  }

  @Test func `a change by a waiting thread is seen by the others`() async {
    // Each task wakes the next: none is woken by another one than the one before.
    let monitor = Monitor(0)
    let last = await withTaskGroup(of: Int.self) { group in
      for number in 1...8 {
        group.addTask {
          await onThread {
            monitor.wait(upTo: .seconds(60)) { state in
              guard state == number else { return nil }
              state += 1
              return number
            } ?? 0
          }
        }
      }
      monitor.change { $0 = 1 }
      return await group.reduce(0, +)
    }
    #expect(last == 36)
    #expect(monitor.read(\.self) == 9)
  }

  @Test func `a wait ends with the check's error, which is looked at again and again`() async {
    struct NotWanted: Error {}
    let monitor = Monitor(false)
    let looks = Mutex(0)
    let isEnded = await onThread {
      do throws(NotWanted) {
        _ = try monitor.wait(
          checking: { () throws(NotWanted) in
            let count = looks.withLock { looks in
              looks += 1
              return looks
            }
            if count == 3 { throw NotWanted() }
          }, every: .milliseconds(1)
        ) { $0 ? true : nil }
        return false
      } catch {
        return true
      }
    }
    #expect(isEnded)
    #expect(looks.withLock(\.self) == 3)
  }

  @Test func `a change that throws keeps what it did before, and wakes`() async {
    struct Refused: Error {}
    let monitor = Monitor(0)
    async let woken = onThread { monitor.wait(upTo: .seconds(60)) { $0 > 0 ? $0 : nil } }
    #expect(throws: Refused.self) {
      try monitor.change { state throws(Refused) in
        state = 5
        throw Refused()
      }
    }
    #expect(await woken == 5)
  }

  @Test func `a notification is called once, whenever its condition becomes true`() {
    let monitor = Monitor(0)
    let calls = Mutex(0)
    let isThere = { @Sendable (number: Int) in number >= 2 }
    monitor.notify(when: isThere) { calls.withLock { $0 += 1 } }
    monitor.change { $0 = 1 }
    #expect(calls.withLock(\.self) == 0)
    monitor.change { $0 = 2 }
    monitor.change { $0 = 3 }
    #expect(calls.withLock(\.self) == 1)
    monitor.notify(when: isThere) { calls.withLock { $0 += 1 } }
    #expect(calls.withLock(\.self) == 2)
  }

  @Test func `a suspended task goes on when the state holds, at its limit, and when it is cancelled`() async {
    let monitor = Monitor(0)
    async let held: Void = monitor.suspend(upTo: .seconds(3_600)) { $0 > 1 }
    monitor.change { $0 = 1 }
    monitor.change { $0 = 2 }
    await held
    await monitor.suspend(upTo: .seconds(3_600)) { $0 == 2 }
    let time = await ContinuousClock().measure { await monitor.suspend(upTo: .milliseconds(30)) { $0 > 2 } }
    #expect(time >= .milliseconds(30))
    let task = Task { await monitor.suspend(upTo: .seconds(3_600)) { $0 > 2 } }
    task.cancel()
    await task.value
    #expect(monitor.read(\.self) == 2)
  }

  @Test func `a wait that was given up leaves nothing behind`() {
    final class Kept: Sendable {}
    weak var kept: Kept?
    let monitor = Monitor(false)
    do {
      let value = Kept()
      kept = value
      _ = monitor.wait(upTo: .milliseconds(1)) { state in
        withExtendedLifetime(value) { state ? true : nil }
      }
    }
    #expect(kept == nil)
  }
}
