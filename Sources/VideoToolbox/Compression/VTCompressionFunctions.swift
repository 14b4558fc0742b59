// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import CoreVideo
import MediaFormats

// SAFETY: out parameters are written once; contexts of the caller's are handed to his callbacks and not looked into.

/// The outcome of encoding a frame (`VTEncodeInfoFlags`).
public struct VTEncodeInfoFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// The flags of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// After the call returned, or on another thread.
  public static let asynchronous = Self(rawValue: 1)
  /// It was left out.
  public static let frameDropped = Self(rawValue: 1 << 1)
}

/// Is given a packet: the session's context and the frame's, what came of it, the packet.
public typealias VTCompressionOutputCallback = (
  UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, OSStatus, VTEncodeInfoFlags, CMSampleBuffer?
) -> Void
/// The same, without contexts.
public typealias VTCompressionOutputHandler = (OSStatus, VTEncodeInfoFlags, CMSampleBuffer?) -> Void

/// Whether a frame becomes one at which decoding can start, a boolean, by its key.
public let kVTEncodeFrameOptionKey_ForceKeyFrame: CFString = "ForceKeyFrame"
/// Any number of frames.
public let kVTUnlimitedFrameDelayCount = -1

/// Stores a session that encodes pictures of `width` by `height` pixels, others scaled, and gives packets to `outputCallback` with
/// `outputCallbackRefCon` (`VTCompressionSessionCreate`).
///
/// - Returns: `kVTCouldNotFindVideoEncoderErr` for a codec that is not encoded, and where hardware is required; `kVTParameterErr` for a size
///   that is none.
@discardableResult
public func VTCompressionSessionCreate(
  allocator: CFAllocator?, width: Int32, height: Int32, codecType: CMVideoCodecType,
  encoderSpecification: CFDictionary?, imageBufferAttributes sourceImageBufferAttributes: CFDictionary?,
  compressedDataAllocator: CFAllocator?, outputCallback: VTCompressionOutputCallback?,
  refcon outputCallbackRefCon: UnsafeMutableRawPointer?,
  compressionSessionOut: UnsafeMutablePointer<VTCompressionSession?>
) -> OSStatus {
  unsafe compressionSessionOut.pointee = nil
  func asks(_ key: CFString) -> Bool {
    let value = encoderSpecification?[key]
    return (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false
  }
  guard !asks(kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder),
    encoderSpecification?[kVTVideoEncoderSpecification_RequiredEncoderGPURegistryID] == nil,
    let codec = CompressionSettings.codec(codecType)
  else { return kVTCouldNotFindVideoEncoderErr }
  if let name = encoderSpecification?[kVTVideoEncoderSpecification_EncoderID] as? CFString,
    name != VideoEncoderList.identifier(of: codec)
  {
    return kVTCouldNotFindVideoEncoderErr
  }
  // Chroma has half the pixels, and a side has 16,384 at most.
  guard (2...16_384).contains(width), (2...16_384).contains(height) else { return kVTParameterErr }
  let output: VTCompressionSession.FrameOutput? = unsafe outputCallback.map { call in
    { unsafe call(outputCallbackRefCon, $0, $1, $2, $3) }
  }
  unsafe compressionSessionOut.pointee = VTCompressionSession(
    codec, PixelSize(width: Int(width), height: Int(height)), from: sourceImageBufferAttributes,
    isLowLatency: asks(kVTVideoEncoderSpecification_EnableLowLatencyRateControl), to: output)
  return noErr
}

/// Finds out whether `session` can encode as its properties say (`VTCompressionSessionPrepareToEncodeFrames`); it need not be called.
///
/// - Returns: `kVTCouldNotFindVideoEncoderErr`, `kVTCouldNotCreateInstanceErr`, `kVTInvalidSessionErr`.
@discardableResult
public func VTCompressionSessionPrepareToEncodeFrames(_ session: VTCompressionSession) -> OSStatus { session.prepare() }

/// A pool of buffers as `session` takes them best; nil of one that has been invalidated (`VTCompressionSessionGetPixelBufferPool`).
public func VTCompressionSessionGetPixelBufferPool(_ session: VTCompressionSession) -> CVPixelBufferPool? {
  session.bufferPool
}

/// Encodes the picture in `imageBuffer`, and gives its packet to the session's callback, with `sourceFrameRefcon`
/// (`VTCompressionSessionEncodeFrame`). Frames come in the order in which they are shown. Blocks while too many wait.
///
/// - Returns: `kVTParameterErr` for a time that is no number, `kVTPixelTransferNotSupportedErr` for a pixel format that
///   is not converted, `kVTInvalidSessionErr`. Errors of encoding go to the callback.
@discardableResult
public func VTCompressionSessionEncodeFrame(
  _ session: VTCompressionSession, imageBuffer: CVImageBuffer, presentationTimeStamp: CMTime, duration: CMTime,
  frameProperties: CFDictionary?, sourceFrameRefcon: UnsafeMutableRawPointer?,
  infoFlagsOut: UnsafeMutablePointer<VTEncodeInfoFlags>?
) -> OSStatus {
  let output = unsafe session.output
  return unsafe VTCompressionSessionEncodeFrame(
    session, imageBuffer: imageBuffer, presentationTimeStamp: presentationTimeStamp, duration: duration,
    frameProperties: frameProperties, infoFlagsOut: infoFlagsOut
  ) { unsafe output?(sourceFrameRefcon, $0, $1, $2) }
}

/// The same, given to `outputHandler` (`VTCompressionSessionEncodeFrameWithOutputHandler`).
@discardableResult
public func VTCompressionSessionEncodeFrame(
  _ session: VTCompressionSession, imageBuffer: CVImageBuffer, presentationTimeStamp: CMTime, duration: CMTime,
  frameProperties: CFDictionary?, infoFlagsOut: UnsafeMutablePointer<VTEncodeInfoFlags>?,
  outputHandler: @escaping VTCompressionOutputHandler
) -> OSStatus {
  let forced = frameProperties?[kVTEncodeFrameOptionKey_ForceKeyFrame]
  let status = session.encode(
    imageBuffer, at: presentationTimeStamp, lasting: duration,
    asKeyFrame: (forced as? Bool) ?? (forced as? NSNumber)?.boolValue ?? false, outputHandler)
  if status == noErr { unsafe infoFlagsOut?.pointee = .asynchronous }
  return status
}

/// Blocks until the packets of all frames have been given that are shown until `completeUntilPresentationTimeStamp`, or of all where that is
/// no number (`VTCompressionSessionCompleteFrames`).
@discardableResult
public func VTCompressionSessionCompleteFrames(
  _ session: VTCompressionSession, untilPresentationTimeStamp completeUntilPresentationTimeStamp: CMTime
) -> OSStatus { session.completeFrames(until: completeUntilPresentationTimeStamp) }

/// Ends `session`: frames that have not been given are not any more (`VTCompressionSessionInvalidate`).
public func VTCompressionSessionInvalidate(_ session: VTCompressionSession) { session.invalidate() }

/// The number of the class of sessions.
public func VTCompressionSessionGetTypeID() -> CFTypeID { CFTypeID(of: VTCompressionSession.self) }
