import Containers
import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// The files of a reader: how each is read, and its damage found so far.
///
/// Threads: any.
struct SourceMedia: Sendable {
  private let indexes: [AssetReference: MediaIndex]
  /// The damage so far, and what is done about it.
  let damage: DamageRecord
  /// What a jump in sound decodes first.
  let seeking: SampleSeeking
  /// Where decoders are left open that are not needed any more; nil where they are closed.
  let open: OpenSources?
  /// The files as they were when their indexes were made.
  private let files: [AssetReference: FileSystem.Identity]

  /// The files of `indexes`, without known damage; `decoders` decode their tracks. The files in `files`, which are at
  /// least as old as their indexes, have decoders in `open`.
  init(
    _ indexes: [AssetReference: MediaIndex], decoders: [CompositionTrackSegment.Source: DecoderChoice] = [:],
    policy: DamagePolicy, seeking: SampleSeeking = .exact, open: OpenSources? = nil,
    files: [AssetReference: FileSystem.Identity] = [:]
  ) {
    self.seeking = seeking
    (self.open, self.files) = (open, files)
    var indexes = indexes
    for (source, decoder) in decoders {
      indexes[source.asset]?.videoAccess[source.trackIndex].codec.decode(by: decoder)
    }
    self.indexes = indexes
    damage = DamageRecord(policy)
  }

  /// What is wrong with each file as a whole.
  var damagedFiles: [MediaDamage] {
    indexes.values.sorted { $0.facts.asset.name < $1.facts.asset.name }.flatMap { index in
      index.facts.damage.map { MediaDamage(asset: index.facts.asset, stretch: nil, cause: $0) }
    }
  }

  /// The key of a decoder of `run` that is left open; nil where it is not, as where damage is kept, since each reader
  /// reports the damage that it meets itself.
  func key(of run: SourceRun) -> OpenSources.Key? {
    let asset = run.source.asset
    guard open != nil, damage.policy == .refuse, let file = files[asset], let index = indexes[asset] else { return nil }
    return OpenSources.Key(file: file, codec: index.videoAccess[run.source.trackIndex].codec, run: run)
  }

  /// How `asset` is read; nil where nothing is known of it.
  subscript(asset: AssetReference) -> MediaIndex? { indexes[asset] }
}

/// The damaged frames and samples that a reader has met.
///
/// Threads: any.
final class DamageRecord: Sendable {
  /// What is done where something is damaged.
  let policy: DamagePolicy
  private let found = Mutex<[Track: [Range<Int64>: String]]>([:])

  private struct Track: Hashable {
    var asset: AssetReference
    var mediaType: MediaType
    var index: Int
  }

  /// No damage yet.
  init(_ policy: DamagePolicy) {
    self.policy = policy
  }

  /// Notes that `range` of a track, frames or samples from its first on, cannot be decoded.
  func note(
    _ range: Range<Int64>, of mediaType: MediaType, _ source: CompositionTrackSegment.Source, cause: String
  ) {
    found.withLock { found in
      let track = Track(asset: source.asset, mediaType: mediaType, index: source.trackIndex)
      found[track, default: [:]][range] = found[track]?[range] ?? cause
    }
  }

  /// The damage so far: of files, then of each track in order, with adjoining stretches joined.
  func damage(in media: SourceMedia) -> [MediaDamage] {
    var damage: [MediaDamage] = []
    let found = found.withLock { $0 }.sorted {
      ($0.key.asset.name, $0.key.mediaType.rawValue, $0.key.index)
        < ($1.key.asset.name, $1.key.mediaType.rawValue, $1.key.index)
    }
    for (track, ranges) in found {
      guard let facts = media[track.asset]?.facts else { continue }
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
    return media.damagedFiles + damage
  }
}

extension MediaFacts {
  /// When frames or samples `range` of a track are presented.
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
