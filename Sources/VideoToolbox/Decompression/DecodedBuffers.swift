import AVFoundation
import Compositing
import CoreMedia
import CoreVideo
import MediaFormats

/// The buffers in which decoded pictures are given.
///
/// Threads: one at a time.
final class DecodedBuffers: Sendable {
  /// The format; nil for that of two planes in which the picture's samples stay as they are.
  private let type: OSType?
  /// The size; nil for that of the pictures.
  private let size: PixelSize?
  private let transfer = BufferTransfer()

  /// The buffers that `attributes` ask for; nil where they name formats alone in which none are made.
  init?(_ attributes: CFDictionary?) {
    let asked = CVPixelFormat.types(in: attributes ?? [:])
    type = asked.first { BufferTransfer.types.contains($0) }
    guard asked.isEmpty || type != nil else { return nil }
    func side(_ key: CFString) -> Int? {
      number(attributes?[key]).flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    size = side(kCVPixelBufferWidthKey).flatMap { width in
      side(kCVPixelBufferHeightKey).map { PixelSize(width: width, height: $0) }
    }
  }

  /// The decoded `picture`, whose samples mean `colorimetry`; nil where Core Video has no name for its format.
  ///
  /// - Throws: An error of pictures that are not converted.
  func buffer(of picture: PixelBuffer, meaning colorimetry: Colorimetry) throws -> CVPixelBuffer? {
    guard let decoded = CVBuffer(picture, meaning: colorimetry) else { return nil }
    let type = type ?? usual(for: decoded)
    let (width, height) = (size?.width ?? picture.width, size?.height ?? picture.height)
    guard type != decoded.format.type || width != picture.width || height != picture.height else { return decoded }
    guard let made = Self.make(type, width: width, height: height) else { return nil }
    try transfer.transfer(decoded, into: made)
    return made
  }

  private func usual(for buffer: CVPixelBuffer) -> OSType {
    switch buffer.format.type {
    case kCVPixelFormatType_420YpCbCr8Planar: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    case kCVPixelFormatType_420YpCbCr8PlanarFullRange: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    default: buffer.format.type
    }
  }

  private static func make(_ type: OSType, width: Int, height: Int) -> CVPixelBuffer? {
    var made: CVPixelBuffer?
    // SAFETY: the out parameter is a local variable.
    _ = unsafe CVPixelBufferCreate(nil, width, height, type, nil, &made)
    return made
  }

  /// A black picture as those of `format` are given; nil where there is no memory.
  func black(of format: CMFormatDescription) -> CVPixelBuffer? {
    let (type, size) = described(format)
    guard let made = Self.make(type, width: size.width, height: size.height) else { return nil }
    do { try made.picture.blacken(isFullRange: made.format.isFullRange) } catch { return nil }
    return made
  }

  /// A pool of buffers as pictures of `format` are given.
  func pool(of format: CMFormatDescription) -> CVPixelBufferPool? {
    let (type, size) = described(format)
    var pool: CVPixelBufferPool?
    let attributes: CFDictionary = [
      kCVPixelBufferPixelFormatTypeKey: Int(type), kCVPixelBufferWidthKey: size.width,
      kCVPixelBufferHeightKey: size.height,
    ]
    // SAFETY: the out parameter is a local variable.
    _ = unsafe CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
    return pool
  }

  private func described(_ format: CMFormatDescription) -> (OSType, PixelSize) {
    let own = PixelSize(width: Int(format.dimensions.width), height: Int(format.dimensions.height))
    return (type ?? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, size ?? own)
  }
}
