import EditingModel
public import MediaFormats
import MediaTime
import Rendering

/// The chapters of a file: of each, its names, for as long as it lasts (`AVTimedMetadataGroup`, by
/// `AVAssetReaderOutputMetadataAdaptor`). A composition has none.
///
/// Each comes in a buffer of ``SampleBuffer/Content-swift.enum/metadata(_:)``: one item for each language, whose key is
/// `title`. A chapter that is under way at a range's start begins there.
public final class AssetReaderMetadataOutput: AssetReaderOutput {
  /// The delivery of its samples.
  public let delivery: ReaderDelivery
  /// Neither picture nor sound.
  public var mediaType: MediaType? { nil }

  /// The chapters of the reader's asset.
  public init() {
    delivery = ReaderDelivery { (media, range) async throws(RenderError) in try await media.chapters(in: range) }
  }
}

extension ReaderMedia {
  /// The chapters in `range`.
  fileprivate func chapters(in range: RationalRange?) async throws(RenderError) -> any SampleFeed {
    guard case .file(let reference, _) = asset else { return EmptyFeed() }
    let inspector = MediaInspector(renderer: renderer)
    let facts = try await inspector.facts(of: reference)
    let chapters = try await inspector.metadata(of: reference).chapters
    return try exactly { () throws(RationalError) in
      var buffers: [SampleBuffer] = []
      for (number, chapter) in chapters.enumerated() {
        let next = number + 1 < chapters.count ? chapters[number + 1].exactStart : nil
        let start = try max(.zero, chapter.exactStart - facts.origin)
        let end =
          try (chapter.exactEnd ?? next).map { (end) throws(RationalError) in try end - facts.origin } ?? facts.duration
        var shown = try RationalRange(start: start, end: max(start, end))
        if let range {
          shown = try shown.overlaps(range) ? shown.clamped(to: range) : RationalRange(start: .zero, end: .zero)
        }
        guard !shown.isEmpty else { continue }
        let items = chapter.titles.map { title in
          MetadataItem(MetadataIdentifier(.chapters, "title"), .text(title.text), languageTag: title.languageTag)
        }
        buffers.append(
          SampleBuffer(
            .metadata(items), presentationTime: CMTime(notAfter: shown.start),
            duration: CMTime(notAfter: shown.duration)))
      }
      return ReadyFeed(buffers)
    }
  }
}

extension MetadataKeySpace {
  /// The names of chapters, in whatever form files have them.
  public static let chapters = MetadataKeySpace(rawValue: "chapters")
}
