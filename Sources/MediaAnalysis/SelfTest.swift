import EditServices
import EditingModel
public import FoundationEssentials
public import MediaFormats
import MediaTime
public import Rendering

/// A short film of background and silence, written, opened again and compared with its plan: whether an engine works at
/// all.
///
/// ```swift
/// let report = try await SelfTest(renderer: Engine.renderer()).run(in: FileManager.default.temporaryDirectory)
/// print(report.problems)
/// ```
///
/// A value. Threads: any; work is done on dedicated threads.
public struct SelfTest: Sendable {
  private let renderer: any Renderer

  /// The test of `renderer`.
  public init(renderer: any Renderer) {
    self.renderer = renderer
  }

  /// The report of a test.
  public struct Report: Hashable, Sendable {
    /// The settings of the film.
    public var settings: ExportSettings
    /// Frames in the file.
    public var frameCount: Int
    /// Samples a channel in the file.
    public var sampleCount: Int64
    /// The problems of the film, a sentence each; none where all is well.
    public var problems: [String]
  }

  /// Writes a film of ten frames and 0.4 s into a file of its own in `folder`, reads it, and removes it.
  ///
  /// It is of the first container of the table whose usual codecs this machine has.
  ///
  /// - Throws: `RenderError`: as `ExportSession.export()`; `.missingPlugin` where no container with pictures can be written.
  public func run(in folder: URL) async throws(RenderError) -> Report {
    let settings = try settings()
    let plan = try await Self.plan(settings, renderer)
    let url = folder.appending(path: "gstedit-\(UUID().uuidString).\(settings.fileType.rawValue)")
    defer { try? FileManager.default.removeItem(at: url) }
    let report = try await Export(FilmPlan(plan, as: settings), to: url, replacing: false).run(renderer) { _ in }
    let problems = try await FileVerification(of: url, plan: plan, settings: settings, renderer: renderer).problems()
    return Report(
      settings: settings, frameCount: report.frameCount, sampleCount: report.sampleCount, problems: problems)
  }

  /// The first settings of the table, with pictures and sound, that this machine can write.
  private func settings() throws(RenderError) -> ExportSettings {
    var first: RenderError?
    for fileType in FileType.allCases where !fileType.isSoundOnly && !fileType.isPictureSequence {
      let settings = ExportRules.defaults(for: fileType)
      do {
        try renderer.check(settings)
        return settings
      } catch {
        first = first ?? RenderError(describing: error)
      }
    }
    throw first ?? RenderError(.unsupported, "There is no container of pictures.")
  }

  /// The plan of ten frames of background and 0.4 s of silence. No edit has sound without media, so it is put in here.
  private static func plan(
    _ settings: ExportSettings, _ renderer: any Renderer
  ) async throws(RenderError) -> RenderPlan {
    let timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 25))
    let nothing = CompositionTrackSegment(emptyOver: timeRange)
    let edit = EditSnapshot(
      composition: Composition(tracks: [CompositionTrack(id: 1, mediaType: .video, segments: [nothing])]),
      videoComposition: VideoComposition(
        frameDuration: CMTime(value: 1, timescale: 25), renderSize: Size(width: 320, height: 180),
        instructions: [VideoCompositionInstruction(timeRange: timeRange)]))
    var plan = try await edit.plan(settings: RenderSettings(for: settings), renderer: renderer)
    let samples: Range<Int64> = 0..<19_200
    do throws(RationalError) {
      plan.sound = SoundPlan(
        grid: try SampleGrid(rate: 48_000), layout: .standard(2), sampleCount: samples.upperBound, losslessFormat: nil,
        strips: [
          Strip(
            trackID: 2, pieces: [StripPiece(samples: samples, sound: nil)],
            volume: VolumeCurve(constant: 1, over: samples))
        ])
    } catch {
      throw RenderError(.invalidModel, "The length of the silence cannot be computed exactly: \(error)")
    }
    return plan
  }
}
