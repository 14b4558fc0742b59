public import EditingModel
public import MediaFormats
public import MediaTime

/// The plan of a ``PacketCopy``'s file: its packets with their source files, tracks and times, and its edit lists. A
/// printed plan comes from the same steps as the file.
///
/// ```
///  part 0   a.mp4   · · K · A ─────── B ·      K: the first copied packet; A to B: the wanted part
///  part 1   b.mp4             K ─────────       moved to where part 0 ends
///  track            ├─hidden─┤ edit: A to B, then part 1
/// ```
///
/// Times are exact, in seconds.
public struct CopyPlan: Hashable, Sendable {
  /// The container.
  public var fileType: FileType
  /// The tracks of the new file: those of the parts, then those of the files beside them.
  public var tracks: [Track]
  /// The parts that follow one another.
  public var parts: [Part]
  /// The files beside the parts, from the beginning on.
  public var companions: [Part]
  /// The beginning of the file in the first part's asset.
  public var start: Rational
  /// The duration of its presentation.
  public var duration: Rational
  /// Whether it is what was asked for, to the frame and to the sample.
  public var isExact: Bool
  /// The largest time by which the sound of a joined part is early or late.
  public var soundOffset: Rational
  /// Notes on media that are left behind or changed, and why: a sentence each.
  public var notes: [String]
  /// Damage of the files that is copied as far as it goes, a sentence each; empty where damage is refused.
  public var damage: [String]

  /// The kind of a track's media.
  public enum Kind: String, Hashable, Sendable, Codable {
    case pictures, sound, subtitles
    /// A picture that stands for the file.
    case cover
  }

  /// A track of the new file.
  public struct Track: Hashable, Sendable, Codable {
    /// The kind of its media.
    public var kind: Kind
    /// Its codec, by FFmpeg's name: "h264".
    public var codec: String
    /// Seconds a tick of its times.
    public var tick: Rational
    /// The number of its packets, those of silence between parts included.
    public var packetCount: Int
    /// Samples a second; 0 of what is no sound.
    public var sampleRate: Int
    /// Samples of sound before the presented ones, as stated in the file.
    public var hiddenAtStart: Int64
    /// Samples that a decoder gives behind them.
    public var hiddenAtEnd: Int64
    /// The edit list, in order; empty in containers that have none.
    public var edits: [Edit]

    /// A track of `packetCount` packets of `codec`.
    public init(
      _ kind: Kind, codec: String, tick: Rational, packetCount: Int, sampleRate: Int = 0, hiddenAtStart: Int64 = 0,
      hiddenAtEnd: Int64 = 0, edits: [Edit] = []
    ) {
      self.kind = kind
      self.codec = codec
      self.tick = tick
      self.packetCount = packetCount
      self.sampleRate = sampleRate
      self.hiddenAtStart = hiddenAtStart
      self.hiddenAtEnd = hiddenAtEnd
      self.edits = edits
    }
  }

  /// An entry of an edit list.
  public struct Edit: Hashable, Sendable, Codable {
    /// Its duration.
    public var duration: Rational
    /// Its beginning in the track's media; nil for a gap.
    public var mediaTime: Rational?

    /// `duration` of the media from `mediaTime` on; of nothing if nil.
    public init(duration: Rational, mediaTime: Rational?) {
      self.duration = duration
      self.mediaTime = mediaTime
    }
  }

  /// A file, or a part of it.
  public struct Part: Hashable, Sendable, Codable {
    /// The file.
    public var asset: AssetReference
    /// The wanted part, in the asset's time, which begins with the presentation; nil for all of it.
    public var range: Range<Rational>?
    /// The beginning of the file's presentation, in the file's own time: the zero of its packets' times.
    public var zero: Rational
    /// The beginning of the part, in the file's own time: before the wanted start where nothing hides what decoding
    /// needs.
    public var start: Rational
    /// The offset added to the file's own times in the new file.
    public var shift: Rational
    /// Its presentation in the new file.
    public var target: Range<Rational>
    /// The copied streams of the file, in the order of the tracks.
    public var streams: [Stream]

    /// The packets of `streams` of `asset`.
    public init(
      _ asset: AssetReference, range: Range<Rational>?, zero: Rational, start: Rational, shift: Rational,
      target: Range<Rational>, streams: [Stream]
    ) {
      self.asset = asset
      self.range = range
      self.zero = zero
      self.start = start
      self.shift = shift
      self.target = target
      self.streams = streams
    }
  }

  /// A stream of a file, and its part in a track.
  public struct Stream: Hashable, Sendable, Codable {
    /// The number of the track in the plan.
    public var track: Int
    /// Its number among the file's streams, as FFmpeg counts them.
    public var stream: Int
    /// The packets that go along.
    public var packets: Packets
    /// The decode time of the first one of them, in the file's own time; nil where there is none.
    public var decoding: Rational?
    /// Their presentation, in the file's own time: from the earliest one on until the last one ends, hidden ones
    /// included.
    public var presentation: Range<Rational>?
    /// The joint of the sound with that of the part before; nil of others, and of the first part.
    public var joint: Joint?

