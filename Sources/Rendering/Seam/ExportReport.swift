public import MediaTime

/// The result of an export.
public struct ExportReport: Hashable, Sendable {
  /// Frames in the file.
  public var frameCount: Int
  /// Samples a channel in the file.
  public var sampleCount: Int64
  /// The file's size.
  public var byteCount: Int64
  /// The end of the film where its plan goes on: a larger file was not allowed (`fileLengthLimit`). In Matroska a few
  /// packets lie behind it. Nil of a film that is as long as its plan.
  public var duration: Rational?
  /// The loudness of the sound; nil in a file without sound, and of a sound whose packets are copied, which is not
  /// decoded.
  public var soundLevel: SoundLevel?
  /// The errors of frames that a custom compositor failed to make; the last good frame is shown instead.
  /// At most the first hundred.
  public var compositorFailures: [RenderError]
  /// Damage of the media that was kept in the render (``DamagePolicy``).
  public var damage: [MediaDamage]
  /// The encoder of the pictures; nil in a file without any, and where the engine encodes them by itself.
  public var encoder: EncoderUse?
  /// The decoders of the media's pictures, where hardware was preferred or required.
  public var decoders: [DecoderUse] = []
  /// The plans of the sounds of a smartly rendered film, the film's own first; empty for other films.
  public var smartSounds: [SmartSound] = []
  /// Unexpected results for the user, a sentence each: pictures that are left out, missing fonts.
  public var notes: [String] = []

  /// Reasons for which pictures were not decoded by hardware, a sentence for each kind of media.
  public var decoderNotes: [String] {
    decoders.compactMap(\.note).reduce(into: []) { notes, note in
      if !notes.contains(note) { notes.append(note) }
    }
  }

  /// A file of `frameCount` frames, `sampleCount` samples and `byteCount` bytes.
  public init(
    frameCount: Int, sampleCount: Int64, byteCount: Int64, soundLevel: SoundLevel? = nil,
    compositorFailures: [RenderError] = [], damage: [MediaDamage] = []
  ) {
    self.frameCount = frameCount
    self.sampleCount = sampleCount
    self.byteCount = byteCount
    self.soundLevel = soundLevel
    self.compositorFailures = compositorFailures
    self.damage = damage
  }
}

/// The progress of a render.
public struct RenderProgress: Hashable, Sendable {
  /// Frames finished.
  public var frame: Int
  /// Frames in all; 0 without a picture.
  public var frameCount: Int
  /// 0…1, never falling.
  public var fraction: Double

  /// `frame` of `frameCount` frames, `fraction` of the work.
  public init(frame: Int, frameCount: Int, fraction: Double) {
    self.frame = frame
    self.frameCount = frameCount
    self.fraction = fraction
  }
}

/// The level of a sound, measured on the sum of all tracks before conversion to the file's format.
///
/// Sums are not limited on the way: only that last conversion clips, and only where the format's samples are integers.
public struct SoundLevel: Hashable, Sendable {
  /// The greatest magnitude of any sample; 1 is full scale.
  public var peak: Double
  /// The number of samples beyond full scale, counted in every channel.
  public var clippedSampleCount: Int64

  /// Silence, by default.
  public init(peak: Double = 0, clippedSampleCount: Int64 = 0) {
    self.peak = peak
    self.clippedSampleCount = clippedSampleCount
  }

  /// Takes `samples` into account.
  public mutating func add(_ samples: Span<Double>) {
    for index in samples.indices {
      let magnitude = samples[index].magnitude
      peak = max(peak, magnitude)
      if magnitude > 1 { clippedSampleCount += 1 }
    }
  }
}
