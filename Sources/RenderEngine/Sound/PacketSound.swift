import Containers
import MediaFormats
import MediaWriting
import PacketEncoders
public import Rendering
import Synchronization

/// Sound that libavcodec encodes: `SoundPacketEncoder`.
final class EncodedSound: SoundPacketEncoder {
  let packetLength: Int
  let priming: Int
  let configuration: [UInt8]
  let largestPacket: Int
  private let encoder: Mutex<SoundEncoder>

  /// The encoder of sound as `parameters` say.
  init(_ parameters: SoundParameters) throws(SoundCodecError) {
    let encoder = try SoundEncoder(parameters)
    (packetLength, priming) = (encoder.packetLength, encoder.priming)
    (configuration, largestPacket) = (encoder.configuration, encoder.largestPacket)
    self.encoder = Mutex(encoder)
  }

  func encode(_ samples: [Double]) throws -> [[UInt8]] {
    try encoder.withLock { encoder in try Self.translated { try encoder.encode(samples) } }
  }

  func finish() throws -> [[UInt8]] {
    try encoder.withLock { encoder in try Self.translated { try encoder.finish() } }
  }

  private static func translated(_ body: () throws -> [[UInt8]]) throws -> [[UInt8]] {
    do {
      return try body()
    } catch let error as SoundCodecError {
      throw RenderError(.engineFailed, error.message, underlying: error.underlying)
    }
  }
}

/// Packets that libavcodec decodes: `SoundPacketDecoder`.
final class PacketSound: SoundPacketDecoder {
  private let decoder: Mutex<SoundDecoder>

  /// The decoder of packets as `parameters` say.
  init(_ parameters: SoundParameters) throws(SoundCodecError) { decoder = Mutex(try SoundDecoder(parameters)) }

  func decode(_ packet: [UInt8]) throws -> [DecodedPacket] {
    try decoder.withLock { decoder in try Self.translated { try decoder.decode(packet) } }
  }

  func finish() throws -> [DecodedPacket] {
    try decoder.withLock { decoder in try Self.translated { try decoder.finish() } }
  }

  private static func translated(_ body: () throws -> [DecodedSamples]) throws -> [DecodedPacket] {
    do {
      return try body().map { decoded in
        DecodedPacket(
          decoded.samples,
          SoundFormat(sampleRate: decoded.sampleRate, layout: layout(decoded.channels, decoded.speakers)))
      }
    } catch let error as SoundCodecError {
      throw RenderError(
        .mediaUnreadable, error.message, remedy: "Go on with the packet behind it.", underlying: error.underlying)
    }
  }

  /// The layout of `channels` channels for the speakers `mask`, by libavcodec's bits.
  private static func layout(_ channels: Int, _ mask: UInt64) -> ChannelLayout {
    let speakers = WaveSpeakers.speakers(inMask: mask)
    guard speakers.count == channels else { return .standard(channels) }
    // Where our bits order them otherwise, they are channels without speakers.
    return ChannelLayout(
      channels: channels, mask: speakers == speakers.sorted() ? speakers.reduce(0) { $0 | 1 << UInt64($1) } : 0)
  }
}

extension GStreamerRenderer {
  /// libavcodec's encoder.
  public func soundEncoder(_ coding: SoundCoding) throws -> any SoundPacketEncoder {
    let (title, format) = (coding.codec.format.title, coding.format)
    guard let name = coding.codec.libraryNames?.encoder else {
      throw RenderError(.unsupported, "\(title) is not encoded into packets.", remedy: "Choose AAC, ALAC or FLAC.")
    }
    guard SoundEncoder.exists(name) else { throw RenderError.missingInLibrary("encoder", name, for: title) }
    var parameters = SoundParameters(name, sampleRate: format.sampleRate, channels: format.layout.channels)
    parameters.speakers = WaveSpeakers(layout: format.layout).mask
    parameters.packetLength = coding.packetLength
    if coding.codec.format.isLossless {
      parameters.bitDepth = coding.bitDepth > 16 ? 24 : 16
    } else {
      parameters.bitrate =
        coding.bitrate ?? (coding.codec.format.channelBitrate ?? 64_000) * format.layout.channels
      if coding.codec == .opus, let length = coding.packetLength {
        parameters.options["frame_duration"] = "\(Double(length) * 1_000 / Double(format.sampleRate))"
      }
      switch (coding.codec, coding.bitrateMode) {
      case (.mp3, .average): parameters.options["abr"] = "1"
      case (.opus, .constant): parameters.options["vbr"] = "off"
      // Without limits it would be half as much again for tones.
      case (.opus, .average): parameters.options["vbr"] = "constrained"
      default: break
      }
    }
    do throws(SoundCodecError) {
      return try EncodedSound(parameters)
    } catch {
      throw RenderError(
        .unsupported,
        "Sound of \(format.sampleRate) samples a second and \(format.layout.channels) channels is not encoded as \(title).",
        remedy: "Choose another rate, fewer channels or another bit rate.", underlying: error.underlying)
    }
  }

  /// libavcodec's decoder.
  public func soundDecoder(_ format: SoundPacketFormat) throws -> any SoundPacketDecoder {
    guard let name = format.codec.libraryNames?.decoder else {
      throw RenderError(.unsupported, "Packets of \(format.codec.format.title) are not decoded by themselves.")
    }
    guard SoundDecoder.exists(name) else {
      throw RenderError.missingInLibrary("decoder", name, for: format.codec.format.title)
    }
    var parameters = SoundParameters(
      name, sampleRate: format.format.sampleRate, channels: format.format.layout.channels)
    parameters.configuration = format.configuration
    do throws(SoundCodecError) {
      return try PacketSound(parameters)
    } catch {
      throw RenderError(
        .unsupported, error.message, remedy: "Give the configuration that the file has for its decoder.",
        underlying: error.underlying)
    }
  }
}

extension AudioCodec {
  /// libavcodec's encoder and decoder of packets; nil where there are no packets by themselves.
  fileprivate var libraryNames: (encoder: String, decoder: String)? {
    switch self {
    case .aac, .alac, .flac, .ac3: (rawValue, rawValue)
    case .opus: ("libopus", "opus")
    case .mp3: ("libmp3lame", "mp3float")
    case .pcm, .vorbis: nil
    }
  }
}
