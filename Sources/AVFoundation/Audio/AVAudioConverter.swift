import CoreMedia
public import Foundation
import GstEdit
import MediaFormats
import Rendering

/// What asks for more sound: how many samples of each channel are wanted, and where to say what there is (`AVAudioConverterInputBlock`).
public typealias AVAudioConverterInputBlock = (
  _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// What there is for a converter (`AVAudioConverterInputStatus`).
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// A buffer.
  case haveData
  /// Nothing at present.
  case noDataNow
  /// Nothing any more.
  case endOfStream
}

/// What became of a conversion (`AVAudioConverterOutputStatus`).
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// The buffer is full, or holds the last.
  case haveData
  /// There was too little at present: the buffer holds what could be made.
  case inputRanDry
  /// There is nothing any more.
  case endOfStream
  /// It could not be converted.
  case error
}

// SAFETY: the caller's status and error are written where it says, while it waits.

/// Brings samples to another format: width, rate, channels (`AVAudioConverter`). Of compressed sound there is none here.
///
/// Channels are mixed where ``downmix`` is set, and else taken in order, one alone for all. Threads: one at a time.
open class AVAudioConverter: NSObject, @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time, as Apple's is.
  /// What goes in.
  public let inputFormat: AVAudioFormat
  /// What comes out.
  public let outputFormat: AVAudioFormat
  /// Which channel of the input each of the output's is, -1 for silence; in order unless set. Not used with ``downmix``.
  public var channelMap: [NSNumber]
  /// Whether channels are mixed where there are fewer; false unless set.
  public var downmix = false
  /// How much trouble is taken over rates; the engine has one filter, whose aliasing lies below -100 dB.
  public var sampleRateConverterQuality = AVAudioQuality.max.rawValue
  /// The filter's name; nil unless set, and the same whatever it is.
  public var sampleRateConverterAlgorithm: String?
  /// Whether what is lost of narrower samples is dithered: it is not here.
  public var dither = false

  private var converter: (any SoundConverter)?
  /// Converted samples, those of all channels by turns, that nobody has taken.
  private var waiting: ArraySlice<Double> = []
  private var isAtEnd = false

  /// A converter; nil where one of the formats is compressed.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    guard fromFormat.commonFormat != .otherFormat, toFormat.commonFormat != .otherFormat else { return nil }
    (inputFormat, outputFormat) = (fromFormat, toFormat)
    let last = Int(fromFormat.channelCount) - 1
    channelMap = (0..<Int(toFormat.channelCount)).map { NSNumber(value: last == 0 ? 0 : $0 <= last ? $0 : -1) }
    super.init()
  }

  /// Forgets what went in: what comes is the beginning of another sound.
  open func reset() { (converter, waiting, isAtEnd) = (nil, [], false) }

  /// Converts all of `inputBuffer`, whose rate is that of the output, into `outputBuffer`, which has room for it.
  ///
  /// - Throws: `NSError` of `com.apple.coreaudio.avfaudio` where rates differ, formats are not the converter's, or there is no room.
  open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
    guard inputFormat.sampleRate == outputFormat.sampleRate, let samples = inputBuffer.interleaved(),
      inputBuffer.format == inputFormat, outputBuffer.format == outputFormat,
      outputBuffer.frameCapacity >= inputBuffer.frameLength
    else { throw Self.parameterError }
    outputBuffer.frameLength = inputBuffer.frameLength
    _ = outputBuffer.put(try converted(samples)[...], at: 0)
  }

  /// Fills `outputBuffer` with what becomes of the buffers that `inputBlock` gives, which is called until that is full or it has nothing.
  ///
  /// - Returns: ``AVAudioConverterOutputStatus/error`` where it cannot be; `outError` says why.
  open func convert(
    to outputBuffer: AVAudioBuffer, error outError: UnsafeMutablePointer<NSError?>?,
    withInputFrom inputBlock: AVAudioConverterInputBlock
  ) -> AVAudioConverterOutputStatus {
    do {
      guard let target = outputBuffer as? AVAudioPCMBuffer, target.format == outputFormat else {
        throw Self.parameterError
      }
      return try unsafe fill(target, from: inputBlock)
    } catch {
      unsafe outError?.pointee = error as NSError
      return .error
    }
  }

  private func fill(
    _ target: AVAudioPCMBuffer, from inputBlock: AVAudioConverterInputBlock
  ) throws -> AVAudioConverterOutputStatus {
    let channels = Int(outputFormat.channelCount)
    let wanted = Int(target.frameCapacity) * channels
    var hasRunDry = false
    while waiting.count < wanted, !isAtEnd, !hasRunDry {
      var status = AVAudioConverterInputStatus.haveData
      let missing = Double((wanted - waiting.count) / channels) * inputFormat.sampleRate / outputFormat.sampleRate
      let buffer = unsafe inputBlock(AVAudioPacketCount(clamping: Int(missing.rounded(.up))), &status)
      switch status {
      case .haveData:
        guard let source = buffer as? AVAudioPCMBuffer, source.format == inputFormat, let samples = source.interleaved()
        else { throw Self.parameterError }
        hasRunDry = samples.isEmpty
        waiting += try converted(samples)
      case .noDataNow: hasRunDry = true
      case .endOfStream:
        isAtEnd = true
        waiting += converter?.finish() ?? []
        converter = nil
      }
    }
    let made = waiting.prefix(wanted)
    waiting = waiting.dropFirst(wanted)
    target.frameLength = AVAudioFrameCount(made.count / channels)
    _ = target.put(made, at: 0)
    if made.count == wanted { return .haveData }
    return isAtEnd ? made.isEmpty ? .endOfStream : .haveData : .inputRanDry
  }

  /// `samples` in the rate and the channels of the output.
  private func converted(_ samples: [Double]) throws -> [Double] {
    let (width, wanted) = (Int(inputFormat.channelCount), Int(outputFormat.channelCount))
    let isMixed = downmix && width > wanted
    let mapped = isMixed || isInOrder ? samples : Self.mapped(samples, of: width, by: channelMap.map(\.intValue))
    guard isMixed || inputFormat.sampleRate != outputFormat.sampleRate else { return mapped }
    if converter == nil {
      converter = try translated {
        try Engine.renderer().soundConverter(
          from: SoundFormat(sampleRate: Int(inputFormat.sampleRate), layout: .standard(isMixed ? width : wanted)),
          to: SoundFormat(sampleRate: Int(outputFormat.sampleRate), layout: .standard(wanted)))
      }
    }
    return converter?.convert(mapped) ?? []
  }

  /// Whether the channels stay as they are.
  private var isInOrder: Bool {
    inputFormat.channelCount == outputFormat.channelCount
      && channelMap.map(\.intValue) == Array(0..<Int(inputFormat.channelCount))
  }

  /// The channels of `samples`, `width` of them by turns, that `map` names.
  private static func mapped(_ samples: [Double], of width: Int, by map: [Int]) -> [Double] {
    var mapped: [Double] = []
    mapped.reserveCapacity(samples.count / width * map.count)
    for start in stride(from: 0, to: samples.count - width + 1, by: width) {
      for channel in map { mapped.append((0..<width).contains(channel) ? samples[start + channel] : 0) }
    }
    return mapped
  }

  /// `kAudio_ParamError`, -50.
  private static var parameterError: NSError { NSError(domain: "com.apple.coreaudio.avfaudio", code: -50) }
}
