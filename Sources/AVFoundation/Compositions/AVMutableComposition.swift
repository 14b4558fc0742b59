import EditServices
import EditingModel
public import Foundation
import MediaFormats

/// A composition that is edited (`AVMutableComposition`). Edits during a service's work do not affect that work:
/// services take a snapshot.
///
/// Edits without a return value that are not possible change nothing, and report on the standard error.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// A composition without tracks; of `options` none changes anything.
  public convenience init(urlAssetInitializationOptions options: [String: Any]?) {
    self.init(CompositionStore(), options: InitializationOptions(values: options ?? [:]))
  }

  override func makeTrack(_ id: TrackID, in store: CompositionStore) -> AVAssetTrack {
    AVMutableCompositionTrack(id, in: store, of: self)
  }

  /// The size of its pictures where nothing else says one.
  open override var naturalSize: CGSize {
    get { super.naturalSize }
    set { store.edit { $0.composition.naturalSize = newValue == .zero ? nil : newValue.size } }
  }

  /// All tracks, in the order in which they were added.
  public var tracks: [AVMutableCompositionTrack] {
    ((try? trackObjects()) ?? []).compactMap { $0 as? AVMutableCompositionTrack }
  }

  /// The track with this number; nil where there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// The tracks of one kind of media, in order.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks whose media are like this, in order.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVMutableCompositionTrack] {
    tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }

  /// The tracks of one kind of media, in order.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVMutableCompositionTrack] {
    tracks(withMediaType: mediaType)
  }

  /// The track with this number; nil where there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVMutableCompositionTrack? {
    track(withTrackID: trackID)
  }

  // MARK: Tracks

  /// Adds an empty track (`addMutableTrack(withMediaType:preferredTrackID:)`): with the number `preferredTrackID` unless a track has or has
  /// had it, or it is `kCMPersistentTrackID_Invalid`.
  ///
  /// - Returns: Nil for other media than video and audio, which compositions do not take here.
  @discardableResult
  public func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    guard let kind = mediaType.mediaType else {
      Misuse.report("Compositions take tracks of video and of audio, and not of “\(mediaType.rawValue)”.")
      return nil
    }
    let id = store.edit { state in
      state.composition.addTrack(withMediaType: kind, preferredTrackID: TrackID(rawValue: preferredTrackID))
    }
    return object(of: id, in: store) as? AVMutableCompositionTrack
  }

  /// Removes `track`; the others stay as they are. The object keeps what it had.
  public func removeTrack(_ track: AVCompositionTrack) {
    let id = TrackID(rawValue: track.trackID)
    guard track.asset === self, let before = remove(id) else {
      Misuse.report("The track \(track.trackID) is none of the composition's, and is not removed.")
      return
    }
    let object = forgetTrack(id.rawValue)
    for track in [object, track] {
      guard let track, case .composition(let removed) = track.content else { continue }
      removed.detach(from: before)
      track.asset = nil
    }
  }

  /// The composition as it was before track `id` was removed; nil where there is none.
  private func remove(_ id: TrackID) -> CompositionStore.State? {
    store.edit { state in
      let before = state
      guard (try? state.composition.removeTrack(id)) != nil else { return nil }
      return before
    }
  }

  /// The first track into which ranges of `track` can be inserted; nil where one must be added (`mutableTrack(compatibleWith:)`).
  public func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
    guard let like = track.model else { return nil }
    return store.composition.mutableTrack(compatibleWith: like).flatMap { self.track(withTrackID: $0.rawValue) }
  }

  // MARK: All tracks at once

  /// Inserts `timeRange` of all tracks of `asset` at `startTime`, and moves everything from there on, in all tracks
  /// (`insertTimeRange(_:of:at:)`). Blocks where the asset is not loaded; there is no second one that does not, so that code with
  /// `await` and code without it are both accepted.
  ///
  /// - Throws: `AVError`; the composition is unchanged then.
  public func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    try translated { try insert(timeRange, of: asset, at: startTime) }
  }

  private func insert(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    let times = RoundedEdits.times(of: timeRange) + [startTime]
    switch asset.source {
    case .file(let file):
      let source = try asset.fileAsset(file)
      try store.edit { state throws(EditError) in
        try RoundedEdits.make(times, by: state.timescales + source.tracks.map(\.naturalTimeScale)) {
          times throws(EditError) in
          try state.composition.insertTimeRange(
            RoundedEdits.range(times[...1], of: timeRange), of: source, at: times[2])
        }
        for track in source.tracks { state.note(track) }
      }
    case .composition(let other):
      let source = other.snapshot
      try store.edit { state throws(EditError) in
        try RoundedEdits.make(times, by: state.timescales + source.timescales) { times throws(EditError) in
          try state.composition.insertTimeRange(
            RoundedEdits.range(times[...1], of: timeRange), of: source.composition, at: times[2])
        }
        state.note(source)
      }
    }
  }

  /// Inserts an empty stretch into all tracks (`insertEmptyTimeRange(_:)`).
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    edit(RoundedEdits.times(of: timeRange)) { composition, times throws(EditError) in
      try composition.insertEmptyTimeRange(RoundedEdits.range(times[...], of: timeRange))
    }
  }

  /// Removes `timeRange` from all tracks and closes the gap (`removeTimeRange(_:)`).
  public func removeTimeRange(_ timeRange: CMTimeRange) {
    edit(RoundedEdits.times(of: timeRange)) { composition, times throws(EditError) in
      try composition.removeTimeRange(RoundedEdits.range(times[...], of: timeRange))
    }
  }

  /// Has `timeRange` of all tracks last `duration` (`scaleTimeRange(_:toDuration:)`).
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    edit(RoundedEdits.times(of: timeRange) + [duration]) { composition, times throws(EditError) in
      try composition.scaleTimeRange(RoundedEdits.range(times[...1], of: timeRange), toDuration: times[2])
    }
  }

  private func edit(
    _ times: [CMTime], _ edit: (inout Composition, [CMTime]) throws(EditError) -> Void
  ) {
    do throws(EditError) {
      try store.edit { state throws(EditError) in
        try RoundedEdits.make(times, by: state.timescales) { times throws(EditError) in
          try edit(&state.composition, times)
        }
      }
    } catch {
      Misuse.report("The composition is not changed: \(error)")
    }
  }
}

extension CompositionStore.State {
  /// The timescales of its tracks' ends.
  var timescales: [CMTimeScale] { composition.tracks.map(\.duration.timescale) }
}
