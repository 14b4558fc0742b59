// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import MediaFormats

// SAFETY: out parameters are written once.

/// The codec that an encoder of the list encodes, four letters, by its key.
public let kVTVideoEncoderList_CodecType: CFString = "CodecType"
/// The key of the codec's name.
public let kVTVideoEncoderList_CodecName: CFString = "CodecName"
/// The key of the encoder's own name.
public let kVTVideoEncoderList_EncoderName: CFString = "EncoderName"
/// The key of the encoder's name where people choose.
public let kVTVideoEncoderList_DisplayName: CFString = "DisplayName"
/// The name by which programs ask for an encoder, by its key.
public let kVTVideoEncoderList_EncoderID: CFString = "EncoderID"
/// Whether hardware encodes, a boolean, by its key.
public let kVTVideoEncoderList_IsHardwareAccelerated: CFString = "IsHardwareAccelerated"
/// Whether an encoder reorders frames, a boolean, by its key.
public let kVTVideoEncoderList_SupportsFrameReordering: CFString = "SupportsFrameReordering"

/// The encoders that there are.
enum VideoEncoderList {
  private static let encoders: [(type: CMVideoCodecType, codec: VideoCodec, library: String)] = [
    (kCMVideoCodecType_H264, .h264, "x264"), (kCMVideoCodecType_HEVC, .hevc, "x265"),
  ]

  /// The name by which the encoder of `codec` is asked for.
  static func identifier(of codec: VideoCodec) -> CFString { "org.gstedit.videoencoder.\(codec.rawValue)" }

  /// The descriptions of available encoders.
  static var all: CFArray {
    encoders.filter { encoder in
      let size = PixelSize(width: 64, height: 64)
      return unsafe VTCompressionSession(encoder.codec, size, from: nil, to: nil).prepare() == noErr
    }.map { encoder -> CFDictionary in
      [
        kVTVideoEncoderList_CodecType: Int(encoder.type), kVTVideoEncoderList_CodecName: encoder.codec.format.title,
        kVTVideoEncoderList_EncoderName: encoder.library,
        kVTVideoEncoderList_DisplayName: "\(encoder.codec.format.title) (\(encoder.library))",
        kVTVideoEncoderList_EncoderID: identifier(of: encoder.codec), kVTVideoEncoderList_IsHardwareAccelerated: false,
        kVTVideoEncoderList_SupportsFrameReordering: true,
      ]
    }
  }
}

/// Stores dictionaries of the encoders that there are (`VTCopyVideoEncoderList`).
@discardableResult
public func VTCopyVideoEncoderList(
  _ options: CFDictionary?, _ listOfVideoEncodersOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe listOfVideoEncodersOut.pointee = VideoEncoderList.all
  return noErr
}

/// Stores the name of the encoder of `codecType`, and the properties that its sessions have
/// (`VTCopySupportedPropertyDictionaryForEncoder`).
///
/// - Returns: `kVTCouldNotFindVideoEncoderErr`.
@discardableResult
public func VTCopySupportedPropertyDictionaryForEncoder(
  width: Int32, height: Int32, codecType: CMVideoCodecType, encoderSpecification: CFDictionary?,
  encoderIDOut: UnsafeMutablePointer<CFString?>?, supportedPropertiesOut: UnsafeMutablePointer<CFDictionary?>?
) -> OSStatus {
  guard let codec = CompressionSettings.codec(codecType) else { return kVTCouldNotFindVideoEncoderErr }
  unsafe encoderIDOut?.pointee = VideoEncoderList.identifier(of: codec)
  unsafe supportedPropertiesOut?.pointee = CompressionSettings.table(of: codec).mapValues(\.description)
  return noErr
}
