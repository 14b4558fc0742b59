import MediaTime
import Playing
import Rendering
import ScriptedRendering
import SeededRandom
import Synchronization
import Testing

@Suite("Seeking", .timeLimit(.minutes(5)))
struct SeekTests {
  @Test func `after each exact seek the frame is the one of its time, 1,000 of 1,000`() async throws {
    let stage = try Stage(seconds: 10)
    var random = SeededGenerator(seed: 7)
    var right = 0
    for _ in 0..<1_000 {
      let time = try Rational(Int64.random(in: 0..<480_000, using: &random), 48_000)
      let isDone = try await stage.seek(to: time)
      if isDone, stage.frames.last == Int((try time * Rational(25)).floor()) { right += 1 }
    }
    #expect(right == 1_000)
  }

  @Test func `a tolerant seek stays inside its tolerance, and takes a key frame where it can`() async throws {
    let stage = try Stage(seconds: 10)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let time = seconds(Int64.random(in: 0..<10_000, using: &random), 1_000)
      let before = seconds(Int64.random(in: 0..<3_000, using: &random), 1_000)
      let after = seconds(Int64.random(in: 0..<3_000, using: &random), 1_000)
      #expect(await stage.player.seek(to: time, toleranceBefore: before, toleranceAfter: after))
      let reached = stage.player.currentTime()
      #expect(time - before <= reached && reached <= time + after)
    }
    #expect(await stage.player.seek(to: seconds(51, 10)))
    #expect(stage.player.currentTime() == seconds(4))
  }

  @Test func `a newer seek ends an older one, which completes with false`() async throws {
    let stage = try Stage(seconds: 10)
    let answers = Log<(Int, Bool)>()
    for number in 0..<20 {
      stage.player.seek(to: seconds(Int64(number % 10)), toleranceBefore: .zero, toleranceAfter: .zero) {
        answers.add((number, $0))
      }
    }
    await stage.clock.settle()
    #expect(answers.entries.map(\.0) == Array(0..<20))
    #expect(answers.entries.map(\.1) == Array(repeating: false, count: 19) + [true])
    #expect(stage.frames.last == 225)
  }

  @Test(arguments: [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity])
  func `a seek to a time that is not numeric completes with false, and the time stays`(time: CMTime) async throws {
    let stage = try Stage(seconds: 10)
    #expect(try await stage.seek(to: Rational(3)))
    #expect(await stage.player.seek(to: time) == false)
    #expect(stage.player.currentTime() == seconds(3))
  }

  @Test func `a seek beyond the ends goes to them`() async throws {
    let stage = try Stage(seconds: 2)
    #expect(try await stage.seek(to: Rational(100)))
    #expect(stage.player.currentTime() == seconds(2) && stage.frames.last == 49)
    #expect(try await stage.seek(to: Rational(-1)))
    #expect(stage.player.currentTime() == .zero && stage.frames.last == 0)
  }

  @Test func `playing goes on where it was sought to`() async throws {
    let stage = try Stage(seconds: 4)
    stage.player.play()
    await stage.clock.advance(by: try Rational(1, 2))
    #expect(try await stage.seek(to: Rational(3)))
    await stage.clock.advance(by: Rational(2))
    #expect(stage.frames == Array(0...12) + Array(75..<100))
    #expect(difference(stage.samples, from: Array(0..<24_000) + Array(144_000..<192_000)) == nil)
  }

  @Test func `steps go from frame to frame, and not beyond the ends`() async throws {
    let stage = try Stage(seconds: 2)
    await stage.clock.settle()
    for count in [1, 1, 10, -3, 1_000, .max, .min] {
      stage.item.step(byCount: count)
      await stage.clock.settle()
    }
    #expect(stage.frames == [0, 1, 2, 12, 9, 49, 49, 0])
  }

  @Test func `a seek before the item is ready waits for it`() async throws {
    let film = try film("film.mp4")
    let stage = Stage(film.asset, media: [film])
    #expect(try await stage.seek(to: Rational(5)))
    #expect(stage.frames.last == 125 && stage.item.status == .readyToPlay)
  }

  @Test func `cancelling pending seeks tells them false`() async throws {
    let (gate, end) = AsyncStream<Never>.makeStream()
    let film = try film("film.mp4")
    let renderer = ScriptedRenderer(media: [film], discovery: [.wait(gate)])
    let item = PlayerItem(asset: film.asset)
    let player = Player(playerItem: item, renderer: renderer)
    let answers = Log<Bool>()
    player.seek(to: seconds(1)) { answers.add($0) }
    async let other = player.seek(to: seconds(2))
    while player.state.currentItem == nil { await Task.yield() }
    item.cancelPendingSeeks()
    end.finish()
    _ = await player.seek(to: seconds(3))
    _ = await other
    #expect(answers.entries == [false])
  }

  @Test func `while seeks follow one another faster than pictures are made, some of them are shown`() async throws {
    let film = try film("film.mp4", seconds: 10)
    let clock = Mutex<TestClock?>(nil)
    let stage = Stage(film.asset, media: [film]) { (stage: ScriptedStage) throws(RenderError) in
      if case .readPicture = stage { clock.withLock { $0 }?.elapse((try? Rational(1, 20)) ?? .zero) }
    }
    clock.withLock { $0 = stage.clock }
    await stage.clock.advance(by: Rational(1))
    stage.shown.clear()
    for number in 0..<100 {
      let place = CMTime(value: Int64(number * 97 % 100), timescale: 10)
      stage.player.seek(to: place, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
      await stage.clock.advance(by: try Rational(1, 100))
    }
    #expect(stage.frames.count >= 10)
    await stage.clock.advance(by: Rational(1))
    #expect(stage.frames.last == Int(Double(99 * 97 % 100) * 2.5))
  }
}
