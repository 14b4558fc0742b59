import CoreMedia
import EditingModel
public import Foundation
import MediaFormats
import Synchronization

/// Number of samples of each channel.
public typealias AVAudioFrameCount = UInt32
/// The number of a sample.
public typealias AVAudioFramePosition = Int64
/// Number of packets; of linear PCM, of samples.
public typealias AVAudioPacketCount = UInt32
/// Number of channels.
public typealias AVAudioChannelCount = UInt32

/// Usual formats of samples (`AVAudioCommonFormat`).
public enum AVAudioCommonFormat: UInt, Sendable {
  /// Another one, or compressed.
  case otherFormat
  /// Floating-point numbers of 32 bits.
  case pcmFormatFloat32
  /// Floating-point numbers of 64 bits.
  case pcmFormatFloat64
  /// Integers of 16 bits.
  case pcmFormatInt16
  /// Integers of 32 bits.
  case pcmFormatInt32

  fileprivate var samples: (bits: UInt32, isFloat: Bool)? {
    switch self {
    case .otherFormat: nil
    case .pcmFormatFloat32: (32, true)
    case .pcmFormatFloat64: (64, true)
    case .pcmFormatInt16: (16, false)
    case .pcmFormatInt32: (32, false)
    }
  }
}

// SAFETY: the description and the layout are allocated with the format, written once before it is shared, and freed
// when the last reference to it goes.

