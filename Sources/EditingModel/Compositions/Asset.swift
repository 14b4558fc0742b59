public import FoundationEssentials
public import MediaFormats
public import MediaTime

/// A media file and its tracks: what edits need to know of it (`AVAsset` with tracks and duration loaded).
///
/// `URLAsset` reads it from a file.
public struct Asset: Hashable, Sendable, Codable {
  /// The file.
  public var reference: AssetReference
  /// Its tracks, in the file's order.
  public var tracks: [AssetTrack]
  /// The ancillary tracks of its file: subtitles, names of chapters, timecode, which edits do not take.
  public var ancillaryTracks: [AncillaryTrack] = []

  /// The file `reference` with these tracks.
  public init(_ reference: AssetReference, tracks: [AssetTrack]) {
    self.reference = reference
    self.tracks = tracks
  }

  /// From zero to the end of the longest track; `.positiveInfinity` for a still image.
  public var duration: CMTime {
    tracks.map(\.timeRange.end).max() ?? ancillaryTracks.compactMap(\.timeRange?.end).max() ?? .zero
  }

  /// The tracks of one media type, in order (`tracks(withMediaType:)`).
  public func tracks(withMediaType mediaType: MediaType) -> [AssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Whether `track`, one of these, is played unless another is chosen: it is enabled, or the first of its media type where the
  /// file enables none of that type (`AVAssetTrack.isEnabled`).
  public func plays(_ track: AssetTrack) -> Bool {
    let alternatives = tracks(withMediaType: track.mediaType)
    return alternatives.contains(where: \.isEnabled) ? track.isEnabled : track.index == alternatives.first?.index
  }

  /// The tracks whose media are like `characteristic`, in order (`tracks(withMediaCharacteristic:)`). What is legible is
  /// among ``ancillaryTracks``.
  public func tracks(withMediaCharacteristic characteristic: MediaCharacteristic) -> [AssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }

  /// The track with the number `trackID`, if there is one (`track(withTrackID:)`).
  public func track(withTrackID trackID: TrackID) -> AssetTrack? { tracks.first { $0.trackID == trackID } }

  /// The first track whose media can be inserted into `track`: of its media type and, for video, of its size and
  /// orientation (`AVURLAsset.compatibleTrack(for:)`); nil where there is none.
  public func compatibleTrack(for track: CompositionTrack) -> AssetTrack? {
    tracks.first { track.isCompatible(with: $0.mediaType, $0.videoProperties) }
  }
}

/// A media file and the name under which messages mention it.
///
/// Every error of the file's clips contains the name ("clip cat"); in a project file it is the key under `assets`.
public struct AssetReference: Hashable, Sendable, Codable {
  /// The media file (`AVURLAsset.url`). Only `file:` URLs can be rendered.
  public var url: URL
  /// The name in messages; the last component of the path unless given.
  public var name: String
  /// Pictures a second, where the URL's last component is the pattern of a sequence of pictures: "shot-%04d.png" for
  /// shot-0001.png and those that follow. Nil for files.
  public var frameRate: Rational?

  /// The media at `url`, called `name`.
  public init(url: URL, name: String? = nil, frameRate: Rational? = nil) {
    self.url = url
    self.name = name ?? url.lastPathComponent
    self.frameRate = frameRate
  }
}
