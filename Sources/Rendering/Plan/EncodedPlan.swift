import EditingModel
import MediaTime

/// A media track in an encoded plan, and what it holds.
struct EncodedMedia<Facts: Hashable & Codable>: Codable {
  /// The file's track.
  var source: CompositionTrackSegment.Source
  /// The facts about it.
  var facts: Facts
}

/// The media tracks of a plan as they are written, each once.
struct MediaTable<Facts: Hashable & Codable> {
  /// The tracks, in order of first use.
  private(set) var entries: [EncodedMedia<Facts>] = []
  /// The indices of a track's entries. One each, but in a plan that was made up by hand.
  private var indices: [CompositionTrackSegment.Source: [Int]] = [:]

  /// The number of the entry for `source`, which holds `facts`.
  mutating func index(of source: CompositionTrackSegment.Source, _ facts: Facts) -> Int {
    if let index = indices[source]?.first(where: { entries[$0].facts == facts }) { return index }
    indices[source, default: []].append(entries.count)
    entries.append(EncodedMedia(source: source, facts: facts))
    return entries.count - 1
  }
}

/// A run in an encoded plan: its media by number.
struct EncodedRun: Codable {
  var media: Int
  var track: TrackID
  var segment: Int
  var frames: Range<Int>
  var firstTime: Rational
  var step: Rational
  var numbers: SourceFrameNumbers?
  var mediaEnd: Rational?

  /// `run`, whose media is number `media`.
  init(_ run: SourceRun, media: Int) {
    self.media = media
    self.track = run.clip.trackID
    self.segment = run.clip.segmentIndex
    self.frames = run.frames
    self.firstTime = run.firstTime
    self.step = run.step
    self.numbers = run.numbers
    self.mediaEnd = run.mediaEnd
  }

  /// The run, which shows `media`.
  func run(of media: EncodedMedia<VideoTrackFacts>) -> SourceRun {
    var run = SourceRun(
      clip: ClipReference(asset: media.source.asset, trackID: track, segmentIndex: segment), source: media.source,
      frames: frames, firstTime: firstTime, step: step, numbers: numbers, facts: media.facts)
    run.mediaEnd = mediaEnd
    return run
  }
}

/// A span in an encoded plan: its method by what the method needs, and what a custom compositor gets by number.
struct EncodedSpan: Codable {
  var frames: Range<Int>
  var origins: [PictureSpan.Origin]
  var background: Color?
  var passthrough: Int?
  var mix: [MixLayer]?
  var warp: [WarpLayer]?
  var call: Int?
  var sources: [CustomCompositing.Source]?

  /// `span`; a call that is not the last of `calls`, without its sources, is added to them.
  init(_ span: PictureSpan, calls: inout [CustomCompositing]) {
    self.frames = span.frames
    self.origins = span.origins
    switch span.method {
    case .empty(let background):
      self.background = background
    case .passthrough(let run):
      self.passthrough = run
    case .mix(let background, let layers):
      self.background = background
      self.mix = layers
    case .warp(let background, let layers):
      self.background = background
      self.warp = layers
    case .custom(var call):
      self.sources = call.sources
      call.sources = []
      if calls.last != call { calls.append(call) }
      self.call = calls.count - 1
    }
  }

  /// The span's method; `call` gives the calls by their numbers.
  func method(call: (Int) throws -> CustomCompositing) rethrows -> PictureSpan.Method {
    if let number = self.call {
      var call = try call(number)
      call.sources = sources ?? []
      return .custom(call)
    }
    if let passthrough { return .passthrough(run: passthrough) }
    let background = background ?? .black
    if let mix { return .mix(background: background, layers: mix) }
    if let warp { return .warp(background: background, layers: warp) }
    return .empty(background: background)
  }
}

/// The call of a custom compositor in an encoded plan, without its sources. Parameters keep their digits.
struct EncodedCall: Codable {
  var call: CustomCompositing
  var compositorParameters: ExactJSON?
  var instructionParameters: ExactJSON?

  /// `call`, which has no sources.
  init(_ call: CustomCompositing) {
    self.call = call
    self.compositorParameters = call.compositor.parameters.map(ExactJSON.init)
    self.instructionParameters = call.instruction.parameters.map(ExactJSON.init)
    self.call.compositor.parameters = nil
    self.call.instruction.parameters = nil
  }

  /// The call with its parameters.
  var decoded: CustomCompositing {
    var decoded = call
    decoded.compositor.parameters = compositorParameters?.value
    decoded.instruction.parameters = instructionParameters?.value
    return decoded
  }
}

/// A JSON value that keeps the digits of its numbers, which a compositor may read as text: written as JSON numbers, `0.10`
/// would come back as `0.1`.
enum ExactJSON: Codable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([ExactJSON])
  case object([String: ExactJSON])

  /// `value`, to be written.
  init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let digits): .number(digits)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map(ExactJSON.init))
      case .object(let members): .object(members.mapValues(ExactJSON.init))
      }
  }

  /// The value that was read.
  var value: JSONValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let digits): .number(digits)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.mapValues(\.value))
    }
  }
}

/// A strip in an encoded plan: its media by number.
struct EncodedStrip: Codable {
  var trackID: TrackID
  var pieces: [Piece]
  var volume: VolumeCurve

  /// Some samples of the strip.
  struct Piece: Codable {
    var samples: Range<Int64>
    var sound: Sound?
  }

  /// A stretch of a media track's sound.
  struct Sound: Codable {
    var media: Int
    var segment: Int
    var firstSample: Int64
    var speed: StripSound.Speed?

    /// The sound, which is of `media` and stands on track `trackID`.
    func sound(of media: EncodedMedia<AudioTrackFacts>, on trackID: TrackID) -> StripSound {
      StripSound(
        clip: ClipReference(asset: media.source.asset, trackID: trackID, segmentIndex: segment),
        source: media.source, firstSample: firstSample, speed: speed, facts: media.facts)
    }
  }

  /// `strip`, whose media tracks are added to `media`.
  init(_ strip: Strip, media: inout MediaTable<AudioTrackFacts>) {
    self.trackID = strip.trackID
    self.volume = strip.volume
    self.pieces = []
    for piece in strip.pieces {
      let sound = piece.sound.map { sound in
        Sound(
          media: media.index(of: sound.source, sound.facts), segment: sound.clip.segmentIndex,
          firstSample: sound.firstSample, speed: sound.speed)
      }
      pieces.append(Piece(samples: piece.samples, sound: sound))
    }
  }
}
