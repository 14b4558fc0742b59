public import Foundation

/// A sound made by the tests: what it sounds like and how it is stored.
public struct SoundFile: Hashable, Sendable {
  /// What it sounds like.
  public var content: SoundContent

  /// Samples a second.
  public var rate = 48_000

  /// Interleaved channels.
  public var channels = 2

  /// The length in samples of one channel.
  public var count = 96_000

  /// How the samples are encoded.
  public var codec = SoundCodec.pcm

  /// The container, as the extension of the file.
  public var container = "wav"

  /// Describes a sound; the rest of it has defaults to change.
  public init(_ content: SoundContent) {
    self.content = content
  }

  /// Describes a sound and changes what its maker wants otherwise.
  public init(_ content: SoundContent, _ change: (inout SoundFile) -> Void) {
    self.content = content
    change(&self)
  }

  /// The samples as they are before encoding: interleaved, 16 bits, little endian.
  public func pcm() -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * channels * 2)
    for sample in content.samples(rate: rate, channels: channels, count: count) {
      let bits = UInt16(bitPattern: sample)
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bytes.append(UInt8(bits >> 8))
    }
    return Data(bytes)
  }

  /// The sound's file, made at the first request for the same sound.
  public func url() async throws -> URL {
    let arguments =
      ["-f", "s16le", "-ar", "\(rate)", "-ac", "\(channels)", "-i", "pipe:0"]
      + codec.arguments + ["-map_metadata", "-1", "-fflags", "+bitexact"]
    let name = "sound-\(rate)-\(channels)-\(count)-\(codec.rawValue)"
    return try await MediaCache.shared.file(
      named: name, extension: container, recipe: arguments + ["\(content)"]
    ) { target in
      try await MediaTools.ffmpeg(arguments + [target.path], input: pcm())
    }
  }

  /// The same sound as a plain WAV file, for ffmpeg to encode beside a picture.
  func waveform() async throws -> URL {
    var plain = self
    plain.codec = .pcm
    plain.container = "wav"
    return try await plain.url()
  }
}
