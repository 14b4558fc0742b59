import CoreMedia
import Foundation

/// A Core Audio file that comes about, one sample after another: samples are stored or encoded, and put into it as packets.
///
/// Threads: one at a time.
final class SoundPacketWriting {
  private let file: AudioFileWriting
  private var converter: OpaqueAudioConverter?
  /// Bits a second of what is encoded; nil for what is usual.
  private let bitRate: Int?
  private(set) var length: AVAudioFramePosition = 0

  /// Number of packets that are made at a time.
  private static let portion: UInt32 = 4_096

  /// A file at `url` in `format`, made of samples in `source`, with `bitRate` bits a second where something is lost; what was there is replaced.
  ///
  /// - Throws: `AVError` where such a file does not hold that, or it is not encoded; what was there stays.
  init(_ url: URL, _ format: AVAudioFormat, of source: AVAudioFormat, bitRate: Int?) throws {
    self.bitRate = bitRate
    // Files have all channels by turns.
    let isPCM = format.fields.mFormatID == kAudioFormatLinearPCM
    let fields = isPCM ? format.fields.interleaved ?? format.fields : format.fields
    guard OpaqueAudioConverter(Self.doubles(as: source), fields) != nil else {
      throw AVError(.unsupportedOutputSettings)
    }
    do {
      file = try FileReplacement.replacing(url) { try AudioFileWriting(url, kAudioFileCAFType, fields) }
    } catch {
      throw AVError(.unsupportedOutputSettings)
    }
  }

  /// Writes the samples of `buffer`, in the first one's format, behind those before.
  func write(_ buffer: AVAudioPCMBuffer) throws {
    if converter == nil {
      converter = OpaqueAudioConverter(Self.doubles(as: buffer.format), file.format)
      if let bitRate { converter?.converter.bitRate = bitRate }
    }
    guard let converter, let samples = buffer.interleaved(), buffer.format.matches(converter.converter.inputFormat),
      let given = AVAudioPCMBuffer(
        pcmFormat: converter.converter.inputFormat, frameCapacity: max(1, buffer.frameLength))
    else { throw AVError(.unsupportedOutputSettings) }
    given.frameLength = buffer.frameLength
    _ = given.put(samples[...], at: 0)
    try convert(converter, given)
    length += AVAudioFramePosition(buffer.frameLength)
  }

  /// Writes what the encoder has left, and finishes the file.
  func finish() throws {
    if let converter {
      try convert(converter, nil)
      if let cookie = converter.converter.magicCookie, file.format.mBytesPerPacket == 0 {
        try file.set(cookie: [UInt8](cookie))
      }
      let prime = converter.converter.primeInfo
      if file.format.mBytesPerPacket == 0 {
        try file.set(
          table: AudioFilePacketTableInfo(
            mNumberValidFrames: length, mPrimingFrames: Int32(clamping: prime.leadingFrames),
            mRemainderFrames: Int32(clamping: prime.trailingFrames)))
      }
    }
    try file.close()
  }

  /// Writes the converted `given`; for nil, the converter's remaining output.
  private func convert(_ converter: OpaqueAudioConverter, _ given: AVAudioPCMBuffer?) throws {
    let isPackets = file.format.mBytesPerPacket == 0
    let largest = isPackets ? converter.converter.maximumOutputPacketSize : Int(file.format.mBytesPerPacket)
    var rest = given
    while true {
      var count = isPackets ? 1 : Self.portion
      var bytes = [UInt8](repeating: 0, count: max(1, Int(count) * largest))
      let (size, status) = converter.fill(&bytes, &count) { _ in
        defer { rest = nil }
        return rest.map { .sound($0) } ?? (given == nil ? .end : .status(kAudioConverterErr_InvalidInputSize))
      }
      if size > 0 {
        let made = bytes.prefix(size)
        if isPackets { try file.append(made) } else { try file.write(Array(made), at: file.totals.bytes) }
      }
      guard status == noErr || status == kAudioConverterErr_InvalidInputSize else { throw AVError(.unknown) }
      if count == 0 || status != noErr { return }
    }
  }

  /// Floats of 64 bits by turns, of the rate and the channels of `format`.
  private static func doubles(as format: AVAudioFormat) -> AudioStreamBasicDescription {
    AVAudioFormat.description(.pcmFormatFloat64, format.sampleRate, format.channelCount, isInterleaved: true)
  }
}
