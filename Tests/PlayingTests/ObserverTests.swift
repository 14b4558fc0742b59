import MediaTime
import Playing
import Rendering
import Testing

@Suite("Observers of times, and ends", .timeLimit(.minutes(5)))
struct ObserverTests {
  @Test func `a periodic observer is called at each multiple, in order, and at the start and the stop`() async throws {
    let stage = try Stage(seconds: 2)
    let times = Log<CMTime>()
    let observer = stage.player.addPeriodicTimeObserver(forInterval: seconds(1, 10)) { times.add($0) }
    stage.player.play()
    await stage.clock.advance(by: try Rational(105, 100))
    stage.player.pause()
    await stage.clock.settle()
    #expect(times.entries == (0...10).map { seconds($0, 10) } + [seconds(105, 100)])
    #expect(observer != nil)
  }

  @Test func `a periodic observer is called for jumps`() async throws {
    let stage = try Stage(seconds: 4)
    let times = Log<CMTime>()
    _ = stage.player.addPeriodicTimeObserver(forInterval: seconds(1)) { times.add($0) }
    #expect(try await stage.seek(to: Rational(3)))
    await stage.clock.settle()
    #expect(times.entries == [seconds(3)])
  }

  @Test func `boundary observers are called once for each time that is passed, forwards and backwards`() async throws {
    let stage = try Stage(seconds: 4)
    let passed = Log<String>()
    _ = stage.player.addBoundaryTimeObserver(forTimes: [seconds(1), seconds(3)]) { passed.add("a") }
    _ = stage.player.addBoundaryTimeObserver(forTimes: [seconds(2), .invalid]) { passed.add("b") }
    #expect(stage.player.addBoundaryTimeObserver(forTimes: [.indefinite]) {} == nil)
    stage.player.play()
    await stage.clock.advance(by: try Rational(5, 2))
    stage.player.rate = -1
    await stage.clock.advance(by: Rational(5))
    #expect(passed.entries == ["a", "b", "b", "a"])
    #expect(try await stage.seek(to: Rational(4)))
    await stage.clock.settle()
    #expect(passed.entries.count == 4)
  }

  @Test func `after its removal an observer is called no more, even by itself`() async throws {
    let stage = try Stage(seconds: 4)
    let times = Log<CMTime>()
    let kept = Log<PlayerObservation>()
    let observer = stage.player.addPeriodicTimeObserver(forInterval: seconds(1, 10)) { time in
      times.add(time)
      if time >= seconds(1) { kept.entries.first?.cancel() }
    }
    kept.add(try #require(observer))
    stage.player.play()
    await stage.clock.advance(by: Rational(3))
    #expect(times.entries == (0...10).map { seconds($0, 10) })
  }

  @Test func `the player pauses at the end, and says so`() async throws {
    let stage = try Stage(seconds: 2)
    let notices = Log<PlayerItemNotification>()
    let observation = stage.item.onNotification { notices.add($0) }
    stage.player.play()
    await stage.clock.advance(by: Rational(3))
    #expect(notices.entries == [.didPlayToEndTime(seconds(2))])
    #expect(stage.player.rate == 0 && observation.isActive)
  }

  @Test func `without an action the player stands at the end at its rate, and a seek plays on`() async throws {
    let stage = try Stage(seconds: 2)
    stage.player.actionAtItemEnd = .none
    stage.player.play()
    await stage.clock.advance(by: Rational(3))
    #expect(stage.player.rate == 1 && stage.player.currentTime() == seconds(2))
    #expect(try await stage.seek(to: Rational(1)))
    await stage.clock.advance(by: try Rational(1, 2))
    #expect(stage.player.currentTime() == seconds(3, 2))
  }

  @Test func `playing ends at the end times, forwards and backwards`() async throws {
    let stage = try Stage(seconds: 4)
    stage.item.forwardPlaybackEndTime = seconds(3)
    stage.item.reversePlaybackEndTime = seconds(1)
    stage.player.play()
    await stage.clock.advance(by: Rational(5))
    // The frame that begins at the end is no part of what is played.
    #expect(stage.frames == Array(0..<75))
    #expect(stage.player.currentTime() == seconds(3))
    stage.player.rate = -1
    await stage.clock.advance(by: Rational(5))
    #expect(stage.player.currentTime() == seconds(1) && stage.frames.last == 25)
    #expect(difference(stage.samples, from: Array(0..<144_000) + Array((48_000..<144_000).reversed())) == nil)
  }

  @Test func `an end time beyond the duration shows the last picture until then`() async throws {
    let stage = try Stage(seconds: 2)
    stage.item.forwardPlaybackEndTime = seconds(3)
    stage.player.play()
    await stage.clock.advance(by: Rational(5))
    #expect(stage.player.currentTime() == seconds(3) && stage.frames == Array(0..<50))
    #expect(difference(stage.samples, from: Array(0..<96_000) + Array(repeating: 0, count: 48_000)) == nil)
  }

  @Test func `states are sent in order`() async throws {
    let stage = try Stage(seconds: 2)
    await stage.clock.settle()
    let states = Log<TimeControlStatus>()
    let observation = stage.player.onStateChange { states.add($0.timeControlStatus) }
    stage.player.play()
    await stage.clock.advance(by: Rational(3))
    #expect(states.entries == [.waitingToPlayAtSpecifiedRate, .playing, .paused])
    #expect(observation.isActive)
  }
}
