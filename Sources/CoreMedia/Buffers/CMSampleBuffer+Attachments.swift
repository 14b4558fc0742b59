// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

/// Whether decoding cannot start at a sample.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Whether decoding can start at a sample, and what follows is whole after some more.
public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// Whether a sample has its media twice.
public let kCMSampleAttachmentKey_HasRedundantCoding: CFString = "HasRedundantCoding"
/// Whether it takes other samples to decode one.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// Whether others need a sample to be decoded.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// Whether later samples may be shown before one.
public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString = "EarlierDisplayTimesAllowed"
/// Whether a sample is shown as soon as it is decoded.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// Whether a sample is decoded and not shown.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// The temporal level of a sample of HEVC, a dictionary.
public let kCMSampleAttachmentKey_HEVCTemporalLevelInfo: CFString = "HEVCTemporalLevelInfo"
/// Whether decoding of a sublayer of HEVC can start at a sample.
public let kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess: CFString = "HEVCTemporalSubLayerAccess"
/// The same, of the next sublayer.
public let kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess: CFString = "HEVCStepwiseTemporalSubLayerAccess"
/// The type of the NAL units of a sample of HEVC at which decoding can start, a number.
public let kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType: CFString = "HEVCSyncSampleNALUnitType"
/// The number of packets of sound until it is whole, a number, of those at which decoding can start.
public let kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString =
  "AudioIndependentSampleDecoderRefreshCount"

extension CMSampleBuffer {
  /// Attachments of each sample: the same of all samples of a buffer. Setting one sets it in the buffer.
  public var sampleAttachments: SampleAttachmentsArray {
    get { SampleAttachmentsArray(buffer: self) }
    // What is set in a sample's dictionary has reached the buffer already.
    set { newValue.copy(to: self) }
  }

  /// The attachments of a buffer's samples.
  public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection {
    fileprivate let buffer: CMSampleBuffer
    /// The first sample's number: 0.
    public var startIndex: Int { 0 }
    /// The number of samples.
    public var endIndex: Int { Swift.max(1, buffer.numSamples) }
    /// The attachments of sample number `index`.
    public subscript(index: Int) -> PerSampleAttachmentsDictionary {
      get { PerSampleAttachmentsDictionary(buffer: buffer) }
      nonmutating set { newValue.copy(to: buffer) }
    }

    fileprivate func copy(to other: CMSampleBuffer) { PerSampleAttachmentsDictionary(buffer: buffer).copy(to: other) }
  }

  /// The attachments of a sample.
  public struct PerSampleAttachmentsDictionary: Sequence {
    fileprivate let buffer: CMSampleBuffer

    /// The value of `key`; nil without one.
    public subscript(key: Key) -> Any? {
      get { buffer.values.sampleAttachments.values[key.rawValue] }
      nonmutating set { buffer.change { $0.sampleAttachments.values[key.rawValue] = newValue } }
    }

    /// Iterates over the values with their names, in no order.
    public func makeIterator() -> IndexingIterator<[(key: Key, value: Any)]> {
      buffer.values.sampleAttachments.values.map { (key: Key(rawValue: $0.key), value: $0.value) }.makeIterator()
    }

    fileprivate func copy(to other: CMSampleBuffer) {
      guard other !== buffer else { return }
      let said = buffer.values.sampleAttachments.values
      other.change { $0.sampleAttachments.values = said }
    }

    /// The names of values.
    public struct Key: RawRepresentable, Hashable, Sendable {
      /// The string.
      public let rawValue: CFString
      /// The key of this string.
      public init(rawValue: CFString) { self.rawValue = rawValue }
      /// Whether decoding cannot start there.
      public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
      /// Whether decoding can start there, and what follows is whole after some more.
      public static let partialSync = Key(rawValue: kCMSampleAttachmentKey_PartialSync)
      /// Whether it has its media twice.
      public static let hasRedundantCoding = Key(rawValue: kCMSampleAttachmentKey_HasRedundantCoding)
      /// Whether it takes other samples to decode it.
      public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
      /// Whether others need it to be decoded.
      public static let isDependedOnByOthers = Key(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
      /// Whether later samples may be shown before it.
      public static let earlierDisplayTimesAllowed = Key(rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
      /// Whether it is shown as soon as it is decoded.
      public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
      /// Whether it is decoded and not shown.
      public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
      /// The temporal level of HEVC, a dictionary.
      public static let hevcTemporalLevelInfo = Key(rawValue: kCMSampleAttachmentKey_HEVCTemporalLevelInfo)
      /// Whether decoding of a sublayer of HEVC can start there.
      public static let hevcTemporalSubLayerAccess = Key(rawValue: kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
      /// The same, of the next sublayer.
      public static let hevcStepwiseTemporalSubLayerAccess = Key(
        rawValue: kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess)
      /// The type of the NAL units of HEVC, a number, where decoding can start there.
      public static let hevcSyncSampleNALUnitType = Key(rawValue: kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
      /// The number of packets of sound until it is whole, a number, where decoding can start there.
      public static let audioIndependentSampleDecoderRefreshCount = Key(
        rawValue: kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount)
    }
  }
}
