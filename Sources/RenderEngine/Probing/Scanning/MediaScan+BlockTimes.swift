import Containers
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

// QUIRK: Matroska: `matroskademux` gives no times of ProRes, and of tracks of AVI's form pictures at the header's rate. In:
// GStreamer 1.22. Test: "MPEG-4 of AVI's form in Matroska has the times of its blocks".

/// Times of pictures that Matroska's blocks have, and `matroskademux` does not hand on.
///
/// | track | what the demuxer gives | whose times are right |
/// |---|---|---|
/// | ProRes | none | the blocks' |
/// | of AVI (`V_MS/VFW/FOURCC`) | the blocks' as times of decoding, and pictures at the header's rate | the blocks', unless pictures are shown in another order |
extension MediaScan {
  /// Puts the times that the blocks of `file`, which is Matroska, have beside the packets whose own are lost.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the file does not say those of ProRes, and there are other tracks beside.
  mutating func storeTimes(of file: FileBytes, cancellation: Cancellation) throws {
    // Tracks that have the form of AVI's (Matroska's codec mappings).
    let ofAVI = Set(try MatroskaTrack.all(in: file).filter { $0.codec == "V_MS/VFW/FOURCC" }.compactMap(\.number))
    for (number, stream) in streams.enumerated() where stream.mediaType == .video && stream.stored == nil {
      guard let identifier = stream.identity.number.flatMap(UInt64.init(exactly:)) else { continue }
      let isOfAVI = ofAVI.contains(identifier) && !Self.reordering.contains(stream.codec.name)
      guard stream.codec.name == "ProRes" || isOfAVI else { continue }
      let table: SampleTable
      do {
        table = try MatroskaSamples(of: identifier, in: file, cancellation: cancellation).table(zero: .zero)
      } catch let error as RenderError where error.code == .unsupported && (isOfAVI || streams.count == 1) {
        // Its frames are decoded and counted.
        continue
      }
      let times = try table.entries.map {
        try Rational($0.presentation, table.timescale).rounded(scaledBy: 1_000_000_000)
      }
      let isRising = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
      if times.count == stream.packets.count, isRising {
        // Where they lie on the header's rate, what the demuxer gives is the same, and shows which pictures are lost.
        if isOfAVI, try Self.matches(times, onRateOf: stream) { continue }
        if isOfAVI, stream.codec.name == "MPEG-4 Visual" {
          guard try table.entries.allSatisfy({ try Self.isShownWhenDecoded($0, in: file) }) else { continue }
        }
        streams[number].storedTimes = times
      } else if streams.count > 1, !isOfAVI {
        throw RenderError(
          .unsupported,
          "The file does not say when its pictures in ProRes are shown, beside which there are other tracks.",
          remedy: "Put it into a QuickTime movie first: ffmpeg -i FILE -c copy NEW.mov.")
      }
    }
  }

  /// Whether `times`, in nanoseconds, which Matroska rounds to milliseconds, are those of pictures at the rate in the header of
  /// `stream`.
  private static func matches(_ times: [Int64], onRateOf stream: Stream) throws -> Bool {
    guard let duration = try stream.caps.frameDuration(), let first = times.first else { return false }
    return try times.enumerated().allSatisfy { number, time in
      let regular = try (duration * Rational(Int64(number))).rounded(scaledBy: 1_000_000_000)
      return abs(time - first - regular) <= 1_000_000
    }
  }

  /// Codecs whose order of decoding is not looked at.
  private static let reordering: Set<String> = ["H.264", "HEVC"]

  /// Whether the packet of MPEG-4 at `entry` of `file` is one picture that is shown in the order of decoding (ISO/IEC 14496-2
  /// §6.2.5): no B-VOP, and none that stands for a picture which another packet holds.
  private static func isShownWhenDecoded(_ entry: SampleTable.Entry, in file: FileBytes) throws -> Bool {
    guard entry.byteCount > leastPicture else { return false }
    let head = try file.read(at: entry.offset, min(entry.byteCount, 1_024))
    guard let mark = head.indices.first(where: { head[$0...].starts(with: [0, 0, 1, 0xB6]) }), mark + 4 < head.count
    else { return false }
    return head[mark + 4] >> 6 != 2
  }

  /// More bytes than a packet has that holds no picture.
  private static let leastPicture = 16
}
