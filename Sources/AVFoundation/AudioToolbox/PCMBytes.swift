import CoreMedia
import Foundation

// SAFETY: bytes are read and written within the buffers of a list, as far as their sizes say.

/// Samples as numbers, of any width and order of bytes, as they stand in the buffers of a list.
struct PCMBytes {
  private let isFloat: Bool
  private let isSigned: Bool
  private let isBigEndian: Bool
  /// Bytes of a sample.
  private let width: Int
  /// The full scale of integers: 1, unless some of their bits are behind the point.
  private let fullScale: Double
  /// Number of channels that stand by turns in a buffer, and number of buffers.
  private let (turns, buffers): (Int, Int)

  /// Bytes that all channels of one moment have in a buffer.
  var frameSize: Int { width * turns }
  /// Number of buffers.
  var bufferCount: Int { buffers }

  /// Samples of `format`; nil of codecs, and of samples that do not fill whole bytes, or are all behind the point.
  init?(_ format: AudioStreamBasicDescription) {
    let flags = format.mFormatFlags
    let (channels, bits) = (Int(format.mChannelsPerFrame), Int(format.mBitsPerChannel))
    isFloat = flags & kAudioFormatFlagIsFloat != 0
    guard format.mFormatID == kAudioFormatLinearPCM, (1...256).contains(channels),
      (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits)
    else { return nil }
    isSigned = flags & kAudioFormatFlagIsSignedInteger != 0
    isBigEndian = flags & kAudioFormatFlagIsBigEndian != 0
    width = bits / 8
    let fraction = Int(flags & kLinearPCMFormatFlagsSampleFractionMask) >> Int(kLinearPCMFormatFlagsSampleFractionShift)
    guard isFloat || fraction < bits else { return nil }
    fullScale = fraction == 0 ? 1 : exp2(Double(bits - 1 - fraction))
    (turns, buffers) = flags & kAudioFormatFlagIsNonInterleaved == 0 ? (channels, 1) : (1, channels)
    guard Int(format.mBytesPerFrame) == width * turns else { return nil }
  }

  /// Number of samples of each channel that the buffers of `list` have room for; nil where there are too few buffers.
  func capacity(of list: UnsafeMutableAudioBufferListPointer) -> Int? {
    guard unsafe list.count >= buffers else { return nil }
    return unsafe list.prefix(buffers).map { unsafe $0.mData == nil ? 0 : Int($0.mDataByteSize) / frameSize }.min()
  }

  /// The first `count` samples of each channel in `list`, those of all channels by turns, full scale 1; nil where they are not there.
  func samples(_ count: Int, in list: UnsafeMutableAudioBufferListPointer) -> [Double]? {
    guard let capacity = unsafe capacity(of: list), count <= capacity else { return nil }
    let channels = turns * buffers
    var samples = [Double](repeating: 0, count: count * channels)
    for number in 0..<buffers {
      guard let data = unsafe list[number].mData else { return nil }
      let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count * frameSize)
      for index in 0..<count * turns {
        let place = index / turns * channels + (buffers == 1 ? index % turns : number)
        samples[place] = unsafe value(of: UnsafeRawBufferPointer(rebasing: bytes[index * width..<(index + 1) * width]))
      }
    }
    return samples
  }

  /// The first `count` samples of each channel in `list` as a buffer of `format`, a common one of as many channels; nil where they are not
  /// there.
  func buffer(
    _ count: UInt32, in list: UnsafeMutableAudioBufferListPointer, of format: AVAudioFormat
  ) -> AVAudioPCMBuffer? {
    guard let samples = unsafe samples(Int(count), in: list),
      let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count)
    else { return nil }
    buffer.frameLength = count
    _ = buffer.put(samples[...], at: 0)
    return buffer
  }

  /// Writes `samples`, those of all channels by turns, into the buffers of `list`, and how many bytes that are.
  func write(_ samples: [Double], to list: UnsafeMutableAudioBufferListPointer) {
    let channels = turns * buffers
    let count = samples.count / channels
    for number in 0..<buffers {
      guard let data = unsafe list[number].mData else { continue }
      let bytes = unsafe UnsafeMutableRawBufferPointer(start: data, count: count * frameSize)
      for index in 0..<count * turns {
        let place = index / turns * channels + (buffers == 1 ? index % turns : number)
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[index * width..<(index + 1) * width])
        unsafe write(samples[place], to: part)
      }
      unsafe list[number].mDataByteSize = UInt32(clamping: bytes.count)
    }
  }

  private func value(of bytes: UnsafeRawBufferPointer) -> Double {
    var bits: UInt64 = 0
    for index in 0..<width {
      bits = unsafe bits << 8 | UInt64(bytes[isBigEndian ? index : width - 1 - index])
    }
    guard !isFloat else {
      return width == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    }
    // The highest bit is the sign's; of numbers without one it stands for half of the range.
    let top = bits << UInt64(64 - 8 * width)
    let number = Int64(bitPattern: isSigned ? top : top ^ 1 << 63)
    return Double(number) / 9_223_372_036_854_775_808 * fullScale
  }

  private func write(_ value: Double, to bytes: UnsafeMutableRawBufferPointer) {
    var bits: UInt64
    if isFloat {
      bits = width == 4 ? UInt64(Float(value).bitPattern) : value.bitPattern
    } else {
      let scale = Double(UInt64(1) << UInt64(8 * width - 1))
      let number = value.isNaN ? 0 : min(max((value / fullScale * scale).rounded(), -scale), scale - 1)
      bits = UInt64(bitPattern: Int64(number))
      if !isSigned { bits ^= 1 << UInt64(8 * width - 1) }
    }
    for index in 0..<width {
      let place = isBigEndian ? width - 1 - index : index
      unsafe bytes[place] = UInt8(truncatingIfNeeded: bits)
      bits >>= 8
    }
  }
}

extension AudioBufferList {
  /// Calls `body` with a list of one buffer, of the `byteCount` bytes at `bytes`, in which all `channels` stand by turns; gives how many bytes
  /// are in it afterwards, too.
  static func single<Result>(
    _ bytes: UnsafeMutableRawPointer?, _ byteCount: Int, channels: UInt32,
    _ body: (UnsafeMutableAudioBufferListPointer) throws -> Result
  ) rethrows -> (result: Result, byteCount: Int) {
    var list = unsafe AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(mNumberChannels: channels, mDataByteSize: UInt32(clamping: byteCount), mData: bytes))
    let result = unsafe try withUnsafeMutablePointer(to: &list) {
      unsafe try body(UnsafeMutableAudioBufferListPointer($0))
    }
    return unsafe (result, Int(list.mBuffers.mDataByteSize))
  }
}
