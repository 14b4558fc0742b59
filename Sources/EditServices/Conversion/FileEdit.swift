public import EditingModel
public import MediaFormats
public import MediaTime
public import Rendering

/// Files as an edit: one as it is, or several one after another.
///
/// Each is as wide and as fast as the first; pictures of another shape are fitted inside, centered, on black. Where the
/// files have several sound tracks, those of the same number follow one another.
public struct FileEdit: Hashable, Sendable {
  /// The pictures, and the sounds of the first track.
  public let edit: EditSnapshot
  /// The further sounds, track by track.
  public let separateSounds: [EditSnapshot]
  /// The languages of the pictures and of the sounds, as the first file that says them does.
  public let languages: [String?]
  /// How long all of it is.
  public let duration: CMTime

  /// What becomes of several sound tracks.
  public enum SoundTracks: String, Hashable, Sendable, CaseIterable {
    /// They stay apart, where the container has room for several; elsewhere only the first is kept.
    case keep
    /// They sound together, in one.
    case mix
    /// Only the first is kept.
    case first
  }

  /// The files that `files` tell of, one after another, in a file of `fileType`.
  ///
  /// - Throws: `RenderError` with `.invalidModel` where they cannot be put together exactly, or there is none.
  public init(
    joining files: [MediaFacts], soundTracks: SoundTracks = .keep, in fileType: FileType
  ) throws(RenderError) {
    var composition = Composition()
    for facts in files {
      let asset = Asset(facts)
      guard facts.videoTracks.allSatisfy({ $0.timing != .still }) else {
        throw RenderError(
          .invalidModel, "A still picture is shown for as long as one likes, and nothing says how long.",
          remedy:
            "Lay it out in a project, where a segment has a duration; gstedit frame writes it as another picture.",
          asset: facts.asset)
      }
      do throws(EditError) {
        try composition.insertTimeRange(
          CMTimeRange(start: .zero, duration: facts.filmDuration ?? asset.duration), of: asset, at: composition.duration
        )
      } catch {
        throw RenderError(
          .invalidModel, error.diagnostic.message, remedy: error.diagnostic.remedy, asset: facts.asset)
      }
    }
    guard !composition.tracks.isEmpty else {
      throw RenderError(.invalidModel, "There is nothing to convert.", remedy: "Name a film or a sound.")
    }
    let sounds = composition.tracks(withMediaType: .audio)
    var others: [EditSnapshot] = []
    if soundTracks != .mix, sounds.count > 1 {
      let isRoomy = soundTracks == .keep && fileType.holdsSeveralSounds
      for track in sounds.dropFirst() {
        composition.tracks.removeAll { $0.id == track.id }
        if isRoomy { others.append(EditSnapshot(composition: Composition(tracks: [track]))) }
      }
    }
    edit = EditSnapshot(composition: composition)
    separateSounds = others
    duration = composition.duration
    func language(_ track: (MediaFacts) -> TrackIdentity?) -> String? {
      files.compactMap { track($0)?.languageCode }.first
    }
    var languages: [String?] = []
    if files.contains(where: { !$0.videoTracks.isEmpty }) {
      languages.append(language { $0.videoTracks.first?.identity })
    }
    for number in 0..<(sounds.isEmpty ? 0 : others.count + 1) {
      languages.append(
        language { $0.audioTracks.indices.contains(number) ? $0.audioTracks[number].identity : nil })
    }
    self.languages = languages
  }
}

extension MediaFacts {
  /// How long the pictures are, where sound goes on for a few packets at most, which would be heard with a black picture;
  /// nil elsewhere.
  fileprivate var filmDuration: CMTime? {
    let ends = videoTracks.compactMap { track -> Rational? in
      guard track.timing != .still else { return nil }
      return try? track.timing.end(of: track.timing.count - 1)
    }
    guard let end = ends.max(), end < duration, duration.seconds - end.seconds < 0.1 else { return nil }
    return try? CMTime(exactly: end)
  }
}

extension FileType {
  /// Whether a file of it has room for more than one sound track.
  public var holdsSeveralSounds: Bool { !isSoundOnly && !isPictureSequence && !format.audioCodecs.isEmpty }
}

extension PacketCopy {
  /// The packets of the media of `edit`, in a file of `fileType`; of `range` of it only, if it is given.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the edit is not made of whole stretches of files one after another:
  ///   where tracks are cut at different places, are empty somewhere, or play at another speed.
  public init(passing edit: EditSnapshot, range: CMTimeRange?, as fileType: FileType) throws(RenderError) {
    let tracks = edit.composition.tracks.filter { $0.isEnabled && !$0.segments.isEmpty }
    guard let leader = tracks.first(where: { $0.mediaType == .video }) ?? tracks.first else {
      throw RenderError(.unsupported, "There are no packets to copy.", remedy: "Use another preset.")
    }
    var wanted: RationalRange?
    if let range { wanted = try exact { () throws(RationalError) in try RationalRange(range) } }
    var parts: [Part] = []
    for segment in leader.segments {
      let (media, target) = try segment.passedRanges()
      let part = try exact { () throws(RationalError) -> RationalRange? in
        guard let wanted else { return media }
        let (start, end) = (max(wanted.start, target.start), min(wanted.end, target.end))
        guard start < end else { return nil }
        return try RationalRange(
          start: media.start + (start - target.start), end: media.start + (end - target.start))
      }
      if let part, let source = segment.source { parts.append(Part(source.asset, range: part)) }
    }
    for track in tracks where track.id != leader.id {
      let isAlike = zip(track.segments, leader.segments).allSatisfy { $0.isCutLike($1) }
      guard isAlike, track.segments.count == leader.segments.count else {
        throw Self.refusal("its tracks are not cut at the same places of the same files")
      }
    }
    guard !parts.isEmpty else { throw Self.refusal("it has nothing of the wanted range") }
    self.init(parts, as: fileType, mediaTypes: Set(tracks.map(\.mediaType)))
  }

  fileprivate static func refusal(_ reason: String) -> RenderError {
    RenderError(
      .unsupported, "The packets of this edit cannot be copied: \(reason).", remedy: "Use a preset that encodes.")
  }
}

extension CompositionTrackSegment {
  /// The stretch of the file, and where it stands in the composition.
  ///
  /// - Throws: `RenderError` where it is no stretch of a file at its own speed.
  fileprivate func passedRanges() throws(RenderError) -> (media: RationalRange, target: RationalRange) {
    let ranges = try exact { () throws(RationalError) in
      (try RationalRange(timeMapping.source), try RationalRange(timeMapping.target))
    }
    guard source != nil, let media = ranges.0, let target = ranges.1, media.duration == target.duration else {
      throw PacketCopy.refusal("a part of it is empty or plays at another speed")
    }
    return (media, target)
  }

  /// Whether it begins where `other` does, in the same file, at the same speed.
  fileprivate func isCutLike(_ other: CompositionTrackSegment) -> Bool {
    source?.asset == other.source?.asset && timeMapping.source.start == other.timeMapping.source.start
      && timeMapping.source.duration == timeMapping.target.duration
  }
}