/// Format of sound in buffers and files (`AVAudioFormat`). Immutable, but for ``magicCookie``. Threads: any. Lock order: only `cookie`.
@safe open class AVAudioFormat: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: nothing changes after it is made but what is under a lock.
  private let stream: UnsafeMutablePointer<AudioStreamBasicDescription>
  /// The channel layout; nil without one, which more than two channels need.
  public let channelLayout: AVAudioChannelLayout?
  private let cookie = Mutex<Data?>(nil)

  private init(_ description: AudioStreamBasicDescription, layout: AVAudioChannelLayout?) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: description)
    channelLayout = layout
    super.init()
  }

  /// No format: without a rate, and without channels.
  public override convenience init() { self.init(AudioStreamBasicDescription(), layout: nil) }

  deinit { unsafe stream.deallocate() }

  /// The format of `streamDescription`; nil for more than two channels, which need a layout.
  public convenience init?(streamDescription: UnsafePointer<AudioStreamBasicDescription>) {
    unsafe self.init(streamDescription: streamDescription, channelLayout: nil)
  }

  /// The format of `streamDescription`, for the speakers of `layout`; nil for more than two channels without one.
  public convenience init?(
    streamDescription: UnsafePointer<AudioStreamBasicDescription>, channelLayout layout: AVAudioChannelLayout?
  ) {
    let description = unsafe streamDescription.pointee
    guard description.mChannelsPerFrame <= 2 || layout != nil else { return nil }
    self.init(description, layout: layout ?? AVAudioChannelLayout(channels: description.mChannelsPerFrame))
  }

  /// The standard format, floats of 32 bits with a buffer for each channel; nil for more than two channels.
  public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
    self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
  }

  /// The standard format for the speakers of `layout`.
  public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout) {
    self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false, channelLayout: layout)
  }

  /// Samples in `format`; nil of more than two channels, which need a layout, and of no common format.
  public convenience init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
  ) {
    guard (1...2).contains(channels), format != .otherFormat, sampleRate > 0 else { return nil }
    self.init(
      Self.description(format, sampleRate, channels, isInterleaved: interleaved),
      layout: AVAudioChannelLayout(channels: channels))
  }

  /// Samples in `format` for the speakers of `layout`.
  public convenience init(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
    channelLayout layout: AVAudioChannelLayout
  ) {
    self.init(
      Self.description(format, sampleRate, layout.channelCount, isInterleaved: interleaved), layout: layout)
  }

  /// The format in a file's settings; nil without rate and channels, and for more than two channels without a layout.
  public convenience init?(settings: [String: Any]) {
    let values = SettingsDictionary(values: settings)
    guard let rate = values.number(AVSampleRateKey), rate > 0,
      let channels = values.integer(AVNumberOfChannelsKey).flatMap(AVAudioChannelCount.init(exactly:)), channels > 0
    else { return nil }
    let id = values.integer(AVFormatIDKey).flatMap { AudioFormatID(exactly: $0) } ?? kAudioFormatLinearPCM
    var description = AudioStreamBasicDescription()
    if id == kAudioFormatLinearPCM {
      let isFloat = values.isTrue(AVLinearPCMIsFloatKey)
      let bits = values.integer(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
      description = Self.description(
        bits: UInt32(clamping: bits.within(0...64)), isFloat: isFloat, rate, channels,
        isInterleaved: !values.isTrue(AVLinearPCMIsNonInterleaved))
      if values.isTrue(AVLinearPCMIsBigEndianKey) { description.mFormatFlags |= kAudioFormatFlagIsBigEndian }
    } else {
      description = AudioStreamBasicDescription(
        packetsOf: id, rate, channels, bits: values.integer(AVEncoderBitDepthHintKey))
    }
    let bytes = values.values[AVChannelLayoutKey] as? Data
    let layout = bytes.flatMap { AVAudioChannelLayout(bytes: $0) }
    guard channels <= 2 || layout?.channelCount == channels else { return nil }
    self.init(description, layout: layout ?? AVAudioChannelLayout(channels: channels))
  }

  /// The format of a track's sound.
  public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
    let description = formatDescription.audioStreamBasicDescription ?? AudioStreamBasicDescription()
    self.init(description, layout: AVAudioChannelLayout(channels: description.mChannelsPerFrame))
    guard isCompressed, let stored = formatDescription.magicCookie else { return }
    magicCookie = stored
    if let codec = AudioCodec(description.mFormatID) {
      let configuration = MagicCookie.configuration(in: stored, of: codec, description)
      magicCookie = MagicCookie.cookie(configuration, of: codec, bitRate: 0)
    }
  }

  /// Samples of `bits` bits.
  private static func description(
    bits: UInt32, isFloat: Bool, _ rate: Double, _ channels: AVAudioChannelCount, isInterleaved: Bool
  ) -> AudioStreamBasicDescription {
    // Settings may have any number of channels; no layout exists for large numbers.
    let bytes = (bits + 7) / 8 &* (isInterleaved ? channels : 1)
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger) | kAudioFormatFlagIsPacked
        | (isInterleaved ? 0 : kAudioFormatFlagIsNonInterleaved), mBytesPerPacket: bytes, mFramesPerPacket: 1,
      mBytesPerFrame: bytes, mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
  }

  /// Samples in `format`.
  static func description(
    _ format: AVAudioCommonFormat, _ rate: Double, _ channels: AVAudioChannelCount, isInterleaved: Bool
  ) -> AudioStreamBasicDescription {
    let (bits, isFloat) = format.samples ?? (32, true)
    return description(bits: bits, isFloat: isFloat, rate, channels, isInterleaved: isInterleaved)
  }

  /// The format in Core Audio's words, as long as the format is kept.
  public var streamDescription: UnsafePointer<AudioStreamBasicDescription> { unsafe UnsafePointer(stream) }
  var fields: AudioStreamBasicDescription { unsafe stream.pointee }

  /// The decoder's configuration for packets (magic cookie); nil unless set, or present in the track that the format is
  /// of. Formats that differ in it alone are equal.
  public var magicCookie: Data? {
    get { cookie.withLock { $0 } }
    set { cookie.withLock { $0 = newValue } }
  }

  /// Samples a second.
  public var sampleRate: Double { fields.mSampleRate }
  /// Number of channels.
  public var channelCount: AVAudioChannelCount { fields.mChannelsPerFrame }
  /// Whether channels stand by turns in one buffer.
  public var isInterleaved: Bool { fields.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }
  /// Whether samples are floats of 32 bits, and each channel has a buffer of its own.
  public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }
  /// Form of the samples.
  public var commonFormat: AVAudioCommonFormat {
    let description = fields
    guard description.mFormatID == kAudioFormatLinearPCM,
      description.mFormatFlags & kAudioFormatFlagIsBigEndian == 0
    else { return .otherFormat }
    return switch (description.mFormatFlags & kAudioFormatFlagIsFloat != 0, description.mBitsPerChannel) {
    case (true, 32): .pcmFormatFloat32
    case (true, 64): .pcmFormatFloat64
    case (false, 16): .pcmFormatInt16
    case (false, 32): .pcmFormatInt32
    default: .otherFormat
    }
  }

  /// Settings of a file of the format.
  public var settings: [String: Any] {
    let description = fields
    var settings: [String: Any] = [
      AVFormatIDKey: description.mFormatID, AVSampleRateKey: description.mSampleRate,
      AVNumberOfChannelsKey: description.mChannelsPerFrame,
    ]
    if description.mFormatID == kAudioFormatLinearPCM {
      settings[AVLinearPCMBitDepthKey] = description.mBitsPerChannel
      settings[AVLinearPCMIsFloatKey] = description.mFormatFlags & kAudioFormatFlagIsFloat != 0
      settings[AVLinearPCMIsBigEndianKey] = description.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
      settings[AVLinearPCMIsNonInterleaved] = !isInterleaved
    }
    if let bits = description.sourceBits { settings[AVEncoderBitDepthHintKey] = bits }
    if channelCount > 2, let channelLayout { settings[AVChannelLayoutKey] = channelLayout.bytes }
    return settings
  }

  /// The format as tracks have it, with ``magicCookie``.
  public var formatDescription: CMAudioFormatDescription {
    let stated = magicCookie.flatMap { try? CMFormatDescription(audioStreamBasicDescription: fields, magicCookie: $0) }
    return stated ?? CMFormatDescription(fields)
  }

  /// Whether `object` is a format that says the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioFormat else { return false }
    return fields == other.fields && channelLayout == other.channelLayout
  }
  /// Of formats that say the same, the same number.
  open override var hash: Int { fields.hashValue }
  /// The format itself, which does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
  /// Description of the format, in words.
  open override var description: String {
    "<AVAudioFormat: \(channelCount) ch, \(sampleRate) Hz, \(commonFormat)\(isInterleaved ? ", inter" : ", deinter")>"
  }
}
