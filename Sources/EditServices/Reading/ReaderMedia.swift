import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The asset that a reader reads, and the engine that does.
struct ReaderMedia: Sendable {
  /// The asset: of a file all tracks.
  let asset: AnalysisSubject.Kind
  let renderer: any Renderer

  init(_ asset: AnalysisSubject.Kind, renderer: any Renderer) {
    (self.asset, self.renderer) = (asset, renderer)
  }

  /// The asset as an edit of its tracks `tracks`, which keep their numbers and their order.
  func edit(of tracks: [AssetTrack]) throws(RenderError) -> EditSnapshot {
    var found: [CompositionTrack] = []
    for track in tracks { found.append(try compositionTrack(track)) }
    return EditSnapshot(composition: Composition(tracks: found))
  }

  /// The edit's video composition and the volumes of its `tracks`; nil for other assets.
  private func presentation(of tracks: [AssetTrack]) -> (videoComposition: VideoComposition?, audioMix: AudioMix?) {
    guard case .edit(let edit) = asset else { return (nil, nil) }
    var audioMix = edit.audioMix
    audioMix?.inputParameters.removeAll { input in !tracks.contains { $0.trackID == input.trackID } }
    return (edit.videoComposition, audioMix)
  }

  /// `track` of the asset as a composition's track: a file's segments keep their times.
  func compositionTrack(_ track: AssetTrack) throws(RenderError) -> CompositionTrack {
    switch asset {
    case .edit(let edit):
      guard let found = edit.composition.track(withTrackID: track.trackID), found.mediaType == track.mediaType else {
        throw Self.noTrack(track)
      }
      return found
    case .file(let reference, _):
      guard let source = track.source, source.asset == reference else { throw Self.noTrack(track) }
      var range = track.timeRange
      // A still is shown for a second.
      if !range.duration.isNumeric { range.duration = CMTime(value: 1, timescale: 1) }
      var result = CompositionTrack(id: track.trackID, mediaType: track.mediaType)
      if range.start > .zero {
        result.segments.append(CompositionTrackSegment(emptyOver: CMTimeRange(start: .zero, end: range.start)))
      }
      result.segments.append(CompositionTrackSegment(source: source, sourceRange: range, targetRange: range))
      result.preferredTransform = track.preferredTransform
      return result
    }
  }

  private static func noTrack(_ track: AssetTrack) -> RenderError {
    RenderError(
      .invalidModel, "The asset has no \(track.mediaType.rawValue) track with the number \(track.trackID).",
      remedy: "Read a track that was loaded from the same asset.", asset: track.asset)
  }
}

extension ReaderMedia {
  /// The decoded frames of `track` in `range`.
  func pictures(
    of track: AssetTrack, _ settings: VideoReadingSettings, in range: RationalRange?
  ) async throws(RenderError) -> any SampleFeed {
    let edit = try edit(of: [track])
    let facts = try await edit.facts(renderer: renderer)
    var clips: [TrackPictureFeed.Clip] = []
    var known: [CompositionTrackSegment.Source: StoredPictures] = [:]
    for segment in edit.composition.tracks[0].segments {
      guard let source = segment.source, let media = facts.media[source.asset] else { continue }
      if known[source] == nil { known[source] = try StoredPictures(of: source, media, decodedBy: settings.hardware) }
      guard let pictures = known[source] else { continue }
      let mapping = segment.timeMapping
      let clip = try exactly { () throws(RationalError) -> TrackPictureFeed.Clip? in
        guard let from = try RationalRange(mapping.source), let to = try RationalRange(mapping.target) else {
          return nil
        }
        let target = try to.clamped(to: range ?? to)
        guard !target.isEmpty, to.overlaps(target) else { return nil }
        let rate = try from.duration / to.duration
        return TrackPictureFeed.Clip(
          source: source, pictures: pictures, facts: media.videoTracks[source.trackIndex], target: target,
          mediaStart: try from.start + (target.start - to.start) * rate, rate: rate)
      }
      if let clip { clips.append(clip) }
    }
    let renderer = renderer
    return TrackPictureFeed(clips, as: settings.pixelFormat) { (plan, format, check) throws(RenderError) in
      let open = { @Sendable in try await renderer.pictures(of: plan, in: format) }
      return try AwaitedWork.value(of: open, checking: check) { $0.close() }
    }
  }

