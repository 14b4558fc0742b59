/// How the picture is encoded.
public struct VideoSettings: Hashable, Sendable, Codable {
  /// The codec.
  public var codec: VideoCodec
  /// Constant quality on the codec's own scale (H.264: CRF 0…51, VP8 and VP9: 0…63, lower is better); excludes
  /// `bitrate`.
  public var quality: Double?
  /// Bits a second; excludes `quality`.
  public var bitrate: Int?
  /// The encoder's effort; the codec's usual one if nil.
  public var speed: EncoderSpeed?
  /// At most this many frames from one key frame to the next.
  public var keyframeInterval: Int?
  /// The encoded pixel format; 8-bit 4:2:0 if nil.
  public var pixelFormat: PixelFormat?

  /// Pictures in `codec`.
  public init(
    codec: VideoCodec, quality: Double? = nil, bitrate: Int? = nil, speed: EncoderSpeed? = nil,
    keyframeInterval: Int? = nil, pixelFormat: PixelFormat? = nil
  ) {
    self.codec = codec
    self.quality = quality
    self.bitrate = bitrate
    self.speed = speed
    self.keyframeInterval = keyframeInterval
    self.pixelFormat = pixelFormat
  }
}
