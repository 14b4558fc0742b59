import Foundation
import Synchronization
import TestSupport
import Testing
import os
import os.lock
import os.log
import os.signpost

/// Logs, locks and signposts, by the names of `os`.
@Suite("Logs and locks") struct LogTests {
  /// What the process writes to its standard error while `body` runs; other tests' lines may be among it.
  private func complaints(_ body: () -> Void) throws -> String {
    let folder = try ScratchFolder()
    let file = folder.url("complaints")
    let target = open(file.path, O_CREAT | O_WRONLY | O_APPEND, 0o600)
    try #require(target >= 0)
    let old = dup(2)
    dup2(target, 2)
    body()
    dup2(old, 2)
    for descriptor in [old, target] { close(descriptor) }
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func `lines of the older kind are formats of printf, with values of any type`() throws {
    let log = OSLog(subsystem: "org.example.film", category: "lines")
    let text = try complaints {
      os_log("%@ of %{public}d frames, %.2f%%, %5x|%-4d|", log: log, type: .error, "three", 40, 7.5, 255, 7)
      os_log("secret: %{private}@", log: log, "word")
      os_log(.fault, log: log, "the newer order: %s", "yes")
      os_log(.error, log: log, "values \(12) in a line")
      os_log("two %d %d", log: log, 1)
      os_log("a plain line")
      os_log("nothing is written", log: .disabled, type: .fault)
      os_log("for who looks closer", log: log, type: .debug)
      Logger(log).error("through its newer face")
    }
    #expect(text.contains(": a plain line\n"))
    for line in [
      "error org.example.film/lines: three of 40 frames, 7.50%,    ff|7   |",
      "notice org.example.film/lines: secret: <private>", "fault org.example.film/lines: the newer order: yes",
      "error org.example.film/lines: values 12 in a line", "notice org.example.film/lines: two 1 %d",
      "error org.example.film/lines: through its newer face",
    ] {
      #expect(text.contains(line + "\n"), "\(line) in \(text)")
    }
    #expect(!text.contains("nothing is written") && !text.contains("looks closer"))
    #expect(log.isEnabled(type: .error) && !log.isEnabled(type: .debug) && !OSLog.disabled.isEnabled(type: .fault))
  }

  @Test func `an unfair lock lets one thread in at a time`() async {
    let count = OSAllocatedUnfairLock(initialState: 0)
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<20_000 { count.withLock { $0 += 1 } } } }
    }
    #expect(count.withLock { $0 } == 160_000)
    // Another thread finds it closed.
    let plain = OSAllocatedUnfairLock()
    plain.lock()
    plain.precondition(.owner)
    let found = Mutex(true)
    let thread = Thread { found.withLock { $0 = plain.lockIfAvailable() } }
    thread.start()
    #expect(Poll.until(within: .seconds(600)) { thread.isFinished })
    #expect(!found.withLock { $0 })
    plain.unlock()
    plain.precondition(.notOwner)
    #expect(plain.withLockIfAvailable { 7 } == 7)
  }

  @Test func `the lock of four bytes is C's`() {
    let lock = os_unfair_lock_t.allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
    os_unfair_lock_lock(lock)
    os_unfair_lock_assert_owner(lock)
    os_unfair_lock_unlock(lock)
    #expect(os_unfair_lock_trylock(lock))
    os_unfair_lock_unlock(lock)
    lock.deallocate()
  }

  @Test func `signposts go along`() throws {
    let signposter = OSSignposter(subsystem: "org.example.film", category: .pointsOfInterest)
    let (first, second) = (signposter.makeSignpostID(), signposter.makeSignpostID())
    #expect(first != second && !signposter.isEnabled)
    let interval = signposter.beginInterval("export", id: first, "film \(3)")
    signposter.endInterval("export", interval)
    #expect(signposter.withIntervalSignpost("read", around: { 5 }) == 5)
    os_signpost(.event, log: .default, name: "moment")
  }
}
