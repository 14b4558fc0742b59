import EditingModel
import MediaTime
import Playing
import Rendering
import ScriptedRendering
import Testing

@Suite("Playing at a rate", .timeLimit(.minutes(5)))
struct PlaybackRateTests {
  @Test func `every frame of a played film is shown once, at its time`() async throws {
    let stage = try Stage(seconds: 2)
    stage.player.play()
    await stage.clock.advance(by: Rational(3))
    #expect(stage.frames == Array(0..<50))
    #expect(stage.shown.entries.map(\.time) == (0..<50).map { seconds($0, 25) })
    #expect(stage.shown.entries.map(\.host) == (0..<50).map { seconds($0, 25) })
    #expect(stage.item.droppedFrameCount == 0)
    #expect(stage.player.currentTime() == seconds(2))
    #expect(stage.player.timeControlStatus == .paused)
  }

  @Test(arguments: [Float(0.5), 2, 4])
  func `at another rate every frame is shown at its time`(rate: Float) async throws {
    let stage = try Stage(seconds: 2)
    stage.player.rate = rate
    await stage.clock.advance(by: Rational(5))
    let speed = try #require(Rational(CMTime(seconds: Double(rate), preferredTimescale: 2)))
    let times = try (0..<50).map { try CMTime(exactly: Rational($0, 25) / speed) }
    #expect(stage.frames == Array(0..<50))
    #expect(stage.shown.entries.map(\.host) == times)
  }

  @Test(arguments: [Float(-1), -2])
  func `backwards every frame is shown, the last first`(rate: Float) async throws {
    let stage = try Stage(seconds: 2)
    #expect(try await stage.seek(to: Rational(2)))
    stage.shown.clear()
    stage.player.rate = rate
    await stage.clock.advance(by: Rational(3))
    #expect(stage.frames == Array((0..<49).reversed()))
    #expect(stage.player.currentTime() == .zero)
    #expect(stage.player.rate == 0)
  }

  @Test func `at rate 1 the samples are the plan's, each once`() async throws {
    let stage = try Stage(seconds: 2)
    stage.player.play()
    await stage.clock.advance(by: Rational(3))
    #expect(difference(stage.samples, from: Array(0..<96_000)) == nil)
  }

  @Test func `backwards the samples are the plan's, the last first`() async throws {
    let stage = try Stage(seconds: 2)
    #expect(try await stage.seek(to: Rational(2)))
    stage.player.rate = -1
    await stage.clock.advance(by: Rational(3))
    #expect(difference(stage.samples, from: Array((0..<96_000).reversed())) == nil)
  }

  @Test func `pauses at any time neither repeat nor lose a sample or a frame`() async throws {
    let stage = try Stage(seconds: 2)
    for number in 1...40 {
      stage.player.play()
      await stage.clock.advance(by: try Rational(Int64(number), 613))
      stage.player.pause()
      await stage.clock.advance(by: try Rational(1, 7))
    }
    stage.player.play()
    await stage.clock.advance(by: Rational(3))
    #expect(difference(stage.samples, from: Array(0..<96_000)) == nil)
    #expect(stage.frames == Array(0..<50))
  }

  @Test(arguments: [Float(0.5), 2], [AudioPitch.timeDomain, .varispeed])
  func `sound lasts as long as the film does at its rate`(rate: Float, pitch: AudioPitch) async throws {
    let stage = try Stage(seconds: 2)
    stage.item.audioTimePitchAlgorithm = pitch == .timeDomain ? .timeDomain : .varispeed
    stage.player.rate = rate
    await stage.clock.advance(by: Rational(5))
    #expect(stage.samples.count == Int(96_000 / rate))
    let middle = stage.samples[stage.samples.count / 2]
    #expect((46_000...50_000).contains(middle))
  }

  enum AudioPitch: CaseIterable { case timeDomain, varispeed }

  @Test func `a rate at a host time has the item stand there then`() async throws {
    let stage = try Stage(seconds: 4)
    await stage.clock.settle()
    stage.player.setRate(1, time: seconds(1), atHostTime: seconds(5))
    await stage.clock.advance(by: Rational(4))
    #expect(stage.player.currentTime() == seconds(1))
    await stage.clock.advance(by: Rational(2))
    #expect(stage.player.currentTime() == seconds(2))
    #expect(stage.shown.entries.last == ShownFrame(frame: 50, time: seconds(2), host: seconds(6)))
    stage.player.pause()
    await stage.clock.settle()
    #expect(difference(stage.samples, from: Array(48_000..<96_000)) == nil)
  }

  @Test func `a rate at a host time while the item plays jumps then, and not before`() async throws {
    let stage = try Stage(seconds: 4)
    stage.player.play()
    await stage.clock.advance(by: try Rational(1, 2))
    stage.player.setRate(-1, time: seconds(3), atHostTime: seconds(1))
    await stage.clock.advance(by: Rational(1))
    #expect(stage.player.currentTime() == seconds(5, 2))
    stage.player.pause()
    await stage.clock.settle()
    #expect(difference(stage.samples, from: Array(0..<48_000) + Array((120_000..<144_000).reversed())) == nil)
  }

  @Test func `a rate that is no number changes nothing, and one beyond bounds is bounded`() async throws {
    let stage = try Stage(seconds: 2)
    stage.player.rate = .nan
    #expect(stage.player.rate == 0)
    stage.player.rate = .infinity
    await stage.clock.settle()
    #expect(stage.player.rate == 0)
    stage.player.rate = 1_000
    await stage.clock.advance(by: Rational(1))
    #expect(stage.player.currentTime() == seconds(2))
  }

  @Test func `without takers nothing is decoded, and time goes on`() async throws {
    let stage = try Stage(seconds: 2, takes: false)
    stage.player.play()
    await stage.clock.advance(by: Rational(1))
    #expect(stage.player.currentTime() == seconds(1))
    #expect(stage.renderer.record.pictureReaders.isEmpty && stage.renderer.record.sampleReaders.isEmpty)
  }
}
