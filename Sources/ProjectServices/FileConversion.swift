public import EditServices
public import EditingModel
public import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Rendering
import Subtitles

/// A file made of other files, encoded anew: what `gstedit convert`, `trim` and `concat` do, for programs.
///
/// ```swift
/// var conversion = FileConversion([AssetReference(url: film)], renderer: renderer)
/// conversion.adjustments.size = PixelSize(width: 1280, height: 720)
/// try await conversion.session(to: URL(filePath: "small.mp4")).export()
/// ```
///
/// Size, colors and sound are those of the first file, unless `choices` and `adjustments` say otherwise, and pictures keep their
/// own times.
public struct FileConversion: Sendable {
  /// The files, one after another.
  public var assets: [AssetReference]
  /// The choice of the part of them, and of the new file's size and kind. Times are the files', whatever their speed
  /// becomes.
  public var choices: ProjectRender.Choices
  /// The changes of pictures and sound.
  public var adjustments = FileAdjustments()
  /// Frames a second, greater than zero: a grid that begins with the first picture, whose frames each show the nearest
  /// picture. Nil where pictures keep their own times, or where the container has a rate, the first film's.
  public var frameRate: Rational?
  /// The transition from each file to the next, which begins so much earlier; nil for a cut. It lasts so long in the
  /// new file, however fast the files play there.
  public var transition: ClipTransition?
  /// The treatment of several sound tracks.
  public var soundTracks = FileEdit.SoundTracks.keep
  /// The filter for the first file's own metadata in the new one.
  public var metadata = MetadataFilter.forSharing
  /// Whether a movie's header stands before its media.
  public var isOptimizedForNetwork = false
  /// Least duration of each fragment of a movie, in seconds; nil for a movie as any other.
  public var fragmentDuration: Rational?
  /// The greatest size of the file in bytes; 0 for any.
  public var fileLengthLimit: Int64 = 0
  /// The factors of the sounds' volumes, in their order, once they have been measured.
  package var gains: [Double] = []
  /// Notes for people, a sentence each.
  package var notes: [String] = []
  package let renderer: any Renderer

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
  /// - Throws: `RenderError` where the files cannot be read, or changed as asked for; `ProjectRender.ChoiceError` where
  ///   a choice is not possible, or the files have no media in the range.
  public func session(
    to url: URL, replacing: Bool = false, staging: URL? = nil
  ) async throws -> ExportSession {
    let film = try await film(for: url)
    let settings = film.settings
    var request = ExportRequest(
      film.edit.edit, as: settings, to: url, replacesExistingFile: replacing, timeRange: film.timeRange,
      scale: choices.scale, maximumSize: adjustments.size == nil ? choices.preset?.maximumSize : nil)
    request.stagingURL = staging
    request.notes = film.files.flatMap { file in file.notes.map { "\(file.asset.name): \($0)" } } + notes
    request.isPassthrough = choices.preset?.isPassthrough == true
    request.smartRendering = choices.smartRendering
    request.metadataFilter = metadata
    try await request.takeTracks(
      of: film.edit, made: film.files, overlap: transition?.duration.rational ?? .zero,
      isTextReplaced: adjustments.subtitles != nil, choosesSounds: soundTracks != .keep,
      inspector: MediaInspector(renderer: renderer))
    if transition != nil, adjustments.crop == nil { request.notes += film.notesOnShapes }
    request.isOptimizedForNetwork = isOptimizedForNetwork
    request.fragmentDuration = fragmentDuration
    request.fileLengthLimit = fileLengthLimit
    if metadata == .none {
      request.metadata = FileMetadata()
    } else if assets.count > 1, !request.isPassthrough, settings.fileType.holdsStatements {
      // Of a single file, and of a copy, the session takes the statements.
      request.metadata = try await film.edit.metadata(
        of: film.files, overlap: transition?.duration.rational ?? .zero, in: film.timeRange, passing: metadata,
        inspector: MediaInspector(renderer: renderer))
    }
    return ExportSession(request, renderer: renderer)
  }

  /// The film that is read and written.
  private struct Film {
    var files: [MediaFacts]
    var edit: FileEdit
    var settings: ExportSettings
    /// The part that is written, at the speed of the new file; all of it if nil.
    var timeRange: CMTimeRange?

    /// Notes on files whose shapes differ: the free part of the frame beside one shows the other during a transition
    /// alone.
    var notesOnShapes: [String] {
      guard let fit = edit.edit.videoComposition?.fit, [.resizeAspect, .center].contains(fit) else { return [] }
      return zip(files, files.dropFirst()).compactMap { file, next in
        guard let shape = file.defaultVideo?.shape, let other = next.defaultVideo?.shape, abs(shape / other - 1) > 0.01
        else { return nil }
        return
          "\(file.asset.name) and \(next.asset.name) have different shapes: what one of them leaves free of the frame "
          + "shows the other one during the transition, all of it at once. A size with the fit fill, stretch or blur covers "
          + "the frame."
      }
    }
  }

