public import EditingModel
import MediaFormats
import MediaTime

extension Asset {
  /// The file that `facts` are about, as edits need to know it: its video tracks and then its audio tracks.
  ///
  /// Tracks have the file's own numbers; from 1 on where it numbers none, or two alike.
  public init(_ facts: MediaFacts) {
    var tracks = facts.videoTracks.enumerated().map { $1.track($0, of: facts.asset) }
    tracks += facts.audioTracks.enumerated().map { $1.track($0, of: facts.asset) }
    if Set(tracks.map(\.trackID)).count < tracks.count || tracks.contains(where: { $0.trackID.rawValue <= 0 }) {
      for index in tracks.indices { tracks[index].trackID = TrackID(rawValue: Int32(clamping: index + 1)) }
    }
    // Facts without storage were made by a caller, not by a probe.
    for index in tracks.indices {
      let storages = tracks[index].mediaType == .video ? facts.videoStorage : facts.audioStorage
      let storage = tracks[index].index < storages.count ? storages[tracks[index].index] : TrackStorage()
      tracks[index].isStored(as: storage)
      tracks[index].hasPreciseTiming = facts.isPrecise
    }
    self.init(facts.asset, tracks: tracks)
    ancillaryTracks = facts.ancillaryTracks
  }
}

extension AssetTrack {
  /// Takes over what `storage` says.
  fileprivate mutating func isStored(as storage: TrackStorage) {
    for index in formatDescriptions.indices {
      formatDescriptions[index].codecType = storage.codecType
      formatDescriptions[index].privateData = storage.privateData
    }
    totalSampleDataLength = storage.byteCount ?? 0
    estimatedDataRate = storage.bitRate
    isEnabled = storage.isEnabled
    preferredVolume = storage.preferredVolume
    segments = storage.segments
    if let timescale = storage.timescale { naturalTimeScale = timescale }
    requiresFrameReordering = storage.isReordered
    if segments.isEmpty, timeRange.duration.isNumeric {
      segments = [AssetTrackSegment(timeMapping: CMTimeMapping(source: timeRange, target: timeRange))]
    }
  }
}

extension VideoTrackFacts {
  /// The track's properties that edits and video compositions depend on.
  ///
  /// The frame duration is the usual one: in a film with jittered times, the shortest is meaningless.
  public var properties: VideoTrackProperties {
    VideoTrackProperties(
      naturalSize: naturalSize, preferredTransform: orientation.transform(for: naturalSize),
      minFrameDuration: timing.nominalFrameDuration.flatMap { try? CMTime(exactly: $0) })
  }

  fileprivate func track(_ index: Int, of asset: AssetReference) -> AssetTrack {
    let properties = properties
    let start = (try? timing.start(of: 0)).map { CMTime(notAfter: max(.zero, $0)) } ?? .zero
    let end: CMTime =
      if timing == .still {
        .positiveInfinity
      } else {
        (try? timing.end(of: timing.count - 1)).map(CMTime.init(notAfter:)) ?? .zero
      }
    var track = AssetTrack(
      of: asset, trackID: TrackID(rawValue: identity.number ?? 0), mediaType: .video, index: index,
      timeRange: CMTimeRange(start: start, end: end),
      naturalTimeScale: (properties.minFrameDuration ?? end).isNumeric
        ? (properties.minFrameDuration ?? end).timescale : 600,
      videoProperties: properties,
      nominalFrameRate: timing.nominalFrameDuration.map { 1 / $0.seconds } ?? 0,
      languageCode: identity.languageCode, extendedLanguageTag: identity.extendedLanguageTag)
    let video = FormatDescription.Video(
      dimensions: size, pixelAspect: pixelAspect, cleanAperture: cleanAperture, colorimetry: colorimetry, light: light,
      hasAlpha: hasAlpha,
      isInterlaced: isInterlaced)
    track.formatDescriptions = [FormatDescription(codecType: nil, codec: codec, media: .video(video))]
    return track
  }
}

extension AudioTrackFacts {
  fileprivate func track(_ index: Int, of asset: AssetReference) -> AssetTrack {
    let (end, overflows) = firstSample.addingReportingOverflow(sampleCount)
    let rate = CMTimeScale(clamping: max(1, sampleRate))
    let start = overflows ? 0 : max(0, firstSample)
    var track = AssetTrack(
      of: asset, trackID: TrackID(rawValue: identity.number ?? 0), mediaType: .audio, index: index,
      timeRange: CMTimeRange(
        start: CMTime(value: start, timescale: rate),
        end: CMTime(value: overflows ? 0 : max(start, end), timescale: rate)),
      naturalTimeScale: rate, languageCode: identity.languageCode, extendedLanguageTag: identity.extendedLanguageTag)
    let audio = FormatDescription.Audio(sampleRate: sampleRate, layout: layout)
    track.formatDescriptions = [FormatDescription(codecType: nil, codec: codec, media: .audio(audio))]
    return track
  }
}

extension VideoComposition {
  /// A video composition that shows `composition` as it is, its pictures as large, as fast and as upright as `facts` say
  /// of their files. See ``init(propertiesOf:source:)``.
  public init(propertiesOf composition: Composition, facts: [AssetReference: MediaFacts]) {
    let properties = facts.mapValues { $0.videoTracks.map(\.properties) }
    self.init(propertiesOf: composition) { source in
      guard let tracks = properties[source.asset], tracks.indices.contains(source.trackIndex) else { return nil }
      return tracks[source.trackIndex]
    }
  }
}
