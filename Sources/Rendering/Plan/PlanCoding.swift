import EditingModel
import MediaFormats
import MediaTime
import Subtitles

/// A plan goes from one process to another as it is: exact times as numerators and denominators, numbers to the last bit.
///
/// The facts of the media stand once in it, however many runs show it, and so do the calls of a custom compositor.
extension RenderPlan: Codable {
  /// The version of the encoding; another one is refused.
  public static let version = 5

  private enum CodingKeys: CodingKey {
    case version
    case picture
    case sound
    case subtitles
  }

  /// Reads a plan.
  ///
  /// - Throws: `RenderError` with `.unsupported` where it is of another version; `DecodingError` where it is no plan, or
  ///   refers to what is not in it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == Self.version else { throw RenderError.plan(ofVersion: version, insteadOf: Self.version) }
    self.init(
      picture: try container.decodeIfPresent(PicturePlan.self, forKey: .picture),
      sound: try container.decodeIfPresent(SoundPlan.self, forKey: .sound),
      subtitles: try container.decodeIfPresent([SubtitleTrack].self, forKey: .subtitles) ?? [])
  }

  /// Writes the plan with its version.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.version, forKey: .version)
    try container.encodeIfPresent(picture, forKey: .picture)
    try container.encodeIfPresent(sound, forKey: .sound)
    if !subtitles.isEmpty { try container.encode(subtitles, forKey: .subtitles) }
  }
}

extension RenderError {
  /// The error that a plan is of `version`, and only `known` can be read.
  static func plan(ofVersion version: Int, insteadOf known: Int) -> RenderError {
    RenderError(
      .unsupported, "The plan is of version \(version), and only version \(known) can be read.",
      remedy: "Make the plan again with this version of the program.")
  }
}

extension PicturePlan: Codable {
  private enum CodingKeys: CodingKey {
    case grid
    case rule
    case timing
    case origin
    case range
    case size
    case pixelFormat
    case colorimetry
    case media
    case calls
    case runs
    case layerTracks
    case spans
    case overlay
    case hardwareDecoding
  }

  /// Reads a picture.
  ///
  /// - Throws: `DecodingError` where it is none, or refers to what is not in it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let media = try container.decode([EncodedMedia<VideoTrackFacts>].self, forKey: .media)
    let calls = try container.decode([EncodedCall].self, forKey: .calls).map(\.decoded)
    let runs = try container.decode([EncodedRun].self, forKey: .runs).map { run in
      run.run(of: try media.element(run.media, called: "media track", in: container.codingPath))
    }
    let spans = try container.decode([EncodedSpan].self, forKey: .spans).map { span in
      PictureSpan(
        frames: span.frames,
        method: try span.method { try calls.element($0, called: "call of a compositor", in: container.codingPath) },
        origins: span.origins)
    }
    let timing = try container.decode(FrameTiming.self, forKey: .timing)
    self.init(
      grid: try container.decode(FrameGrid.self, forKey: .grid), timing: timing,
      origin: try container.decode(Rational.self, forKey: .origin), frameCount: timing.count,
      range: try container.decode(Range<Int>.self, forKey: .range),
      size: try container.decode(PixelSize.self, forKey: .size),
      pixelFormat: try container.decode(PixelFormat.self, forKey: .pixelFormat),
      colorimetry: try container.decode(Colorimetry.self, forKey: .colorimetry), runs: runs,
      layerTracks: try container.decodeIfPresent([LayerTrack].self, forKey: .layerTracks) ?? [], spans: spans,
      overlay: try container.decodeIfPresent(LayerOverlay.self, forKey: .overlay))
    rule = try container.decodeIfPresent(FrameTimingRule.self, forKey: .rule) ?? .grid
    hardwareDecoding =
      try container.decodeIfPresent(HardwareAcceleration.self, forKey: .hardwareDecoding) ?? .off
    guard let problem else { return }
    throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: problem))
  }

  /// Writes the picture; each media track once.
  public func encode(to encoder: any Encoder) throws {
    var media = MediaTable<VideoTrackFacts>()
    var calls: [CustomCompositing] = []
    let runs = runs.map { EncodedRun($0, media: media.index(of: $0.source, $0.facts)) }
    let spans = spans.map { EncodedSpan($0, calls: &calls) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(grid, forKey: .grid)
    if rule != .grid { try container.encode(rule, forKey: .rule) }
    try container.encode(timing, forKey: .timing)
    try container.encode(origin, forKey: .origin)
    try container.encode(range, forKey: .range)
    try container.encode(size, forKey: .size)
    try container.encode(pixelFormat, forKey: .pixelFormat)
    try container.encode(colorimetry, forKey: .colorimetry)
    try container.encode(media.entries, forKey: .media)
    try container.encode(calls.map(EncodedCall.init), forKey: .calls)
    try container.encode(runs, forKey: .runs)
    if !layerTracks.isEmpty { try container.encode(layerTracks, forKey: .layerTracks) }
    try container.encode(spans, forKey: .spans)
    try container.encodeIfPresent(overlay, forKey: .overlay)
    if hardwareDecoding != .off { try container.encode(hardwareDecoding, forKey: .hardwareDecoding) }
  }

  /// The fault that would keep the picture from being rendered, whatever the media hold: frames or runs that are not there.
  private var problem: String? {
    guard 0 <= range.lowerBound, range.upperBound <= frameCount else {
      return "Frames \(range) are to be rendered of \(frameCount)."
    }
    var next = 0
    if case .constant(_, let frameDuration, _) = timing, frameDuration <= .zero {
      return "Frames last \(frameDuration) s."
    }
    for run in runs where run.numbers.map({ $0.count != run.frames.count }) ?? false {
      return "A run of frames \(run.frames) has \(run.numbers?.count ?? 0) numbers."
    }
    for span in spans {
      guard span.frames.lowerBound == next, !span.frames.isEmpty else {
        return "The span of frames \(span.frames) does not begin at frame \(next)."
      }
      next = span.frames.upperBound
      for run in span.method.runs {
        guard runs.indices.contains(run), runs[run].frames.contains(span.frames) else {
          return "The span of frames \(span.frames) is fed by run \(run), which does not have them."
        }
      }
      for case .tree(let tree) in span.method.feeds where !layerTracks.indices.contains(tree) {
        return "The span of frames \(span.frames) is fed by layers \(tree), of which there are \(layerTracks.count)."
      }
    }
    return next == frameCount ? nil : "The spans end at frame \(next) of \(frameCount)."
  }
}

