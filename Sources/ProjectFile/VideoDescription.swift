public import EditingModel

/// How a project wants the picture encoded; nil wherever it says nothing.
public struct VideoDescription: Hashable, Sendable {
  /// The codec, or none for a film without a picture.
  public var codec: CodecChoice<VideoCodec>?
  /// Constant quality on the codec's own scale; excludes `bitrate`.
  public var quality: Double?
  /// Bits a second; excludes `quality`.
  public var bitrate: Int?
  /// The encoder's effort.
  public var speed: EncoderSpeed?
  /// At most this many frames from one key frame to the next.
  public var keyframeInterval: Int?
  /// The encoded pixel format.
  public var pixelFormat: PixelFormat?

  /// A wish for these settings.
  public init(
    codec: CodecChoice<VideoCodec>? = nil, quality: Double? = nil, bitrate: Int? = nil, speed: EncoderSpeed? = nil,
    keyframeInterval: Int? = nil, pixelFormat: PixelFormat? = nil
  ) {
    self.codec = codec
    self.quality = quality
    self.bitrate = bitrate
    self.speed = speed
    self.keyframeInterval = keyframeInterval
    self.pixelFormat = pixelFormat
  }

  static let form = Form<VideoDescription>.object(
    "exportVideo", "How the picture is encoded.", exclusive: ["quality", "bitrate"],
    Field(optional: "codec", \.codec, .codec(), "The codec; none for a film without a picture."),
    Field(
      optional: "quality", \.quality, .nonNegative,
      "Constant quality on the codec's own scale (h264: 0 to 51, lower is better); excludes bitrate."),
    Field(optional: "bitrate", \.bitrate, .integer(1...Int(Int32.max)), "Bits a second; excludes quality."),
    Field(optional: "speed", \.speed, .choice, "How hard the encoder works for a smaller file."),
    Field(
      optional: "keyframeInterval", \.keyframeInterval, .integer(1...Int(Int32.max)),
      "At most this many frames from one key frame to the next."),
    Field(optional: "pixelFormat", \.pixelFormat, .choice, "The encoded pixel format."),
    make: VideoDescription.init)
}
