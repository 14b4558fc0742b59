import MediaTime
import Playing
import Rendering
import Testing

@Suite("Outputs of moments", .timeLimit(.minutes(5)))
struct TimedOutputTests {
  /// An output of `times`, in the item of `stage`, and its events.
  private func output(
    _ times: [CMTime]?, in stage: Stage, advance: Double = 0
  ) -> (output: PlayerItemTimedOutput, log: Log<PlayerItemTimedOutput.Event>, observation: PlayerObservation) {
    let (output, log) = (PlayerItemTimedOutput(), Log<PlayerItemTimedOutput.Event>())
    let observation = output.onEvent { log.add($0) }
    (output.times, output.advanceInterval) = (times, advance)
    stage.item.add(output)
    return (output, log, observation)
  }

  @Test func `events come when the item reaches their times, in order, forwards and backwards`() async throws {
    let stage = try Stage(seconds: 4)
    let (_, log, observation) = output([seconds(3), .invalid, seconds(1), seconds(1), seconds(9)], in: stage)
    await stage.clock.settle()
    #expect(log.entries == [.begins(.zero, isForward: true)])
    stage.player.play()
    await stage.clock.advance(by: try Rational(5, 2))
    #expect(log.entries.dropFirst() == [.passes(seconds(1), isForward: true)])
    log.clear()
    stage.player.rate = -1
    await stage.clock.advance(by: Rational(5))
    #expect(
      log.entries == [.flushed, .begins(seconds(5, 2), isForward: false), .passes(seconds(1), isForward: false)])
    #expect(observation.isActive)
  }

  @Test func `a jump begins a new sequence, whether the item stands or runs`() async throws {
    let stage = try Stage(seconds: 4)
    let (_, log, observation) = output([seconds(1), seconds(3)], in: stage)
    await stage.clock.settle()
    log.clear()
    #expect(try await stage.seek(to: Rational(2)))
    await stage.clock.settle()
    #expect(log.entries == [.flushed, .begins(seconds(2), isForward: true)])
    stage.player.play()
    await stage.clock.advance(by: try Rational(3, 2))
    log.clear()
    #expect(try await stage.seek(to: .zero))
    await stage.clock.advance(by: try Rational(3, 2))
    #expect(
      log.entries == [.flushed, .begins(.zero, isForward: true), .passes(seconds(1), isForward: true)])
    #expect(observation.isActive)
  }

  @Test func `events come earlier by the lead while the item runs, by the clock's time`() async throws {
    let stage = try Stage(seconds: 4)
    let (_, log, observation) = output([seconds(1), seconds(2), seconds(3)], in: stage, advance: 0.5)
    await stage.clock.settle()
    #expect(log.entries == [.begins(.zero, isForward: true)])
    log.clear()
    stage.player.play()
    await stage.clock.advance(by: try Rational(45, 100))
    #expect(log.entries.isEmpty)
    await stage.clock.advance(by: try Rational(10, 100))
    #expect(log.entries == [.passes(seconds(1), isForward: true)])
    // Events are not repeated, and at twice the rate half a second of lead is a second of the item.
    stage.player.rate = 2
    await stage.clock.advance(by: try Rational(30, 100))
    #expect(log.entries == [.passes(seconds(1), isForward: true), .passes(seconds(2), isForward: true)])
    #expect(observation.isActive)
  }

  @Test func `events before the times are known come afterwards`() async throws {
    let stage = try Stage(seconds: 4)
    let (output, log, observation) = output(nil, in: stage)
    stage.player.play()
    await stage.clock.advance(by: try Rational(5, 2))
    #expect(log.entries == [.needsTimes])
    output.times = [seconds(1), seconds(2), seconds(3)]
    await stage.clock.settle()
    let passed = [1, 2].map { PlayerItemTimedOutput.Event.passes(seconds($0), isForward: true) }
    #expect(log.entries == [.needsTimes, .begins(.zero, isForward: true)] + passed)
    log.clear()
    output.times = [seconds(1), seconds(3)]
    await stage.clock.settle()
    #expect(log.entries.count == 1 && output.times == [seconds(1), seconds(3)])
    // Another item has nothing to remove.
    try Stage(seconds: 4).item.remove(output)
    await stage.clock.advance(by: try Rational(1, 10))
    #expect(log.entries.count == 1)
    stage.item.remove(output)
    await stage.clock.advance(by: Rational(1))
    #expect(log.entries.count == 1 && observation.isActive)
  }
}
