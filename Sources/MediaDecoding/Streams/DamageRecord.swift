package import EditingModel
package import MediaFormats
import MediaTime
package import Rendering
import Synchronization

/// The damaged frames and samples that a reader has met.
///
/// Threads: any.
package final class DamageRecord: Sendable {
  /// The policy for damaged media.
  package let policy: DamagePolicy
  private let found = Mutex<[Track: [Range<Int64>: String]]>([:])

  private struct Track: Hashable {
    var asset: AssetReference
    var mediaType: MediaType
    var index: Int
  }

  /// No damage yet.
  package init(_ policy: DamagePolicy) {
    self.policy = policy
  }

  /// Notes that `range` of a track, frames or samples from its first on, cannot be decoded.
  package func note(
    _ range: Range<Int64>, of mediaType: MediaType, _ source: CompositionTrackSegment.Source, cause: String
  ) {
    found.withLock { found in
      let track = Track(asset: source.asset, mediaType: mediaType, index: source.trackIndex)
      found[track, default: [:]][range] = found[track]?[range] ?? cause
    }
  }

  /// The damage so far, of each track in order, with adjoining stretches joined; `facts` says what each file holds.
  package func damage(_ facts: (AssetReference) -> MediaFacts?) -> [MediaDamage] {
    var damage: [MediaDamage] = []
    let found = found.withLock { $0 }.sorted {
      ($0.key.asset.name, $0.key.mediaType.rawValue, $0.key.index)
        < ($1.key.asset.name, $1.key.mediaType.rawValue, $1.key.index)
    }
    for (track, ranges) in found {
      guard let facts = facts(track.asset) else { continue }
      var stretches: [(stretch: MediaDamage.Stretch, cause: String)] = []
      for (range, cause) in ranges.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
        guard let time = try? facts.time(of: range, in: track.mediaType, track.index) else { continue }
        if let last = stretches.last?.stretch, last.range.upperBound >= range.lowerBound {
          let (end, until) = (max(last.range.upperBound, range.upperBound), max(last.time.upperBound, time.upperBound))
          stretches[stretches.count - 1].stretch.range = last.range.lowerBound..<end
          stretches[stretches.count - 1].stretch.time = last.time.lowerBound..<until
        } else {
          let stretch = MediaDamage.Stretch(
            mediaType: track.mediaType, trackIndex: track.index, range: range, time: time)
          stretches.append((stretch, cause))
        }
      }
      damage += stretches.map { MediaDamage(asset: track.asset, stretch: $0.stretch, cause: $0.cause) }
    }
    return damage
  }
}

extension MediaFacts {
  /// The presentation times of frames or samples `range` of a track.
  fileprivate func time(of range: Range<Int64>, in mediaType: MediaType, _ track: Int) throws -> Range<Rational> {
    switch mediaType {
    case .video:
      let timing = videoTracks[track].timing
      let last = min(Int(range.upperBound), timing.count) - 1
      return try timing.start(
        of: Int(range.lowerBound))..<(timing.end(of: max(Int(range.lowerBound), last)) ?? duration)
    case .audio:
      let facts = audioTracks[track]
      let rate = Int64(facts.sampleRate)
      return try Rational(
        facts.firstSample + range.lowerBound, rate)..<Rational(facts.firstSample + range.upperBound, rate)
    }
  }
}
