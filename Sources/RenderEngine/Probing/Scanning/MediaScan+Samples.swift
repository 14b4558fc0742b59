import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaDecoding
import MediaFormats
import Rendering

/// Files of plain samples, whose packets all follow from the header.
///
/// | file | read by its parser, since |
/// |---|---|
/// | WAVE of MP3, AAC, ADPCM, GSM and other codecs | `wavparse` finds their packets, and says which are not read |
/// | WAVE whose samples are DTS of a disc | `wavparse` recognizes it |
/// | behind a tag of ID3 | type finding says what is behind it |
/// | AIFF-C and AU of other codecs, of channels in no known order, and what is no sound | `aiffparse` and `auparse` say what they are |
extension MediaScan.Stream {
  /// The stream of a file of samples, in packets of equal length but the last; and how long it is, in nanoseconds.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where it is no such file any more.
  static func samples(
    _ asset: AssetReference, cancellation: Cancellation
  ) throws -> (stream: MediaScan.Stream, duration: Int64?) {
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    let sound = try SampleFile.existing(file)
    let count = sound.count(in: file)
    let caps = try Caps(sound.format.caps)
    let codec = try StreamCodec(streamCaps: caps)
    let length = sound.packetLength
    var packets: [MediaScan.Packet] = []
    packets.reserveCapacity(Int(count / length) + 1)
    var (start, time): (Int64, Int64) = (0, 0)
    while start < count {
      let next = min(count, start + length)
      let end = sound.time(of: next)
      packets.append(
        MediaScan.Packet(
          time: time, duration: end - time, byteCount: Int(next - start) * sound.format.frameByteCount, isKey: true,
          offset: sound.offset(of: start)))
      (start, time) = (next, end)
      if packets.count % Self.batch == 0 { try cancellation.check() }
    }
    let head = try file.read(at: sound.samples.lowerBound, min(MediaScan.headLength, packets.first?.byteCount ?? 0))
    let stream = MediaScan.Stream(
      mediaType: .audio, identity: TrackIdentity(), codec: codec, caps: caps, packets: packets, head: head,
      speakerMask: sound.format.speakerMask)
    return (stream, time > 0 ? time : nil)
  }

  /// Packets that are counted between two checks for cancellation.
  private static let batch = 10_000
}
