/// The format of a track of data, as the sample description of a movie has it (ISO/IEC 14496-12 §8.5.2): timecode (`tmcd`), metadata that
/// holds for a while (`mebx`).
public struct DataFormat: Hashable, Sendable, Codable {
  /// Four letters.
  public var codecType: String
  /// What follows them and the number of the data reference.
  public var bytes: [UInt8]

  /// The format called `codecType`, which says `bytes` of itself.
  public init(codecType: String, bytes: [UInt8]) {
    (self.codecType, self.bytes) = (codecType, bytes)
  }
}
