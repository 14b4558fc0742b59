import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering

/// Writes a film whose file is put together when its streams are encoded: where there are several sound tracks, statements
/// or chapters, where the header is to stand in front, or the size is limited.
///
/// ```
///  edit ────► Export ──► .0.mp4 ─────┐
///  sound 2 ─► Export ──► .1.mp4 ─────┼─► packets copied, statements, chapters ──► the file
///  sound 3 ─► Export ──► .2.mp4 ─────┘
/// ```
struct FilmAssembly {
  private let request: ExportRequest
  private let settings: ExportSettings
  private let plan: RenderPlan
  private let renderer: any Renderer

  /// The file of `request`, whose film is `plan` and which is written as `settings`, complete.
  init(_ request: ExportRequest, _ plan: RenderPlan, as settings: ExportSettings, renderer: any Renderer) {
    self.request = request
    self.plan = plan
    self.settings = settings
    self.renderer = renderer
  }

  /// Whether the file of `request` is put together.
  static func isNeeded(for request: ExportRequest) -> Bool {
    !request.separateSounds.isEmpty || !request.metadata.items.isEmpty || !request.metadata.chapters.isEmpty
      || request.isOptimizedForNetwork || request.fileLengthLimit > 0 || request.languages.contains { $0 != nil }
  }

  /// Writes the file at `url`.
  func run(
    to url: URL, progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(RenderError) -> ExportReport {
    guard settings.fileType.holdsStatements else {
      throw RenderError(
        .unsupported,
        "\(settings.fileType.format.title) has no tracks, statements or chapters, and its size is not limited.",
        remedy: "Write a film, or leave those out.")
    }
    // Files beside each other, and no folder of their own: a process that is closed in may make none.
    let place = request.temporaryFolder ?? url.deletingLastPathComponent()
    let mark = String(UInt64.random(in: 0 ... .max), radix: 16)
    let files = (0...request.separateSounds.count).map { number in
      place.appending(
        path: ".gstedit-\(mark)-\(number).\(settings.fileType.rawValue)", directoryHint: .notDirectory)
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let film = files[0]
    var report = try await Export(plan, as: settings, to: film, replacing: false).run(renderer, progress: progress)
    var sounds: [AssetReference] = []
    for (number, sound) in request.separateSounds.enumerated() {
      let file = files[number + 1]
      let own = ExportSettings(fileType: settings.fileType, video: nil, audio: settings.audio)
      let soundPlan = try await sound.plan(
        settings: RenderSettings(for: own, timeRange: request.timeRange), renderer: renderer)
      let other = try await Export(soundPlan, as: own, to: file, replacing: false).run(renderer) { _ in }
      report.damage += other.damage.filter { !report.damage.contains($0) }
      sounds.append(AssetReference(url: file))
    }
    var copy = PacketCopy(
      [PacketCopy.Part(AssetReference(url: film))], as: settings.fileType, beside: sounds, metadata: request.metadata,
      isOptimizedForNetwork: request.isOptimizedForNetwork)
    copy.languages = request.languages
    report.byteCount = try await write(copy, of: plan, to: url)
    return report
  }

  /// Writes `copy`, and a shorter part of it as long as the file is larger than allowed.
  private func write(_ copy: PacketCopy, of plan: RenderPlan, to url: URL) async throws(RenderError) -> Int64 {
    var copy = copy
    var replacing = request.replacesExistingFile
    while true {
      let file: CopiedFile
      do {
        file = try await renderer.copyPackets(copy, to: url, replacing: replacing) { _ in }
      } catch {
        throw RenderError(describing: error)
      }
      let limit = request.fileLengthLimit
      guard limit > 0, file.byteCount > limit else { return file.byteCount }
      let part = 0.97 * Double(limit) / Double(file.byteCount)
      let end = try exact { () throws(RationalError) in
        try Rational(Int64(file.duration.seconds * part * 1_000), 1_000)
      }
      guard end > .zero, end < file.duration else {
        try? FileManager.default.removeItem(at: url)
        throw RenderError(
          .unsupported, "No part of the film fits into \(limit) bytes.", remedy: "Allow a larger file.")
      }
      copy.parts[0].range = try exact { () throws(RationalError) in try RationalRange(start: .zero, end: end) }
      replacing = true
    }
  }
}
