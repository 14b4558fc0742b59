public import EditingModel

/// The decoder of a media track's pictures, where hardware was preferred or required.
public struct DecoderUse: Hashable, Sendable {
  /// The media track.
  public var source: CompositionTrackSegment.Source
  /// Its codec, in words ("H.264").
  public var codec: String
  /// The engine's name of the decoder: "avdec_h264".
  public var name: String
  /// Whether it is the machine's hardware.
  public var isHardware: Bool
  /// The reason for a decoder without hardware: a sentence.
  public var note: String?

  /// The decoder called `name` for `source`, coded as `codec`.
  public init(
    source: CompositionTrackSegment.Source, codec: String, name: String, isHardware: Bool, note: String? = nil
  ) {
    (self.source, self.codec, self.name, self.isHardware, self.note) = (source, codec, name, isHardware, note)
  }
}
