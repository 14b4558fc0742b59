import MediaTime

/// An insertion into all tracks of a composition that has been worked out and checked, and that cannot fail any more.
struct CompositionInsertion {
  /// What happens to each track that is there, nil where nothing does; and what goes into it, where something does.
  private var changes: [(edit: TrackEdit?, excerpt: Excerpt?)] = []
  /// The tracks that are added.
  private var added: [CompositionTrack] = []

  /// Puts `excerpts`, which lie side by side, into `composition` at `start`, and moves all that stood there by `duration`.
  init(
    of excerpts: [Excerpt], lasting duration: CMTime, at start: CMTime, into composition: Composition
  ) throws(EditError) {
    let (placed, left) = Self.assigned(excerpts.filter(\.hasMedia), to: composition.tracks)
    for (index, track) in composition.tracks.enumerated() {
      let excerpt = placed[index]
      if excerpt == nil, start >= track.duration {
        changes.append((edit: nil, excerpt: nil))
      } else {
        let pieces = excerpt ?? Excerpt(emptyFor: duration, mediaType: track.mediaType)
        changes.append((try Self.edit(of: track, putting: pieces, lasting: duration, at: start), excerpt))
      }
    }
    var taken = composition.retiredTrackIDs.union(composition.tracks.map(\.id))
    for excerpt in left {
      var track = CompositionTrack(id: Composition.lowestID(notIn: taken), mediaType: excerpt.mediaType)
      taken.insert(track.id)
      track.make(try Self.edit(of: track, putting: excerpt, lasting: duration, at: start))
      track.note([excerpt])
      added.append(track)
    }
  }

  /// Makes it of the composition it was worked out for.
  func apply(to composition: inout Composition) {
    for (index, change) in changes.enumerated() {
      if let edit = change.edit { composition.tracks[index].make(edit) }
      if let excerpt = change.excerpt { composition.tracks[index].note([excerpt]) }
    }
    composition.tracks += added
  }

  /// Which excerpt goes into which of `tracks`, by the track's place, and those for which there is none.
  private static func assigned(
    _ excerpts: [Excerpt], to tracks: [CompositionTrack]
  ) -> (placed: [Int: Excerpt], left: [Excerpt]) {
    var placed: [Int: Excerpt] = [:]
    var left: [Excerpt] = []
    for excerpt in excerpts {
      let place = tracks.indices.first {
        placed[$0] == nil && tracks[$0].isCompatible(with: excerpt.mediaType, excerpt.videoProperties)
      }
      if let place { placed[place] = excerpt } else { left.append(excerpt) }
    }
    return (placed, left)
  }

  private static func edit(
    of track: CompositionTrack, putting excerpt: Excerpt, lasting duration: CMTime, at start: CMTime
  ) throws(EditError) -> TrackEdit {
    do {
      return try TrackEdit(
        of: track.segments, from: start, to: start, pieces: try excerpt.filled(to: duration).pieces, seams: .cut)
    } catch {
      throw EditError(error, argument: "startTime", trackID: track.id)
    }
  }
}
