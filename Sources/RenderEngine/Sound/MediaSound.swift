import Containers
import EditingModel
import MediaFormats
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
/// Threads: one at a time.
final class MediaSound {
  private let links: [MediaIndex]
  private let track: Int
  private let layout: ChannelLayout
  private let damage: DamageRecord
  private let cancellation: Cancellation
  private var current: DecodedSound
  /// The number of the link after the current one.
  private var next: Int
  /// The first sample of the next link, counted from the track's first.
  private var nextStart: Int64
  /// How many samples of each channel are silent before the current link's.
  private var silence: Int64 = 0
  /// Decoders of earlier links that are being stopped.
  private var stopping: [BackgroundTask<Void>] = []

  private static let silentBlock: Int64 = 4_096

  /// Opens track `track` of the media at sample `start`, counted from the asset's time zero, for the speakers of `layout`.
  init(
    track: Int, of index: MediaIndex, from start: Int64, layout: ChannelLayout, damage: DamageRecord,
    cancellation: Cancellation
  ) throws {
    links = index.links.isEmpty ? [index] : index.links
    (self.track, self.layout, self.damage, self.cancellation) = (track, layout, damage, cancellation)
    var (number, linkStart) = (0, Int64(0))
    while number + 1 < links.count, start - linkStart >= links[number].end(ofAudioTrack: track) {
      linkStart += links[number].facts.audioTracks[track].sampleCount
      number += 1
    }
    current = try DecodedSound(
      track: track, of: links[number], from: start - linkStart, linkStart: linkStart, layout: layout, damage: damage,
      cancellation: cancellation)
    (next, nextStart) = (number + 1, linkStart + links[number].facts.audioTracks[track].sampleCount)
  }

  /// Stops decoding, on background threads.
  func close() -> [BackgroundTask<Void>] { stopping + [current.close()] }

  /// Some samples, interleaved, which follow the last ones; nil at the end of the media.
  func samples() throws -> [Double]? {
    while true {
      if silence > 0 {
        let count = min(silence, Self.silentBlock)
        silence -= count
        return [Double](repeating: 0, count: Int(count) * layout.channels)
      }
      let end = links[next - 1].end(ofAudioTrack: track)
      if let samples = try current.next() {
        let surplus = next < links.count ? Int(min(max(0, current.position - end), Int64(samples.count))) : 0
        guard surplus > 0 else { return samples }
        let kept = samples.dropLast(min(samples.count, surplus * layout.channels))
        if !kept.isEmpty { return Array(kept) }
      }
      guard next < links.count else { return nil }
      // What a damaged link lacks at its end is silent.
      silence = max(0, end - current.position)
      stopping.append(current.close())
      stopping.removeAll { (try? $0.value(within: .zero)) != nil }
      let link = links[next]
      current = try DecodedSound(
        track: track, of: link, from: link.facts.audioTracks[track].firstSample, linkStart: nextStart, layout: layout,
        damage: damage, cancellation: cancellation)
      nextStart += link.facts.audioTracks[track].sampleCount
      next += 1
    }
  }
}

extension MediaIndex {
  /// One past the last sample of audio track `track`, counted from the asset's time zero.
  fileprivate func end(ofAudioTrack track: Int) -> Int64 {
    facts.audioTracks[track].firstSample + facts.audioTracks[track].sampleCount
  }
}
