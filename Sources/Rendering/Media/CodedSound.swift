public import MediaFormats
import MediaTime

/// The sound of a media track as it is encoded: what has to be known of it to let its packets stand in another file as they are.
///
/// ```
///  packets     │  0  │  1  │  2  │  3  │  4  │      each decodes to as many samples
///  samples     ▲ firstSample                        on the asset's count, before zero where an encoder's lead is hidden
/// ```
public struct CodedSound: Hashable, Sendable {
  /// The codec.
  public var codec: AudioCodec
  /// The number of packets, which lie end to end.
  public var packetCount: Int
  /// The samples that each of them decodes to; above zero.
  public var packetLength: Int64
  /// The first sample of the first packet, on the asset's count.
  public var firstSample: Int64
  /// The lead of decoding in samples that makes a sample right; nil where decoding has to begin with the first packet.
  public var preroll: Int64?

  /// `packetCount` packets in `codec`, each of `packetLength` samples; the first begins at sample `firstSample` of the
  /// asset.
  public init(codec: AudioCodec, packetCount: Int, packetLength: Int64, firstSample: Int64 = 0, preroll: Int64? = 0) {
    (self.codec, self.packetCount, self.packetLength) = (codec, packetCount, packetLength)
    (self.firstSample, self.preroll) = (firstSample, preroll)
  }
}

extension CodedSound {
  /// The packets that have to be there for the samples `samples` of `source` to be heard from sample `start` of the film on; nil where
  /// they hold less.
  func copied(_ samples: Range<Int64>, of source: CopiedSound.Source, at start: Int64) -> CopiedSound? {
    // Rounded down and up; numbers before the first packet are the first.
    let low = preroll.map { max(0, samples.lowerBound - $0 - firstSample) / packetLength } ?? 0
    let high = min(Int64(packetCount), (samples.upperBound - firstSample + packetLength - 1) / packetLength)
    guard low < high, firstSample + low * packetLength <= samples.lowerBound,
      firstSample + high * packetLength >= samples.upperBound
    else { return nil }
    return CopiedSound(
      source, packets: Int(low)..<Int(high), packetLength: packetLength, firstSample: firstSample + low * packetLength,
      samples: samples, start: start)
  }
}
