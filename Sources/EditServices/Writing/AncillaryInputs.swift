public import MediaFormats
public import Rendering

/// The tracks beside picture and sound that a writer's file has a place for.
extension AssetWriter {
  /// Rejects, by name, an input of `kind` in such a file, of data where `isOfData`.
  ///
  /// - Throws: `RenderError` with `.unsupported`.
  public func check(_ kind: AncillaryTrack.Kind, isOfData: Bool = false) throws(RenderError) {
    switch kind {
    case .timecode where isOfData, .metadata where isOfData, .text where isOfData, .subtitle where isOfData,
      .closedCaption where isOfData:
      guard !fileType.isMovie else { return }
      throw RenderError(
        .unsupported, "\(fileType.format.title) has no place for tracks of \(kind.rawValue).",
        remedy: "Write MP4, QuickTime or M4A.")
    case .text, .subtitle:
      guard !fileType.format.holdsSubtitles else { return }
      throw RenderError(
        .unsupported, "\(fileType.format.title) has no place for tracks of text.",
        remedy: "Write MP4, QuickTime, Matroska or WebM.")
    case .metadata:
      guard !fileType.isMovie else { return }
      throw RenderError(
        .unsupported, "\(fileType.format.title) has no place here for statements that hold for a while.",
        remedy: "Write MP4, QuickTime or M4A, which hold chapters.")
    case .closedCaption, .timecode, .sound, .picture, .other:
      throw RenderError(
        .unsupported, "Tracks of \(kind.rawValue) cannot be written like that.",
        remedy: "Write text, subtitles, metadata, or timecode of a format that is named.")
    }
  }
}

extension AssetWriterInput {
  /// Whether it becomes a track of a file of `inputs`.
  func isTrack(among inputs: [AssetWriterInput]) -> Bool {
    !isChapterTrack && inputs.contains { $0 === self }
  }
}
