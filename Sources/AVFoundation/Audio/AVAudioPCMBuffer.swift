public import CoreMedia
public import Foundation

// SAFETY: the samples, the list and the table of channels are allocated with the buffer, for as many samples as its
// capacity, and freed with it; samples are reached within that capacity alone. Samples that the caller passed in stay
// allocated until the buffer calls the caller's deallocator.

/// Sound in memory (`AVAudioBuffer`).
@safe open class AVAudioBuffer: NSObject {
  /// Format of the samples.
  public let format: AVAudioFormat
  /// Addresses and sizes of its parts.
  let list: UnsafeMutableAudioBufferListPointer

  init(_ format: AVAudioFormat, _ list: UnsafeMutableAudioBufferListPointer) {
    self.format = format
    unsafe self.list = list
    super.init()
  }

  /// A buffer of no format and no parts: what stands where there is none.
  public override init() {
    format = AVAudioFormat()
    unsafe list = AudioBufferList.allocate(maximumBuffers: 1)
    unsafe list.count = 0
    super.init()
  }

  deinit { unsafe free(list.unsafeMutablePointer) }

  /// The buffers; each one's byte size corresponds to `frameLength`.
  public var audioBufferList: UnsafePointer<AudioBufferList> { unsafe list.unsafePointer }
  /// The buffers, to be written.
  public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { unsafe list.unsafeMutablePointer }
}

/// Samples in memory (`AVAudioPCMBuffer`), with a fixed capacity; the first ``frameLength`` samples are valid.
///
/// Threads: one at a time.
@safe open class AVAudioPCMBuffer: AVAudioBuffer, @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time, as Apple's is.
  /// Number of samples of each channel that it has room for.
  public let frameCapacity: AVAudioFrameCount
  /// The samples, where the buffer has made room for them.
  private let memory: UnsafeMutableRawPointer?
  private let channels: UnsafeMutableRawPointer
  /// The deallocator of samples that the caller passed in; called when the buffer needs them no more.
  private let release: (() -> Void)?
  private var length: AVAudioFrameCount = 0

  /// A buffer with room for `frameCapacity` samples of each channel, which are zero; nil where `format` is compressed, or there is no
  /// memory.
  public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    let stream = format.fields
    guard stream.mFormatID == kAudioFormatLinearPCM, stream.mBytesPerFrame > 0, stream.mChannelsPerFrame > 0 else {
      return nil
    }
    let (parts, each) = (format.parts, Int(stream.mBytesPerFrame))
    let (bytes, isTooMuch) = (Int(frameCapacity) * each).multipliedReportingOverflow(by: parts)
    guard !isTooMuch, let memory = unsafe calloc(max(1, bytes), 1),
      let table = unsafe calloc(Int(stream.mChannelsPerFrame), MemoryLayout<Int>.size)
    else { return nil }
    self.frameCapacity = frameCapacity
    release = nil
    unsafe (self.memory, channels) = (memory, table)
    let list = unsafe AudioBufferList.allocate(maximumBuffers: parts)
    for part in 0..<parts {
      unsafe list[part] = AudioBuffer(
        mNumberChannels: format.isInterleaved ? stream.mChannelsPerFrame : 1, mDataByteSize: 0,
        mData: memory + part * Int(frameCapacity) * each)
    }
    unsafe super.init(format, list)
    unsafe fillTable()
  }

  /// A buffer of the samples in `bufferList`, as many as there are; nil where `format` is compressed, or the list is of another one. They
  /// are neither copied nor freed; `deallocator` is called when the buffer needs them no more.
  public init?(
    pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
    deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
  ) {
    let stream = format.fields
    let given = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
    guard stream.mFormatID == kAudioFormatLinearPCM, stream.mBytesPerFrame > 0, stream.mChannelsPerFrame > 0,
      unsafe given.count == format.parts, unsafe given.allSatisfy({ unsafe $0.mData != nil }),
      let table = unsafe calloc(Int(stream.mChannelsPerFrame), MemoryLayout<Int>.size)
    else { return nil }
    let least = unsafe given.reduce(UInt32.max) { unsafe min($0, $1.mDataByteSize) }
    frameCapacity = least / stream.mBytesPerFrame
    length = frameCapacity
    unsafe (memory, channels) = (nil, table)
    unsafe release = deallocator.map { deallocator in { unsafe deallocator(bufferList) } }
    let list = unsafe AudioBufferList.allocate(maximumBuffers: format.parts)
    for part in 0..<format.parts {
      unsafe list[part] = given[part]
      // One may be longer than another.
      unsafe list[part].mDataByteSize = frameCapacity * stream.mBytesPerFrame
    }
    unsafe super.init(format, list)
    unsafe fillTable()
  }

  /// Notes where each channel's first sample is.
  @unsafe private func fillTable() {
    let addresses = unsafe channels.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    for channel in 0..<Int(format.channelCount) {
      let part = unsafe list[format.isInterleaved ? 0 : channel].mData
      let offset = format.isInterleaved ? channel * Int(format.fields.mBitsPerChannel / 8) : 0
      unsafe addresses[channel] = part.map { unsafe $0 + offset }
    }
  }

  deinit {
    release?()
    unsafe free(memory)
    unsafe free(channels)
  }

  /// Number of samples of each channel; 0 unless set. More than there is room for end the process, as AVFoundation's exception does.
  public var frameLength: AVAudioFrameCount {
    get { length }
    set {
      if newValue > frameCapacity {
        Misuse.raise("required condition is false: length <= _imp->_capacity")
      }
      length = newValue
      let size = UInt32(clamping: UInt64(newValue) * UInt64(format.fields.mBytesPerFrame))
      for part in unsafe 0..<list.count { unsafe list[part].mDataByteSize = size }
    }
  }

  /// Distance of one sample of a channel from the next, in samples: 1, or the number of channels that stand by turns.
  public var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

  /// The first samples of the channels, ``stride`` apart; nil of other samples than floats of 32 bits.
  public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
    unsafe data(.pcmFormatFloat32)
  }
  /// The first samples of the channels, ``stride`` apart; nil of other samples than integers of 16 bits.
  public var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { unsafe data(.pcmFormatInt16) }
  /// The first samples of the channels, ``stride`` apart; nil of other samples than integers of 32 bits.
  public var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { unsafe data(.pcmFormatInt32) }

  private func data<Sample>(_ wanted: AVAudioCommonFormat) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
    guard format.commonFormat == wanted else { return nil }
    return unsafe UnsafePointer(channels.assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self))
  }
}

