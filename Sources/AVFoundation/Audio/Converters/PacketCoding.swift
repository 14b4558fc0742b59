import CoreMedia
import Foundation
import GstEdit
import MediaFormats
import Rendering

/// The packets that a converter makes: what is set of them, the encoder, and what came out of it.
final class PacketEncoding {
  let codec: AudioCodec
  private let input: AudioStreamBasicDescription
  private let output: AudioStreamBasicDescription
  private var encoder: (any SoundPacketEncoder)?
  /// Packets that were not taken yet.
  var waiting: ArraySlice<[UInt8]> = []
  /// Number of samples of each channel that went in, and of packets that came out.
  private var given = 0
  private var made = 0
  /// Bits a second; nil for the codec's usual ones.
  private var bits: Int?
  /// Strategy of the bit rate.
  private(set) var strategy: String?

  /// Packets of `output` of samples that come as `input`; nil where they are not encoded.
  init?(_ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription) {
    guard let codec = AudioCodec(output.mFormatID), !output.hasBandReplication,
      let rate = Int(exactly: output.mSampleRate), codec.encodedRates.contains(rate)
    else { return nil }
    (self.codec, self.input, self.output) = (codec, input, output)
    strategy = codec.bitRateStrategies.first
    guard (try? opened()) != nil else { return nil }
  }

  /// The encoder, which is made where there is none.
  func opened() throws -> any SoundPacketEncoder {
    if let encoder { return encoder }
    var coding = SoundCoding(codec, output.soundFormat)
    coding.bitrate = bits
    coding.bitrateMode = strategy == AVAudioBitRateStrategy_Constant ? .constant : .average
    coding.bitDepth =
      output.sourceBits ?? (input.mFormatFlags & kAudioFormatFlagIsFloat == 0 ? Int(input.mBitsPerChannel) : 24)
    // Other codecs have one length.
    if [.flac, .opus].contains(codec), output.mFramesPerPacket > 0 {
      coding.packetLength = Int(output.mFramesPerPacket)
    }
    let made = try Engine.renderer().soundEncoder(coding)
    encoder = made
    return made
  }

  /// Encodes `samples`, those of all channels by turns.
  func encode(_ samples: [Double]) throws {
    guard !samples.isEmpty else { return }
    let (encoder, channels) = (try opened(), max(1, Int(output.mChannelsPerFrame)))
    let silence = [Double](repeating: 0, count: given == 0 ? silence(before: encoder) * channels : 0)
    given += samples.count / channels
    try take(encoder.encode(silence + samples))
  }

  /// Number of samples of silence that go in before the sound: with them AAC's priming is that of Apple's encoder, 2,112 samples, and each 1,024
  /// samples that are given make a packet, the first ones, too, although the encoder holds one back.
  private func silence(before encoder: any SoundPacketEncoder) -> Int {
    codec == .aac ? max(0, 2_112 - encoder.priming) : 0
  }

  /// Encodes what is left.
  func finish() throws { try take(opened().finish()) }

  private func take(_ packets: [[UInt8]]) {
    waiting += packets
    made += packets.count
  }

  /// Has another sound begin.
  func reset() { (encoder, waiting, given, made) = (nil, [], 0, 0) }

  /// Bits a second; 0 where nothing is lost. The rate that is set holds from the beginning of a sound on; others than ``AudioCodec/encodedBitRates``
  /// has between its ends are not taken.
  var bitRate: Int {
    get { codec.format.isLossless ? 0 : bits ?? (codec.format.channelBitrate ?? 0) * Int(output.mChannelsPerFrame) }
    set {
      guard let known = codec.encodedBitRates, let least = known.first, let most = known.last,
        (least...most).contains(newValue)
      else { return }
      change { $0.bits = newValue }
    }
  }

  /// Has the bit rate be kept as `strategy` says, where the codec can.
  func keep(_ strategy: String?) {
    guard let strategy, codec.bitRateStrategies.contains(strategy) else { return }
    change { $0.strategy = strategy }
  }

  /// Makes `change`; where no encoder takes it, nothing is changed.
  private func change(_ change: (PacketEncoding) -> Void) {
    let before = (bits, strategy, encoder)
    change(self)
    guard given == 0 else { return }
    encoder = nil
    if (try? opened()) == nil { (bits, strategy, encoder) = before }
  }

  /// Samples of each channel before the sound, and behind it as far as their number is known.
  var primeInfo: AVAudioConverterPrimeInfo {
    guard let encoder = try? opened() else { return AVAudioConverterPrimeInfo() }
    // Where nothing is lost, the last packet is as short as what was left.
    let before = encoder.priming + silence(before: encoder)
    let behind = codec.format.isLossless ? 0 : made * encoder.packetLength - before - given
    return AVAudioConverterPrimeInfo(
      leadingFrames: AVAudioFrameCount(clamping: before), trailingFrames: AVAudioFrameCount(clamping: behind))
  }

