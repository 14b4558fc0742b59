import Compositing
public import EditServices
import EditingModel
public import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Rendering

/// Opens a finished file again, and compares it with what was to be written: its tracks, how many frames and samples each of them
/// has, when it begins, how large, in what rate, for what speakers and in what colors it is; and decodes all of it.
///
/// ```swift
/// try await session.export()
/// let verification = FileVerification(of: session, renderer: renderer)
/// for problem in try await verification?.problems() ?? [] { print(problem) }
/// ```
///
/// A value. Threads: any; work is done on dedicated threads.
public struct FileVerification: Sendable {
  /// The file.
  public var url: URL
  /// The plan that it was made of.
  public var plan: RenderPlan
  /// The settings that it was written with.
  public var settings: ExportSettings
  /// The plans of the sounds beside the plan's own, in the order of the file's tracks (`ExportSession.otherSounds`).
  public var otherSounds: [RenderPlan] = []
  /// The plans of the sounds, the plan's own first: for copied packets, where they begin and end
  /// (`ExportReport.smartSounds`). Empty where all of the plans' samples were encoded.
  public var smartSounds: [SmartSound] = []
  /// The end of the film before its plan's (`ExportReport.duration`); nil where it is to be as long.
  public var duration: Rational?
  private let renderer: any Renderer

  /// Compares the file at `url` with the render of `plan`, written as `settings`.
  public init(of url: URL, plan: RenderPlan, settings: ExportSettings, renderer: any Renderer) {
    self.url = url
    self.plan = plan
    self.settings = settings
    self.renderer = renderer
  }

  /// Compares the file that `session` has written, at its present place, with the session's plan; nil before it is
  /// complete, and for copied packets, which have no render plan.
  public init?(of session: ExportSession, renderer: any Renderer) {
    guard let plan = session.plan, let report = session.report else { return nil }
    let request = session.request
    self.init(
      of: request.stagingURL ?? request.outputURL, plan: plan, settings: request.settings.limited(to: plan),
      renderer: renderer)
    (otherSounds, smartSounds) = (session.otherSounds, report.smartSounds)
    duration = report.duration
  }

  /// The problems of the file, a sentence each; none where all is well.
  ///
  /// - Parameter progress: Called on any thread with what part of the file is decoded, 0…1.
  /// - Throws: `RenderError` with `.cancelled`. That the file cannot be opened or decoded is a problem.
  public func problems(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> [String] {
    let frameRate =
      settings.fileType.isPictureSequence ? plan.picture.flatMap { try? .one / $0.grid.frameDuration } : nil
    let asset = AssetReference(url: url, frameRate: frameRate)
    var problems: [String] = []
    do throws(RenderError) {
      let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
      problems = facts.damage + pictureProblems(facts) + soundProblems(facts)
      let parts = Double((facts.videoTracks.isEmpty ? 0 : 1) + facts.audioTracks.count)
      if !facts.videoTracks.isEmpty { try await decodePictures(of: asset) { progress($0 / parts) } }
      for track in facts.audioTracks.indices {
        let before = parts - Double(facts.audioTracks.count - track)
        _ = try await AnalysisSubject(asset, track: track).measure(
          { _ throws(RenderError) in SampleCount() }, renderer: renderer, progress: { progress((before + $0) / parts) })
      }
      return problems
    } catch {
      guard error.code != .cancelled else { throw error }
      return problems + [error.description]
    }
  }

  private func pictureProblems(_ facts: MediaFacts) -> [String] {
    guard let video = settings.video, let picture = plan.picture else {
      return facts.videoTracks.isEmpty ? [] : ["It has a picture, and was to have none."]
    }
    guard let track = facts.videoTracks.first, facts.videoTracks.count == 1 else {
      return ["It has \(facts.videoTracks.count) video tracks instead of one."]
    }
    var problems: [String] = []
    // Frames are missing before the end of a film that ends early.
    let least =
      duration.map { end in picture.range.prefix { (try? picture.outputTime(of: $0)) ?? end < end }.count }
      ?? picture.range.count
    if !(least...picture.range.count).contains(track.timing.count) {
      problems.append("It has \(track.timing.count) frames instead of \(least).")
    }
    if track.size != picture.size {
      problems.append("Its pictures have \(track.size) pixels instead of \(picture.size).")
    }
    // A file without sound begins with its first picture.
    let start = plan.sound == nil ? try? picture.outputTime(of: picture.range.lowerBound) : .zero
    for frame in [0, picture.range.count / 2, picture.range.count - 1] where frame < track.timing.count {
      guard let planned = try? picture.outputTime(of: picture.range.lowerBound + frame) - (start ?? .zero),
        let found = try? track.timing.start(of: frame),
        abs(planned.seconds - found.seconds) > Self.tick
      else { continue }
      problems.append("Frame \(frame) is shown at \(found.timecode) instead of \(planned.timecode).")
    }
    // A file of RGB states no matrix, and JPEG nothing but the matrix.
    let planned = video.codec.colorimetry(in: picture.colorimetry)
    if track.colorimetry.matrix != 0, track.colorimetry.completed(from: planned) != planned {
      problems.append("Its colors are said to be \(track.colorimetry) instead of \(planned).")
    }
    return problems
  }

  private func decodePictures(
    of asset: AssetReference, progress: @escaping @Sendable (Double) -> Void
  ) async throws(RenderError) {
    let frames = try await FrameSequence(
      .file(asset, track: 0), timeRange: nil, maximumSize: nil, renderer: renderer)
    let reader: any PictureReader
    do {
      reader = try await renderer.pictures(of: frames.plan, in: nil)
    } catch {
      throw RenderError(describing: error)
    }
    defer { reader.close() }
    try await blocking(cancelledBy: reader.cancel) { () throws(RenderError) in
      for number in 0..<frames.count {
        _ = try reader.blockingPicture(at: frames.plannedFrame(number))
        progress(Double(number + 1) / Double(frames.count))
      }
    }
  }

  /// Tolerance of a time: Matroska and WebM count milliseconds.
  static let tick = 0.001
}

/// Counts samples: that they can be decoded is what matters.
private struct SampleCount: SoundMeasurement {
  private var count: Int64 = 0

  mutating func add(_ block: SampleBlock) { count += Int64(block.count) }
  func result() -> Int64 { count }
}

extension RenderError.Code {
  /// A finished file is not what was to be written.
  public static let verificationFailed = Self(rawValue: "verificationFailed")
}
