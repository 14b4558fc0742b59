public import Compositing
public import MediaFormats
public import MediaTime

/// The encoding of pictures into packets.
public struct PicturePacketCoding: Hashable, Sendable {
  /// The codec, its profile and level, the quality or the bit rate, and the most pictures from one key frame to the next.
  public var settings: VideoSettings
  /// Pixels across and down.
  public var size: PixelSize
  /// The pixel format.
  public var pixelFormat: PixelFormat
  /// The colorimetry, as the packets say it.
  public var colorimetry: Colorimetry
  /// The usual duration of a picture.
  public var frameDuration: Rational
  /// Whether packets may come in another order than pictures are shown.
  public var reordersPictures = true
  /// Whether each picture's packet comes before the next picture goes in.
  public var isImmediate = false
  /// The most bits a second; nil for as many as it takes.
  public var maximumBitrate: Int?
  /// The quantizer that loses least of those that are used; nil for the encoder's own.
  public var leastQuantizer: Int?
  /// The quantizer that loses most of those that are used; nil for the encoder's own.
  public var greatestQuantizer: Int?
  /// Whether symbols are coded by context; nil for what the profile has. Of H.264.
  public var codesByContext: Bool?

  /// Pictures of `size`, encoded as `settings` say.
  public init(
    _ settings: VideoSettings, size: PixelSize, pixelFormat: PixelFormat, colorimetry: Colorimetry,
    frameDuration: Rational
  ) {
    (self.settings, self.size, self.pixelFormat) = (settings, size, pixelFormat)
    (self.colorimetry, self.frameDuration) = (colorimetry, frameDuration)
  }
}

/// A packet of an encoder.
public struct EncodedPicture: Hashable, Sendable {
  /// The packet's bytes: of H.264 and HEVC NAL units, each behind its length of four bytes.
  public var bytes: [UInt8]
  /// The number of its picture, in the order in which they went in.
  public var picture: Int
  /// Its decode time, counted in pictures; ``picture`` at the latest, and below zero before the first is shown.
  public var decodePlace: Int
  /// Whether decoding can start with it.
  public var isKeyFrame: Bool

  /// The packet `bytes`.
  public init(bytes: [UInt8], picture: Int, decodePlace: Int, isKeyFrame: Bool) {
    (self.bytes, self.picture, self.decodePlace, self.isKeyFrame) = (bytes, picture, decodePlace, isKeyFrame)
  }
}

/// Encodes pictures into packets, which come in the order of decoding.
///
/// Threads: one at a time.
public protocol PicturePacketEncoder: AnyObject, Sendable {
  /// The decoder's configuration: the record that movies hold (`avcC`, `hvcC`); empty where packets say all.
  var configuration: [UInt8] { get }

  /// Encodes `picture`, of the coding's size and format, behind those before; the packets that are ready. Where it is encoded
  /// `asKeyFrame`, decoding can start with it.
  ///
  /// - Throws: `RenderError` with `.engineFailed`.
  func encode(_ picture: PixelBuffer, asKeyFrame: Bool) throws -> [EncodedPicture]

  /// Bits a second on average from the next picture on; whether the encoder can change them.
  func setBitrate(_ bitrate: Int) -> Bool

  /// The packets that are left, behind the last picture. Nothing goes in after it.
  ///
  /// - Throws: `RenderError` with `.engineFailed`.
  func finish() throws -> [EncodedPicture]
}

extension MediaReading {
  /// No pictures are encoded that do not go into a file.
  public func pictureEncoder(_ coding: PicturePacketCoding) throws -> any PicturePacketEncoder {
    throw RenderError(.unsupported, "This engine encodes no pictures into packets.", remedy: "Write a file.")
  }
}
