/// The format of a track of data, as the sample description of a movie has it (ISO/IEC 14496-12 §8.5.2): timecode (`tmcd`), metadata that
/// holds for a while (`mebx`), text (`tx3g`).
public struct DataFormat: Hashable, Sendable, Codable {
  /// Four letters.
  public var codecType: String
  /// The bytes behind them and the number of the data reference.
  public var bytes: [UInt8]
  /// The kind of such tracks, where the letters do not tell: text, subtitles or captions; nil of timecode and metadata.
  public var kind: AncillaryTrack.Kind?

  /// The format called `codecType`, which says `bytes` of itself, of tracks of `kind`.
  public init(codecType: String, bytes: [UInt8], kind: AncillaryTrack.Kind? = nil) {
    (self.codecType, self.bytes, self.kind) = (codecType, bytes, kind)
  }
}
