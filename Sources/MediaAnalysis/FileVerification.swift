import Compositing
import EditServices
import EditingModel
public import FoundationEssentials
public import MediaFormats
import MediaTime
public import Rendering

/// Opens a finished file again, and compares it with what was to be written: its tracks, how many frames and samples they
/// have, when they begin, how large, in what rate and in what colors they are; and decodes all of it.
///
/// ```swift
/// try await session.export()
/// let verification = FileVerification(of: url, plan: plan, settings: settings, renderer: renderer)
/// for problem in try await verification.problems() { print(problem) }
/// ```
///
/// A value. Threads: any; work is done on dedicated threads.
public struct FileVerification: Sendable {
  /// The file.
  public var url: URL
  /// What it was made of.
  public var plan: RenderPlan
  /// What it was written as.
  public var settings: ExportSettings
  /// The packets that its sound is made of, which say where it begins and ends (`ExportReport.smartSounds`); nil where all of the plan's
  /// samples were encoded.
  public var copiedSound: CopiedSound?
  private let renderer: any Renderer

  /// Compares the file at `url` with the render of `plan`, written as `settings`.
  public init(of url: URL, plan: RenderPlan, settings: ExportSettings, renderer: any Renderer) {
    self.url = url
    self.plan = plan
    self.settings = settings
    self.renderer = renderer
  }

  /// What is not as it should be, a sentence each; nothing where all is well.
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
      let parts = Double((facts.videoTracks.isEmpty ? 0 : 1) + (facts.audioTracks.isEmpty ? 0 : 1))
      if !facts.videoTracks.isEmpty { try await decodePictures(of: asset) { progress($0 / parts) } }
      if !facts.audioTracks.isEmpty {
        _ = try await AnalysisSubject(asset).measure(
          { _ throws(RenderError) in SampleCount() }, renderer: renderer,
          progress: { progress((parts - 1 + $0) / parts) })
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
    if track.timing.count != picture.range.count {
      problems.append("It has \(track.timing.count) frames instead of \(picture.range.count).")
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
    // A file of RGB says nothing of a matrix, and JPEG of nothing else.
    let planned = video.codec.colorimetry(in: picture.colorimetry)
    if track.colorimetry.matrix != 0, track.colorimetry.completed(from: planned) != planned {
      problems.append("Its colors are said to be \(track.colorimetry) instead of \(planned).")
    }
    return problems
  }

  private func soundProblems(_ facts: MediaFacts) -> [String] {
    guard settings.audio != nil, let sound = plan.sound else {
      return facts.audioTracks.isEmpty ? [] : ["It has sound, and was to have none."]
    }
    guard let track = facts.audioTracks.first, facts.audioTracks.count == 1 else {
      return ["It has \(facts.audioTracks.count) audio tracks instead of one."]
    }
    var problems: [String] = []
    if track.sampleRate != sound.grid.rate {
      problems.append("It has \(track.sampleRate) samples a second instead of \(sound.grid.rate).")
    }
    if track.channels != sound.channels {
      problems.append("It has \(track.channels) channels instead of \(sound.channels).")
    }
    // A transport stream has whole packets, and no word on what of them is to be heard; nor is the end of AC-3 said in Matroska.
    let slack: Int64 = settings.fileType == .ts ? 2_048 : 0
    let isOfPackets = settings.audio?.codec == .ac3 && (settings.fileType == .mkv || settings.fileType == .webm)
    let first = copiedSound?.start ?? 0
    let count = copiedSound?.samples.count ?? sound.range.count
    let excess = track.sampleCount - Int64(count)
    if excess < -slack || excess > (isOfPackets ? Self.packetOfAC3 - 1 : slack) {
      problems.append("It has \(track.sampleCount) samples instead of \(count).")
    }
    if abs(track.firstSample - first) > slack {
      problems.append("Its sound begins with sample \(track.firstSample) instead of \(first).")
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

  /// The samples of a packet of AC-3.
  private static let packetOfAC3: Int64 = 1_536

  /// How far a time may be off: Matroska and WebM count milliseconds.
  private static let tick = 0.001
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
