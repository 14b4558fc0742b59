// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

/// There is no memory.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12_730
/// Something that is needed is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12_731
/// The buffer has media already.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12_732
/// There are no media in it.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12_733
/// There is no such sample.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12_734
/// The sizes of its samples are not known.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12_735
/// The times of its samples are not known.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12_736
/// The list is too small.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12_737
/// There are neither none, one, nor as many times or sizes as samples.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12_738
/// The samples cannot be separated.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12_739
/// Times are not valid.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12_740
/// It is not for media of this kind.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12_741
/// The media are not what they should be.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12_742
/// The format is that of other media.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12_743
/// A buffer is no longer valid.
public let kCMSampleBufferError_Invalidated: OSStatus = -12_744
/// The media will never be there.
public let kCMSampleBufferError_DataFailed: OSStatus = -16_750
/// The media are not wanted any more.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16_751

extension CMSampleBuffer {
  /// The errors of its verbs, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// There is no memory.
    public static let allocationFailed = NSError(kCMSampleBufferError_AllocationFailed)
    /// Something that is needed is missing.
    public static let requiredParameterMissing = NSError(kCMSampleBufferError_RequiredParameterMissing)
    /// The buffer has media already.
    public static let alreadyHasDataBuffer = NSError(kCMSampleBufferError_AlreadyHasDataBuffer)
    /// There are no media in it.
    public static let bufferNotReady = NSError(kCMSampleBufferError_BufferNotReady)
    /// There is no such sample.
    public static let sampleIndexOutOfRange = NSError(kCMSampleBufferError_SampleIndexOutOfRange)
    /// The sizes of its samples are not known.
    public static let bufferHasNoSampleSizes = NSError(kCMSampleBufferError_BufferHasNoSampleSizes)
    /// The times of its samples are not known.
    public static let bufferHasNoSampleTimingInfo = NSError(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    /// The list is too small.
    public static let arrayTooSmall = NSError(kCMSampleBufferError_ArrayTooSmall)
    /// There are neither none, one, nor as many times or sizes as samples.
    public static let invalidEntryCount = NSError(kCMSampleBufferError_InvalidEntryCount)
    /// The samples cannot be separated.
    public static let cannotSubdivide = NSError(kCMSampleBufferError_CannotSubdivide)
    /// Times are not valid.
    public static let sampleTimingInfoInvalid = NSError(kCMSampleBufferError_SampleTimingInfoInvalid)
    /// It is not for media of this kind.
    public static let invalidMediaTypeForOperation = NSError(kCMSampleBufferError_InvalidMediaTypeForOperation)
    /// The media are not what they should be.
    public static let invalidSampleData = NSError(kCMSampleBufferError_InvalidSampleData)
    /// The format is that of other media.
    public static let invalidMediaFormat = NSError(kCMSampleBufferError_InvalidMediaFormat)
    /// A buffer is no longer valid.
    public static let invalidated = NSError(kCMSampleBufferError_Invalidated)
    /// The media will never be there.
    public static let dataFailed = NSError(kCMSampleBufferError_DataFailed)
    /// The media are not wanted any more.
    public static let dataCanceled = NSError(kCMSampleBufferError_DataCanceled)
  }

  /// The form in which samples are handed out (`CMSampleBuffer.Flags`).
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// The flags of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Each buffer starts at a multiple of 16 bytes.
    public static let audioBufferListAssure16ByteAlignment = Flags(
      rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
  }

  /// The number of the class.
  public static var typeID: CFTypeID { CFTypeID(of: CMSampleBuffer.self) }
}

/// The number of the class of sample buffers.
public func CMSampleBufferGetTypeID() -> CFTypeID { CMSampleBuffer.typeID }
