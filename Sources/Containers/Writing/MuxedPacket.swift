/// A packet for a muxer, whose times are in nanoseconds of the film.
package struct MuxedPacket: Sendable {
  /// The bytes for the decoder.
  package var bytes: [UInt8]
  /// When it is presented; negative where that is hidden.
  package var presentation: Int64
  /// When it is decoded; nil where that is when it is presented.
  package var decodeTime: Int64?
  /// How long it is presented; 0 where that is unknown.
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

  /// When it is decoded.
  var decoding: Int64 { decodeTime ?? presentation }
}
