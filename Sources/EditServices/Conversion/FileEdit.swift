package import EditingModel
public import MediaFormats
public import MediaTime
public import Rendering

/// Files as an edit: one as it is, or several one after another.
///
/// Each is as wide as the first; pictures of another shape are fitted inside, centered, on black, and keep their own times. A
/// file is as long as its longest track: a picture stays until the next file begins, where sound goes on behind it. Of several pictures
/// those are shown that the file enables (``Asset/plays(_:)``). Where the files have several sound tracks, those of the same number follow
/// one another; the first is one that its file enables.
public struct FileEdit: Hashable, Sendable {
  /// The pictures, and the sounds of the first track.
  public package(set) var edit: EditSnapshot
  /// The further sounds, track by track.
  public internal(set) var separateSounds: [EditSnapshot]
  /// The languages of the pictures and of the sounds, as the first file that says them does.
  public let languages: [String?]
  /// The sources of the same tracks.
  private(set) var trackSources: [TrackSource] = []
  /// Whether the first of the languages is that of the pictures.
  let leadsWithPictures: Bool
  /// The duration of all of it, at the files' own speed.
  public internal(set) var duration: CMTime
  /// The speed of the files.
  var speed = Rational.one
  /// The beginning of each file, at that speed, where they stand one after another.
  var starts: [Rational] = []

  /// The track of a file that one of the film's begins with.
  package struct TrackSource: Hashable, Sendable {
    /// The file.
    package var asset: AssetReference
    /// The file's own number of it; nil where it has none.
    package var number: Int32?
    /// Whether it is played by default.
    package var isEnabled: Bool
  }

  /// The treatment of several sound tracks.
  public enum SoundTracks: String, Hashable, Sendable, CaseIterable {
    /// They stay apart, where the container has room for several; elsewhere only the first is kept.
    case keep
    /// They sound together, in one.
    case mix
    /// Only the first is kept.
    case first
  }

  /// The files of `files`, one after another, in a file of `fileType`.
  ///
  /// - Throws: `RenderError` with `.invalidModel` where they cannot be put together exactly, or there is none.
  public init(
    joining files: [MediaFacts], soundTracks: SoundTracks = .keep, in fileType: FileType
  ) throws(RenderError) {
    var composition = Composition()
    for facts in files {
      if let start = starts.last { try composition.holdPictures(from: start) }
      starts.append(composition.duration.rational ?? .zero)
      let file = Asset(facts)
      var asset = file
      asset.tracks.removeAll { $0.mediaType == .video && !file.plays($0) }
      guard facts.videoTracks.allSatisfy({ $0.timing != .still }) else {
        throw RenderError(
          .invalidModel, "A still picture is shown for as long as one likes, and nothing says how long.",
          remedy:
            "Lay it out in a project, where a segment has a duration; gstedit frame writes it as another picture.",
          asset: facts.asset)
      }
      do throws(EditError) {
        try composition.insertTimeRange(
          CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: composition.duration
        )
      } catch {
        let isInexact = error.code == .timeNotExact
        throw RenderError(
          .invalidModel,
          isInexact
            ? "The file lasts \(facts.duration) s, which no time holds exactly behind the \(composition.duration) before it."
            : error.diagnostic.message,
          remedy: isInexact
            ? "Give it usual times first, as with: ffmpeg -i FILE -c copy -video_track_timescale 90000 NEW.mp4."
            : error.diagnostic.remedy, asset: facts.asset)
      }
    }
    guard !composition.tracks.isEmpty else {
      throw RenderError(.invalidModel, "There is nothing to convert.", remedy: "Name a film or a sound.")
    }
    let found = composition.tracks(withMediaType: .audio)
    let enabled = found.filter(\.isEnabled)
    // Tracks that a file does not enable are here because all of them were requested.
    let sounds = (enabled + found.filter { !$0.isEnabled }).map { track in
      var track = track
      track.isEnabled = true
      return track
    }
    for index in composition.tracks.indices { composition.tracks[index].isEnabled = true }
    var others: [EditSnapshot] = []
    if soundTracks != .mix, sounds.count > 1 {
      let keepsAllSounds = soundTracks == .keep && fileType.holdsSeveralSounds
      for track in sounds.dropFirst() {
        composition.tracks.removeAll { $0.id == track.id }
        if keepsAllSounds { others.append(EditSnapshot(composition: Composition(tracks: [track]))) }
      }
    }
    edit = EditSnapshot(composition: composition)
    separateSounds = others
    duration = composition.duration
    func language(_ track: (MediaFacts) -> TrackIdentity?) -> String? {
      files.compactMap { track($0)?.languageCode }.first
    }
    var languages: [String?] = []
    leadsWithPictures = files.contains { !$0.videoTracks.isEmpty }
    if leadsWithPictures {
      languages.append(language { $0.defaultVideo?.identity })
      let pictures = files.first { !$0.videoTracks.isEmpty }
      trackSources +=
        pictures.map {
          [TrackSource(asset: $0.asset, number: $0.defaultVideo?.identity.number, isEnabled: true)]
        } ?? []
    }
    for (place, sound) in sounds.prefix(others.count + 1).enumerated() {
      let sources = sound.segments.compactMap(\.source)
      let first = sources.first
      let facts = files.first { $0.asset == first?.asset }?.audioTracks ?? []
      let number = first.flatMap { facts.indices.contains($0.trackIndex) ? facts[$0.trackIndex].identity.number : nil }
      trackSources +=
        first.map {
          [TrackSource(asset: $0.asset, number: number, isEnabled: place < max(1, enabled.count))]
        } ?? []
      languages.append(
        language { facts in
          sources.first { $0.asset == facts.asset }.flatMap { source in
            facts.audioTracks.indices.contains(source.trackIndex) ? facts.audioTracks[source.trackIndex].identity : nil
          }
        })
    }
    self.languages = languages
  }

