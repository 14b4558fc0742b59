import MediaTime

/// A validated insertion into all tracks of a composition, which cannot fail any more when it is made.
struct CompositionInsertion {
  /// For each track of the composition its edit and the range that is inserted; nil where there is none.
  private var changes: [(edit: TrackEdit?, inserted: ExtractedRange?)] = []
  /// The tracks that are added.
  private var added: [CompositionTrack] = []

  /// Inserts `sources`, the parallel tracks of one source, into `composition` at `start`, and moves everything from
  /// `start` on by `duration`.
  init(
    of sources: [ExtractedRange], lasting duration: CMTime, at start: CMTime, into composition: Composition
  ) throws(EditError) {
    let (assigned, unassigned) = Self.assigned(sources.filter(\.hasMedia), to: composition.tracks)
    for (index, track) in composition.tracks.enumerated() {
      let inserted = assigned[index]
      if inserted == nil, start >= track.duration {
        changes.append((edit: nil, inserted: nil))
      } else {
        let source = inserted ?? ExtractedRange(emptyFor: duration, mediaType: track.mediaType)
        changes.append((try Self.edit(of: track, inserting: source, lasting: duration, at: start), inserted))
      }
    }
    var taken = composition.retiredTrackIDs.union(composition.tracks.map(\.id))
    for source in unassigned {
      var track = CompositionTrack(id: Composition.lowestID(notIn: taken), mediaType: source.mediaType)
      track.isEnabled = source.isEnabled ?? true
      taken.insert(track.id)
      track.make(try Self.edit(of: track, inserting: source, lasting: duration, at: start))
      track.recordVideoProperties(of: [source])
      added.append(track)
    }
  }

  /// Makes the insertion in the composition that it was validated for.
  func apply(to composition: inout Composition) {
    for (index, change) in changes.enumerated() {
      if let edit = change.edit { composition.tracks[index].make(edit) }
      if let inserted = change.inserted { composition.tracks[index].recordVideoProperties(of: [inserted]) }
    }
    composition.tracks += added
  }

  /// The source for each of `tracks` that gets one, by the track's index, and the sources without a track: each goes
  /// into the first compatible track that is not taken.
  private static func assigned(
    _ sources: [ExtractedRange], to tracks: [CompositionTrack]
  ) -> (assigned: [Int: ExtractedRange], unassigned: [ExtractedRange]) {
    var assigned: [Int: ExtractedRange] = [:]
    var unassigned: [ExtractedRange] = []
    for source in sources {
      let index = tracks.indices.first {
        assigned[$0] == nil && tracks[$0].isCompatible(with: source.mediaType, source.videoProperties)
          && (source.isEnabled ?? tracks[$0].isEnabled) == tracks[$0].isEnabled
      }
      if let index { assigned[index] = source } else { unassigned.append(source) }
    }
    return (assigned, unassigned)
  }

  private static func edit(
    of track: CompositionTrack, inserting source: ExtractedRange, lasting duration: CMTime, at start: CMTime
  ) throws(EditError) -> TrackEdit {
    do {
      return try TrackEdit(
        of: track.segments, replacingFrom: start, to: start, with: try source.extended(to: duration).segments,
        joining: .emptyEdits)
    } catch {
      throw EditError(error, argument: "startTime", trackID: track.id)
    }
  }
}
