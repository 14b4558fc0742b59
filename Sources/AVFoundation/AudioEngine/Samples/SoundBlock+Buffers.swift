import CoreMedia
import Foundation

// SAFETY: samples are reached within the bytes that the list says are there, or that its owner has made room for.

extension SoundBlock {
  /// Samples `range` of `list` in `format`; missing ones are silence. Nil for other than common formats, and for a list
  /// of another format.
  init?(_ list: UnsafePointer<AudioBufferList>, _ format: AVAudioFormat, _ range: Range<Int>) {
    let list = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
    let width = Int(format.channelCount)
    guard format.commonFormat != .otherFormat, unsafe list.count >= (format.isInterleaved ? 1 : width) else {
      return nil
    }
    let step = format.isInterleaved ? width : 1
    let parts = (0..<width).map { channel in
      let buffer = unsafe list[format.isInterleaved ? 0 : channel]
      let offset = format.isInterleaved ? channel : 0
      return switch format.commonFormat {
      case .pcmFormatFloat32 where step == 1: unsafe Self.copy(buffer, range)
      case .pcmFormatFloat32: unsafe Self.read(buffer, range, offset, step) { (sample: Float) in sample }
      case .pcmFormatFloat64: unsafe Self.read(buffer, range, offset, step) { (sample: Double) in Float(sample) }
      case .pcmFormatInt16: unsafe Self.read(buffer, range, offset, step) { (sample: Int16) in Float(sample) / 32_768 }
      default:
        unsafe Self.read(buffer, range, offset, step) { (sample: Int32) in Float(Double(sample) / 2_147_483_648) }
      }
    }
    self.init(parts)
  }

  /// Writes all samples to `list` in `format`, from sample `first` on; the list has room for them.
  func write(to list: UnsafeMutablePointer<AudioBufferList>, _ format: AVAudioFormat, at first: Int = 0) {
    let list = unsafe UnsafeMutableAudioBufferListPointer(list)
    let width = Int(format.channelCount)
    guard unsafe list.count >= (format.isInterleaved ? 1 : width) else { return }
    let step = format.isInterleaved ? width : 1
    for (channel, samples) in channels.prefix(width).enumerated() {
      let data = unsafe list[format.isInterleaved ? 0 : channel].mData
      let place = first * step + (format.isInterleaved ? channel : 0)
      switch format.commonFormat {
      case .pcmFormatFloat32 where step == 1:
        unsafe data?.assumingMemoryBound(to: Float.self).advanced(by: place).update(from: samples, count: samples.count)
      case .pcmFormatFloat32: unsafe Self.write(samples, data, place, step) { $0 }
      case .pcmFormatFloat64: unsafe Self.write(samples, data, place, step) { Double($0) }
      case .pcmFormatInt16: unsafe Self.write(samples, data, place, step) { Int16(level: Double($0), scale: 32_768) }
      case .pcmFormatInt32:
        unsafe Self.write(samples, data, place, step) { Int32(level: Double($0), scale: 2_147_483_648) }
      case .otherFormat: break
      }
    }
  }

  /// The samples as they are.
  @unsafe private static func copy(_ buffer: AudioBuffer, _ range: Range<Int>) -> [Float] {
    let there = unsafe range.clamped(to: 0..<Int(buffer.mDataByteSize) / MemoryLayout<Float>.size)
    guard let data = unsafe buffer.mData?.assumingMemoryBound(to: Float.self), !there.isEmpty else {
      return [Float](repeating: 0, count: range.count)
    }
    let samples = unsafe Array(UnsafeBufferPointer(start: data + there.lowerBound, count: there.count))
    return there.count == range.count ? samples : samples + [Float](repeating: 0, count: range.count - there.count)
  }

  @unsafe private static func read<Sample>(
    _ buffer: AudioBuffer, _ range: Range<Int>, _ offset: Int, _ step: Int, _ value: (Sample) -> Float
  ) -> [Float] {
    var samples = [Float](repeating: 0, count: range.count)
    guard let data = unsafe buffer.mData?.assumingMemoryBound(to: Sample.self) else { return samples }
    let there = unsafe Int(buffer.mDataByteSize) / (MemoryLayout<Sample>.size * step)
    for (index, place) in range.enumerated() where place < there {
      unsafe samples[index] = value(data[place * step + offset])
    }
    return samples
  }

  @unsafe private static func write<Sample>(
    _ samples: [Float], _ data: UnsafeMutableRawPointer?, _ place: Int, _ step: Int, _ value: (Float) -> Sample
  ) {
    guard let data = unsafe data?.assumingMemoryBound(to: Sample.self) else { return }
    for (index, sample) in samples.enumerated() { unsafe data[place + index * step] = value(sample) }
  }
}

extension AVAudioPCMBuffer {
  /// The samples `range` of those that are there, as nodes have them; nil of other than common formats.
  func block(_ range: Range<Int>) -> SoundBlock? { unsafe SoundBlock(audioBufferList, format, range) }

  /// A buffer of `block` in `format`, which has its channels; nil where there is no memory.
  convenience init?(_ block: SoundBlock, format: AVAudioFormat) {
    self.init(pcmFormat: format, frameCapacity: AVAudioFrameCount(block.count))
    frameLength = AVAudioFrameCount(block.count)
    unsafe block.write(to: mutableAudioBufferList, format)
  }
}

extension AVAudioFormat {
  /// No format: without channels and without a rate, as that of a bus to which nothing belongs.
  static let none: AVAudioFormat = {
    var nothing = AudioStreamBasicDescription()
    nothing.mFormatID = kAudioFormatLinearPCM
    let format = unsafe AVAudioFormat(streamDescription: &nothing)
    return format ?? AVAudioFormat(rate: 0, channels: 0, nil)
  }()

  /// The standard format of `rate` samples a second in `channels` channels, for the speakers of `layout` where that is theirs.
  convenience init(rate: Double, channels: Int, _ layout: AVAudioChannelLayout?) {
    let usual = [1: kAudioChannelLayoutTag_Mono, 2: kAudioChannelLayoutTag_Stereo][channels]
    let tag = usual ?? kAudioChannelLayoutTag_Unknown | UInt32(clamping: channels)
    var named = AudioChannelLayout()
    named.mChannelLayoutTag = tag
    let own = unsafe layout?.channelCount == UInt32(clamping: channels) ? layout : AVAudioChannelLayout(layout: &named)
    self.init(
      standardFormatWithSampleRate: rate, channelLayout: unsafe own ?? AVAudioChannelLayout(layout: &named))
  }

  /// The standard format of the same rate and channels.
  var standard: AVAudioFormat {
    isStandard ? self : AVAudioFormat(rate: sampleRate, channels: Int(channelCount), channelLayout)
  }
  /// Whether there are channels, and a rate that sound may have.
  var isValid: Bool { (1...10_000_000).contains(sampleRate) && channelCount > 0 }
  /// Whether `other` has the same rate and as many channels.
  func matches(_ other: AVAudioFormat) -> Bool {
    sampleRate == other.sampleRate && channelCount == other.channelCount
  }
}
