// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

public import CoreMedia

// SAFETY: contexts of the caller's are handed to his callbacks and not looked into.

/// The options of decoding a frame (`VTDecodeFrameFlags`).
public struct VTDecodeFrameFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// The flags of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// It may be decoded after the call has returned.
  public static let _EnableAsynchronousDecompression = Self(rawValue: 1)
  /// No picture is wanted of it.
  public static let _DoNotOutputFrame = Self(rawValue: 1 << 1)
  /// It need not be decoded faster than it is shown.
  public static let _1xRealTimePlayback = Self(rawValue: 1 << 2)
  /// It may come when those that are shown before it have come.
  public static let _EnableTemporalProcessing = Self(rawValue: 1 << 3)
}

/// The outcome of decoding a frame (`VTDecodeInfoFlags`).
public struct VTDecodeInfoFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// The flags of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// After the call returned, or on another thread.
  public static let asynchronous = Self(rawValue: 1)
  /// It was left out.
  public static let frameDropped = Self(rawValue: 1 << 1)
  /// The picture may be drawn in.
  public static let imageBufferModifiable = Self(rawValue: 1 << 2)
  /// It was left out, as what it refers to was not there.
  public static let skippedLeadingFrameDropped = Self(rawValue: 1 << 3)
  /// It was given up.
  public static let frameInterrupted = Self(rawValue: 1 << 4)
}

/// Is given a decoded picture: the session's context and the frame's, what came of it, the picture, when it is presented and for how long.
public typealias VTDecompressionOutputCallback = (
  UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, OSStatus, VTDecodeInfoFlags, CVImageBuffer?, CMTime, CMTime
) -> Void
/// The same, without contexts.
public typealias VTDecompressionOutputHandler = (OSStatus, VTDecodeInfoFlags, CVImageBuffer?, CMTime, CMTime) -> Void

/// The receiver of decoded pictures (`VTDecompressionOutputCallbackRecord`).
@safe public struct VTDecompressionOutputCallbackRecord {
  /// Who.
  public var decompressionOutputCallback: VTDecompressionOutputCallback?
  /// The context that he is given.
  public var decompressionOutputRefCon: UnsafeMutableRawPointer?

  /// No callback.
  public init() { unsafe (decompressionOutputCallback, decompressionOutputRefCon) = (nil, nil) }
  /// The callback, and its context.
  public init(
    decompressionOutputCallback: VTDecompressionOutputCallback?, decompressionOutputRefCon: UnsafeMutableRawPointer?
  ) {
    unsafe self.decompressionOutputCallback = decompressionOutputCallback
    unsafe self.decompressionOutputRefCon = decompressionOutputRefCon
  }
}

/// Whether pictures are decoded as they are shown, a boolean: it changes nothing here.
public let kVTDecompressionPropertyKey_RealTime: CFString = "RealTime"
/// Whether hardware decodes: it does not.
public let kVTDecompressionPropertyKey_UsingHardwareAcceleratedVideoDecoder: CFString =
  "UsingHardwareAcceleratedVideoDecoder"
/// The number of frames that were given and whose pictures have not come.
public let kVTDecompressionPropertyKey_NumberOfFramesBeingDecoded: CFString = "NumberOfFramesBeingDecoded"
/// The earliest time at which one of them is presented, as Core Media's dictionary of a time.
public let kVTDecompressionPropertyKey_MinOutputPresentationTimeStampOfFramesBeingDecoded: CFString =
  "MinOutputPresentationTimeStampOfFramesBeingDecoded"
/// The latest one.
public let kVTDecompressionPropertyKey_MaxOutputPresentationTimeStampOfFramesBeingDecoded: CFString =
  "MaxOutputPresentationTimeStampOfFramesBeingDecoded"
/// Whether frames may refer to others, a boolean.
public let kVTDecompressionPropertyKey_ContentHasInterframeDependencies: CFString = "ContentHasInterframeDependencies"
/// The pool of pictures of the session's format and size.
public let kVTDecompressionPropertyKey_PixelBufferPool: CFString = "PixelBufferPool"
/// Whether pictures are made by the decoder's own pool: they are not.
public let kVTDecompressionPropertyKey_PixelBufferPoolIsShared: CFString = "PixelBufferPoolIsShared"
/// The numbers of the pixel formats that pictures are given in, the best first.
public let kVTDecompressionPropertyKey_SupportedPixelFormatsOrderedByQuality: CFString =
  "SupportedPixelFormatsOrderedByQuality"
