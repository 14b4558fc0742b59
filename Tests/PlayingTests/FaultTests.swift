import EditServices
import MediaTime
import Playing
import Rendering
import ScriptedRendering
import Synchronization
import Testing

@Suite("Faults, and what is late", .timeLimit(.minutes(5)))
struct FaultTests {
  @Test func `a frame that fails ends in the item's error, and the player is paused`() async throws {
    let error = RenderError(.mediaUnreadable, "Broken.")
    let stage = try Stage(seconds: 2, failingFrames: [30: error])
    let notices = Log<PlayerItemNotification>()
    let observation = stage.item.onNotification { notices.add($0) }
    stage.player.play()
    await stage.clock.advance(by: Rational(5))
    #expect(stage.item.status == .failed && stage.item.error == error)
    #expect(stage.player.timeControlStatus == .paused && stage.player.rate == 0)
    #expect(notices.entries == [.failedToPlayToEndTime(error)] && observation.isActive)
    #expect(await stage.player.seek(to: .zero) == false)
    stage.player.play()
    await stage.clock.settle()
    #expect(stage.player.rate == 0)
    #expect(stage.renderer.record.pictureReaders.allSatisfy { $0.isClosed })
  }

  @Test func `missing media end in the item's error, and completions are called`() async throws {
    let film = try film("film.mp4")
    let stage = Stage(film.asset, media: [])
    #expect(await stage.player.seek(to: seconds(1)) == false)
    #expect(stage.item.status == .failed && stage.item.error?.code == .mediaMissing)
    #expect(await stage.player.preroll(atRate: 1) == false)
  }

  @Test func `a sample that fails ends in the item's error`() async throws {
    let film = try film("film.mp4")
    let stage = Stage(film.asset, media: [film]) { (stage: ScriptedStage) throws(RenderError) in
      if case .readSamples(let first) = stage, first > 48_000 { throw RenderError(.stalled, "Stalled.") }
    }
    stage.player.play()
    await stage.clock.advance(by: Rational(5))
    #expect(stage.item.error?.code == .stalled && stage.player.rate == 0)
  }

  @Test func `late frames are dropped and counted, and the frame for now is next`() async throws {
    let film = try film("film.mp4", seconds: 2)
    let clock = Mutex<TestClock?>(nil)
    // Every frame takes a tenth of a second: two and a half times as long as it is shown.
    let stage = Stage(film.asset, media: [film]) { (stage: ScriptedStage) throws(RenderError) in
      if case .readPicture = stage { clock.withLock { $0 }?.elapse((try? Rational(1, 10)) ?? .zero) }
    }
    clock.withLock { $0 = stage.clock }
    stage.player.play()
    await stage.clock.advance(by: Rational(5))
    let frames = stage.frames
    #expect(frames == frames.sorted() && Set(frames).count == frames.count)
    #expect(frames.count >= 10)
    #expect(stage.player.currentTime() == seconds(2))
    // Each was shown in its own time, and those between them are counted.
    let start = try #require(stage.shown.entries.first?.host)
    let off = stage.shown.entries.dropLast().filter { $0.host - start != $0.time }
    #expect(off.isEmpty, "\(stage.shown.entries)")
    #expect(stage.item.droppedFrameCount == (frames.last ?? 0) - frames.count + 1)
  }

  @Test func `where pictures are late, the last one of a range is shown, and none behind it`() async throws {
    let film = try film("film.mp4", seconds: 2)
    let clock = Mutex<TestClock?>(nil)
    let stage = Stage(film.asset, media: [film]) { (stage: ScriptedStage) throws(RenderError) in
      if case .readPicture = stage { clock.withLock { $0 }?.elapse((try? Rational(1, 10)) ?? .zero) }
    }
    clock.withLock { $0 = stage.clock }
    stage.item.forwardPlaybackEndTime = seconds(1)
    stage.player.play()
    await stage.clock.advance(by: Rational(5))
    #expect(stage.frames.last == 24 && stage.player.currentTime() == seconds(1))
    // A seek to the end shows the frame that begins there.
    #expect(await stage.player.seek(to: seconds(1)))
    await stage.clock.settle()
    #expect(stage.frames.last == 25)
  }

  @Test func `sound that is late stalls the player, which says so and loses nothing`() async throws {
    let film = try film("film.mp4", seconds: 2)
    let clock = Mutex<TestClock?>(nil)
    let stage = Stage(film.asset, media: [film]) { (stage: ScriptedStage) throws(RenderError) in
      if case .readSamples(let first) = stage, (40_000..<41_024).contains(first) {
        clock.withLock { $0 }?.elapse(.one)
      }
    }
    clock.withLock { $0 = stage.clock }
    let notices = Log<PlayerItemNotification>()
    let observation = stage.item.onNotification { notices.add($0) }
    stage.player.play()
    await stage.clock.advance(by: Rational(10))
    #expect(difference(stage.samples, from: Array(0..<96_000)) == nil)
    #expect(notices.entries.count >= 2 && observation.isActive)
    guard case .playbackStalled = notices.entries.first else {
      Issue.record("It did not stall.")
      return
    }
  }

  @Test func `with the player end its readers, and observers are called no more`() async throws {
    let film = try film("film.mp4")
    let clock = TestClock()
    let renderer = ScriptedRenderer(media: [film])
    let calls = Log<CMTime>()
    let answer = Log<Bool>()
    do {
      let item = PlayerItem(asset: film.asset)
      let observations = Stage.watch(item, Log(), Log())
      let player = Player(playerItem: item, renderer: renderer, clock: clock)
      _ = player.addPeriodicTimeObserver(forInterval: seconds(1, 10)) { calls.add($0) }
      player.play()
      await clock.advance(by: Rational(1))
      player.seek(to: seconds(2)) { answer.add($0) }
      #expect(observations.count == 2)
    }
    let count = calls.entries.count
    await clock.advance(by: Rational(3))
    #expect(calls.entries.count == count)
    #expect(answer.entries.count == 1)
    #expect(renderer.record.pictureReaders.allSatisfy { $0.isClosed })
  }

  @Test func `prerolling makes the first picture ready`() async throws {
    let stage = try Stage(seconds: 2)
    #expect(await stage.player.preroll(atRate: 1))
    #expect(stage.renderer.record.pictureReaders.first?.asked.first == 0)
  }
}
