public import EditingModel
public import MediaFormats
public import MediaTime
import Rendering

/// A property of an asset that is loaded on request (`AVAsyncProperty`).
///
/// ```swift
/// let (tracks, duration) = try await asset.load(.tracks, .duration)
/// ```
public struct AssetProperty<Root: LoadableAsset, Value: Sendable>: Sendable {
  /// The parts that it needs.
  let parts: Set<AssetPart>
  /// Reads it from those.
  let value: @Sendable (LoadedParts) throws(RenderError) -> Value

  private init(_ parts: Set<AssetPart>, _ value: @escaping @Sendable (LoadedParts) throws(RenderError) -> Value) {
    (self.parts, self.value) = (parts, value)
  }

  /// A property of the tracks and times.
  private static func content(_ value: @escaping @Sendable (AssetContent) -> Value) -> Self {
    Self([.tracks]) { (loaded) throws(RenderError) in value(try loaded.content()) }
  }

  /// A property of the metadata.
  private static func metadata(_ value: @escaping @Sendable (FileMetadata) -> Value) -> Self {
    Self([.metadata]) { (loaded) throws(RenderError) in value(try loaded.metadata()) }
  }
}

extension AssetProperty where Value == [AssetTrack] {
  /// All tracks, video before audio (`tracks`).
  public static var tracks: Self { content(\.tracks) }
}

extension AssetProperty where Value == [AncillaryTrack] {
  /// The ancillary tracks of a file: subtitles, names of chapters, timecode. Empty of a composition.
  public static var ancillaryTracks: Self { content(\.ancillaryTracks) }
}

extension AssetProperty where Value == CMTime {
  /// From zero to the end of the longest track; `.positiveInfinity` of a still (`duration`).
  public static var duration: Self { content(\.duration) }
}

extension AssetProperty where Value == Transform {
  /// The transform that turns the first video track's pictures upright; the identity where there are none
  /// (`preferredTransform`).
  public static var preferredTransform: Self {
    content { $0.tracks.first { $0.mediaType == .video }?.preferredTransform ?? .identity }
  }
}

extension AssetProperty where Value == Size {
  /// The size at which the picture is seen: upright and in square pixels; of a composition that of its film. Zero where
  /// there is no picture.
  public static var presentationSize: Self { content(\.presentationSize) }
}

extension AssetProperty where Value == Double {
  /// The rate at which it is meant to be played: 1 (`preferredRate`).
  public static var preferredRate: Self { content { _ in 1 } }
  /// The gain of its first sound; 1 where there is none (`preferredVolume`).
  public static var preferredVolume: Self {
    content { $0.tracks.first { $0.mediaType == .audio }?.preferredVolume ?? 1 }
  }
}

extension AssetProperty where Value == Bool {
  /// Whether durations and times are exact (`providesPreciseDurationAndTiming`).
  public static var providesPreciseDurationAndTiming: Self { content(\.isPrecise) }
  /// Whether it can be played: everything in it that is decoded here, can be (`isPlayable`). False where it is no media, is
  /// damaged or encrypted; what is missing or hangs is an error.
  public static var isPlayable: Self { Self([.tracks], Self.isUsable) }
  /// Whether it can be read by a reader; as ``isPlayable`` (`isReadable`).
  public static var isReadable: Self { isPlayable }
  /// Whether it can be exported; as ``isPlayable`` (`isExportable`).
  public static var isExportable: Self { isPlayable }
  /// Whether compositions can be made of it; as ``isPlayable`` (`isComposable`). Times that are estimates do not matter:
  /// `load(.asset)` has exact ones.
  public static var isComposable: Self { isPlayable }
  /// Whether it is encrypted (`hasProtectedContent`).
  public static var hasProtectedContent: Self {
    Self([.tracks]) { (loaded) throws(RenderError) in
      do throws(RenderError) {
        _ = try loaded.content()
        return false
      } catch {
        guard error.code != .contentIsProtected else { return true }
        throw error
      }
    }
  }

  @Sendable private static func isUsable(_ loaded: LoadedParts) throws(RenderError) -> Bool {
    do throws(RenderError) {
      return try !loaded.content().tracks.isEmpty
    } catch {
      switch error.code {
      case .mediaUnreadable, .contentIsProtected, .unsupported, .missingPlugin: return false
      default: throw error
      }
    }
  }
}

extension AssetProperty where Value == [MetadataItem] {
  /// All of its metadata, in the file's own key spaces (`metadata`). Pictures are not read: see ``artwork``.
  public static var metadata: Self { metadata(\.items) }
  /// The metadata in the common key space (`commonMetadata`).
  public static var commonMetadata: Self { metadata { $0.items.filter { $0.commonKey != nil } } }
}

extension AssetProperty where Value == [MetadataKeySpace] {
  /// The kinds of metadata that there are (`availableMetadataFormats`).
  public static var availableMetadataFormats: Self {
    metadata { metadata in
      metadata.items.map(\.identifier.keySpace).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }
}

extension AssetProperty where Value == MetadataItem? {
  /// The date of its making: its author's statement, or else the file header's; nil without either (`creationDate`).
  public static var creationDate: Self {
    metadata { metadata in
      let dates = metadata.items.filter { $0.commonKey == .creationDate && $0.trackNumber == nil }
      return dates.first { $0.identifier.keySpace != .movieHeader } ?? dates.first
    }
  }
}

extension AssetProperty where Value == GeographicLocation? {
  /// The place of its making; nil without a statement.
  public static var location: Self {
    metadata { $0.items.lazy.filter { $0.commonKey == .location }.compactMap(\.location).first }
  }
}

extension AssetProperty where Value == String? {
  /// The words of a song; nil where there are none (`lyrics`).
  public static var lyrics: Self {
    metadata { metadata in
      metadata.items.first { ["©lyr", "USLT", "ULT", "LYRICS"].contains($0.identifier.key) }?.text
    }
  }
}

extension AssetProperty where Value == [Artwork] {
  /// Its pictures: covers. They are read when this is asked for, and not before.
  public static var artwork: Self {
    Self([.artwork]) { (loaded) throws(RenderError) in
      try loaded.metadata(.artwork).artwork
    }
  }
}

extension AssetProperty where Value == [Chapter] {
  /// Its chapters in rising order, each with an end, from the same time zero as its tracks
  /// (`chapterMetadataGroups(bestMatchingPreferredLanguages:)`).
  public static var chapters: Self {
    Self([.tracks, .metadata]) { (loaded) throws(RenderError) in
      let content = try loaded.content()
      let end = content.duration.isNumeric ? Rational(content.duration) : nil
      return try loaded.metadata().chapters.map { $0.shifted(by: content.origin, endingBy: end) }
    }
  }
}

extension AssetProperty where Value == Asset, Root == URLAsset {
  /// Everything that edits need, as a value that they take: with exact times, whatever the asset's options say.
  public static var asset: Self {
    Self([.exactTracks]) { (loaded) throws(RenderError) in
      guard let asset = try loaded.content(.exactTracks).asset else { throw .cancelled() }
      return asset
    }
  }
}

extension Chapter {
  /// The same chapter where times are less by `origin`, which ends at `end` unless it has an end.
  fileprivate func shifted(by origin: Rational, endingBy end: Rational?) -> Chapter {
    var chapter = self
    chapter.exactStart = max(.zero, (try? exactStart - origin) ?? exactStart)
    chapter.exactEnd = exactEnd.map { (try? $0 - origin) ?? $0 } ?? end.map { max($0, chapter.exactStart) }
    return chapter
  }
}