extension AVAudioPCMBuffer: NSCopying, NSMutableCopying {
  /// A buffer of its own with the same samples.
  public func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else { return self }
    copy.frameLength = frameLength
    for part in unsafe 0..<list.count {
      guard let target = unsafe copy.list[part].mData, let source = unsafe list[part].mData else { continue }
      let size = unsafe min(list[part].mDataByteSize, copy.list[part].mDataByteSize)
      unsafe target.copyMemory(from: source, byteCount: Int(size))
    }
    return copy
  }

  /// The same as a copy, whose samples can be changed as well.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { copy(with: zone) }
}

// MARK: Samples as the engine has them

extension AVAudioPCMBuffer {
  /// Its samples, those of all channels by turns; full scale is 1. Nil of other than common formats.
  func interleaved() -> [Double]? {
    switch format.commonFormat {
    case .pcmFormatFloat32: unsafe gather(of: Float.self) { Double($0) }
    case .pcmFormatFloat64: unsafe gather(of: Double.self) { $0 }
    case .pcmFormatInt16: unsafe gather(of: Int16.self) { Double($0) / 32_768 }
    case .pcmFormatInt32: unsafe gather(of: Int32.self) { Double($0) / 2_147_483_648 }
    case .otherFormat: nil
    }
  }

  /// Puts `samples`, those of all channels by turns, from sample `first` of the buffer on, as many as there is room for; false for other
  /// than common formats.
  func put(_ samples: ArraySlice<Double>, at first: Int) -> Bool {
    switch format.commonFormat {
    case .pcmFormatFloat32: unsafe scatter(samples, at: first) { Float($0) }
    case .pcmFormatFloat64: unsafe scatter(samples, at: first) { $0 }
    case .pcmFormatInt16: unsafe scatter(samples, at: first) { Int16(level: $0, scale: 32_768) }
    case .pcmFormatInt32: unsafe scatter(samples, at: first) { Int32(level: $0, scale: 2_147_483_648) }
    case .otherFormat: return false
    }
    return true
  }

  @unsafe private func gather<Sample>(of type: Sample.Type, _ value: (Sample) -> Double) -> [Double] {
    let (count, stride, width) = (Int(frameLength), stride, Int(format.channelCount))
    let table = unsafe channels.assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    var samples = [Double](repeating: 0, count: count * width)
    for channel in 0..<width {
      let source = unsafe table[channel]
      for index in 0..<count { unsafe samples[index * width + channel] = value(source[index * stride]) }
    }
    return samples
  }

  @unsafe private func scatter<Sample>(_ samples: ArraySlice<Double>, at first: Int, _ value: (Double) -> Sample) {
    let (stride, width) = (stride, Int(format.channelCount))
    let count = min(samples.count / width, Int(frameCapacity) - first)
    let table = unsafe channels.assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    for channel in 0..<width {
      let target = unsafe table[channel]
      for index in 0..<max(0, count) {
        unsafe target[(first + index) * stride] = value(samples[samples.startIndex + index * width + channel])
      }
    }
  }
}

extension AVAudioFormat {
  /// Number of buffers: one of all channels by turns, or one for each.
  fileprivate var parts: Int { isInterleaved ? 1 : Int(channelCount) }
}

extension FixedWidthInteger {
  /// The integer nearest to `level` × `scale`, clamped to the type's range; 0 for NaN.
  init(level: Double, scale: Double) {
    let value = level.isNaN ? 0 : (level * scale).rounded()
    self = value >= scale ? .max : value <= -scale ? .min : Self(value)
  }
}
