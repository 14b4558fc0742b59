import Containers
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import Synchronization

/// A composition that several objects stand for: the asset and its tracks.
///
/// Threads: any. Lock order: `state`, then that of `AwaitedFiles`; nothing else is called while it is held but edits, which lock nothing.
final class CompositionStore: Sendable {
  private let state: Mutex<State>

  /// The composition, and what Apple's tracks know beyond the engine's.
  struct State: Sendable {
    var composition = Composition()
    var extras: [TrackID: TrackExtras] = [:]
    /// The files' own numbers of tracks that segments show.
    var sourceTrackIDs: [SourceTrack: TrackID] = [:]
    /// Units a second of the media of files' tracks that segments show.
    var sourceTimescales: [SourceTrack: CMTimeScale] = [:]
    /// Deliveries of media that are no files, by the URL at which the engine finds them.
    var deliveries: [URL: any FileDelivery] = [:]
  }

  /// Properties of Apple's composition tracks beyond the engine's.
  struct TrackExtras: Hashable, Sendable {
    var languageCode: String?
    var naturalTimeScale: CMTimeScale?
    /// Associations with other tracks.
    var associations: [Association] = []

    /// Association with another track.
    struct Association: Hashable, Sendable {
      var kind: AVAssetTrack.AssociationType
      var track: TrackID
    }
  }

  /// A track of a file, as segments name it.
  struct SourceTrack: Hashable, Sendable {
    var source: CompositionTrackSegment.Source
    var mediaType: MediaType
  }

  init(_ state: State = State()) { self.state = Mutex(state) }

  /// All of it, as it is now.
  var snapshot: State { state.withLock { $0 } }
  /// The composition, as it is now.
  var composition: Composition { state.withLock(\.composition) }

  /// The value that `edit` returns, which changes the state.
  func edit<Value: Sendable, Failure: Error>(
    _ edit: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try state.withLock { state throws(Failure) in try edit(&state) }
  }

  /// The file's own number of the track that `source` is; asked of the file where it was not stated. Blocks then.
  func trackID(of source: CompositionTrackSegment.Source, _ mediaType: MediaType) -> TrackID {
    let key = SourceTrack(source: source, mediaType: mediaType)
    if let known = state.withLock({ $0.sourceTrackIDs[key] }) { return known }
    let tracks = (try? URLAsset(url: source.asset.url).blockingAsset())?.tracks(withMediaType: mediaType) ?? []
    return tracks.indices.contains(source.trackIndex) ? tracks[source.trackIndex].trackID : .invalid
  }
}

extension CompositionStore.State {
  /// Notes the number that a track of a file has there, and the units of its media.
  mutating func note(_ track: AssetTrack) {
    guard let source = track.source else { return }
    let key = CompositionStore.SourceTrack(source: source, mediaType: track.mediaType)
    (sourceTrackIDs[key], sourceTimescales[key]) = (track.trackID, track.naturalTimeScale)
    note(source)
  }

  /// Notes what keeps the media of `source`.
  mutating func note(_ source: CompositionTrackSegment.Source) {
    if let delivery = AwaitedFiles.delivery(at: source.asset.url.path) { deliveries[source.asset.url] = delivery }
  }

  /// Takes over another composition's numbers of files' tracks.
  mutating func note(_ other: CompositionStore.State) {
    sourceTrackIDs.merge(other.sourceTrackIDs) { known, _ in known }
    sourceTimescales.merge(other.sourceTimescales) { known, _ in known }
    deliveries.merge(other.deliveries) { known, _ in known }
  }
}

/// A track of a composition; after its removal, a copy of it as it was.
///
/// Threads: any. Lock order: `owner`, then the store's.
final class CompositionTrackStore: Sendable {
  /// The track's number.
  let id: TrackID
  private let owner: Mutex<CompositionStore>

  init(_ id: TrackID, in store: CompositionStore) {
    self.id = id
    owner = Mutex(store)
  }

  /// The composition that it is in, or the copy.
  var store: CompositionStore { owner.withLock { $0 } }
  /// The track; an empty one where the composition has lost it.
  var track: CompositionTrack {
    store.composition.track(withTrackID: id) ?? CompositionTrack(id: id, mediaType: .video)
  }
  /// Units a second of the media that it shows first; nil where they are not known.
  var mediaTimescale: CMTimeScale? {
    let (track, state) = (track, store.snapshot)
    return track.segments.lazy.compactMap(\.source).first.flatMap {
      state.sourceTimescales[.init(source: $0, mediaType: track.mediaType)]
    }
  }
  /// The track's properties beyond the engine's.
  var extras: CompositionStore.TrackExtras { store.snapshot.extras[id] ?? .init() }

  /// Changes the track.
  func edit(_ edit: (inout CompositionTrack) -> Void) {
    store.edit { state in
      guard let index = state.composition.tracks.firstIndex(where: { $0.id == id }) else { return }
      edit(&state.composition.tracks[index])
    }
  }

  /// Changes the track's properties beyond the engine's.
  func editExtras(_ edit: (inout CompositionStore.TrackExtras) -> Void) {
    store.edit { state in edit(&state.extras[id, default: .init()]) }
  }

  /// Leaves the composition, with the track as `state` has it.
  func detach(from state: CompositionStore.State) {
    var alone = state
    alone.composition.tracks.removeAll { $0.id != id }
    let copy = CompositionStore(alone)
    owner.withLock { $0 = copy }
  }

  /// The parts of the media and the times at which they are shown.
  func segmentObjects() -> [AVCompositionTrackSegment] {
    let (track, store) = (track, store)
    return track.segments.map { segment in
      AVCompositionTrackSegment(
        segment, trackID: segment.source.map { store.trackID(of: $0, track.mediaType) } ?? .invalid)
    }
  }
}
