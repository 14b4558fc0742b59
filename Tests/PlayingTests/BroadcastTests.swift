import ScriptedRendering
import Synchronization
import Testing

@testable import Playing

@Suite("Values on their way to observers", .timeLimit(.minutes(5)))
struct BroadcastTests {
  /// A player gives some ten blocks of sound a second, for hours: no call may need more of the stack than the one before.
  @Test func `an observer is called as often as there are values`() {
    let count = 300_000
    let queue = CallbackQueue(clock: TestClock())
    let broadcast = Broadcast<Int>()
    let calls = Atomic(0)
    let observation = broadcast.observe { _ in calls.add(1, ordering: .relaxed) }
    for value in 0..<count { broadcast.deliver(value, while: queue) }
    #expect(calls.load(ordering: .relaxed) == count)
    observation.cancel()
    broadcast.deliver(count, while: queue)
    #expect(calls.load(ordering: .relaxed) == count)
    queue.close()
  }
}