  private func film(for url: URL) async throws -> Film {
    var settings = try choices.settings(over: ExportDescription(), output: url)
    if adjustments.isMuted { settings.audio = nil }
    try check(settings)
    let inspector = MediaInspector(renderer: renderer)
    var files: [MediaFacts] = []
    for asset in assets { files.append(try await inspector.facts(of: asset)) }
    let isClear = RenderSettings(for: try ExportRules.complete(settings)).pixelFormat.hasAlpha
    let background = isClear ? Color.clear : .black
    var edit = try FileEdit(joining: files, soundTracks: soundTracks, in: settings.fileType)
    edit = try edit.adjusted(by: adjustments, over: background)
    edit.amplify(by: gains)
    if let frameRate {
      let duration = try CMTime(exactly: .one / frameRate)
      edit.setFrames(every: duration)
    }
    if let transition { edit = try edit.joined(by: transition, of: files, over: background) }
    var film = Film(files: files, edit: edit, settings: settings, timeRange: try range(of: edit, files))
    if adjustments.speedFactor != .one, let range = try film.timeRange.flatMap({ try RationalRange($0) }) {
      let factor = adjustments.speedFactor
      film.timeRange = CMTimeRange(
        start: try CMTime(exactly: range.start / factor), end: try CMTime(exactly: range.end / factor))
    }
    return film
  }

  /// Refuses what a file of `settings` has no use for.
  private func check(_ settings: ExportSettings) throws {
    let isPassthrough = choices.preset?.isPassthrough == true
    guard !isPassthrough || soundTracks != .mix else {
      throw ProjectRender.ChoiceError("Sounds are not mixed where packets are copied as they are.")
    }
    guard !isPassthrough || adjustments == FileAdjustments() && gains.isEmpty else {
      throw ProjectRender.ChoiceError(
        "Pictures and sounds are not changed where packets are copied as they are.", remedy: "Choose another preset.")
    }
    guard adjustments.fit == nil || adjustments.size != nil else {
      throw ProjectRender.ChoiceError(
        "A fit says how the picture is placed in a size, and there is none.", remedy: "Choose a size too.")
    }
    guard adjustments.size == nil || choices.scale == 1 else {
      throw ProjectRender.ChoiceError("A size and a scale were chosen.", remedy: "Choose one of them.")
    }
    guard !adjustments.changesPicture || settings.video != nil else {
      throw ProjectRender.ChoiceError(
        "The picture is to be changed, and the file is to have none.", remedy: "Write a film, or leave that out.")
    }
    guard settings.video != nil || settings.audio != nil else {
      throw ProjectRender.ChoiceError(
        "A file of neither picture nor sound was asked for.", remedy: "Keep one of them.")
    }
    guard adjustments.volume == 1 || settings.audio != nil else {
      throw ProjectRender.ChoiceError(
        "The volume is to be changed, and the file is to have no sound.", remedy: "Leave that out.")
    }
  }

  private func range(of film: FileEdit, _ files: [MediaFacts]) throws -> CMTimeRange? {
    guard let range = choices.timeRange else { return nil }
    do throws(ProjectTimeRangeError) {
      let frameDuration = files.lazy.compactMap { $0.defaultVideo?.timing.nominalFrameDuration }.first
      let duration = film.duration.rational ?? .zero
      // Nothing is drawn over the files that could go on where they end.
      return try range.timeRange(
        frameDuration: frameDuration, duration: duration,
        mediaDuration: max(duration, files.first?.duration ?? .zero))
    } catch {
      throw ProjectRender.ChoiceError(error.description)
    }
  }
}

extension FileConversion {
  /// The parts of a file's sound before it is encoded.
  package struct Sound: Sendable {
    /// Its edit.
    package var edit: EditSnapshot
    /// The part of the film to write; all of it if nil.
    package var timeRange: CMTimeRange?
    /// The number of channels that are written; nil for those of the media.
    package var channels: Int?
    /// Whether its codec loses nothing.
    package var isLossless: Bool
  }

  /// The sounds of the file at `url`, in the order of their tracks.
  ///
  /// - Throws: As ``session(to:replacing:staging:)``.
  package func sounds(for url: URL) async throws -> [Sound] {
    let film = try await film(for: url)
    guard let audio = film.settings.audio else { return [] }
    return ([film.edit.edit] + film.edit.separateSounds).compactMap { edit in
      let tracks = edit.composition.tracks(withMediaType: .audio)
      guard !tracks.isEmpty else { return nil }
      return Sound(
        edit: EditSnapshot(composition: Composition(tracks: tracks), audioMix: edit.audioMix),
        timeRange: film.timeRange, channels: audio.channels, isLossless: audio.codec.format.isLossless)
    }
  }

  /// Reads the subtitles of the file `asset`, and takes the first of them, drawn into the picture unless they are `soft`.
  ///
  /// - Throws: `RenderError` where it cannot be read, or has none that are text.
  public mutating func addSubtitles(of asset: AssetReference, soft: Bool = false) async throws {
    let found = try await renderer.subtitles(of: asset, charset: nil)
    guard var stored = found.first else {
      throw RenderError(
        .mediaUnreadable, "The file has no subtitles that are text.", remedy: "Name another file.", asset: asset)
    }
    if soft {
      // Tracks hold cues.
      stored.track.document.script = nil
      stored.track.isDefault = true
    }
    adjustments.subtitles = FileAdjustments.AddedSubtitles(stored.track, soft: soft)
    notes += stored.warnings.map { "\(asset.url.lastPathComponent): \($0)" }
  }
}

extension FileEdit {
  /// Has frames stand `frameDuration` apart, each showing the nearest picture.
  fileprivate mutating func setFrames(every frameDuration: CMTime) {
    edit.videoComposition = edit.videoComposition ?? VideoComposition(fit: .resizeAspect)
    edit.videoComposition?.frameTiming = .nearestPicture
    edit.videoComposition?.frameDuration = frameDuration
  }
}