  /// Configuration that a decoder begins with.
  var magicCookie: Data? {
    (try? opened()).flatMap { MagicCookie.cookie($0.configuration, of: codec, bitRate: bitRate) }
  }
}

/// The packets that a converter is given, and the decoder.
final class PacketDecoding {
  private let codec: AudioCodec
  private let input: AudioStreamBasicDescription
  private var decoder: (any SoundPacketDecoder)?
  /// Configuration that a decoder begins with, from the beginning of a sound on; nil for the usual one.
  var magicCookie: Data? { didSet { if decoder != nil, oldValue != magicCookie { decoder = nil } } }
  /// Numbers of samples of each channel that are not given, before the sound and behind it.
  var primeInfo = AVAudioConverterPrimeInfo() { didSet { missing = nil } }
  /// Number of samples that are still to be left out; nil before the first packet.
  private var missing: Int?
  /// Packets that may be behind the sound.
  private var held: [DecodedPacket] = []

  /// Packets of `input`; nil where they are not decoded.
  init?(_ input: AudioStreamBasicDescription, cookie: Data?) {
    guard let codec = AudioCodec(input.mFormatID) else { return nil }
    (self.codec, self.input, magicCookie) = (codec, input, cookie)
  }

  /// Number of samples of each channel in a packet, as far as that is known.
  var packetLength: Int {
    let usual = Int(codec.packetLength(rate: input.mSampleRate)) * (input.hasBandReplication ? 2 : 1)
    return max(1, input.mFramesPerPacket > 0 ? Int(input.mFramesPerPacket) : usual)
  }

  /// The decoded `packets`.
  func decode(_ packets: [[UInt8]]) throws -> [DecodedPacket] {
    let decoder = try opened()
    return try packets.flatMap { try cut(decoder.decode($0)) }
  }

  /// Packets that are left, without the samples behind the sound.
  func finish() throws -> [DecodedPacket] {
    defer { reset() }
    guard let decoder else { return [] }
    var rest = try cut(decoder.finish()) + held
    var behind = rest.last.map { count(primeInfo.trailingFrames, in: $0) } ?? 0
    while behind > 0, let last = rest.popLast() {
      let channels = last.format.layout.channels
      let kept = last.samples.count / channels - behind
      if kept > 0 { rest.append(DecodedPacket(Array(last.samples.prefix(kept * channels)), last.format)) }
      behind = max(0, -kept)
    }
    return rest
  }

  /// Has another sound begin.
  func reset() { (decoder, missing, held) = (nil, nil, []) }

  /// Number of samples for `frames`, which are counted at the rate of the packets' format, where `packet` was decoded: Opus always is at 48,000
  /// samples a second.
  private func count(_ frames: AVAudioFrameCount, in packet: DecodedPacket) -> Int {
    let stated = max(1, input.soundFormat.sampleRate)
    return (Int(frames) * packet.format.sampleRate + stated / 2) / stated
  }

  private func opened() throws -> any SoundPacketDecoder {
    if let decoder { return decoder }
    let configuration = MagicCookie.configuration(in: magicCookie, of: codec, input)
    let made = try Engine.renderer().soundDecoder(
      SoundPacketFormat(codec, input.soundFormat, configuration: configuration))
    decoder = made
    return made
  }

  /// `decoded` without what stands before the sound; what may stand behind it is kept until more has come.
  private func cut(_ decoded: [DecodedPacket]) -> [DecodedPacket] {
    for var packet in decoded {
      let channels = packet.format.layout.channels
      let left = missing ?? count(primeInfo.leadingFrames, in: packet)
      let dropped = min(left, packet.samples.count / channels)
      missing = left - dropped
      packet.samples.removeFirst(dropped * channels)
      if !packet.samples.isEmpty { held.append(packet) }
    }
    var free: [DecodedPacket] = []
    var behind = held.reduce(0) { $0 + $1.samples.count / $1.format.layout.channels }
    while let first = held.first {
      behind -= first.samples.count / first.format.layout.channels
      guard behind >= count(primeInfo.trailingFrames, in: first) else { break }
      free.append(held.removeFirst())
    }
    return free
  }
}

extension AudioStreamBasicDescription {
  /// Its rate, for the usual speakers of its channels.
  var soundFormat: SoundFormat {
    SoundFormat(
      sampleRate: Int(mSampleRate.within(0...10_000_000).rounded()),
      layout: .standard(Int(clamping: mChannelsPerFrame)))
  }
}
