import MediaTime

/// The lead of decoding over a sample that makes the sample right, as if the whole sound had been decoded.
///
/// | codec | what a decoder keeps | samples |
/// |---|---|---|
/// | AAC of low complexity | the half of a packet by which the next one overlaps | two packets |
/// | other AAC | predictions from all that was decoded; the header of what is made up, which few packets have (ISO/IEC 14496-3 §4.6.18) | all |
/// | Opus | energies that are predicted from packet to packet: close after 80 ms (RFC 7845 §4.6), the same never | all |
/// | MP3 | bytes of packets before (ISO/IEC 11172-3 §2.4.2.7, `main_data_begin`), and half a packet | by the packets' sizes, usually ten packets |
/// | others | as where packets are copied | ``PacketStream/preroll`` |
package enum SoundPreroll {
  /// The preroll of `stream`, whose packets decode to `packetLength` samples at `sampleRate` each, and have `byteCounts`; nil where
  /// decoding has to begin with the first packet.
  package static func samples(
    of stream: PacketStream, sampleRate: Int, packetLength: Int64, byteCounts: [Int]
  ) throws -> Int64? {
    let usual = try (stream.preroll * Rational(Int64(sampleRate))).ceil()
    switch stream.codec {
    case "aac": return isOfLowComplexity(stream.configuration, packetLength: packetLength) ? usual : nil
    case "opus": return nil
    case "mp3":
      let count = packetsOfMP3(byteCounts, packetLength: packetLength, channels: stream.channels)
      return max(usual, Int64(count) * packetLength)
    default: return usual
    }
  }

  /// Whether `configuration`, an AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1), is that of the object type of low complexity, whose
  /// packets have as many samples as that type gives: more are made up.
  private static func isOfLowComplexity(_ configuration: [UInt8], packetLength: Int64) -> Bool {
    configuration.first.map { $0 >> 3 == 2 } ?? false && packetLength <= 1_024
  }

  /// Limit of the packets of MP3 that are needed before a certain one: those that can hold bytes of the one before it,
  /// and that one, which overlaps. Headers, checksums and side information hold none.
  private static func packetsOfMP3(_ byteCounts: [Int], packetLength: Int64, channels: Int) -> Int {
    let isMPEG1 = packetLength > 576
    let most = isMPEG1 ? 511 : 255
    let head = 4 + 2 + (isMPEG1 ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17))
    func held(_ number: Int) -> Int { max(0, byteCounts[number] - head) }
    var (first, sum, longest) = (0, 0, 0)
    for number in byteCounts.indices {
      sum += held(number)
      while first < number, sum - held(first) >= most {
        sum -= held(first)
        first += 1
      }
      longest = max(longest, number - first + 1)
    }
    return longest + 1
  }
}
