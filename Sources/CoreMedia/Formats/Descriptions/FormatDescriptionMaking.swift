// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
import EditingModel
import MediaFormats
import MediaTime

// SAFETY: out parameters are written once; formats are read where the caller says.

extension CMFormatDescription {
  /// The description of pictures of `width` by `height` stored pixels in the codec `videoCodecType`. Of `extensions`, what says something
  /// of colors and of the aspect of pixels counts; the others are kept.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where a side is not positive.
  public convenience init(
    videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions? = nil
  ) throws {
    let extensions = extensions ?? Extensions()
    guard let format = FormatDescription(videoCodecType.rawValue, width: width, height: height, extensions.values)
    else { throw NSError(kCMFormatDescriptionError_InvalidParameter) }
    self.init(format, stating: extensions)
  }

  /// The description of the picture in `imageBuffer`.
  public convenience init(imageBuffer: CVImageBuffer) throws { self.init(pictureIn: imageBuffer) }
}

/// Stores a description of pictures of `width` by `height` stored pixels in the codec `codecType` (`CMVideoFormatDescriptionCreate`).
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` where a side is not positive.
@discardableResult
public func CMVideoFormatDescriptionCreate(
  allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  guard let format = FormatDescription(codecType, width: Int(width), height: Int(height), extensions ?? [:]) else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  unsafe formatDescriptionOut.pointee = CMFormatDescription(format, stating: .init(base: extensions))
  return noErr
}

/// Whether `description` is that of the picture in `imageBuffer`: of its size, and its pixel format
/// (`CMVideoFormatDescriptionMatchesImageBuffer`).
public func CMVideoFormatDescriptionMatchesImageBuffer(
  _ description: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
  let size = description.dimensions
  return Int(size.width) == CVPixelBufferGetWidth(imageBuffer)
    && Int(size.height) == CVPixelBufferGetHeight(imageBuffer)
    && description.mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer)
}

extension FormatDescription {
  /// The format of pictures of `width` by `height` pixels in the codec of four letters `codec`; nil where there are none.
  fileprivate init?(_ codec: FourCharCode, width: Int, height: Int, _ extensions: [CFString: Any]) {
    guard width > 0, height > 0 else { return nil }
    func number(_ key: CFString, _ words: [Int: CFString]) -> Int {
      ColorWords.number(of: extensions[key], in: words)
    }
    let colorimetry = Colorimetry(
      isFullRange: (extensions[kCMFormatDescriptionExtension_FullRangeVideo] as? Bool) ?? false,
      matrix: number(kCMFormatDescriptionExtension_YCbCrMatrix, ColorWords.matrices),
      transfer: number(kCMFormatDescriptionExtension_TransferFunction, ColorWords.transfers),
      primaries: number(kCMFormatDescriptionExtension_ColorPrimaries, ColorWords.primaries))
    let text = FormatDescription.text(codec)
    let spacing = extensions[kCVImageBufferPixelAspectRatioKey] as? [CFString: Any]
    func integer(_ key: CFString) -> Int64? { CoreVideo.number(spacing?[key]).flatMap { Int64(exactly: $0) } }
    let aspect = integer(kCVImageBufferPixelAspectRatioHorizontalSpacingKey).flatMap { horizontal in
      integer(kCVImageBufferPixelAspectRatioVerticalSpacingKey).flatMap { try? Rational(horizontal, $0) }
    }
    self.init(
      codecType: text, codec: text,
      media: .video(
        Video(
          dimensions: PixelSize(width: width, height: height),
          pixelAspect: aspect.flatMap { $0 > .zero ? $0 : nil } ?? .one, colorimetry: colorimetry)))
  }
}
