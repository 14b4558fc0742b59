import Containers
import EditingModel
import GStreamer
import MediaDecoding
import Rendering

/// The files of a reader: how each is read, and its damage found so far.
///
/// Threads: any.
struct SourceMedia: Sendable {
  private let indexes: [AssetReference: MediaIndex]
  /// The damage so far, and what is done about it.
  let damage: DamageRecord
  /// The preroll of a jump in sound.
  let seeking: SampleSeeking
  /// The store of decoders that are left open though they are not needed any more; nil where they are closed.
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

  /// The damage so far: of files, then of their tracks.
  func recordedDamage() -> [MediaDamage] {
    indexes.values.sorted { $0.facts.asset.name < $1.facts.asset.name }.flatMap { index in
      index.facts.damage.map { MediaDamage(asset: index.facts.asset, stretch: nil, cause: $0) }
    } + damage.damage { self[$0]?.facts }
  }

  /// The key of a decoder of `run` that is left open; nil where it is not, as where damage is kept, since each reader
  /// reports the damage that it meets itself.
  func key(of run: SourceRun) -> OpenSources.Key? {
    let asset = run.source.asset
    guard open != nil, damage.policy == .refuse, let file = files[asset], let index = indexes[asset] else { return nil }
    return OpenSources.Key(file: file, codec: index.videoAccess[run.source.trackIndex].codec, run: run)
  }

  /// The index of `asset`; nil where nothing is known of it.
  subscript(asset: AssetReference) -> MediaIndex? { indexes[asset] }
}
