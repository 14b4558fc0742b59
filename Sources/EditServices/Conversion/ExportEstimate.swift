import EditingModel
import Foundation
import MediaFormats
import MediaTime
public import Rendering

extension ExportSession {
  /// The approximate size of the file in bytes (`estimatedOutputFileLengthInBytes`); files of trial encodings are
  /// removed.
  ///
  /// Up to three stretches of the film are encoded, each twice as long as one within it: the difference gives the bytes
  /// of a second, and the rest those of a key frame, where key frames are rare. A film that is not much longer than the
  /// stretches is encoded whole.
  ///
  /// - Throws: `RenderError` as `export()`.
  public func estimatedOutputFileLength() async throws(RenderError) -> Int64 {
    try await ExportEstimate(request, renderer: renderer).byteCount()
  }

  /// The duration that the file will have (`estimatedMaximumDuration`): the film's, or as much as fits into
  /// `fileLengthLimit`.
  ///
  /// - Throws: As `estimatedOutputFileLength()`.
  public func estimatedMaximumDuration() async throws(RenderError) -> Double {
    try await ExportEstimate(request, renderer: renderer).duration()
  }
}

/// An estimate of an export's result.
struct ExportEstimate {
  private let request: ExportRequest
  private let renderer: any Renderer

  /// Seconds of the shorter one of two stretches from the same start, and how many pairs there are.
  private static let stretch = 3.0
  private static let pairs = 3

  init(_ request: ExportRequest, renderer: any Renderer) {
    self.request = request
    self.renderer = renderer
  }

  func duration() async throws(RenderError) -> Double {
    let seconds = try await plan().seconds
    guard request.fileLengthLimit > 0 else { return seconds }
    return seconds * min(1, Double(request.fileLengthLimit) / Double(max(1, try await byteCount())))
  }

  func byteCount() async throws(RenderError) -> Int64 {
    guard !request.isPassthrough else {
      let asset = request.edit.assets.first
      let size = asset.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.url.path)[.size] as? Int64 }
      return size ?? 0
    }
    let plan = try await plan()
    let seconds = plan.seconds
    let needed = Double(Self.pairs) * 3 * Self.stretch
    guard seconds > needed else { return try await size(from: 0, lasting: seconds) }
    var (rate, keyFrame, whole) = (0.0, 0.0, 0.0)
    for pair in 0..<Self.pairs {
      let start = (seconds - 2 * Self.stretch) * Double(pair) / Double(Self.pairs - 1)
      let short = Double(try await size(from: start, lasting: Self.stretch))
      let long = Double(try await size(from: start, lasting: 2 * Self.stretch))
      rate += max(0, long - short) / Self.stretch / Double(Self.pairs)
      keyFrame += max(0, 2 * short - long) / Double(Self.pairs)
      whole += long / (2 * Self.stretch) / Double(Self.pairs)
    }
    guard let count = keyFrames(of: plan) else { return Int64(whole * seconds) }
    return Int64(rate * seconds + keyFrame * count)
  }

  /// The number of key frames that the film needs; nil where there are several in each stretch already, or no pictures.
  private func keyFrames(of plan: RenderPlan) -> Double? {
    guard let picture = plan.picture, let video = try? ExportRules.complete(request.settings).video else { return nil }
    let interval = Double(max(1, video.keyframeInterval ?? 250))
    guard interval * picture.grid.frameDuration.seconds > Self.stretch else { return nil }
    return (Double(picture.range.count) / interval).rounded(.up)
  }

  private func plan() async throws(RenderError) -> RenderPlan {
    let settings = try ExportRules.complete(request.settings)
    return try await request.edit.extended(toCover: request.timeRange).plan(
      settings: RenderSettings(for: settings, timeRange: request.timeRange, scale: request.scale),
      fittingIn: request.maximumSize, renderer: renderer)
  }

  /// The size in bytes of the stretch of the film from `start` on, for `seconds`.
  private func size(from start: Double, lasting seconds: Double) async throws(RenderError) -> Int64 {
    let place = request.temporaryFolder ?? FileManager.default.temporaryDirectory
    let mark = String(UInt64.random(in: 0 ... .max), radix: 16)
    let file = place.appending(
      path: "gstedit-estimate-\(mark).\(request.settings.fileType.rawValue)", directoryHint: .notDirectory)
    defer { try? FileManager.default.removeItem(at: file) }
    var part = request
    let first = request.timeRange?.start ?? .zero
    part.timeRange = CMTimeRange(
      start: first + CMTime(value: Int64(start * 1_000), timescale: 1_000),
      duration: CMTime(value: Int64((seconds * 1_000).rounded(.up)), timescale: 1_000))
    part.outputURL = file
    part.stagingURL = nil
    part.fileLengthLimit = 0
    let report = try await ExportSession(part, renderer: renderer).export()
    return report.byteCount
  }
}

extension RenderPlan {
  /// The duration in seconds: of the picture or the sound, whichever ends later.
  public var seconds: Double { outputDuration?.seconds ?? 0 }
}
