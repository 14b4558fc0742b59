import EditingModel
public import MediaFormats
public import MediaTime

/// The packets of one track of a file, unchanged: encoded, in the order in which they are decoded.
///
/// Threads: as ``PictureReader``.
public protocol PacketReader: AnyObject, Sendable {
  /// The format of the packets.
  var format: PacketFormat { get }

  /// The next packet, or nil after the last.
  ///
  /// - Throws: `RenderError`: `.closed`, `.cancelled`, `.stalled`, or why the file cannot be read.
  func blockingPacket() throws(RenderError) -> MediaPacket?

  /// Continues with the key frame presented at `time` or, if there is none at it, the last one before it; with the
  /// first of the track where there is none.
  ///
  /// - Throws: As `blockingPacket()`.
  func seek(to time: Rational) throws(RenderError)

  /// Ends a call under way with `.cancelled`, within a second, and every later one at once.
  func cancel()

  /// Closes the file; when it returns, everything of it is freed.
  func close()
}

extension PacketReader {
  /// The next packet: `blockingPacket()` on a thread of its own. Cancelling the task cancels the reader.
  public func packet() async throws(RenderError) -> MediaPacket? {
    try await blocking(cancelledBy: cancel) { [self] () throws(RenderError) in try blockingPacket() }
  }
}

/// The format of a track's packets.
public struct PacketFormat: Hashable, Sendable, Codable {
  /// Picture or sound.
  public var mediaType: MediaType
  /// The codec by its usual name: "H.264".
  public var codec: String
  /// The engine's own description of the stream, parameter sets included; what a writer of the same engine needs
  /// (GStreamer: caps).
  public var description: String

  /// Packets in `codec`, as the engine describes them.
  public init(mediaType: MediaType, codec: String, description: String) {
    self.mediaType = mediaType
    self.codec = codec
    self.description = description
  }
}

/// One packet: an encoded picture, or some encoded samples.
public struct MediaPacket: Hashable, Sendable {
  /// Its presentation time, in the asset's time; negative where an edit list hides it.
  public var presentationTime: Rational
  /// Its decode time, in the asset's time; nil where it is the presentation time.
  public var decodeTime: Rational?
  /// The duration of its presentation; nil where the file does not state it.
  public var duration: Rational?
  /// Whether decoding can start here.
  public var isKeyFrame: Bool
  /// The bytes.
  public var data: [UInt8]

  /// The packet `data`, presented at `presentationTime`.
  public init(
    presentationTime: Rational, decodeTime: Rational? = nil, duration: Rational? = nil, isKeyFrame: Bool, data: [UInt8]
  ) {
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime
    self.duration = duration
    self.isKeyFrame = isKeyFrame
    self.data = data
  }
}