extension SoundPlan: Codable {
  private enum CodingKeys: CodingKey {
    case grid
    case layout
    case sampleCount
    case range
    case losslessFormat
    case media
    case strips
  }

  /// Reads a sound.
  ///
  /// - Throws: `DecodingError` where it is none, or refers to what is not in it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let media = try container.decode([EncodedMedia<AudioTrackFacts>].self, forKey: .media)
    let strips = try container.decode([EncodedStrip].self, forKey: .strips).map { strip in
      Strip(
        trackID: strip.trackID,
        pieces: try strip.pieces.map { piece in
          let sound = try piece.sound.map { sound in
            sound.sound(
              of: try media.element(sound.media, called: "media track", in: container.codingPath), on: strip.trackID)
          }
          return StripPiece(samples: piece.samples, sound: sound)
        },
        volume: strip.volume)
    }
    self.init(
      grid: try container.decode(SampleGrid.self, forKey: .grid),
      layout: try container.decode(ChannelLayout.self, forKey: .layout),
      sampleCount: try container.decode(Int64.self, forKey: .sampleCount),
      range: try container.decode(Range<Int64>.self, forKey: .range),
      losslessFormat: try container.decodeIfPresent(AudioTrackFacts.LosslessFormat.self, forKey: .losslessFormat),
      strips: strips)
    guard let problem else { return }
    throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: problem))
  }

  /// Writes the sound; each media track once.
  public func encode(to encoder: any Encoder) throws {
    var media = MediaTable<AudioTrackFacts>()
    let strips = strips.map { EncodedStrip($0, media: &media) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(grid, forKey: .grid)
    try container.encode(layout, forKey: .layout)
    try container.encode(sampleCount, forKey: .sampleCount)
    try container.encode(range, forKey: .range)
    try container.encodeIfPresent(losslessFormat, forKey: .losslessFormat)
    try container.encode(media.entries, forKey: .media)
    try container.encode(strips, forKey: .strips)
  }

  /// The fault that would keep the sound from being rendered, whatever the media hold: samples that are not there.
  private var problem: String? {
    guard 0 <= range.lowerBound, range.upperBound <= sampleCount else {
      return "Samples \(range) are to be rendered of \(sampleCount)."
    }
    guard (1...64).contains(channels) else { return "The sound has \(channels) channels." }
    for strip in strips {
      for ranges in [strip.pieces.map(\.samples), strip.volume.pieces.map(\.range)] {
        var next: Int64 = 0
        for samples in ranges {
          guard samples.lowerBound == next, !samples.isEmpty else {
            return "The piece of samples \(samples) of track \(strip.trackID) does not begin at sample \(next)."
          }
          next = samples.upperBound
        }
        guard next == sampleCount else { return "Track \(strip.trackID) ends at sample \(next) of \(sampleCount)." }
      }
    }
    return nil
  }
}

extension Array {
  /// Element number `index` of what was read; an error names it as `name` where there is none.
  fileprivate func element(_ index: Int, called name: String, in path: [any CodingKey]) throws -> Element {
    guard indices.contains(index) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "There is no \(name) number \(index): there are \(count)."))
    }
    return self[index]
  }
}
