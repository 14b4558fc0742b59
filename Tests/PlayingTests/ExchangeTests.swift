import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Playing
import Rendering
import ScriptedRendering
import Testing

@Suite("Changes while an item plays", .timeLimit(.minutes(5)))
struct ExchangeTests {
  /// The films, and two edits with picture and sound, the second one longer.
  private func edits() throws -> (media: [MediaFacts], first: EditSnapshot, second: EditSnapshot) {
    let media = [try film("a.mp4", seconds: 10), try film("b.mp4", seconds: 10)]
    func edit(_ cuts: [(MediaFacts, Int64)]) throws -> EditSnapshot {
      var composition = Composition()
      for (facts, length) in cuts {
        let range = CMTimeRange(start: .zero, duration: seconds(length))
        try composition.insertTimeRange(range, of: Asset(facts), at: composition.duration)
      }
      return EditSnapshot(composition: composition)
    }
    return (media, try edit([(media[0], 4)]), try edit([(media[0], 3), (media[1], 3)]))
  }

  @Test(arguments: [Float(1), 0.5, 2])
  func `an edit that replaces another while it plays repeats and loses neither frame nor sample`(
    rate: Float
  ) async throws {
    let (media, first, second) = try edits()
    let stage = Stage(first, media: media)
    stage.player.rate = rate
    await stage.clock.advance(by: try Rational(77, 100))
    stage.item.replace(edit: second)
    await stage.clock.advance(by: Rational(20))
    #expect(stage.frames == Array(0..<150))
    if rate == 1 { #expect(difference(stage.samples, from: Array(0..<288_000)) == nil) }
    #expect(stage.item.duration == seconds(6))
    let readers = stage.renderer.record.pictureReaders
    #expect(readers.count == 2 && readers[0].asked.max().map { $0 < 60 } == true)
    #expect(stage.item.droppedFrameCount == 0)
  }

  @Test func `backwards as well`() async throws {
    let (media, first, second) = try edits()
    let stage = Stage(second, media: media)
    #expect(try await stage.seek(to: Rational(4)))
    stage.shown.clear()
    stage.player.rate = -1
    await stage.clock.advance(by: try Rational(77, 100))
    stage.item.replace(edit: first)
    await stage.clock.advance(by: Rational(20))
    #expect(stage.frames == Array((0..<100).reversed()))
    #expect(difference(stage.samples, from: Array((0..<192_000).reversed())) == nil)
  }

  @Test func `ten replacements one after another lose nothing either`() async throws {
    let (media, first, second) = try edits()
    let stage = Stage(first, media: media)
    stage.player.play()
    for number in 0..<10 {
      await stage.clock.advance(by: try Rational(Int64(number + 1), 37))
      stage.item.replace(edit: number.isMultiple(of: 2) ? second : first)
    }
    stage.item.replace(edit: second)
    await stage.clock.advance(by: Rational(20))
    #expect(stage.frames == Array(0..<150))
    #expect(difference(stage.samples, from: Array(0..<288_000)) == nil)
  }

  @Test func `an edit that is over already where it is gone over to ends at once`() async throws {
    let (media, first, second) = try edits()
    let stage = Stage(second, media: media)
    #expect(try await stage.seek(to: Rational(5)))
    stage.player.play()
    await stage.clock.advance(by: try Rational(1, 10))
    stage.item.replace(edit: first)
    await stage.clock.advance(by: Rational(1))
    #expect(stage.player.rate == 0 && stage.player.currentTime() == seconds(4))
    #expect(stage.frames.last == 99)
  }

  @Test func `where it stands, a new edit is shown at once`() async throws {
    let (media, first, second) = try edits()
    let stage = Stage(second, media: media)
    #expect(try await stage.seek(to: Rational(5)))
    stage.item.replace(edit: first)
    await stage.clock.settle()
    #expect(stage.frames.last == 99 && stage.player.currentTime() == seconds(4))
  }

  @Test func `decoders that both plans need stay open`() async throws {
    let (media, first, _) = try edits()
    let stage = Stage(first, media: media)
    stage.player.play()
    await stage.clock.advance(by: Rational(1))
    let track = try #require(first.composition.tracks(withMediaType: .audio).first)
    var mix = AudioMixInputParameters(track: track)
    try mix.setVolume(0.5, at: .zero)
    stage.item.audioMix = AudioMix(inputParameters: [mix])
    await stage.clock.advance(by: Rational(5))
    #expect(stage.renderer.record.pictureReaders.count == 1)
    #expect(stage.renderer.record.sampleReaders.count == 2)
    #expect(difference(stage.samples, from: Array(0..<192_000)) == nil)
    #expect(stage.frames == Array(0..<100))
  }

  @Test func `a track that is switched off while the film plays is not heard, and the picture goes on`() async throws {
    let stage = try Stage(seconds: 4)
    stage.player.play()
    await stage.clock.advance(by: Rational(1))
    let sound = try #require(stage.item.tracks.first { $0.mediaType == .audio })
    #expect(stage.item.tracks.first?.currentVideoFrameRate == 25)
    sound.isEnabled = false
    await stage.clock.advance(by: Rational(1))
    // A tenth of a second later, at the next frame's border: at 1.12 s.
    #expect(difference(stage.samples, from: Array(0..<53_760)) == nil)
    sound.isEnabled = true
    await stage.clock.advance(by: Rational(5))
    #expect(difference(stage.samples, from: Array(0..<53_760) + Array(101_760..<192_000)) == nil)
    #expect(stage.frames == Array(0..<100))
  }

  @Test func `an output that comes while the film plays is given what comes`() async throws {
    let stage = try Stage(seconds: 4, takes: false)
    stage.player.play()
    await stage.clock.advance(by: Rational(1))
    let observations = Stage.watch(stage.item, stage.shown, stage.heard)
    await stage.clock.advance(by: Rational(5))
    // A tenth of a second later; the sound, where the player has heard of the pictures' output before it was added, after their
    // change, which is a block later.
    #expect(stage.frames == Array(27..<100))
    let first = try #require(stage.samples.first)
    #expect([52_800, 57_600].contains(first))
    #expect(difference(stage.samples, from: Array(first..<192_000)) == nil)
    #expect(observations.count == 2)
  }

  @Test func `an output that is asked has the picture of its time`() async throws {
    let stage = try Stage(seconds: 4, takes: false)
    let output = PlayerItemVideoOutput(pixelFormat: .rgba)
    #expect(stage.item.add(output) && !stage.item.add(output))
    #expect(!stage.item.add(PlayerItemVideoOutput(pixelFormat: .bgra)))
    stage.player.play()
    await stage.clock.advance(by: Rational(1))
    let time = output.itemTime(forHostTime: stage.player.hostTime)
    #expect(time == seconds(1) && output.hasNewPixelBuffer(forItemTime: time))
    let copied = try #require(output.copyPixelBuffer(forItemTime: time))
    #expect(try ScriptedPictures.frame(of: copied.pixelBuffer) == 25)
    #expect(copied.itemTimeForDisplay == seconds(1))
    #expect(!output.hasNewPixelBuffer(forItemTime: time))
    #expect(stage.renderer.record.pictureReaders.first?.format == .rgba)
  }
}
