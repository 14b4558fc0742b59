public import Compositing
public import EditServices
public import FoundationEssentials
public import MediaFormats
public import Rendering

extension AssetReader {
  /// A reader of the tracks of `asset` by the engine, with the custom compositors of `compositing`, which does with damaged media
  /// as `damagePolicy` says.
  public convenience init(
    asset: some MediaSource, compositing: VideoCompositingSettings = VideoCompositingSettings(),
    damagePolicy: DamagePolicy = .refuse
  ) {
    self.init(asset: asset, renderer: Engine.renderer(compositing: compositing, damagePolicy: damagePolicy))
  }
}

extension AssetWriter {
  /// A writer of a file of `fileType` at `outputURL`, by the engine.
  public convenience init(outputURL: URL, fileType: FileType) {
    self.init(outputURL: outputURL, fileType: fileType, renderer: Engine.renderer())
  }

  /// A writer of a movie of `fileType` that is handed over to `take` in segments, by the engine.
  public convenience init(fileType: FileType, handingOverTo take: @escaping @Sendable (MovieSegment) -> Void) {
    self.init(fileType: fileType, renderer: Engine.renderer(), handingOverTo: take)
  }

  /// A writer of a file at `outputURL`, of the type that its name ends in, by the engine.
  ///
  /// - Throws: `RenderError` with `.unsupported` for an ending of none.
  public convenience init(outputURL: URL) throws(RenderError) {
    guard let fileType = FileType(pathExtension: outputURL.pathExtension) else {
      throw RenderError(
        .unsupported, "No file type has names that end in “\(outputURL.pathExtension)”.",
        remedy: "Name the file otherwise, or say its type.")
    }
    self.init(outputURL: outputURL, fileType: fileType)
  }
}
