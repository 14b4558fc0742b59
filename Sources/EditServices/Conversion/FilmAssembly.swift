import EditingModel
import Foundation
import MediaFormats
import MediaTime
import NameClaims
import Rendering

/// Writes as much of a film as fits into a limited file size, which is known once its streams are encoded.
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
  private let otherSounds: [RenderPlan]
  private let renderer: any Renderer

  /// The file of `request`, whose film is `plan` with `otherSounds`, the separate ones, and which is written as `settings`, complete.
  init(
    _ request: ExportRequest, _ plan: RenderPlan, beside otherSounds: [RenderPlan], as settings: ExportSettings,
    renderer: any Renderer
  ) {
    self.request = request
    self.plan = plan
    self.otherSounds = otherSounds
    self.settings = settings
    self.renderer = renderer
  }

  /// Refuses what a file of `fileType` has no place for, of what `request` asks for.
  static func check(_ request: ExportRequest, in fileType: FileType) throws(RenderError) {
    guard !fileType.holdsStatements else { return }
    let metadata = request.metadata ?? FileMetadata()
    guard request.fileLengthLimit <= 0, request.separateSounds.isEmpty, metadata.items.isEmpty,
      metadata.chapters.isEmpty,
      !request.isOptimizedForNetwork, request.languages.allSatisfy({ $0 == nil }),
      request.titles.allSatisfy({ $0 == nil })
    else {
      throw RenderError(
        .unsupported,
        "\(fileType.format.title) has no tracks, statements or chapters, and its size is not limited.",
        remedy: "Write a film, or leave those out.")
    }
  }

  /// Writes the file at `url`.
  func run(
    to url: URL, progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(RenderError) -> ExportReport {
    // Files beside each other, and no folder of their own: a process that is closed in may make none.
    let place = request.temporaryFolder ?? url.deletingLastPathComponent()
    let claim = NameClaim(in: place.path)
    let files = (0...request.separateSounds.count).map { number in
      place.appending(
        path: ".\(claim.mark)-\(number).\(settings.fileType.rawValue)", directoryHint: .notDirectory)
    }
    defer {
      claim.removeFiles()
      claim.release()
    }
    let film = files[0]
    var own = try await FilmPlan(plan, as: settings, request.smartRendering, renderer: renderer)
    let copiesSound = request.smartRendering.copiesSound(beside: own.segments)
    if copiesSound { try await own.planSmartSounds(by: renderer) }
    var report = try await Export(own, to: film, replacing: false).run(renderer, progress: progress)
    var sounds: [PacketCopy.Part] = []
    for (number, plan) in otherSounds.enumerated() {
      let file = files[number + 1]
      // Beside the film's pictures it may end before them.
      var sound = FilmPlan(plan, as: settings)
      if copiesSound { try await sound.planSmartSounds(by: renderer) }
      sound.settings = settings.soundAlone
      let other = try await Export(sound, to: file, replacing: false).run(renderer) { _ in }
      report.damage += other.damage.filter { !report.damage.contains($0) }
      sounds.append(PacketCopy.Part(AssetReference(url: file)))
    }
    var copy = PacketCopy(
      [PacketCopy.Part(AssetReference(url: film))], as: settings.fileType, beside: sounds,
      metadata: request.metadata ?? FileMetadata(), isOptimizedForNetwork: request.isOptimizedForNetwork)
    (copy.languages, copy.metadataFilter, copy.trustsFiles) = (request.languages, .all, true)
    (copy.titles, copy.enabledTracks) = (request.titles, request.enabledTracks)
    copy = try await shortened(copy, in: place, claim.mark)
    let file = try await write(copy, to: url, replacing: request.replacesExistingFile)
    (report.byteCount, report.notes) = (file.byteCount, report.notes + file.notes)
    if let end = copy.parts[0].range?.end { try await state(url, endingAt: end, in: &report) }
    return report
  }

  /// States in `report` what is in the file at `url`, which ends before its plan does.
  private func state(_ url: URL, endingAt end: Rational, in report: inout ExportReport) async throws(RenderError) {
    let facts = try await MediaInspector(renderer: renderer).facts(of: url)
    report.frameCount = facts.videoTracks.first?.timing.count ?? 0
    report.sampleCount = facts.audioTracks.first?.sampleCount ?? 0
    report.duration = end
    report.notes.append(
      """
      The film ends at \(end.timecode) instead of \((plan.outputDuration ?? end).timecode): \
      more does not fit into \(request.fileLengthLimit) bytes.
      """)
  }

  /// `copy`, or the part of it whose file is not larger than allowed: found by writing it into `place`, so that nothing stands
  /// under the file's own name before it fits.
  private func shortened(_ copy: PacketCopy, in place: URL, _ mark: String) async throws(RenderError) -> PacketCopy {
    var copy = copy
    let limit = request.fileLengthLimit
    let trial = place.appending(
      path: ".\(mark)-trial.\(settings.fileType.rawValue)", directoryHint: .notDirectory)
    defer { try? FileManager.default.removeItem(at: trial) }
    while true {
      let file = try await write(copy, to: trial, replacing: true)
      guard file.byteCount > limit else { return copy }
      let part = 0.97 * Double(limit) / Double(file.byteCount)
      // Of the part that was asked for: where packets go on behind its end, the file is longer, always alike.
      let length = min(file.duration, copy.parts[0].range?.end ?? file.duration)
      let end = try exactly { () throws(RationalError) in
        try Rational(Int64(length.seconds * part * 1_000), 1_000)
      }
      guard end > .zero, end < file.duration else {
        throw RenderError(
          .unsupported, "No part of the film fits into \(limit) bytes.", remedy: "Allow a larger file.")
      }
      let range = try exactly { () throws(RationalError) in try RationalRange(start: .zero, end: end) }
      copy.parts[0].range = range
      for index in copy.beside.indices { copy.beside[index].range = range }
    }
  }

  private func write(_ copy: PacketCopy, to url: URL, replacing: Bool) async throws(RenderError) -> CopiedFile {
    do {
      return try await renderer.copyPackets(copy, to: url, replacing: replacing) { _ in }
    } catch {
      throw RenderError(describing: error)
    }
  }
}
