public import MediaTime

/// The encoding of pictures, in libavcodec's words.
public struct PictureCoding: Hashable, Sendable {
  /// The encoder: "dnxhd".
  public var encoder: String
  /// Pixels from left to right.
  public var width: Int
  /// Pixels from top to bottom.
  public var height: Int
  /// The layout of a picture's samples in memory: "yuv422p10le".
  public var pixelFormat: String
  /// Code points of ITU-T H.273.
  public var colors: Colors
  /// The usual duration of a picture.
  public var frameDuration: Rational
  /// At most this many pictures from one key frame to the next.
  public var keyframeInterval = 1
  /// Bits a second; nil where the options say the quality.
  public var bitrate: Int?
  /// Limit of the pictures between two that are shown around them and are encoded first; nil for the encoder's own
  /// number.
  public var reorderedPictures: Int?
  /// Whether parameter sets stand apart, in what a decoder begins with, and not in packets.
  public var hasConfiguration = false
  /// The number of threads that encode: what comes out may depend on it.
  public var threads = 1
  /// The encoder's own options.
  public var options: [String: String] = [:]

  /// The stated colors.
  public struct Colors: Hashable, Sendable {
    var isFullRange: Bool
    var matrix: Int
    var transfer: Int
    var primaries: Int

    /// Colors of these code points, of the full range or not.
    public init(isFullRange: Bool, matrix: Int, transfer: Int, primaries: Int) {
      (self.isFullRange, self.matrix, self.transfer, self.primaries) = (isFullRange, matrix, transfer, primaries)
    }
  }

  /// Pictures of this size and format, encoded by `encoder`.
  public init(
    _ encoder: String, width: Int, height: Int, pixelFormat: String, colors: Colors, frameDuration: Rational
  ) {
    self.encoder = encoder
    self.width = width
    self.height = height
    self.pixelFormat = pixelFormat
    self.colors = colors
    self.frameDuration = frameDuration
  }
}

/// A packet of encoded pictures.
public struct EncodedPacket: Hashable, Sendable {
  /// The packet's bytes.
  public var bytes: [UInt8]
  /// The number of its picture, in the order in which they were given.
  public var picture: Int
  /// Its decode time, counted in pictures from the first; as ``picture``, or less. Nil where the encoder does not state
  /// it.
  public var decodePlace: Int?
  /// Whether decoding can start with it.
  public var isKeyFrame: Bool
}

/// A failure of encoding pictures.
public struct PictureEncoderError: Error, Hashable, Sendable {
  /// The error, as a sentence.
  public var message: String
  /// The library's own words.
  public var underlying: String?
}
