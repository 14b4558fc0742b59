import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering

/// A bigger film, without rendering it: what it costs to edit, check, plan and print ten thousand clips.
///
/// There is no other contestant: the promise is a second for everything, and that an edit's cost depends only on the
/// clips that it changes.
struct EditContest {
  /// How many clips the film has.
  private let clipCount = 10_000

  /// The files that the clips are of, and what they hold: a minute of pictures and sound each.
  private let assets: [Asset]
  private let facts: [AssetReference: MediaFacts]

  init() throws {
    var assets: [Asset] = []
    var facts: [AssetReference: MediaFacts] = [:]
    for number in 1...20 {
      let reference = AssetReference(url: URL(filePath: "/films/\(number).mp4"), name: "film\(number)")
      let minute = CMTimeRange(start: .zero, duration: CMTime(value: 60, timescale: 1))
      let size = Size(width: 1280, height: 720)
      assets.append(
        Asset(
          reference,
          tracks: [
            AssetTrack(
              of: reference, trackID: 1, mediaType: .video, timeRange: minute,
              videoProperties: VideoTrackProperties(naturalSize: size)),
            AssetTrack(of: reference, trackID: 2, mediaType: .audio, timeRange: minute),
          ]))
      facts[reference] = MediaFacts(
        asset: reference, container: "MPEG-4", duration: Rational(60),
        videoTracks: [
          VideoTrackFacts(
            codec: "H.264", size: PixelSize(width: 1280, height: 720), pixelAspect: .one, orientation: .up,
            timing: .constant(start: .zero, frameDuration: try Rational(1, 30), count: 1_800), format: "I420",
            hasAlpha: false, isInterlaced: false, colorimetry: .bt709)
        ],
        audioTracks: [
          AudioTrackFacts(
            codec: "AAC", sampleRate: 48_000, channels: 2, firstSample: 0, sampleCount: 2_880_000, losslessFormat: nil)
        ])
    }
    self.assets = assets
    self.facts = facts
  }

  /// Measures it all, `runs` times, and says what the quickest took.
  func text(runs: Int) throws -> String {
    var best: [(name: String, seconds: Double)] = []
    for _ in 0..<runs {
      let seconds = try stages()
      best = best.isEmpty ? seconds : zip(best, seconds).map { ($0.name, min($0.seconds, $1.seconds)) }
    }
    let total = best.reduce(0) { $0 + $1.seconds }
    var lines = ["\(clipCount) clips with sound over \(assets.count) films"]
    lines += best.map { "  \($0.name): \(Self.written($0.seconds * 1_000)) ms" }
    lines.append(
      "promised under a second in all, measured \(Self.written(total)) s: \(total < 1 ? "kept" : "NOT KEPT")")
    lines.append("an edit of a track with so many clips, in microseconds:")
    for count in [1_000, 10_000, 100_000] {
      let costs = try verbCosts(clips: count).map { "\($0.name) \(Self.written($0.seconds * 1e6))" }
      lines.append("  \(count): " + costs.joined(separator: ", "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func stages() throws -> [(name: String, seconds: Double)] {
    var film = Composition()
    var plan: RenderPlan?
    var characters = 0
    return [
      try measured("built") {
        for clip in 0..<clipCount {
          try film.insertTimeRange(range(ofClip: clip), of: assets[clip % assets.count], at: film.duration)
        }
      },
      try measured("validated") {
        guard film.validate().isEmpty else { throw CocoaError(.coderInvalidValue) }
      },
      try measured("planned") {
        plan = try RenderPlanner.plan(composition: film, videoComposition: nil, audioMix: nil, facts: facts)
      },
      try measured("printed") { characters = plan?.text.utf8.count ?? 0 },
    ].filter { _ in characters > 0 }
  }

  /// What each verb takes on a track of `clips` clips: at the end, where nothing has to move, and in the middle, behind
  /// which everything does.
  private func verbCosts(clips: Int) throws -> [(name: String, seconds: Double)] {
    var film = Composition()
    let id = film.addTrack(withMediaType: .video)
    let source = assets[0].tracks[0]
    for clip in 0..<clips {
      try film.editTrack(id) { track in
        try track.insertTimeRange(range(ofClip: clip), of: source, at: .invalid)
      }
    }
    let middle = CMTimeRange(
      start: CMTime(value: film.duration.value / 2, timescale: 30), duration: range(ofClip: 0).duration)
    let count = 100
    func cost(_ name: String, _ edit: (inout CompositionTrack) throws -> Void) throws -> (String, Double) {
      let (name, seconds) = try measured(name) {
        for _ in 0..<count { try film.editTrack(id, edit) }
      }
      return (name, seconds / Double(count))
    }
    return [
      try cost("append") { track in
        try track.insertTimeRange(range(ofClip: 3), of: source, at: .invalid)
      },
      try cost("insert in the middle") { track in
        try track.insertTimeRange(range(ofClip: 3), of: source, at: middle.start)
      },
      try cost("scale there and back") { track in
        let slower = CMTimeMultiply(middle.duration, multiplier: 2)
        try track.scaleTimeRange(middle, toDuration: slower)
        try track.scaleTimeRange(CMTimeRange(start: middle.start, duration: slower), toDuration: middle.duration)
      },
      try cost("remove") { track in try track.removeTimeRange(middle) },
    ]
  }

  /// Half a second, somewhere in the film.
  private func range(ofClip clip: Int) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: Int64(clip * 7 % 1_700), timescale: 30), duration: CMTime(value: 15, timescale: 30))
  }

  private func measured(_ name: String, _ work: () throws -> Void) throws -> (name: String, seconds: Double) {
    let duration = try ContinuousClock().measure(work)
    return (name, duration / .seconds(1))
  }

  private static func written(_ number: Double) -> String {
    number.formatted(
      .number.precision(.significantDigits(3)).locale(Locale(identifier: "en_US_POSIX")).grouping(.never))
  }
}
