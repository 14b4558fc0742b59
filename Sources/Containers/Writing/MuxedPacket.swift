/// A packet for a muxer, whose times are in nanoseconds of the film.
package struct MuxedPacket: Sendable {
  /// The bytes for the decoder.
  package var bytes: [UInt8]
  /// Its presentation time; negative where it is hidden.
  package var presentation: Int64
  /// Its decode time; nil where that is its presentation time.
  package var decodeTime: Int64?
  /// The duration of its presentation; 0 where that is unknown.
  package var duration: Int64
  /// Whether decoding can start with it.
  package var isKeyFrame: Bool
  /// Side data of the bytes, where the container has a place for it.
  package var sideData: [StoredPacket.SideData]

  package init(
    _ bytes: [UInt8], presentation: Int64, decodeTime: Int64? = nil, duration: Int64, isKeyFrame: Bool = true,
    sideData: [StoredPacket.SideData] = []
  ) {
    (self.bytes, self.presentation, self.decodeTime) = (bytes, presentation, decodeTime)
    (self.duration, self.isKeyFrame, self.sideData) = (duration, isKeyFrame, sideData)
  }

  /// Its decode time.
  var decoding: Int64 { decodeTime ?? presentation }
}
