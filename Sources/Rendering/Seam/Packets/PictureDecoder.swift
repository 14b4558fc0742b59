public import Compositing
public import MediaFormats
public import MediaTime

/// Makes pictures of the packets of one stream, in a file or not.
///
/// ```
///  push ─► decoder ─► next        packets in the order of decoding, pictures in that of presentation
/// ```
///
/// It holds pictures back until no earlier one can follow: until later packets were pushed, or the end. Threads: one at
/// a time.
public protocol PictureDecoder: AnyObject, Sendable {
  /// Takes `packet`, which is decoded meanwhile. The first one must be one at which decoding can start.
  ///
  /// - Throws: `RenderError` where it takes nothing more.
  func push(_ packet: MediaPacket) throws(RenderError)

  /// Says that no packets come any more.
  func end()

  /// The next picture, if it comes within `limit`. Blocks.
  ///
  /// - Throws: `RenderError` where the stream cannot be decoded.
  func next(within limit: Duration) throws(RenderError) -> PictureDecoderOutput

  /// Ends it; what it has open is freed on another thread.
  func close()
}

/// The output of a decoder.
public enum PictureDecoderOutput: Sendable {
  /// A picture to be read, which is presented at `time`; its samples mean what `colorimetry` says.
  case picture(PixelBuffer, time: Rational, colorimetry: Colorimetry)
  /// Nothing at the moment.
  case nothingYet
  /// Nothing any more.
  case ended
}

extension MediaReading {
  /// Nothing is decoded that does not stand in a file.
  public func pictureDecoder(of format: PacketFormat) throws -> any PictureDecoder {
    throw RenderError(.unsupported, "This engine decodes no packets.", remedy: "Decode a file.")
  }
}
