public import FoundationEssentials
public import Rendering

/// Makes a file of other files' packets without decoding them (`AVAssetExportPresetPassthrough`): a part of a film,
/// several films one after another, or a film in another container.
///
/// ```swift
/// let part = PacketCopy.Part(AssetReference(url: film), range: try RationalRange(start: 10, end: 20))
/// let file = try await PassthroughExport(PacketCopy([part], as: .mp4), to: url).export()
/// print(file.start, file.duration, file.isExact)
/// ```
///
/// Movies (MP4, QuickTime, M4A) have edit lists, with which a part begins and ends as requested, to the frame and to
/// the sample: earlier packets that decoding needs are in the file, outside the edit list. In other containers the part
/// begins at the key frame before, and the result states its range.
///
/// Threads: any.
public struct PassthroughExport: Sendable {
  /// The order to copy.
  public var copy: PacketCopy
  /// The file to write; a `file:` URL.
  public var outputURL: URL
  /// Whether an existing file there is replaced.
  public var replacesExistingFile: Bool
  /// A temporary location to write to; the caller moves the file to `outputURL`.
  public var stagingURL: URL?
  let renderer: any Renderer

  /// The file of `copy` at `outputURL`, made by `renderer`.
  public init(
    _ copy: PacketCopy, to outputURL: URL, replacesExistingFile: Bool = false, stagingURL: URL? = nil,
    renderer: any Renderer
  ) {
    self.copy = copy
    self.outputURL = outputURL
    self.replacesExistingFile = replacesExistingFile
    self.stagingURL = stagingURL
    self.renderer = renderer
  }

  /// Makes the file. Cancelling the task ends it, and nothing is left.
  ///
  /// - Parameter progress: called with the part that is done, on any thread.
  /// - Throws: `RenderError`: `.outputExists` and `.cannotCreateOutput` before anything is read; `.unsupported` where
  ///   the container does not hold a track as it is, or the streams of several files do not agree, with every
  ///   difference; `.sourceRangeBeyondMedia` where a file has no media in the wanted range.
  @discardableResult
  public func export(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> CopiedFile {
    try OutputLocation(outputURL).check(
      replacing: replacesExistingFile, sources: (copy.parts + copy.beside).map(\.asset))
    do {
      return try await renderer.copyPackets(
        copy, to: stagingURL ?? outputURL, replacing: replacesExistingFile, progress: progress)
    } catch {
      throw RenderError(describing: error)
    }
  }
}
