package import MediaFormats
package import MediaTime
package import Rendering

/// The written media of each track of a movie, and how much of them is presented.
///
/// ```
///  written     ├──────────────────────────┤      however far the encoders were
///  presented   ├────────────────┤ end            what the edit list says
/// ```
package struct FinishedTracks {
  /// The beginning of the first encoded picture, and the end of the last one; nil where none are encoded.
  package let pictures: (start: Rational, end: Rational)?
  /// Samples of each sound from the film's beginning on.
  package let sounds: [(grid: SampleGrid, count: Int64)]
  /// Kind and extent of each track of packets that were not encoded here.
  package let packets: [(mediaType: MediaType, edit: MovieHeader.Edit)]
  /// The end of the presentation; nil for the end of the written media.
  package let end: Rational?

  package init(
    pictures: (start: Rational, end: Rational)?, sounds: [(grid: SampleGrid, count: Int64)],
    packets: [(mediaType: MediaType, edit: MovieHeader.Edit)], end: Rational?
  ) {
    (self.pictures, self.sounds, self.packets, self.end) = (pictures, sounds, packets, end)
  }

  /// The presented part of each track of the file of `settings`; nothing of text behind `last`.
  ///
  /// - Throws: `RenderError` with `.outOfRange` where a track has nothing before the end.
  package func film(_ settings: WriterSettings, until last: Rational?) throws -> FinishedFilm {
    var film = FinishedFilm(end: last)
    if let pictures {
      film.pictures = .init(duration: try presented(until: pictures.end, from: pictures.start, of: "pictures"))
    }
    for (sound, written) in zip(settings.sounds, sounds) {
      let length = try presented(until: written.grid.time(of: written.count), from: .zero, of: "sound")
      film.sounds.append(sound.edit(until: length))
    }
    for (mediaType, written) in packets {
      var edit = written
      edit.duration = try presented(until: edit.duration, from: .zero, of: mediaType.rawValue)
      film.packets.append(edit)
    }
    guard settings.packets.isEmpty, settings.subtitles.isEmpty else { return film }
    film.duration = try
      (zip(settings.sounds, sounds).map { try $1.grid.time(of: $1.count) }
      + [film.pictures?.duration].compactMap(\.self)).max()
    return film
  }

  /// The end of a track with media from `start` until `last`. An edit list has no entry for nothing.
  private func presented(until last: Rational, from start: Rational, of what: String) throws -> Rational {
    guard let end, end < last else { return last }
    guard end > start else {
      throw RenderError(
        .outOfRange, "The session ends at \(end.timecode), and none of the \(what) lies before that.",
        remedy: "End it later, or leave the input out.")
    }
    return end
  }
}

extension RenderError {
  /// The error that written media cannot be hidden in a file of `fileType`.
  package static func withoutEditLists(_ fileType: FileType) -> RenderError {
    RenderError(
      .unsupported, "\(fileType.format.title) has no edit list, which would hide what is written behind an end.",
      remedy: "Write no more than is to be there, or MP4 or QuickTime.")
  }
}
