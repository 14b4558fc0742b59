// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime
import Synchronization

/// When a sample is presented and decoded, and for how long (`CMSampleTimingInfo`).
public struct CMSampleTimingInfo: Hashable, Sendable {
  /// The duration of its presentation.
  public var duration: CMTime
  /// When it is presented.
  public var presentationTimeStamp: CMTime
  /// When it is decoded; invalid where that is when it is presented.
  public var decodeTimeStamp: CMTime

  /// Invalid times.
  public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }
  /// These times.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
    self.decodeTimeStamp = decodeTimeStamp
  }
  /// Invalid times.
  public static let invalid = CMSampleTimingInfo()
}

/// Invalid times.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid

/// A piece of media and when it is presented (`CMSampleBuffer`): a picture, samples of sound as numbers, or encoded data.
///
/// Threads: any.
public final class CMSampleBuffer: @unchecked Sendable {
  // @unchecked: what changes, and attachments of any type, are under a lock.
  private let state: Mutex<State>
  /// The number of samples: one picture, one packet, or the samples of a channel of sound.
  public let numSamples: Int
  /// The engine's own data about encoded media, which a writer of the same engine needs.
  package let origin: (any Sendable)?

  /// Its contents and attachments.
  struct State: @unchecked Sendable {
    // @unchecked: attachments are kept and handed out as they are; what they are is the callers' business.
    var picture: CVImageBuffer?
    var data: CMBlockBuffer?
    var format: CMFormatDescription?
    /// One for each sample, or one for all.
    var timing: [CMSampleTimingInfo]
    /// Bytes of each sample, or of each of all that are equally large; none where only their sum is known.
    var sizes: [Int] = []
    var outputTime: CMTime = .invalid
    var sampleAttachments: SampleAttachments
    var attachments: [CFString: Attachment] = [:]
    var isValid = true
    var readiness: DataReadiness
    /// Has the media be there.
    var maker: CMSampleBufferMakeDataReadyHandler?
    /// The buffer whose media are waited for.
    var tracked: CMSampleBuffer?
    var invalidation: CMSampleBufferInvalidateHandler?
    /// Buffers that stand for the same moment; nil where it holds no such.
    var group: [CMTaggedBuffer]?
    /// The memory of packets whose address was requested.
    var packets: StoredPackets?
  }

  /// An attachment, and whether copies have it too.
  struct Attachment {
    var value: Any
    var mode: CMAttachmentMode
  }

  /// `picture` or `data`, presented as `timing` says: times for each sample, or for the first of several that are equally long. `sizes` are
  /// those of all samples, or of each. The media are there as soon as they are set, unless `isReady` says otherwise.
  package init(
    picture: CVImageBuffer? = nil, data: CMBlockBuffer? = nil, format: CMFormatDescription?,
    timing: [CMSampleTimingInfo], sizes: [Int] = [], count: Int = 1, sampleAttachments: [CFString: Any] = [:],
    origin: (any Sendable)? = nil, isReady: Bool? = nil
  ) {
    let values = State(
      picture: picture, data: data, format: format, timing: timing, sizes: sizes,
      sampleAttachments: SampleAttachments(sampleAttachments),
      readiness: isReady ?? (picture != nil || data != nil) ? .ready : .notReady)
    state = Mutex(values)
    (numSamples, self.origin) = (count, origin)
  }

  /// The picture in `imageBuffer`, presented as `sampleTiming` says.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where `formatDescription` is another picture's.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
      throw NSError(kCMSampleBufferError_InvalidMediaFormat)
    }
    self.init(picture: imageBuffer, format: formatDescription, timing: [sampleTiming])
  }

  /// The same media, presented at other times.
  public convenience init(copying other: CMSampleBuffer, withNewTiming timing: [CMSampleTimingInfo]) throws {
    self.init(copying: other, timing: timing)
  }

  package convenience init(copying other: CMSampleBuffer, timing: [CMSampleTimingInfo]?) {
    let values = other.values
    self.init(
      picture: values.picture, data: values.data, format: values.format, timing: timing ?? values.timing,
      sizes: values.sizes, count: other.numSamples, sampleAttachments: values.sampleAttachments.values,
      origin: other.origin,
      isReady: other.dataReadiness == .ready)
    state.withLock { state in
      state.group = values.group
      state.attachments = values.attachments.filter { $0.value.mode == kCMAttachmentMode_ShouldPropagate }
    }
  }

  /// Its current contents and attachments.
  var values: State { state.withLock { $0 } }
  /// Changes its values.
  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// When the first of its samples is presented.
  public var presentationTimeStamp: CMTime { values.timing.map(\.presentationTimeStamp).min() ?? .invalid }
  /// When it is decoded; invalid where that is when it is presented.
  public var decodeTimeStamp: CMTime { values.timing.first?.decodeTimeStamp ?? .invalid }
  /// The duration of all of it.
  public var duration: CMTime {
    let timing = values.timing
    if timing.count == 1, numSamples > 1 {
      return CMTimeMultiply(timing[0].duration, multiplier: Int32(clamping: numSamples))
    }
    return timing.dropFirst().reduce(timing.first?.duration ?? .invalid) { $0 + $1.duration }
  }
  /// When it is presented in what it is written into: as ``presentationTimeStamp``, after what is trimmed from its start, unless it was
  /// set.
  public var outputPresentationTimeStamp: CMTime { setOutputTime ?? presentationTimeStamp + trims.start }
  /// When it is presented in what it is written into, where that was set.
  package var setOutputTime: CMTime? {
    let time = values.outputTime
    return time.isValid ? time : nil
  }
  /// The output duration: ``duration`` without what is trimmed.
  public var outputDuration: CMTime { duration - trims.start - trims.end }
  /// The picture; nil where it holds none.
  public var imageBuffer: CVImageBuffer? { values.picture }
  /// The bytes; nil where it holds a picture.
  public var dataBuffer: CMBlockBuffer? { values.data }
  /// The format of its content.
  public var formatDescription: CMFormatDescription? { values.format }
  /// Whether it has not been invalidated.
  public var isValid: Bool { values.isValid }
  /// Bytes of all samples; 0 of a picture.
  public var totalSampleSize: Int { values.data?.dataLength ?? 0 }
  /// Whether decoding can start here.
  package var isSync: Bool { values.sampleAttachments.values[kCMSampleAttachmentKey_NotSync] as? Bool != true }

  /// The times of its samples.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] { (0..<numSamples).map(timing) }

  /// The times of sample number `number`.
  func timing(_ number: Int) -> CMSampleTimingInfo {
    let timing = values.timing
    if timing.indices.contains(number) { return timing[number] }
    guard var first = timing.first else { return .invalid }
    first.presentationTimeStamp =
      first.presentationTimeStamp + CMTimeMultiply(first.duration, multiplier: Int32(clamping: number))
    return first
  }
}

extension CMSampleBuffer: Hashable {
  /// A buffer equals itself alone (`CFEqual`).
  public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
