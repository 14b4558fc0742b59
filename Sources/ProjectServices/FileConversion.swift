public import EditServices
public import EditingModel
public import FoundationEssentials
public import MediaFormats
import MediaTime
public import Rendering

/// A file made of other files, encoded anew: what `gstedit convert`, `trim` and `concat` do, for programs.
///
/// ```swift
/// var conversion = FileConversion([AssetReference(url: film)], renderer: renderer)
/// conversion.choices.preset = try ExportPreset.named("1280x720")
/// try await conversion.session(to: URL(filePath: "small.mp4")).export()
/// ```
///
/// Size, rate, colors and sound are those of the first file, unless `choices` say otherwise.
public struct FileConversion: Sendable {
  /// The files, one after another.
  public var assets: [AssetReference]
  /// Which part of them, in what size, as what.
  public var choices: ProjectRender.Choices
  /// What becomes of several sound tracks.
  public var soundTracks = FileEdit.SoundTracks.keep
  /// What of the first file's own statements goes into the new one.
  public var metadata = MetadataFilter.forSharing
  /// Whether a movie's header stands before its media.
  public var isOptimizedForNetwork = false
  /// The greatest size of the file in bytes; 0 for any.
  public var fileLengthLimit: Int64 = 0
  private let renderer: any Renderer

  /// The conversion of `assets` by `renderer`.
  public init(
    _ assets: [AssetReference], choices: ProjectRender.Choices = ProjectRender.Choices(), renderer: any Renderer
  ) {
    self.assets = assets
    self.choices = choices
    self.renderer = renderer
  }

  /// A session that writes the file at `url`.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file that stands at `url` is replaced.
  ///   - staging: Where the file is written, if not at `url`.
  /// - Throws: `RenderError` where the files cannot be read; `ProjectRender.ChoiceError` where what is chosen cannot be had,
  ///   or the files hold nothing of the range.
  public func session(
    to url: URL, replacing: Bool = false, staging: URL? = nil
  ) async throws -> ExportSession {
    let settings = try choices.settings(over: ExportDescription(), output: url)
    let inspector = MediaInspector(renderer: renderer)
    var files: [MediaFacts] = []
    for asset in assets { files.append(try await inspector.facts(of: asset)) }
    let film = try FileEdit(joining: files, soundTracks: soundTracks, in: settings.fileType)
    var request = ExportRequest(
      film.edit, as: settings, to: url, replacesExistingFile: replacing, timeRange: try range(of: film, files),
      scale: choices.scale, maximumSize: choices.preset?.maximumSize)
    request.stagingURL = staging
    request.isPassthrough = choices.preset?.isPassthrough == true
    request.separateSounds = settings.audio == nil ? [] : film.separateSounds
    let hasPictures = settings.video != nil && !film.edit.composition.tracks(withMediaType: .video).isEmpty
    let hasLanguageOfPictures = files.contains { !$0.videoTracks.isEmpty }
    if settings.fileType.holdsStatements {
      request.languages = hasLanguageOfPictures && !hasPictures ? Array(film.languages.dropFirst()) : film.languages
    }
    request.isOptimizedForNetwork = isOptimizedForNetwork
    request.fileLengthLimit = fileLengthLimit
    if metadata != .none, let first = assets.first, settings.fileType.holdsStatements {
      var stated = metadata.filtered(try await inspector.metadata(of: first))
      stated.chapters = assets.count > 1 ? [] : try Self.chapters(stated.chapters, in: request.timeRange)
      request.metadata = stated
    }
    return ExportSession(request, renderer: renderer)
  }

  private func range(of film: FileEdit, _ files: [MediaFacts]) throws -> CMTimeRange? {
    guard let range = choices.timeRange else { return nil }
    do throws(ProjectTimeRangeError) {
      let frameDuration = files.lazy.compactMap { $0.videoTracks.first?.timing.nominalFrameDuration }.first
      let duration = film.duration.rational ?? .zero
      let part = try range.timeRange(frameDuration: frameDuration, duration: duration)
      // Nothing is drawn over the files that could go on where they end.
      try range.checkEnd(frameDuration: frameDuration, duration: max(duration, files.first?.duration ?? .zero))
      return part
    } catch {
      throw ProjectRender.ChoiceError(error.description)
    }
  }

  /// `chapters` in the time of a film of which `range` is written.
  private static func chapters(_ chapters: [Chapter], in range: CMTimeRange?) throws -> [Chapter] {
    guard let range, let part = try RationalRange(range) else { return chapters }
    return try chapters.enumerated().compactMap { index, chapter in
      let next = index + 1 < chapters.count ? chapters[index + 1].start : part.end
      let (start, end) = (max(part.start, chapter.start), min(part.end, chapter.end ?? next))
      guard start < end else { return nil }
      return Chapter(start: try start - part.start, end: try end - part.start, titles: chapter.titles)
    }
  }
}
