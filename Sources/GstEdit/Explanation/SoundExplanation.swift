public import EditingModel
public import MediaTime
public import Rendering

/// What sounds at one time, and how loud.
public struct SoundExplanation: Hashable, Sendable {
  /// The output sample nearest to the time, from 0.
  public var sample: Int64
  /// How many there are in each channel.
  public var sampleCount: Int64
  /// Samples a second.
  public var sampleRate: Int
  /// The audio tracks, in the composition's order, the ones that cannot be heard among them.
  public var tracks: [Track]

  /// A track at the sample.
  public struct Track: Hashable, Sendable {
    /// The composition's track.
    public var trackID: TrackID
    /// Where it stands in the model.
    public var location: ModelLocation
    /// Whether it can be heard, and if not, why.
    public var audibility: Audibility
    /// What it plays; nil where it plays nothing.
    public var clip: Clip?
    /// What the source's samples are multiplied by: `volume` times `trackVolume`.
    public var gain: Double
    /// What the audio mix says.
    public var volume: ExplainedValue<Double>
    /// The track's own volume.
    public var trackVolume: Double
  }

  /// Whether a track can be heard.
  public enum Audibility: String, Hashable, Sendable {
    /// It is part of the sum.
    case heard
    /// It takes no part.
    case trackDisabled
    /// It plays nothing at this time.
    case gap
    /// Its gain is zero.
    case silent
    /// It is slower than sound can be played.
    case frozen
  }

  /// A sample of a segment's media.
  public struct Clip: Hashable, Sendable {
    /// The segment.
    public var reference: ClipReference
    /// Where it stands in the model.
    public var location: ModelLocation
    /// Which part of the media it plays over which part of the track.
    public var timeMapping: CMTimeMapping
    /// How much of the media's time passes in one second; 1 at its own speed.
    public var rate: Rational
    /// What that does to the pitch; nil at its own speed.
    public var pitch: TimePitch?
    /// Whether the audio mix says so for the whole track, and not the segment.
    public var isPitchOfMix: Bool
    /// The media's time that the sample is taken from.
    public var sourceTime: Rational
  }
}
