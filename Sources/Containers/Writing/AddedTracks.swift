package import MediaFormats
package import MediaTime
package import Rendering
package import Subtitles

/// Text, data and chapters that came while a file was written, and are put into it when its media are there.
package struct AddedTracks: Sendable {
  /// The cues of each track of text.
  package var cues: [Int: [SubtitleCue]] = [:]
  /// The samples of each track of data.
  package var samples: [Int: [DataTrack.Sample]] = [:]
  /// The chapters, in the order of their times.
  package var chapters: [Chapter] = []

  /// Nothing yet.
  package init() {}

  /// Refuses more chapters than a movie's list has room for.
  package func check(in settings: WriterSettings) throws(RenderError) {
    let count = settings.metadata.chapters.count + chapters.count
    guard count > MovieStatements.mostChapters else { return }
    throw MovieStatements.tooMany(count)
  }

  /// `settings` with these, for a film whose pictures end at `pictureEnd`; what lies behind `end`, if there is one, is left out.
  package func completed(_ settings: WriterSettings, pictureEnd: Rational, until end: Rational?) -> WriterSettings {
    var whole = settings
    for (track, cues) in cues {
      let sorted = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      whole.subtitles[track].document.cues += sorted.map(\.element)
    }
    for (track, samples) in samples {
      whole.dataTracks[track].samples += samples.sorted { $0.start < $1.start }
    }
    whole.metadata.chapters += chapters
    if pictureEnd > .zero { whole.pictures?.expectedDuration = pictureEnd }
    if let end { whole.end(at: end, pictureEnd) }
    for track in whole.dataTracks.indices.reversed() where whole.dataTracks[track].samples.isEmpty {
      whole.removeDataTrack(track)
    }
    return whole
  }
}

extension WriterSettings {
  /// Leaves out what lies behind `end`, in a film whose pictures end at `pictureEnd`.
  fileprivate mutating func end(at end: Rational, _ pictureEnd: Rational) {
    pictures?.expectedDuration = min(pictureEnd, end)
    for track in subtitles.indices {
      subtitles[track].document.cues = subtitles[track].document.cues.compactMap { cue in
        var cue = cue
        cue.end = min(cue.end, end)
        return cue.start < cue.end ? cue : nil
      }
    }
    for track in dataTracks.indices {
      dataTracks[track].samples = dataTracks[track].samples.filter { $0.start < end }.map { sample in
        var sample = sample
        sample.end = min(sample.end ?? end, end)
        return sample
      }
    }
    metadata.chapters = metadata.chapters.filter { $0.exactStart < end }.map { chapter in
      var chapter = chapter
      chapter.exactEnd = chapter.exactEnd.map { min($0, end) }
      return chapter
    }
  }

  /// Leaves out track number `track` of data, which nothing came for.
  fileprivate mutating func removeDataTrack(_ track: Int) {
    dataTracks.remove(at: track)
    let number = (pictures == nil ? 0 : 1) + sounds.count + packets.count + subtitles.count + track
    associations = associations.compactMap { association in
      guard association.track != number, association.other != number else { return nil }
      func after(_ other: Int) -> Int { other > number ? other - 1 : other }
      return TrackAssociation(
        track: after(association.track), kind: association.kind, other: after(association.other))
    }
  }
}
