import Foundation
import MediaTime
import Playing
import Rendering
import ScriptedRendering
import Synchronization
import Testing

@Suite("Times beyond, before and at the borders", .timeLimit(.minutes(5)))
struct BorderTests {
  @Test func `an end time before the current time ends playing where it is`() async throws {
    let stage = try Stage(seconds: 4)
    stage.player.play()
    await stage.clock.advance(by: Rational(3))
    stage.item.forwardPlaybackEndTime = seconds(1)
    await stage.clock.advance(by: Rational(1))
    #expect(stage.player.currentTime() == seconds(3) && stage.player.rate == 0)
    #expect(stage.frames == Array(0...75))
    #expect(difference(stage.samples, from: Array(0..<144_000)) == nil)
    // As well where it stands.
    stage.player.play()
    await stage.clock.advance(by: Rational(1))
    #expect(stage.player.currentTime() == seconds(3) && stage.player.rate == 0)
    stage.item.reversePlaybackEndTime = seconds(7, 2)
    stage.player.rate = -1
    await stage.clock.advance(by: Rational(1))
    #expect(stage.player.currentTime() == seconds(3) && stage.player.rate == 0)
  }

  @Test(arguments: [(Int64(100), Int64(2)), (-100, 0)]) func `a rate at a time beyond the item's is one at its border`(
    time: Int64, border: Int64
  ) async throws {
    let stage = try Stage(seconds: 2)
    await stage.clock.settle()
    stage.player.setRate(0, time: seconds(time), atHostTime: .invalid)
    await stage.clock.settle()
    #expect(stage.player.currentTime() == seconds(border))
  }

  @Test func `an item that is to begin behind its end begins there`() async throws {
    let film = try film("film.mp4", seconds: 2)
    let item = PlayerItem(asset: film.asset)
    #expect(await item.seek(to: seconds(100)))
    let clock = TestClock()
    let player = Player(playerItem: item, renderer: ScriptedRenderer(media: [film]), clock: clock)
    await clock.settle()
    #expect(item.status == .readyToPlay && player.currentTime() == seconds(2))
  }

  @Test func `a boundary is passed once, however shortly after it playing is interrupted`() async throws {
    let stage = try Stage(seconds: 2)
    let passed = Log<Int>()
    let observer = stage.player.addBoundaryTimeObserver(forTimes: [CMTime(value: 1, timescale: 7)]) { passed.add(1) }
    stage.player.play()
    await stage.clock.advance(by: try Rational(1, 7) + Rational(1, 1_000_000_000_000))
    stage.player.pause()
    await stage.clock.settle()
    stage.player.play()
    await stage.clock.advance(by: Rational(1))
    #expect(passed.entries.count == 1 && observer?.isActive == true)
  }

  @Test func `a boundary at the end is passed, and one at the beginning only backwards`() async throws {
    let stage = try Stage(seconds: 1)
    let passed = Log<Int>()
    let observers = [CMTime.zero, seconds(1)].enumerated().map { number, time in
      stage.player.addBoundaryTimeObserver(forTimes: [time]) { passed.add(number) }
    }
    stage.player.play()
    await stage.clock.advance(by: Rational(2))
    #expect(passed.entries == [1])
    stage.player.rate = -1
    await stage.clock.advance(by: Rational(2))
    #expect(passed.entries == [1, 0] && observers.count == 2)
  }

  @Test func `an observer of short intervals takes no call from others, however late the player is`() async throws {
    let stage = try Stage(seconds: 4)
    let output = PlayerItemVideoOutput()
    stage.item.add(output)
    // The output's observer takes a second for the tenth picture.
    let slow = output.onPicture { picture in
      if picture.itemTime == seconds(10, 25) { stage.clock.elapse(.one) }
    }
    let passed = Log<Int>()
    let often = stage.player.addPeriodicTimeObserver(forInterval: seconds(1, 10_000)) { _ in }
    let boundary = stage.player.addBoundaryTimeObserver(forTimes: [seconds(1)]) { passed.add(1) }
    stage.player.play()
    await stage.clock.advance(by: try Rational(3, 2))
    #expect(passed.entries.count == 1)
    #expect(slow.isActive && often != nil && boundary != nil)
  }

  @Test func `a slow observer of jumps gets the last one`() async throws {
    let stage = try Stage(seconds: 4)
    await stage.clock.settle()
    let (times, gate) = (Log<CMTime>(), DispatchSemaphore(value: 0))
    let observer = stage.player.addPeriodicTimeObserver(forInterval: seconds(1)) { time in
      times.add(time)
      if time == seconds(1) { gate.wait() }
    }
    for time in [1, 2, 3] as [Int64] {
      stage.player.seek(to: seconds(time), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
      while stage.frames.last != Int(time) * 25 { await Task.yield() }
    }
    gate.signal()
    await stage.clock.settle()
    #expect(times.entries.last == seconds(3) && observer?.isActive == true)
  }

  @Test func `a rate is stated as it is played`() async throws {
    let stage = try Stage(seconds: 2)
    stage.player.rate = 1_000
    #expect(stage.player.rate == 64)
    stage.player.rate = 0.000_000_1
    #expect(stage.player.rate == 0 && stage.player.timeControlStatus == .paused)
  }

  @Test func `sound is heard however long the machine runs, and at whatever rate`() async throws {
    let stage = try Stage(seconds: 10)
    // Four months.
    await stage.clock.advance(to: try Rational(10_000_000) + Rational(123_456_789, 1_000_000_000))
    var total = 0.0
    for (number, rate) in [Float(1.1), 0.7, 1.3, 0.9].enumerated() {
      let before = stage.player.currentTime().seconds
      stage.heard.clear()
      stage.player.rate = rate
      await stage.clock.advance(by: try Rational(1_000_000_007 + Int64(number), 1_000_000_000))
      stage.player.pause()
      await stage.clock.settle()
      let heard = Double(stage.samples.count) / 48_000
      #expect(abs(heard - 1) < 0.001, "\(heard) s at \(rate)")
      total += stage.player.currentTime().seconds - before
    }
    #expect(abs(total - 4) < 0.001)
  }

  @Test func `a late start at a host time is where it should be`() async throws {
    let film = try film("film.mp4", seconds: 10)
    let clock = Mutex<TestClock?>(nil)
    let reads = Mutex(0)
    // The first four reads of samples take a twentieth of a second each.
    let stage = Stage(film.asset, media: [film]) { (stage: ScriptedStage) throws(RenderError) in
      guard case .readSamples = stage else { return }
      let number = reads.withLock { reads in
        reads += 1
        return reads
      }
      if number <= 4 { clock.withLock { $0 }?.elapse((try? Rational(1, 20)) ?? .zero) }
    }
    await stage.clock.settle()
    clock.withLock { $0 = stage.clock }
    stage.player.setRate(1, time: seconds(1), atHostTime: seconds(1, 100))
    await stage.clock.advance(by: Rational(2))
    #expect(stage.player.currentTime() == seconds(299, 100))
    let blocks = stage.heard.entries
    #expect(!blocks.isEmpty && blocks.allSatisfy { $0.itemTime - $0.hostTime == seconds(99, 100) })
  }
}
