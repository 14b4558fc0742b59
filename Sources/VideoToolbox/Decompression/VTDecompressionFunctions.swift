// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AVFoundation
public import CoreMedia
import Rendering

// SAFETY: out parameters are written once; contexts of the caller's are handed to his callbacks and not looked into.

/// Stores a session that decodes packets of `formatDescription` into pictures as `imageBufferAttributes` ask for, of two planes where they say
/// nothing, and gives them to `outputCallback` (`VTDecompressionSessionCreate`).
///
/// - Returns: `kVTCouldNotFindVideoDecoderErr` for a codec that is not decoded, and where hardware or a graphics card is required;
///   `kVTVideoDecoderBadDataErr` for H.264 and HEVC without parameter sets; `kVTPixelTransferNotSupportedErr` for pixel formats in which
///   pictures are not given.
@discardableResult
public func VTDecompressionSessionCreate(
  allocator: CFAllocator?, formatDescription videoFormatDescription: CMVideoFormatDescription,
  decoderSpecification videoDecoderSpecification: CFDictionary?,
  imageBufferAttributes destinationImageBufferAttributes: CFDictionary?,
  outputCallback: UnsafePointer<VTDecompressionOutputCallbackRecord>?,
  decompressionSessionOut: UnsafeMutablePointer<VTDecompressionSession?>
) -> OSStatus {
  unsafe decompressionSessionOut.pointee = nil
  let required = videoDecoderSpecification?[kVTVideoDecoderSpecification_RequireHardwareAcceleratedVideoDecoder]
  let card = videoDecoderSpecification?[kVTVideoDecoderSpecification_RequiredDecoderGPURegistryID]
  guard (required as? Bool) != true, (required as? NSNumber)?.boolValue != true, card == nil else {
    return kVTCouldNotFindVideoDecoderErr
  }
  guard videoFormatDescription.pictureFormat != nil else {
    return [.h264, .hevc].contains(videoFormatDescription.mediaSubType)
      ? kVTVideoDecoderBadDataErr : kVTCouldNotFindVideoDecoderErr
  }
  guard let pictures = DecodedBuffers(destinationImageBufferAttributes) else { return kVTPixelTransferNotSupportedErr }
  let record = unsafe outputCallback?.pointee
  let output: VTDecompressionSession.FrameOutput? = unsafe record.flatMap { record in
    unsafe record.decompressionOutputCallback.map { call in
      let context = unsafe record.decompressionOutputRefCon
      return { unsafe call(context, $0, $1, $2, $3, $4, $5) }
    }
  }
  do {
    let session = unsafe try VTDecompressionSession(videoFormatDescription, as: pictures, to: output)
    session.begin()
    unsafe decompressionSessionOut.pointee = session
    return noErr
  } catch {
    return kVTCouldNotFindVideoDecoderErr
  }
}

/// Decodes `sampleBuffer`, and gives its picture to the session's callback, with `sourceFrameRefCon`
/// (`VTDecompressionSessionDecodeFrame`). Blocks until that has happened, unless the frame may be decoded asynchronously.
///
/// - Returns: `kVTParameterErr` for a buffer without data, `kVTFormatDescriptionChangeNotSupportedErr` for one of another format,
///   `kVTInvalidSessionErr`. What cannot be decoded is given to the callback without a picture.
@discardableResult
public func VTDecompressionSessionDecodeFrame(
  _ session: VTDecompressionSession, sampleBuffer: CMSampleBuffer, flags decodeFlags: VTDecodeFrameFlags,
  frameRefcon sourceFrameRefCon: UnsafeMutableRawPointer?, infoFlagsOut: UnsafeMutablePointer<VTDecodeInfoFlags>?
) -> OSStatus {
  guard let output = unsafe session.output else {
    return unsafe VTDecompressionSessionDecodeFrame(
      session, sampleBuffer: sampleBuffer, flags: decodeFlags, infoFlagsOut: infoFlagsOut
    ) { _, _, _, _, _ in }
  }
  return unsafe VTDecompressionSessionDecodeFrame(
    session, sampleBuffer: sampleBuffer, flags: decodeFlags, infoFlagsOut: infoFlagsOut
  ) { unsafe output(sourceFrameRefCon, $0, $1, $2, $3, $4) }
}

/// The same, given to `outputHandler` (`VTDecompressionSessionDecodeFrameWithOutputHandler`).
@discardableResult
public func VTDecompressionSessionDecodeFrame(
  _ session: VTDecompressionSession, sampleBuffer: CMSampleBuffer, flags decodeFlags: VTDecodeFrameFlags,
  infoFlagsOut: UnsafeMutablePointer<VTDecodeInfoFlags>?, outputHandler: @escaping VTDecompressionOutputHandler
) -> OSStatus {
  let status = session.decode(sampleBuffer, decodeFlags, outputHandler)
  if status == noErr {
    unsafe infoFlagsOut?.pointee = decodeFlags.contains(._EnableAsynchronousDecompression) ? .asynchronous : []
  }
  return status
}

/// Has all pictures be given that are held back as others may come before them (`VTDecompressionSessionFinishDelayedFrames`).
@discardableResult
public func VTDecompressionSessionFinishDelayedFrames(_ session: VTDecompressionSession) -> OSStatus {
  session.finishDelayedFrames()
}

/// Blocks until all frames have been given, those too that are held back (`VTDecompressionSessionWaitForAsynchronousFrames`).
@discardableResult
public func VTDecompressionSessionWaitForAsynchronousFrames(_ session: VTDecompressionSession) -> OSStatus {
  session.waitForAsynchronousFrames()
}

/// Whether `session` decodes packets of `newFormatDesc` too: of the same codec and size
/// (`VTDecompressionSessionCanAcceptFormatDescription`).
public func VTDecompressionSessionCanAcceptFormatDescription(
  _ session: VTDecompressionSession, formatDescription newFormatDesc: CMFormatDescription
) -> Bool { !session.isInvalidated && session.canAccept(newFormatDesc) }

/// Stores a black picture as the session gives them (`VTDecompressionSessionCopyBlackPixelBuffer`).
@discardableResult
public func VTDecompressionSessionCopyBlackPixelBuffer(
  _ session: VTDecompressionSession, pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> OSStatus {
  guard !session.isInvalidated else { return kVTInvalidSessionErr }
  let black = session.pictures.black(of: session.format)
  unsafe pixelBufferOut.pointee = black
  return black == nil ? kVTAllocationFailedErr : noErr
}

/// Ends `session`: frames that have not been given are not any more (`VTDecompressionSessionInvalidate`).
public func VTDecompressionSessionInvalidate(_ session: VTDecompressionSession) { session.invalidate() }

/// The number of the class of sessions.
public func VTDecompressionSessionGetTypeID() -> CFTypeID { CFTypeID(of: VTDecompressionSession.self) }

/// Whether hardware decodes `codecType`: it does not (`VTIsHardwareDecodeSupported`).
public func VTIsHardwareDecodeSupported(_ codecType: CMVideoCodecType) -> Bool { false }

/// Whether HEVC of two views is decoded: it is not (`VTIsStereoMVHEVCDecodeSupported`).
public func VTIsStereoMVHEVCDecodeSupported() -> Bool { false }
