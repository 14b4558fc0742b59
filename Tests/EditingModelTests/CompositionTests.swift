import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Testing

@Suite struct CompositionTests {
  @Test func `a composition lasts as long as its longest track`() {
    #expect(Composition().duration == .zero)
    let composition = Composition(tracks: [
      track(1, .video, segment(0, 5)), track(2, .audio, segment(0, 5), segment(5, 9)), track(3),
    ])
    #expect(composition.duration == seconds(9))
    #expect(composition.track(withTrackID: 3)?.duration == .zero)
  }

  @Test func `tracks are found by number and by kind`() {
    #expect(fifteenSeconds.track(withTrackID: 2)?.mediaType == .audio)
    #expect(fifteenSeconds.track(withTrackID: 9) == nil)
    #expect(fifteenSeconds.tracks(withMediaType: .video).map(\.id) == [1])
  }

  @Test func `an empty edit has a target and no source`() {
    let edit = CompositionTrackSegment(emptyOver: range(2, 4))
    #expect(edit.isEmpty && edit.timeMapping.isEmpty)
    #expect(edit.timeMapping.target == range(2, 4))
    #expect(!segment(0, 1).isEmpty)
  }

  @Test func `an asset is called after its file unless it has a name`() {
    let url = URL(filePath: "/media/cat.mp4")
    #expect(AssetReference(url: url).name == "cat.mp4")
    #expect(AssetReference(url: url, name: "cat").name == "cat")
  }

  @Test func `the whole model encodes and decodes as itself`() throws {
    var sound = track(2, .audio, segment(0, 3), CompositionTrackSegment(emptyOver: range(3, 4)))
    sound.preferredVolume = 0.5
    sound.extendedLanguageTag = "pt-BR"
    let composition = Composition(
      tracks: [track(1, .video, segment(0, 4)), sound], naturalSize: Size(width: 640, height: 360))
    let layer = LayerInstruction(
      trackID: 1, opacity: Ramps([.ramp(range: range(0, 1), from: 0, to: 1)]),
      transform: Ramps([.setting(at: seconds(1), value: .scale(x: 0.5, y: 0.5))]),
      cropRectangle: Ramps([.setting(at: .zero, value: Rectangle(x: 1, y: 2, width: 3, height: 4))]))
    var video = videoComposition(instruction(0, 4, layer))
    video.customCompositor = CompositorReference(
      name: "wipe", parameters: .object(["angle": .number("45"), "soft": .array([.bool(true), .null, .string("é")])]))
    let mix = AudioMix(inputParameters: [AudioMixInputParameters(trackID: 2, volume: layer.opacity)])
    #expect(try recoded(composition) == composition)
    #expect(try recoded(video) == video)
    #expect(try recoded(mix) == mix)
  }

  @Test func `any JSON decodes as a value and back`() throws {
    let value = JSONValue.object([
      "n": .null, "i": .number("9007199254740993"), "d": .number("0.25"), "l": .array([.bool(false), .string("")]),
    ])
    #expect(try recoded(value) == value)
  }

  private func recoded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }
}
