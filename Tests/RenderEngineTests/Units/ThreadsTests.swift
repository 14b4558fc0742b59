import EditingModel
import Foundation
import GStreamer
import Rendering
import Synchronization
import TestSupport
import Testing
import Waiting

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// What waits, and how each wait ends.
@Suite("Waiting and ending")
struct ThreadsTests {
  /// How long `body` takes, on a thread of its own.
  private func duration(_ body: @escaping @Sendable () throws -> Void) async throws -> Duration {
    try await DedicatedThread.run(named: "test") { try ContinuousClock().measure { try body() } }
  }

  /// The code of the error of `body`, and when it came; on a thread of its own.
  private func ending(
    _ body: @escaping @Sendable () throws -> Void
  ) async throws -> (code: RenderError.Code?, time: ContinuousClock.Instant) {
    try await DedicatedThread.run(named: "test") {
      do {
        try body()
        return (nil, .now)
      } catch {
        return ((error as? RenderError)?.code, .now)
      }
    }
  }

  private func code(_ body: @escaping @Sendable () throws -> Void) async -> RenderError.Code? {
    do {
      try await DedicatedThread.run(named: "test", body)
      return nil
    } catch {
      return (error as? RenderError)?.code
    }
  }

  // MARK: Watchdog

  @Test func `a pipeline that does not move becomes an error with the graph`() throws {
    let watchdog = Watchdog(limit: .zero)
    let error = #expect(throws: RenderError.self) {
      while true { try watchdog.check(waitingFor: "the muxer") { "digraph pipeline {}" } }
    }
    #expect(error?.code == .stalled)
    #expect(error?.message.contains("the muxer") == true && error?.remedy != nil)
    #expect(error?.underlying == "digraph pipeline {}")
  }

  @Test func `a moving pipeline is left alone, and no graph is drawn of it`() throws {
    var watchdog = Watchdog(limit: .seconds(3_600))
    for _ in 0..<1_000 {
      watchdog.restart()
      try watchdog.check(waitingFor: "anything") {
        Issue.record("A graph was drawn.")
        return ""
      }
    }
  }

  @Test func `the error of a pipeline that stands still holds its elements`() throws {
    let pipeline = try Pipeline(name: "standing")
    let source = try AppSource(caps: try Caps("audio/x-raw"), capacity: 1)
    let sink = try AppSink(capacity: 1)
    try pipeline.add(source.element, sink.element)
    try pipeline.link([source.element, sink.element])
    try pipeline.play()
    let watchdog = Watchdog(limit: .zero)
    let error = #expect(throws: RenderError.self) {
      while true {
        guard case .nothingYet = sink.pull(nanoseconds: 1_000_000) else { return }
        try watchdog.check(waitingFor: "samples") { pipeline.graph }
      }
    }
    #expect(error?.underlying?.contains("digraph") == true)
    #expect(error?.underlying?.contains("GstAppSrc") == true && error?.underlying?.contains("GstAppSink") == true)
    pipeline.stop()
  }

  // MARK: Background tasks

  @Test func `a body that never returns holds up its own thread alone`() async throws {
    let release = DispatchSemaphore(value: 0)
    let task = BackgroundTask(named: "never") { release.wait() }
    let cancellation = Cancellation()
    let waiting = DispatchSemaphore(value: 0)
    async let outcome = ending {
      waiting.signal()
      try task.value(cancellation)
    }
    await Task.detached { waiting.wait() }.value
    let start = ContinuousClock.now
    cancellation.cancel()
    let (code, end) = try await outcome
    #expect(code == .cancelled)
    #expect(end - start < OpenResources.cancelLimit)
    #expect(try await DedicatedThread.run(named: "test") { try task.value(within: .milliseconds(1)) == nil })
    release.signal()
    #expect(try await DedicatedThread.run(named: "test") { try task.value(within: .seconds(30)) != nil })
  }

  @Test func `a result is there for all callers`() async throws {
    let runs = Atomic(0)
    let task = BackgroundTask(named: "answer") { runs.add(1, ordering: .relaxed).newValue }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { try await DedicatedThread.run(named: "ask") { try task.value(Cancellation()) } }
      }
      for try await value in group { #expect(value == 1) }
    }
    #expect(try await DedicatedThread.run(named: "ask") { try task.value(within: .zero) } == 1)
  }

  @Test func `an error is there for all callers`() async {
    let task = BackgroundTask<Int>(named: "failing") { throw RenderError(.writeFailed, "The disk is full.") }
    for _ in 0..<3 { #expect(await code { _ = try task.value(Cancellation()) } == .writeFailed) }
    #expect(await code { _ = try task.value(within: .seconds(30)) } == .writeFailed)
  }

  @Test func `settling waits for none longer than a cancelled call may take`() async throws {
    let end = DispatchSemaphore(value: 0)
    let tasks = (0..<5).map { _ in BackgroundTask(named: "never") { end.wait() } }
    #expect(try await duration { tasks.settle() } < OpenResources.cancelLimit)
    for _ in tasks { end.signal() }
    #expect(try await duration { tasks.settle() } < OpenResources.cancelLimit)
  }

  @Test func `a part ends with the whole, and the whole not with a part`() {
    let whole = Cancellation()
    let part = Cancellation(partOf: whole)
    let other = Cancellation(partOf: whole)
    part.cancel()
    #expect(throws: RenderError.self) { try part.check() }
    #expect(throws: Never.self) { try other.check() }
    #expect(throws: Never.self) { try whole.check() }
    whole.cancel()
    let error = #expect(throws: RenderError.self) { try other.check() }
    #expect(error?.code == .cancelled)
  }

  // MARK: Gates

  @Test(arguments: [-1, 0, 1, 3]) func `a gate has so many places`(capacity: Int) async throws {
    let gate = InputGate(capacity: capacity)
    let places = max(1, capacity)
    struct Full: Error {}
    try await DedicatedThread.run(named: "enter") {
      for _ in 0..<places { try gate.enter { throw Full() } }
      #expect(throws: Full.self) { try gate.enter { throw Full() } }
      gate.leave()
      try gate.enter { throw Full() }
      #expect(throws: Full.self) { try gate.enter { throw Full() } }
    }
  }

  @Test func `a thread that waits at a gate enters when another leaves`() async throws {
    let gate = InputGate(capacity: 1)
    try await DedicatedThread.run(named: "enter") { try gate.enter {} }
    async let entered = DedicatedThread.run(named: "enter") { try gate.enter {} }
    gate.leave()
    try await entered
  }

  @Test func `a thread that waits at a gate leaves at the next check after cancellation`() async throws {
    let gate = InputGate(capacity: 1)
    try await DedicatedThread.run(named: "enter") { try gate.enter {} }
    let cancellation = Cancellation()
    let looks = Mutex((all: 0, late: 0))
    async let outcome = ending {
      try gate.enter {
        // One reading for both: the work may be cancelled between two.
        let isOver = cancellation.isOver
        looks.withLock { looks in
          looks.all += 1
          if isOver { looks.late += 1 }
        }
        if isOver { try cancellation.check() }
      }
    }
    #expect(await Poll.eventually { looks.withLock(\.all) > 0 })
    cancellation.cancel()
    #expect(try await outcome.0 == .cancelled)
    // It looks ten times a second; under load the clock would measure the machine.
    #expect(looks.withLock(\.late) == 1)
  }

  // MARK: One value

  @Test func `a value is taken once, and a second is ignored`() async throws {
    let channel = OneShotChannel<Int>()
    try await DedicatedThread.run(named: "take") {
      #expect(channel.take(within: 1_000_000) == nil)
      channel.send(1)
      channel.send(2)
      #expect(channel.take(within: 0) == 1)
      #expect(channel.take(within: 0) == nil)
      channel.send(3)
      #expect(channel.take(within: 1_000_000) == nil)
    }
  }

  @Test func `a thread that waits for a value gets it`() async throws {
    let channel = OneShotChannel<String>()
    async let value = DedicatedThread.run(named: "take") { channel.take(within: 30_000_000_000) }
    channel.send("here")
    #expect(try await value == "here")
  }

  @Test func `a value that was taken is not kept`() async throws {
    final class Picture: Sendable {}
    let channel = OneShotChannel<Picture>()
    weak var kept: Picture?
    do {
      let picture = Picture()
      kept = picture
      channel.send(picture)
    }
    #expect(kept != nil)
    _ = channel.take(within: 0)
    #expect(kept == nil)
  }
}
