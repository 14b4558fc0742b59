public import EditingModel
public import FoundationEssentials
public import MediaFormats
public import Rendering

/// Finds out what media files hold: tracks, exact durations and rates, orientation, color
/// (what loading an `AVURLAsset`'s properties does).
///
/// ```swift
/// let facts = try await MediaInspector().facts(of: URL(filePath: "cat.mp4"))
/// print(facts.duration, facts.videoTracks.first?.timing.count ?? 0)
/// ```
public struct MediaInspector: Sendable {
  private let renderer: any MediaReading

  /// An inspector that asks `renderer`.
  public init(renderer: any MediaReading) {
    self.renderer = renderer
  }

  /// Facts about the file at `url`.
  ///
  /// - Throws: `.mediaMissing`, `.mediaUnreadable`, `.missingPlugin`, `.stalled` or `.cancelled`.
  public func facts(of url: URL) async throws(RenderError) -> MediaFacts {
    try await facts(of: AssetReference(url: url))
  }

  /// Facts about `asset`.
  ///
  /// - Throws: As `facts(of:)` of a URL does.
  public func facts(of asset: AssetReference) async throws(RenderError) -> MediaFacts {
    guard let facts = try await facts(of: [asset])[asset] else {
      throw Self.nothingFound(of: asset)
    }
    return facts
  }

  /// Facts about all of `assets`; the first failure ends it.
  ///
  /// - Throws: As `facts(of:)` of a URL does.
  public func facts(of assets: [AssetReference]) async throws(RenderError) -> [AssetReference: MediaFacts] {
    guard !assets.isEmpty else { return [:] }
    do {
      return try await renderer.facts(of: assets)
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// Facts about `asset`. Blocks until they are known.
  ///
  /// - Throws: As `facts(of:)` of a URL does.
  package func blockingFacts(of asset: AssetReference) throws(RenderError) -> MediaFacts {
    try RenderError.catching { try renderer.blockingFacts(of: asset) }
  }

  /// Facts about `asset` from its beginning alone (`AVURLAssetPreferPreciseDurationAndTimingKey` off), for lists of
  /// large files: ``MediaFacts/isPrecise`` is true where they are complete nevertheless, as for movies with an index.
  /// Edits need those of `facts(of:)`.
  ///
  /// - Throws: As `facts(of:)` of a URL does.
  public func estimatedFacts(of asset: AssetReference) async throws(RenderError) -> MediaFacts {
    do {
      return try await renderer.estimatedFacts(of: asset)
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The metadata of `asset`: titles, dates, places, chapters. Pictures and other data are counted; their bytes are
  /// read only with `readingData`.
  ///
  /// - Throws: As `facts(of:)` of a URL does.
  public func metadata(
    of asset: AssetReference, readingData: Bool = false
  ) async throws(RenderError) -> FileMetadata {
    do {
      return try await renderer.metadata(of: asset, readingData: readingData)
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The tracks of text in `asset`, as far as they are read.
  ///
  /// - Throws: As `facts(of:)` of a URL does.
  func subtitles(of asset: AssetReference) async throws(RenderError) -> [StoredSubtitles] {
    do {
      return try await renderer.subtitles(of: asset, charset: nil)
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// Facts about each of `assets`, or its error, in their order: for reports that list every problem, not just the
  /// first.
  ///
  /// - Parameter estimates: whether `estimatedFacts(of:)` suffices.
  public func results(
    of assets: [AssetReference], estimates: Bool = false
  ) async -> [Result<MediaFacts, RenderError>] {
    // The first failure ends the whole; what failed, which may have taken long, is not asked for again.
    var failed: [AssetReference: RenderError] = [:]
    if !estimates {
      do throws(RenderError) {
        let facts = try await facts(of: assets)
        return assets.map { asset in facts[asset].map(Result.success) ?? .failure(Self.nothingFound(of: asset)) }
      } catch {
        if let asset = error.asset { failed[asset] = error }
      }
    }
    var results: [Result<MediaFacts, RenderError>] = []
    for asset in assets {
      if let error = failed[asset] {
        results.append(.failure(error))
        continue
      }
      do throws(RenderError) {
        results.append(.success(estimates ? try await estimatedFacts(of: asset) : try await facts(of: asset)))
      } catch {
        results.append(.failure(error))
      }
    }
    return results
  }

  private static func nothingFound(of asset: AssetReference) -> RenderError {
    RenderError(.mediaUnreadable, "Nothing could be found out about the file.", asset: asset)
  }
}

extension VideoComposition {
  /// Inspects the media of `composition` and makes the video composition that shows it as it is
  /// (`videoComposition(withPropertiesOf:)`). See ``init(propertiesOf:source:)``.
  ///
  /// - Throws: `.mediaMissing`, `.mediaUnreadable`, `.missingPlugin`, `.stalled` or `.cancelled`.
  public static func videoComposition(
    withPropertiesOf composition: Composition, inspector: MediaInspector
  ) async throws(RenderError) -> VideoComposition {
    let facts = try await inspector.facts(of: EditSnapshot(composition: composition).assets)
    return VideoComposition(propertiesOf: composition, facts: facts)
  }
}