  /// The sum of `tracks` in `range`, as `audioMix` has them, or else the edit.
  func sound(
    of tracks: [AssetTrack], _ audioMix: AudioMix?, _ settings: AudioReadingSettings, in range: RationalRange?
  ) async throws(RenderError) -> any SampleFeed {
    var edit = try edit(of: tracks)
    edit.audioMix = audioMix ?? presentation(of: tracks).audioMix
    // Tracks are read whether they are enabled or not.
    for index in edit.composition.tracks.indices { edit.composition.tracks[index].isEnabled = true }
    guard let part = try part(of: edit.composition, range, from: tracks.count == 1 ? tracks[0] : nil) else {
      return EmptyFeed()
    }
    var render = RenderSettings(
      timeRange: part, includesPicture: false, sampleRate: settings.sampleRate, channels: settings.channels)
    render.includesSound = true
    let plan = try await edit.plan(settings: render, renderer: renderer)
    do {
      return SoundFeed(try await renderer.samples(of: plan), as: settings.sampleFormat)
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The film that `videoComposition`, or else the edit, makes of `tracks`, in `range`.
  func film(
    of tracks: [AssetTrack], as videoComposition: VideoComposition?, _ settings: VideoReadingSettings,
    in range: RationalRange?
  ) async throws(RenderError) -> any SampleFeed {
    var edit = try edit(of: tracks)
    edit.videoComposition = videoComposition ?? presentation(of: tracks).videoComposition
    guard let part = try part(of: edit.composition, range, from: nil) else { return EmptyFeed() }
    var render = RenderSettings(timeRange: part, includesSound: false)
    render.pixelFormat = settings.pixelFormat?.planarFilmFormat ?? .yuv420p
    render.hardwareDecoding = settings.hardware
    let plan = try await edit.plan(settings: render, renderer: renderer)
    do {
      return FilmFeed(try await renderer.pictures(of: plan, in: settings.pixelFormat), within: range)
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The packets of `track` for `range`, as they stand.
  func packets(of track: AssetTrack, in range: RationalRange?) async throws(RenderError) -> any SampleFeed {
    guard case .file = asset, let source = track.source else {
      throw RenderError(
        .unsupported, "The packets of a composition's track are asked for, and it has none of its own.",
        remedy: "Ask for decoded media, or read the packets of its files.")
    }
    _ = try compositionTrack(track)
    do {
      return PacketFeed(
        try await renderer.packets(of: source, track.mediaType), track.formatDescriptions.first, range: range)
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The part of `composition` within `range`, and within the segments of `track` if given; nil where that is empty.
  private func part(
    of composition: Composition, _ range: RationalRange?, from track: AssetTrack?
  ) throws(RenderError) -> CMTimeRange? {
    try exactly { () throws(RationalError) in
      let end = composition.duration.rational ?? .zero
      let start = track.flatMap { $0.asset == nil ? nil : $0.timeRange.start.rational } ?? .zero
      let all = try RationalRange(start: start, end: max(start, end))
      let part = try all.clamped(to: range ?? all)
      guard !part.isEmpty else { return nil }
      return CMTimeRange(start: try CMTime(exactly: part.start), duration: try CMTime(exactly: part.duration))
    }
  }
}

extension PixelFormat {
  /// The format, each plane of one component, in which a film is made whose pictures are in this one.
  var planarFilmFormat: PixelFormat {
    switch self {
    case .nv12: .yuv420p
    case .p010: .yuv420p10
    case .v210: .yuv422p10
    case .v308: .yuv444p
    default: filmFormat
    }
  }
}

/// A feed without buffers.
final class EmptyFeed: SampleFeed {
  func next() -> SampleBuffer? { nil }
  func cancel() {}
  func close() {}
}