  /// The languages of the tracks of a file of `settings`: those of the sounds alone where it has no pictures.
  package func languages(writtenAs settings: ExportSettings) -> [String?] {
    let hasPictures = settings.video != nil && !edit.composition.tracks(withMediaType: .video).isEmpty
    return leadsWithPictures && !hasPictures ? Array(languages.dropFirst()) : languages
  }

  /// The sources of the same tracks.
  package func trackSources(writtenAs settings: ExportSettings) -> [TrackSource] {
    let isWithoutPictures = languages(writtenAs: settings).count < languages.count
    return isWithoutPictures ? Array(trackSources.dropFirst()) : trackSources
  }

  /// The stretch of each file's own time in the film, and the film's. Each begins `overlap` before the end of the one
  /// before it.
  package func placements(overlap: Rational) throws(RenderError) -> [(source: RationalRange, target: RationalRange)] {
    try exactly { () throws(RationalError) -> [(source: RationalRange, target: RationalRange)] in
      let joins = Rational(Int64(max(0, starts.count - 1)))
      let ends = starts.dropFirst() + [try (duration.rational ?? .zero) / speed + overlap * joins]
      var placements: [(source: RationalRange, target: RationalRange)] = []
      for (number, (start, end)) in zip(starts, ends).enumerated() {
        let early = try overlap * Rational(Int64(number))
        placements.append(
          (
            try RationalRange(start: .zero, duration: (end - start) * speed),
            try RationalRange(start: start - early, duration: end - start)
          ))
      }
      return placements
    }
  }
}

extension Composition {
  /// Has the last picture of the file that begins at `start`, which is the last one, stay until its end: where its sound goes on, nothing
  /// else is to be seen. Of several tracks those stay that end last, so that they hide none that goes on.
  ///
  /// - Throws: `RenderError` with `.invalidModel` where a time cannot be computed exactly.
  mutating func holdPictures(from start: Rational) throws(RenderError) {
    guard let end = duration.rational else { return }
    var ends: [(track: Int, segment: Int, end: Rational)] = []
    for index in tracks.indices where tracks[index].mediaType == .video {
      let segments = tracks[index].segments
      guard let last = segments.lastIndex(where: { !$0.isEmpty }) else { continue }
      let range = try exactly { () throws(RationalError) in try RationalRange(segments[last].timeMapping.target) }
      if let range, range.start >= start { ends.append((index, last, range.end)) }
    }
    guard let last = ends.map(\.end).max(), last < end else { return }
    for place in ends where place.end == last { tracks[place.track].holdPicture(of: place.segment, until: end) }
  }
}

extension CompositionTrack {
  /// Has segment number `index`, the last that shows something, show its media until `end`, of which there are pictures before that
  /// alone. Where no time of a composition is that, it ends a tick of its own before.
  fileprivate mutating func holdPicture(of index: Int, until end: Rational) {
    var mapping = segments[index].timeMapping
    guard let start = mapping.target.start.rational, mapping.source.duration == mapping.target.duration,
      let length = try? end - start,
      let duration = (try? CMTime(exactly: length))
        ?? (try? length.floor(scaledBy: Int64(mapping.target.duration.timescale)))
        .map({ CMTime(value: $0, timescale: mapping.target.duration.timescale) })
    else { return }
    mapping.source.duration = duration
    mapping.target.duration = duration
    segments[index].timeMapping = mapping
    segments.removeSubrange((index + 1)...)
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
    if let range { wanted = try exactly { () throws(RationalError) in try RationalRange(range) } }
    var parts: [Part] = []
    for segment in leader.segments {
      let (media, target) = try segment.passedRanges()
      let part = try exactly { () throws(RationalError) -> RationalRange? in
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
    // A copy has each track of a file once.
    for alike in Dictionary(grouping: tracks, by: \.mediaType).values
    where Set(alike.map { $0.segments.first?.source }).count < alike.count {
      throw Self.refusal("two of its tracks show the same track of a file")
    }
    guard !parts.isEmpty else { throw Self.refusal("it has nothing of the wanted range") }
    self.init(parts, as: fileType, mediaTypes: Set(tracks.map(\.mediaType)))
    soundTracks = edit.composition.soundTrackNumbers
  }

  fileprivate static func refusal(_ reason: String) -> RenderError {
    RenderError(
      .unsupported, "The packets of this edit cannot be copied: \(reason).", remedy: "Use a preset that encodes.")
  }
}

extension Composition {
  /// The numbers that its sounds have among those of their files.
  var soundTrackNumbers: Set<Int> {
    Set(tracks(withMediaType: .audio).flatMap(\.segments).compactMap { $0.source?.trackIndex })
  }
}

extension CompositionTrackSegment {
  /// The stretch of the file, and where it stands in the composition.
  ///
  /// - Throws: `RenderError` where it is no stretch of a file at its own speed.
  fileprivate func passedRanges() throws(RenderError) -> (media: RationalRange, target: RationalRange) {
    let ranges = try exactly { () throws(RationalError) in
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