    /// `packets` of stream number `stream`.
    public init(
      track: Int, stream: Int, packets: Packets, decoding: Rational?, presentation: Range<Rational>?,
      joint: Joint? = nil
    ) {
      self.track = track
      self.stream = stream
      self.packets = packets
      self.decoding = decoding
      self.presentation = presentation
      self.joint = joint
    }
  }

  /// Packets of a stream.
  public struct Packets: Hashable, Sendable, Codable {
    /// The number of packets.
    public var count: Int
    /// Whether the stream has no other ones.
    public var isAll: Bool
    /// Their numbers among the stream's packets in the order of the file, from 0, as ranges in order; nil where the file
    /// cannot be counted from its beginning.
    public var numbers: [ClosedRange<Int>]?

    /// `count` packets.
    public init(count: Int, isAll: Bool, numbers: [ClosedRange<Int>]?) {
      self.count = count
      self.isAll = isAll
      self.numbers = numbers
    }
  }

  /// The joint of a part's sound with the one before, by whole packets.
  public struct Joint: Hashable, Sendable, Codable {
    /// The delay of the part's sound; less than zero where it is early.
    public var offset: Rational
    /// The omitted sound of the part before, whose pictures end before.
    public var lost: Rational
    /// The silent gap before the part, where no packet of silence is known.
    public var gap: Rational
    /// The duration of the packets of silence before the part.
    public var silence: Rational
    /// The cut from the last packet before it: of uncompressed sound.
    public var cutBefore: Rational
    /// The cut from its own first packet: of uncompressed sound.
    public var cutAfter: Rational

    /// A joint.
    public init(
      offset: Rational = .zero, lost: Rational = .zero, gap: Rational = .zero, silence: Rational = .zero,
      cutBefore: Rational = .zero, cutAfter: Rational = .zero
    ) {
      self.offset = offset
      self.lost = lost
      self.gap = gap
      self.silence = silence
      self.cutBefore = cutBefore
      self.cutAfter = cutAfter
    }
  }

  /// A plan of a file of `fileType`, `duration` long, that begins at `start` of the first part's asset.
  public init(
    _ fileType: FileType, tracks: [Track], parts: [Part], companions: [Part] = [], start: Rational = .zero,
    duration: Rational, isExact: Bool, soundOffset: Rational = .zero, notes: [String] = [], damage: [String] = []
  ) {
    self.fileType = fileType
    self.tracks = tracks
    self.parts = parts
    self.companions = companions
    self.start = start
    self.duration = duration
    self.isExact = isExact
    self.soundOffset = soundOffset
    self.notes = notes
    self.damage = damage
  }
}

/// A plan goes from one process to another as it is: exact times as numerators and denominators.
extension CopyPlan: Codable {
  /// The version of the encoding; another one is refused.
  public static let version = 1

  private enum CodingKeys: CodingKey {
    case version, fileType, tracks, parts, companions, start, duration, isExact, soundOffset, notes, damage
  }

  /// Reads a plan.
  ///
  /// - Throws: `RenderError` with `.unsupported` where it is of another version; `DecodingError` where it is no plan, or
  ///   refers to tracks that are not in it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == Self.version else { throw RenderError.plan(ofVersion: version, insteadOf: Self.version) }
    self.init(
      try container.decode(FileType.self, forKey: .fileType),
      tracks: try container.decode([Track].self, forKey: .tracks),
      parts: try container.decode([Part].self, forKey: .parts),
      companions: try container.decode([Part].self, forKey: .companions),
      start: try container.decode(Rational.self, forKey: .start),
      duration: try container.decode(Rational.self, forKey: .duration),
      isExact: try container.decode(Bool.self, forKey: .isExact),
      soundOffset: try container.decode(Rational.self, forKey: .soundOffset),
      notes: try container.decode([String].self, forKey: .notes),
      damage: try container.decode([String].self, forKey: .damage))
    for stream in (parts + companions).flatMap(\.streams) where !tracks.indices.contains(stream.track) {
      throw DecodingError.dataCorruptedError(
        forKey: .parts, in: container,
        debugDescription: "A stream becomes track \(stream.track), and there are \(tracks.count).")
    }
  }

  /// Writes the plan with its version.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(fileType, forKey: .fileType)
    try container.encode(tracks, forKey: .tracks)
    try container.encode(parts, forKey: .parts)
    try container.encode(companions, forKey: .companions)
    try container.encode(start, forKey: .start)
    try container.encode(duration, forKey: .duration)
    try container.encode(isExact, forKey: .isExact)
    try container.encode(soundOffset, forKey: .soundOffset)
    try container.encode(notes, forKey: .notes)
    try container.encode(damage, forKey: .damage)
  }
}
