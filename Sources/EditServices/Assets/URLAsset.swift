public import EditingModel
public import FoundationEssentials
import MediaTime
package import Rendering

/// A media file, whose properties are loaded on request (`AVURLAsset`).
///
/// ```swift
/// let cat = URLAsset(url: URL(filePath: "cat.mp4"))
/// let half = CMTimeMultiplyByRatio(try await cat.load(.duration), multiplier: 1, divisor: 2)
/// var movie = Composition()
/// try movie.insertTimeRange(CMTimeRange(start: half, duration: half), of: cat, at: .zero)
/// try movie.insertTimeRange(CMTimeRange(start: .zero, duration: half), of: cat, at: movie.duration)
/// try await ExportSession(asset: movie, preset: .highestQuality, to: URL(filePath: "movie.mp4")).export()
/// ```
///
/// Loaded values stay if the file is changed or removed afterwards: a service that then opens it throws an error about
/// the change. Another `URLAsset` sees the new file.
///
/// Threads: any.
public final class URLAsset: LoadableAsset {
  /// The file and its name.
  public let reference: AssetReference
  /// The options of reading it.
  public let options: Options
  /// The loader of its properties.
  public let loader: AssetLoader
  private let inspector: MediaInspector

  /// Options of reading a file.
  public struct Options: Hashable, Sendable {
    /// Whether durations and times are exact (`AVURLAssetPreferPreciseDurationAndTimingKey`). Without it a file that has no
    /// index is not read to its end, which is quick, and `providesPreciseDurationAndTiming` is false where durations and
    /// counts are estimates. Edits need exact ones: `load(.asset)` has them in any case.
    public var prefersPreciseDurationAndTiming: Bool

    /// Exact durations and times unless they are not preferred.
    public init(prefersPreciseDurationAndTiming: Bool = true) {
      self.prefersPreciseDurationAndTiming = prefersPreciseDurationAndTiming
    }
  }

  /// The file at `url`, which `inspector` reads; called `name` in errors, or by its last path component.
  public init(url: URL, name: String? = nil, options: Options = Options(), inspector: MediaInspector) {
    let reference = AssetReference(url: url, name: name)
    (self.reference, self.options, self.inspector) = (reference, options, inspector)
    let same: [AssetPart: AssetPart] = options.prefersPreciseDurationAndTiming ? [.tracks: .exactTracks] : [:]
    loader = AssetLoader(same: same) { (part) throws(RenderError) in
      switch part {
      case .tracks: .content(AssetContent(try await inspector.estimatedFacts(of: reference)))
      case .exactTracks: .content(AssetContent(try await inspector.facts(of: reference)))
      case .metadata: .metadata(try await inspector.metadata(of: reference))
      case .artwork: .metadata(try await inspector.metadata(of: reference, readingData: true))
      }
    }
  }

  /// The file (`AVURLAsset.url`).
  public var url: URL { reference.url }
  /// The file.
  public var analysisSubject: AnalysisSubject { AnalysisSubject(reference) }
}

extension URLAsset {
  /// The file as edits take it: what `load(.asset)` gives. Where its tracks are loaded, at once; else this blocks until they are.
  ///
  /// - Throws: As `load(_:)`.
  package func blockingAsset() throws(RenderError) -> Asset {
    let part = AssetPart.exactTracks
    let loaded = try loader.blockingLoad(part) { () throws(RenderError) in
      .content(AssetContent(try inspector.blockingFacts(of: reference)))
    }
    guard let asset = try loaded.content(part).asset else { throw .cancelled() }
    return asset
  }
}

extension AssetContent {
  /// The content of the file that `facts` are about.
  init(_ facts: MediaFacts) {
    let asset = Asset(facts)
    let size = facts.defaultVideo?.displaySize
    self.init(
      asset: asset, tracks: asset.tracks, ancillaryTracks: asset.ancillaryTracks, duration: asset.duration,
      presentationSize: size.map { Size($0) } ?? .zero, isPrecise: facts.isPrecise, origin: facts.origin)
  }
}
