import Containers
import MediaTime
import Testing

/// How long before a sample decoding has to begin for it to be right.
struct SoundPrerollTests {
  private func preroll(
    _ codec: String, _ configuration: [UInt8] = [], length: Int64, channels: Int = 2, _ byteCounts: [Int] = []
  ) throws -> Int64? {
    var stream = PacketStream(.sound, codec: codec, tick: try Rational(1, 48_000))
    (stream.configuration, stream.sampleRate, stream.channels) = (configuration, 48_000, channels)
    return try SoundPreroll.samples(of: stream, sampleRate: 48_000, packetLength: length, byteCounts: byteCounts)
  }

  /// ```
  ///  00010 0011 0010 000     low complexity, 48,000 samples a second, two channels
  ///  00101 …                 with an upper half that is made up;  00001 …  with predictions
  /// ```
  @Test func `AAC of low complexity needs two packets, and other AAC all`() throws {
    #expect(try preroll("aac", [0x11, 0x90], length: 1_024) == 2_048)
    #expect(try preroll("aac", [0x11, 0x90], length: 2_048) == nil)
    #expect(try preroll("aac", [0x2B, 0x11, 0x88, 0], length: 2_048) == nil)
    #expect(try preroll("aac", [0x09, 0x90], length: 1_024) == nil)
    #expect(try preroll("aac", length: 1_024) == nil)
    #expect(try preroll("opus", length: 960) == nil)
    #expect(try preroll("ac3", length: 1_536) == 1_536)
  }

  @Test func `MP3 needs the packets that can hold 511 bytes, at low rates 255, and one`() throws {
    // Frames of 96 bytes hold 58 each: nine of them, and one. Large ones are ten nevertheless.
    #expect(try preroll("mp3", length: 1_152, Array(repeating: 96, count: 100)) == 11_520)
    #expect(try preroll("mp3", length: 1_152, Array(repeating: 960, count: 100)) == 11_520)
    // Frames of 24 bytes hold nine: 29 of them, and one. It is the smallest ones that count.
    #expect(try preroll("mp3", length: 576, channels: 1, Array(repeating: 24, count: 100)) == 30 * 576)
    let mixed = Array(repeating: 96, count: 100) + Array(repeating: 24, count: 60) + [96, 96]
    #expect(try preroll("mp3", length: 576, channels: 1, mixed) == 30 * 576)
    // What holds nothing goes back to the beginning.
    #expect(try preroll("mp3", length: 1_152, Array(repeating: 38, count: 40)) == 41 * 1_152)
  }
}
