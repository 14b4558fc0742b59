import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import SeededRandom

/// A valid model, different for each state of the generator.
struct RandomModel {
  var composition = Composition()
  var videoComposition: VideoComposition?
  var audioMix: AudioMix?

  init(_ generator: inout SeededGenerator) {
    for id in 1...Int32.random(in: 1...4, using: &generator) {
      composition.tracks.append(
        Self.track(TrackID(rawValue: id), Bool.random(using: &generator) ? .video : .audio, &generator))
    }
    composition.naturalSize = Bool.random(using: &generator) ? nil : Size(width: 640, height: 2)
    let pictures = composition.tracks(withMediaType: .video).map(\.id)
    let sounds = composition.tracks(withMediaType: .audio).map(\.id)
    let whole = CMTimeRange(start: .zero, duration: composition.duration)
    if let picture = pictures.first {
      let layer = LayerInstruction(
        trackID: picture, opacity: Self.ramps(&generator) { Double.random(in: 0...1, using: &$0) },
        transform: Self.ramps(&generator) { .translation(x: .random(in: -99...99, using: &$0), y: 0.1) },
        cropRectangle: Self.ramps(&generator) {
          Rectangle(x: 1, y: 0, width: .random(in: 0...9, using: &$0), height: 2)
        })
      videoComposition = VideoComposition(
        frameDuration: CMTime(value: 1001, timescale: 24_000), renderSize: Size(width: 640, height: 362),
        renderScale: .random(in: 0.1...2, using: &generator),
        instructions: [
          VideoCompositionInstruction(
            timeRange: whole, layerInstructions: [layer],
            backgroundColor: Color(
              red: .random(in: 0...1, using: &generator), green: 1 / 3, blue: 51 / 255,
              alpha: Bool.random(using: &generator) ? 1 : 0.5),
            passthroughTrackID: Bool.random(using: &generator) ? pictures.last : nil,
            enablePostProcessing: .random(using: &generator),
            requiredSources: [.ofLayers, .all, .tracks([]), .tracks(pictures)].randomElement(using: &generator)
              ?? .ofLayers,
            isTweening: [nil, true, false].randomElement(using: &generator) ?? nil)
        ])
    }
    if let sound = sounds.last {
      audioMix = AudioMix(inputParameters: [
        AudioMixInputParameters(
          trackID: sound, volume: Self.ramps(&generator) { Double.random(in: 0...10, using: &$0) },
          audioTimePitchAlgorithm: [nil, .preserve, .varispeed].randomElement(using: &generator) ?? nil)
      ])
    }
  }

  /// Times in twelfths and in NTSC frames, whose sums are exact.
  private static func time(_ range: ClosedRange<Int64>, _ generator: inout SeededGenerator) -> CMTime {
    let timescale: CMTimeScale = Bool.random(using: &generator) ? 12 : 30_000
    return CMTime(
      value: Int64.random(in: range, using: &generator) * (timescale == 12 ? 1 : 1001), timescale: timescale)
  }

  private static func track(
    _ id: TrackID, _ mediaType: MediaType, _ generator: inout SeededGenerator
  ) -> CompositionTrack {
    var track = CompositionTrack(id: id, mediaType: mediaType)
    var end = CMTime.zero
    var mayBeEmpty = true
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      if mayBeEmpty, Bool.random(using: &generator) {
        let gap = CMTimeRange(start: end, duration: time(1...50, &generator))
        track.segments.append(CompositionTrackSegment(emptyOver: gap))
        end = gap.end
      }
      mayBeEmpty = true
      let source = CMTimeRange(start: time(0...50, &generator), duration: time(1...50, &generator))
      let isScaled = Bool.random(using: &generator)
      let target = CMTimeRange(start: end, duration: isScaled ? time(1...50, &generator) : source.duration)
      let name = ["cat", "dog", "ä/~ b"].randomElement(using: &generator) ?? ""
      track.segments.append(
        CompositionTrackSegment(
          source: CompositionTrackSegment.Source(
            asset: AssetReference(url: URL(filePath: "/films/demo/\(name).mov"), name: name)),
          sourceRange: source, targetRange: target,
          timePitch: TimePitch.allCases.randomElement(using: &generator) ?? .preserve))
      end = target.end
    }
    track.isEnabled = .random(using: &generator)
    track.preferredTransform = Bool.random(using: &generator) ? .identity : .translation(x: 0.5, y: -3)
    track.extendedLanguageTag = Bool.random(using: &generator) ? nil : "en-GB"
    track.preferredVolume = .random(in: 0...10, using: &generator)
    return track
  }

  private static func ramps<Value>(
    _ generator: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value
  ) -> Ramps<Value> {
    var entries: [Ramps<Value>.Entry] = []
    var end = CMTime.zero
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let start = end + time(0...9, &generator)
      if Bool.random(using: &generator) {
        entries.append(.setting(at: start, value: value(&generator)))
        end = start
      } else {
        let range = CMTimeRange(start: start, duration: time(1...9, &generator))
        entries.append(.ramp(range: range, from: value(&generator), to: value(&generator)))
        end = range.end
      }
    }
    return Ramps(entries)
  }
}
