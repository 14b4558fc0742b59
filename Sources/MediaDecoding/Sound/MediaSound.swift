import Containers
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The samples of a media track from a certain one on: of a file's stream, or of the links of a chain of files, one after
/// the other without a hole.
///
/// ```
///  links      │ first      │ second       │ third   │
///  samples              ▓▓▓│▓▓▓▓▓▓▓▓▓▓▓▓▓▓│▓▓▓▓▓▓▓▓▓│      one decoder at a time
///                       ▲ start
/// ```
///
/// The parts of its media that a movie shows one after another are such links, too.
///
/// Threads: one at a time.
final class MediaSound {
  private let links: [MediaIndex.SoundLink]
  private let track: Int
  private let layout: ChannelLayout
  private let damage: DamageRecord
  private let cancellation: Cancellation
  private var current: DecodedSound
  /// The number of the link after the current one.
  private var next: Int
  /// The track's first sample, on the asset's count.
  private let firstOfTrack: Int64
  /// The next sample, on the asset's count.
  private var position: Int64
  /// Samples of each channel's silence before the current link's.
  private var silence: Int64 = 0
  /// Decoders of earlier links that are being stopped.
  private var stopping: [BackgroundTask<Void>] = []

  private static let silentBlock: Int64 = 4_096

  /// Opens track `track` of the media at sample `start`, counted from the asset's time zero, for the speakers of `layout`.
  init(
    track: Int, of index: MediaIndex, from start: Int64, layout: ChannelLayout, damage: DamageRecord,
    cancellation: Cancellation
  ) throws {
    links = index.links(ofAudioTrack: track)
    (self.track, self.layout, self.damage, self.cancellation) = (track, layout, damage, cancellation)
    firstOfTrack = index.facts.audioTracks[track].firstSample
    position = start
    let number = min(links.partitioningIndex { $0.next > start }, links.count - 1)
    let link = links[number]
    current = try DecodedSound(
      track: track, of: link.index, from: start - link.start, linkStart: link.start, firstOfTrack: firstOfTrack,
      layout: layout, damage: damage, cancellation: cancellation)
    next = number + 1
  }

  /// Stops decoding, on background threads.
  func close() -> [BackgroundTask<Void>] { stopping + [current.close()] }

  /// Some samples, interleaved, which follow the last ones; nil at the end of the media.
  func samples() throws -> [Double]? {
    while true {
      if silence > 0 {
        let count = min(silence, Self.silentBlock)
        silence -= count
        position += count
        return [Double](repeating: 0, count: Int(count) * layout.channels)
      }
      let finished = links[next - 1]
      if let samples = try current.next() {
        let end = next < links.count ? max(0, current.position - (finished.end - finished.start)) : 0
        let surplus = Int(min(end, Int64(samples.count)))
        let kept = surplus > 0 ? Array(samples.dropLast(min(samples.count, surplus * layout.channels))) : samples
        position += Int64(kept.count / layout.channels)
        if surplus == 0 || !kept.isEmpty { return kept }
      }
      guard next < links.count else { return nil }
      // Samples that a damaged link lacks at its end are silent, as is what lies between two parts.
      silence = max(0, finished.next - position)
      stopping.append(current.close())
      stopping.removeAll { (try? $0.value(within: .zero)) != nil }
      let link = links[next]
      current = try DecodedSound(
        track: track, of: link.index, from: link.index.facts.audioTracks[track].firstSample, linkStart: link.start,
        firstOfTrack: firstOfTrack, layout: layout, damage: damage, cancellation: cancellation)
      next += 1
    }
  }
}
