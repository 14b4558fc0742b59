import EditingModel
public import Foundation

/// A track of a composition that is edited (`AVMutableCompositionTrack`).
///
/// Edits without a return value that are not possible change nothing, and report on the standard error.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
  // @unchecked: as its superclass.

  // MARK: Properties

  /// Whether it is rendered; true unless set.
  open override var isEnabled: Bool {
    get { super.isEnabled }
    set { trackStore?.edit { $0.isEnabled = newValue } }
  }
  /// Units a second of its times.
  open override var naturalTimeScale: CMTimeScale {
    get { super.naturalTimeScale }
    set { trackStore?.editExtras { $0.naturalTimeScale = newValue > 0 ? newValue : nil } }
  }
  /// The language, ISO 639-2/T.
  open override var languageCode: String? {
    get { super.languageCode }
    set { trackStore?.editExtras { $0.languageCode = newValue } }
  }
  /// The language, a BCP 47 tag.
  open override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { trackStore?.edit { $0.extendedLanguageTag = newValue } }
  }
  /// The transform that turns its pictures upright, without a video composition that sets it.
  open override var preferredTransform: CGAffineTransform {
    get { super.preferredTransform }
    set { trackStore?.edit { $0.preferredTransform = newValue.transform } }
  }
  /// The gain of its sound, on top of the audio mix.
  open override var preferredVolume: Float {
    get { super.preferredVolume }
    set { trackStore?.edit { $0.preferredVolume = Double(newValue) } }
  }

  /// Segments of the track, in order: which media are shown when. Nothing is checked where it is set: see ``validateSegments(_:)``. Setting it blocks
  /// where files that are not loaded are named.
  public var segments: [AVCompositionTrackSegment] {
    get { trackStore?.segmentObjects() ?? [] }
    set { set(newValue) }
  }

  private func set(_ segments: [AVCompositionTrackSegment]) {
    guard let store = trackStore else { return }
    let mediaType = store.track.mediaType
    let models = segments.map { $0.model(mediaType) }
    store.store.edit { state in
      guard let index = state.composition.tracks.firstIndex(where: { $0.id == store.id }) else { return }
      state.composition.tracks[index].segments = models
      for (segment, model) in zip(segments, models) {
        guard let source = model.source else { continue }
        state.sourceTrackIDs[.init(source: source, mediaType: mediaType)] = TrackID(rawValue: segment.sourceTrackID)
        state.note(source)
      }
    }
  }

  /// Checks whether `segments` could be those of the track (`validateSegments(_:)`).
  ///
  /// - Throws: `AVError` for the first that is wrong: −11824 to −11827.
  public func validateSegments(_ segments: [AVCompositionTrackSegment]) throws {
    guard let track else { return }
    try translated { try track.validateTrackSegments(segments.map { $0.model(track.mediaType) }) }
  }

  // MARK: Associations

  /// Adds the association `trackAssociationType` with `compositionTrack`, a track of the same composition
  /// (`addTrackAssociation(to:type:)`). It is returned by ``associatedTracks(ofType:)``; exports do not write it.
  public func addTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AVAssetTrack.AssociationType
  ) {
    guard let store = trackStore, store.store === compositionTrack.trackStore?.store, compositionTrack != self else {
      Misuse.report("The track \(compositionTrack.trackID) is not another one of the same composition.")
      return
    }
    let association = CompositionStore.TrackExtras.Association(
      kind: trackAssociationType, track: TrackID(rawValue: compositionTrack.trackID))
    store.editExtras { extras in
      if !extras.associations.contains(association) { extras.associations.append(association) }
    }
  }

  /// Removes the association (`removeTrackAssociation(to:type:)`).
  public func removeTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AVAssetTrack.AssociationType
  ) {
    let number = TrackID(rawValue: compositionTrack.trackID)
    trackStore?.editExtras { extras in
      extras.associations.removeAll { $0.kind == trackAssociationType && $0.track == number }
    }
  }

  /// Replacing a format by another is not supported here: the call changes nothing and reports on the standard error.
  /// Without effect and report for nil, which removes a replacement.
  public func replaceFormatDescription(
    _ originalFormatDescription: CMFormatDescription, with replacementFormatDescription: CMFormatDescription?
  ) {
    guard replacementFormatDescription != nil else { return }
    Misuse.report("The format of a composition's media is not replaced: media are what their files say.")
  }

  // MARK: Edits

  /// Inserts `timeRange` of `track` at `startTime`, and moves everything from there on; `.invalid` for the end
  /// (`insertTimeRange(_:of:at:)`).
  ///
  /// - Throws: `AVError`; the track is unchanged then.
  public func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
    let times = RoundedEdits.times(of: timeRange) + [startTime]
    try translated {
      switch track.content {
      case .file(_, let source):
        try edit(times, [source.naturalTimeScale]) { state, index, times throws(EditError) in
          try state.composition.tracks[index].insertTimeRange(
            RoundedEdits.range(times[...1], of: timeRange), of: source, at: times[2])
          state.note(source)
        }
      case .composition(let other):
        let (source, known) = (other.track, other.store.snapshot)
        try edit(times, [source.duration.timescale]) { state, index, times throws(EditError) in
          try state.composition.tracks[index].insertTimeRange(
            RoundedEdits.range(times[...1], of: timeRange), of: source, at: times[2])
          state.note(known)
        }
      case .ancillary:
        throw AVError(
          .operationNotSupportedForAsset,
          userInfo: [
            NSLocalizedDescriptionKey:
              "Compositions take tracks of pictures and of sound, and not “\(track.mediaType.rawValue)”."
          ])
      }
    }
  }

  /// Inserts several ranges at `startTime`, one after the other; all of them or none (`insertTimeRanges(_:of:at:)`). A range with an
  /// invalid start, or a `NSNull` in place of its track, is an empty stretch.
  ///
  /// - Throws: `AVError`; the track is unchanged then.
  public func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
    try insertTimeRanges(timeRanges, of: tracks as [Any], at: startTime)
  }

  /// As the one above; `tracks` are `AVAssetTrack`s and `NSNull`s.
  public func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [Any], at startTime: CMTime) throws {
    guard timeRanges.count == tracks.count, let store = trackStore else {
      throw AVError(
        .unknown,
        userInfo: [NSLocalizedDescriptionKey: "There are \(timeRanges.count) ranges and \(tracks.count) tracks."])
    }
    // On a copy, which takes the track's place where each can be inserted; the last one first, all at the same time.
    let scratch = CompositionStore(store.store.snapshot)
    let trial = AVMutableCompositionTrack(store.id, in: scratch, of: AVComposition(scratch, options: .init()))
    let start = startTime.isValid ? startTime : trial.timeRange.duration
    for (value, track) in zip(timeRanges, tracks).reversed() {
      let range = value.timeRangeValue
      if let track = track as? AVAssetTrack, range.start.isValid {
        try trial.insertTimeRange(range, of: track, at: start)
      } else {
        trial.insertEmptyTimeRange(CMTimeRange(start: start, duration: range.duration))
      }
    }
    let made = scratch.snapshot
    store.store.edit { state in
      guard let index = state.composition.tracks.firstIndex(where: { $0.id == store.id }),
        let track = made.composition.track(withTrackID: store.id)
      else { return }
      state.composition.tracks[index] = track
      state.note(made)
    }
  }

  /// Inserts an empty stretch (`insertEmptyTimeRange(_:)`); at the end of the track nothing happens.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    change(RoundedEdits.times(of: timeRange)) { track, times throws(EditError) in
      try track.insertEmptyTimeRange(RoundedEdits.range(times[...], of: timeRange))
    }
  }

  /// Removes `timeRange` and closes the gap (`removeTimeRange(_:)`).
  public func removeTimeRange(_ timeRange: CMTimeRange) {
    change(RoundedEdits.times(of: timeRange)) { track, times throws(EditError) in
      try track.removeTimeRange(RoundedEdits.range(times[...], of: timeRange))
    }
  }

  /// Has `timeRange` last `duration` (`scaleTimeRange(_:toDuration:)`).
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    change(RoundedEdits.times(of: timeRange) + [duration]) { track, times throws(EditError) in
      try track.scaleTimeRange(RoundedEdits.range(times[...1], of: timeRange), toDuration: times[2])
    }
  }

  private func change(
    _ times: [CMTime], _ change: (inout CompositionTrack, [CMTime]) throws(EditError) -> Void
  ) {
    do throws(EditError) {
      try edit(times, []) { state, index, times throws(EditError) in
        try change(&state.composition.tracks[index], times)
      }
    } catch {
      Misuse.report("The track \(trackID) is not changed: \(error)")
    }
  }

  /// Makes `edit` on the track, with `times` or, where those have no exact result, with others that are as near as can be.
  private func edit(
    _ times: [CMTime], _ timescales: [CMTimeScale],
    _ edit: (inout CompositionStore.State, Int, [CMTime]) throws(EditError) -> Void
  ) throws(EditError) {
    guard let store = trackStore else { return }
    try store.store.edit { state throws(EditError) in
      guard let index = state.composition.tracks.firstIndex(where: { $0.id == store.id }) else { return }
      let own = state.composition.tracks[index].duration.timescale
      try RoundedEdits.make(times, by: [own] + timescales) { times throws(EditError) in
        try edit(&state, index, times)
      }
    }
  }
}
