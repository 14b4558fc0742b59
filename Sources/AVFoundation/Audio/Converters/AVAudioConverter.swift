import CoreMedia
public import Foundation
import MediaFormats
import Rendering

/// Requests more sound: gets the number of samples of each channel, or of packets, and sets the status
/// (`AVAudioConverterInputBlock`).
public typealias AVAudioConverterInputBlock = (
  _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// The status of a converter's input (`AVAudioConverterInputStatus`).
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// A buffer.
  case haveData
  /// Nothing at present.
  case noDataNow
  /// Nothing any more.
  case endOfStream
}

/// The outcome of a conversion (`AVAudioConverterOutputStatus`).
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

// SAFETY: the caller's status and error are written at its addresses, while it waits.

/// Brings samples to another format, encodes them into packets, or decodes these (`AVAudioConverter`).
///
/// ```
///  samples ─▶ channels, rate ─▶ samples          packets ─▶ decoder ─▶ channels, rate ─▶ samples
///  samples ─▶ channels, rate ─▶ encoder ─▶ packets
/// ```
///
/// AAC of low complexity, ALAC, FLAC, Opus, MP3 and AC-3 are encoded; those and HE-AAC are decoded. Channels are mixed where ``downmix`` is
/// set, and else taken in order, one alone for all. Threads: one at a time.
open class AVAudioConverter: NSObject, @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time, as Apple's is.
  /// Format of the input.
  public let inputFormat: AVAudioFormat
  /// Format of the output.
  public let outputFormat: AVAudioFormat
  /// Channel of the input for each of the output's, -1 for silence; in order unless set. Not used with ``downmix``.
  public var channelMap: [NSNumber]
  /// Whether channels are mixed where there are fewer; false unless set.
  public var downmix = false
  /// Quality of the conversion of rates; the engine has one filter, whose aliasing lies below -100 dB.
  public var sampleRateConverterQuality = AVAudioQuality.max.rawValue
  /// The filter's name; nil unless set, and the same whatever it is.
  public var sampleRateConverterAlgorithm: String?
  /// Whether what is lost of narrower samples is dithered: it is not here.
  public var dither = false
  /// Treatment of the samples before and behind the sound; ``AVAudioConverterPrimeMethod/normal`` unless set, and the output is the same whatever it
  /// is.
  public var primeMethod = AVAudioConverterPrimeMethod.normal

  private var conversion = SampleConversion()
  let encoding: PacketEncoding?
  let decoding: PacketDecoding?
  /// Converted samples, those of all channels by turns, that were not taken yet.
  private var waiting: ArraySlice<Double> = []
  private var isAtEnd = false

  /// A converter; nil where both formats are compressed, and where the engine has no encoder or decoder for one.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    let (isEncoded, isDecoded) = (toFormat.isCompressed, fromFormat.isCompressed)
    guard !(isEncoded && isDecoded), isDecoded || fromFormat.commonFormat != .otherFormat,
      isEncoded || toFormat.commonFormat != .otherFormat, fromFormat.channelCount > 0, toFormat.channelCount > 0,
      fromFormat.sampleRate > 0, toFormat.sampleRate > 0
    else { return nil }
    encoding = isEncoded ? PacketEncoding(fromFormat.fields, toFormat.fields) : nil
    decoding = isDecoded ? PacketDecoding(fromFormat.fields, cookie: fromFormat.magicCookie) : nil
    guard isEncoded == (encoding != nil), isDecoded == (decoding != nil) else { return nil }
    (inputFormat, outputFormat) = (fromFormat, toFormat)
    channelMap = SampleConversion.inOrder(Int(fromFormat.channelCount), Int(toFormat.channelCount)).map {
      NSNumber(value: $0)
    }
    super.init()
  }

  /// Forgets what went in: what comes is the beginning of another sound.
  open func reset() {
    (conversion, waiting, isAtEnd) = (SampleConversion(), [], false)
    encoding?.reset()
    decoding?.reset()
  }

  /// Converts all of `inputBuffer`, whose rate is that of the output, into `outputBuffer`, which has room for it. Packets are neither made nor
  /// taken.
  ///
  /// - Throws: `NSError` of `com.apple.coreaudio.avfaudio` where rates differ, formats are not the converter's, or there is no room.
  open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
    guard inputFormat.sampleRate == outputFormat.sampleRate, let samples = inputBuffer.interleaved(),
      inputBuffer.format == inputFormat, outputBuffer.format == outputFormat,
      outputBuffer.frameCapacity >= inputBuffer.frameLength
    else { throw AudioUnitError.parameter.error }
    outputBuffer.frameLength = inputBuffer.frameLength
    _ = outputBuffer.put(try converted(samples, inputFormat.fields.soundFormat)[...], at: 0)
  }

  /// Fills `outputBuffer` with the converted buffers of `inputBlock`, which is called until the output is full or the
  /// input ends.
  ///
  /// - Returns: ``AVAudioConverterOutputStatus/error`` after an error, stored in `outError`.
  open func convert(
    to outputBuffer: AVAudioBuffer, error outError: UnsafeMutablePointer<NSError?>?,
    withInputFrom inputBlock: AVAudioConverterInputBlock
  ) -> AVAudioConverterOutputStatus {
    do {
      switch outputBuffer {
      case let target as AVAudioPCMBuffer where target.format == outputFormat:
        return try unsafe fill(target, from: inputBlock)
      case let target as AVAudioCompressedBuffer where target.format.isSameCompression(as: outputFormat):
        guard let encoding else { throw AudioUnitError.parameter.error }
        return try unsafe fill(target, encoding, from: inputBlock)
      default: throw AudioUnitError.parameter.error
      }
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
      let missing = (wanted - waiting.count) / channels
      let source = try unsafe ask(inputBlock, for: missing, hasRunDry: &hasRunDry)
      if let source { waiting += try samples(of: source) }
      if isAtEnd { waiting += try rest() }
    }
    let made = waiting.prefix(wanted)
    waiting = waiting.dropFirst(wanted)
    target.frameLength = AVAudioFrameCount(made.count / channels)
    _ = target.put(made, at: 0)
    if made.count == wanted { return .haveData }
    return isAtEnd ? made.isEmpty ? .endOfStream : .haveData : .inputRanDry
  }

  private func fill(
    _ target: AVAudioCompressedBuffer, _ encoding: PacketEncoding, from inputBlock: AVAudioConverterInputBlock
  ) throws -> AVAudioConverterOutputStatus {
    let wanted = Int(target.packetCapacity)
    let length = try encoding.opened().packetLength
    var hasRunDry = false
    while encoding.waiting.count < wanted, !isAtEnd, !hasRunDry {
      let missing = (wanted - encoding.waiting.count) * length
      let source = try unsafe ask(inputBlock, for: missing, hasRunDry: &hasRunDry)
      if let source { try encoding.encode(samples(of: source)) }
      if isAtEnd {
        try encoding.encode(rest())
        try encoding.finish()
      }
    }
    let (there, taken) = (encoding.waiting.count, target.put(encoding.waiting))
    // One that is larger than all of the buffer would never leave.
    if taken == 0, there > 0, wanted > 0 { throw AudioUnitError.parameter.error }
    encoding.waiting = encoding.waiting.dropFirst(taken)
    if taken == wanted || taken < there { return .haveData }
    return isAtEnd ? taken == 0 ? .endOfStream : .haveData : .inputRanDry
  }

  /// A buffer from `inputBlock` that suffices for `count` samples of the output; nil where the block has no data now,
  /// or has reached its end.
  private func ask(
    _ inputBlock: AVAudioConverterInputBlock, for count: Int, hasRunDry: inout Bool
  ) throws -> AVAudioBuffer? {
    var status = AVAudioConverterInputStatus.haveData
    let frames = (Double(max(1, count)) * inputFormat.sampleRate / outputFormat.sampleRate).rounded(.up)
    let asked = decoding.map { (frames / Double($0.packetLength)).rounded(.up) } ?? frames
    let buffer = unsafe inputBlock(AVAudioPacketCount(asked.within(0...4_294_967_295)), &status)
    switch status {
    case .haveData:
      guard let buffer else { throw AudioUnitError.parameter.error }
      hasRunDry =
        (buffer as? AVAudioPCMBuffer)?.frameLength == 0 || (buffer as? AVAudioCompressedBuffer)?.packetCount == 0
      return buffer
    case .noDataNow: hasRunDry = true
    case .endOfStream: isAtEnd = true
    }
    return nil
  }

  /// The samples of `buffer`, which is of the input's format, in the rate and the channels of the output.
  private func samples(of buffer: AVAudioBuffer) throws -> [Double] {
    if let decoding {
      guard let source = buffer as? AVAudioCompressedBuffer, source.format.isSameCompression(as: inputFormat),
        let packets = source.packets
      else { throw AudioUnitError.parameter.error }
      return try joined(translated { try decoding.decode(packets) })
    }
    guard let source = buffer as? AVAudioPCMBuffer, source.format == inputFormat, let samples = source.interleaved()
    else { throw AudioUnitError.parameter.error }
    return try converted(samples, inputFormat.fields.soundFormat)
  }

  /// Samples that are left, in the rate and the channels of the output.
  private func rest() throws -> [Double] {
    let decoded = try decoding.map { decoding in try joined(translated { try decoding.finish() }) } ?? []
    return decoded + conversion.finish()
  }

  private func joined(_ decoded: [DecodedPacket]) throws -> [Double] {
    try decoded.flatMap { try converted($0.samples, $0.format) }
  }

  /// `samples` of `format` in the rate and the channels of the output.
  private func converted(_ samples: [Double], _ format: SoundFormat) throws -> [Double] {
    let (width, wanted) = (format.layout.channels, Int(outputFormat.channelCount))
    let isAsSaid = width == Int(inputFormat.channelCount)
    // A map that is too short leaves the rest silent; what it has too many is not heard.
    let stated = channelMap.prefix(wanted).map(\.intValue)
    let map =
      isAsSaid
      ? stated + [Int](repeating: -1, count: wanted - stated.count) : SampleConversion.inOrder(width, wanted)
    return try translated {
      try conversion.convert(
        samples, from: format, to: outputFormat.fields.soundFormat, downmix && width > wanted ? .mixed : .mapped(map))
    }
  }
}
