import EditingModel
import MediaFormats
import MediaTime
import SeededRandom
import Testing

@Suite struct VideoCompositionPropertiesTests {
  private let portrait = Transform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)

  /// What each file's pictures are like, by its name.
  private func properties(_ source: CompositionTrackSegment.Source) -> VideoTrackProperties? {
    switch source.asset.name {
    case "cat":
      VideoTrackProperties(
        naturalSize: Size(width: 1280, height: 720), minFrameDuration: seconds(1, over: 25))
    case "phone":
      VideoTrackProperties(
        naturalSize: Size(width: 1920, height: 1080), preferredTransform: portrait,
        minFrameDuration: seconds(1001, over: 60_000))
    case "still": VideoTrackProperties(naturalSize: Size(width: 640, height: 480))
    default: nil
    }
  }

  private func clip(_ name: String, _ start: Int64, _ end: Int64) -> CompositionTrackSegment {
    CompositionTrackSegment(source: media(name), sourceRange: range(0, end - start), targetRange: range(start, end))
  }

  private func video(_ tracks: CompositionTrack...) -> VideoComposition {
    VideoComposition(propertiesOf: Composition(tracks: tracks), source: properties)
  }

  @Test func `one track is one instruction with one layer, as large and as fast as its pictures`() {
    #expect(
      video(track(1, .video, clip("cat", 0, 4), clip("cat", 4, 9)))
        == VideoComposition(
          frameDuration: seconds(1, over: 25), renderSize: Size(width: 1280, height: 720),
          instructions: [instruction(0, 9, LayerInstruction(trackID: 1))]))
  }

  @Test func `there is one instruction for each change of what is shown, the first track on top`() {
    let video = video(
      track(1, .video, clip("cat", 0, 4), CompositionTrackSegment(emptyOver: range(4, 6)), clip("cat", 6, 7)),
      track(2, .video, CompositionTrackSegment(emptyOver: range(0, 3)), clip("cat", 3, 5)),
      track(3, .audio, clip("cat", 0, 8)))
    #expect(
      video.instructions.map(\.timeRange) == [
        range(0, 3), range(3, 4), range(4, 5), range(5, 6), range(6, 7), range(7, 8),
      ])
    #expect(video.instructions.map { $0.layerInstructions.map(\.trackID) } == [[1], [1, 2], [2], [], [1], []])
  }

  @Test func `pictures are turned upright, and the size is that of the upright picture`() {
    let video = video(track(1, .video, clip("phone", 0, 2), clip("cat", 2, 4)))
    #expect(video.renderSize == Size(width: 1080, height: 1920))
    #expect(
      video.instructions.map(\.layerInstructions) == [
        [
          LayerInstruction(
            trackID: 1,
            transform: Ramps([.setting(at: .zero, value: portrait), .setting(at: seconds(2), value: .identity)]))
        ]
      ])
  }

  @Test func `a layer's turns are only those of its instruction`() {
    let video = video(
      track(1, .video, clip("phone", 0, 2), clip("cat", 2, 6)),
      track(2, .video, CompositionTrackSegment(emptyOver: range(0, 4)), clip("phone", 4, 5)))
    #expect(video.instructions.map { $0.layerInstructions[0].transform.entries.count } == [2, 0, 0])
    #expect(video.instructions[1].layerInstructions[1].transform.value(at: seconds(4), initial: .identity) == portrait)
  }

  @Test func `the track's own transform goes before the source's`() {
    var turned = track(1, .video, clip("cat", 0, 2))
    turned.preferredTransform = portrait
    let video = video(turned)
    #expect(video.renderSize == Size(width: 720, height: 1280))
    #expect(video.instructions[0].layerInstructions[0].transform.entries == [.setting(at: .zero, value: portrait)])
  }

  @Test func `the composition's own size goes before all pictures`() {
    var composition = Composition(tracks: [track(1, .video, clip("phone", 0, 2))])
    composition.naturalSize = Size(width: 100, height: 50)
    #expect(
      VideoComposition(propertiesOf: composition, source: properties).renderSize == Size(width: 100, height: 50))
  }

  @Test func `frames last as long as the shortest of the sources', or a thirtieth of a second`() {
    #expect(
      video(track(1, .video, clip("cat", 0, 2)), track(2, .video, clip("phone", 0, 2))).frameDuration
        == seconds(1001, over: 60_000))
    #expect(video(track(1, .video, clip("still", 0, 2))).frameDuration == seconds(1, over: 30))
    #expect(video(track(1, .video, clip("unknown", 0, 2))).frameDuration == seconds(1, over: 30))
  }

  @Test func `a frame duration that is not known is none`() {
    let video = VideoComposition(propertiesOf: Composition(tracks: [track(1, .video, clip("cat", 0, 2))])) { _ in
      VideoTrackProperties(naturalSize: Size(width: 4, height: 2), minFrameDuration: .invalid)
    }
    #expect(video.frameDuration == seconds(1, over: 30))
  }

  @Test func `a composition that edits have made knows what is on its tracks`() throws {
    let properties = VideoTrackProperties(
      naturalSize: Size(width: 1920, height: 1080), preferredTransform: portrait,
      minFrameDuration: seconds(1, over: 50))
    let source = AssetTrack(
      of: media("phone").asset, trackID: 1, mediaType: .video, timeRange: range(0, 10), videoProperties: properties)
    var edited = track(1)
    try edited.insertTimeRange(range(0, 4), of: source, at: .zero)
    #expect(
      VideoComposition(propertiesOf: Composition(tracks: [edited]))
        == VideoComposition(
          frameDuration: seconds(1, over: 50), renderSize: Size(width: 1080, height: 1920),
          instructions: [
            instruction(0, 4, LayerInstruction(trackID: 1, transform: Ramps([.setting(at: .zero, value: portrait)])))
          ]))
  }

  @Test func `tracks that take no part are not shown`() {
    var off = track(1, .video, clip("phone", 0, 2))
    off.isEnabled = false
    let video = video(off, track(2, .video, clip("cat", 0, 2)))
    #expect(video.renderSize == Size(width: 1280, height: 720))
    #expect(video.instructions == [instruction(0, 2, LayerInstruction(trackID: 2))])
  }

  @Test func `without pictures there is no size, and validation says so`() {
    let sound = Composition(tracks: [track(1, .audio, clip("cat", 0, 2))])
    let video = VideoComposition(propertiesOf: sound, source: properties)
    #expect(video.renderSize == .zero)
    #expect(video.instructions == [instruction(0, 2)])
    #expect(video.validate(over: sound).map(\.location) == [ModelLocation(.videoComposition, .renderSize)])
    #expect(VideoComposition(propertiesOf: Composition(), source: properties).instructions == [])
  }

  @Test func `the video composition covers any segments and is valid`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let tracks = (1...4).map { (id: Int32) in
        var track = CompositionTrack(id: TrackID(rawValue: id), mediaType: .video)
        for _ in 0..<Int.random(in: 1...9, using: &generator) {
          let start = track.duration
          let end = start + seconds(Int64.random(in: 1...5, using: &generator), over: 3)
          let target = CMTimeRange(start: start, end: end)
          let name = ["cat", "phone", "still"].randomElement(using: &generator)
          track.segments.append(
            Bool.random(using: &generator)
              ? CompositionTrackSegment(emptyOver: target)
              : CompositionTrackSegment(source: media(name ?? ""), sourceRange: target, targetRange: target))
        }
        return track
      }
      var composition = Composition(tracks: tracks)
      composition.naturalSize = Size(width: 64, height: 64)
      let video = VideoComposition(propertiesOf: composition, source: properties)
      #expect(video.validate(over: composition) == [])
      for instruction in video.instructions {
        let shown = tracks.filter { track in
          track.segments.contains { !$0.isEmpty && $0.timeMapping.target.containsTime(instruction.timeRange.start) }
        }
        #expect(instruction.layerInstructions.map(\.trackID) == shown.map(\.id))
      }
    }
  }
}
