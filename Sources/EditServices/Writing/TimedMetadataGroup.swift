public import MediaFormats
public import MediaTime
public import Rendering

/// Statements that hold for a part of a film (`AVTimedMetadataGroup`): of a chapter its names.
public struct TimedMetadataGroup: Hashable, Sendable {
  /// The statements.
  public var items: [MetadataItem]
  /// The part of the film.
  public var timeRange: CMTimeRange

  /// `items`, which hold in `timeRange`.
  public init(items: [MetadataItem], timeRange: CMTimeRange) {
    (self.items, self.timeRange) = (items, timeRange)
  }
}

/// Gives what a reader finds of metadata in groups (`AVAssetReaderOutputMetadataAdaptor`).
public struct AssetReaderOutputMetadataAdaptor: Sendable {
  /// The output.
  public let assetReaderOutput: AssetReaderMetadataOutput

  /// An adaptor of `assetReaderOutput`.
  public init(assetReaderOutput: AssetReaderMetadataOutput) {
    self.assetReaderOutput = assetReaderOutput
  }

  /// The next group; nil after the last, and where the reader has ended for another reason, which ``AssetReader/error`` says.
  public func nextTimedMetadataGroup() async -> TimedMetadataGroup? {
    guard let buffer = await assetReaderOutput.nextSampleBuffer(), case .metadata(let items) = buffer.content else {
      return nil
    }
    return TimedMetadataGroup(items: items, timeRange: buffer.timeRange)
  }
}

/// Puts groups of metadata into an input (`AVAssetWriterInputMetadataAdaptor`).
///
/// ```swift
/// let input = AssetWriterInput(mediaType: .metadata)
/// let adaptor = AssetWriterInputMetadataAdaptor(assetWriterInput: input)
/// try await adaptor.append(
///   TimedMetadataGroup(items: [MetadataItem(MetadataIdentifier(.chapters, "title"), .text("The sea"))], timeRange: range))
/// ```
///
/// Threads: as ``AssetWriterInput``.
public struct AssetWriterInputMetadataAdaptor: Sendable {
  /// The input.
  public let assetWriterInput: AssetWriterInput

  /// An adaptor of `assetWriterInput`, an input of metadata.
  public init(assetWriterInput: AssetWriterInput) {
    self.assetWriterInput = assetWriterInput
  }

  /// Appends `group`, which must have a title: it becomes a chapter, which lasts until the next one.
  ///
  /// - Throws: As `append(_:)` of ``AssetWriterInput``; `.unsupported` for a group without a title.
  public func append(_ group: TimedMetadataGroup) async throws(RenderError) {
    try await assetWriterInput.append(
      SampleBuffer(
        .metadata(group.items), presentationTime: group.timeRange.start, duration: group.timeRange.duration))
  }
}

extension MetadataItem {
  /// Whether it is a chapter's name.
  var isChapterTitle: Bool {
    guard case .text = value else { return false }
    return identifier == MetadataIdentifier(.chapters, "title") || CommonMetadataKey(identifier) == .title
  }
}
