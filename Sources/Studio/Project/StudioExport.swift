import Documents
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import ProjectFile
import ProjectServices
import Rendering

/// The export that the page starts: one at a time, into the project's folder.
actor StudioExport {
  private let folder: URL
  /// The project itself, which no film replaces.
  private let projectFile: URL
  private let renderer: any Renderer
  private let events: StudioEvents
  /// The run under way, or the last.
  private var run: Run?

  private struct Run {
    var session: ExportSession
    var task: Task<Void, Never>
    var file: String
    var start = ContinuousClock.now
  }

  init(into folder: URL, projectFile: URL, renderer: any Renderer, events: StudioEvents) {
    self.projectFile = projectFile
    (self.folder, self.renderer, self.events) = (folder, renderer, events)
  }

  /// Starts to export `project` as the file `name`, by the preset called `preset` or as the project says.
  ///
  /// - Throws: `StudioError` while another export is under way, and for a name that leads out of the folder; as
  ///   `ProjectRender.session(to:_:replacing:staging:segmentation:)`.
  func start(_ project: Project, as name: String, preset: String?, replacing: Bool) async throws -> JSONObject {
    try checkIdle()
    guard name.isPlainFileName else {
      throw StudioError(
        .badRequest, "wrongName", "\(JSONValue.quoted(String(name.prefix(200)))) is no name of a file.",
        remedy: "Use a name without slashes, as film.mp4.")
    }
    let choices = try Self.choices(preset)
    let url = folder.appending(path: name, directoryHint: .notDirectory)
    guard url.resolvingSymlinksInPath().path != projectFile.resolvingSymlinksInPath().path else {
      throw StudioError(.badRequest, "wrongName", "\(name) is the project itself.", remedy: "Use another name.")
    }
    let session = try await ProjectRender(project, renderer: renderer).session(to: url, choices, replacing: replacing)
    // An export that cannot even begin is an answer to the request.
    try OutputLocation(url).check(replacing: replacing, sources: session.request.edit.assets, isSequence: false)
    // Another export may have begun while the media were looked at.
    try checkIdle()
    let task = Task {
      async let outcome: Void = { _ = try? await session.export() }()
      for await _ in session.states(updateInterval: .milliseconds(250)) { sendStatus() }
      await outcome
      sendStatus()
    }
    run = Run(session: session, task: task, file: name)
    return status
  }

  /// Refuses another export while one is under way.
  private func checkIdle() throws {
    guard run.map({ $0.session.status.isFinal }) ?? true else {
      throw StudioError(
        .conflict, "exportUnderWay", "An export is under way.", remedy: "Wait until it has ended, or cancel it.")
    }
  }

  /// The estimated size of the film by the preset called `preset`, in bytes: found by encoding stretches of it.
  func estimate(of project: Project, preset: String?) async throws -> JSONObject {
    let url = FileManager.default.temporaryDirectory.appending(path: "estimate")
    let choices = try Self.choices(preset)
    var named = choices
    if named.wishes.fileType == nil, choices.preset?.description.fileType == nil { named.wishes.fileType = .mp4 }
    let session = try await ProjectRender(project, renderer: renderer).session(to: url, named)
    return [
      "bytes": try await session.estimatedOutputFileLength(), "seconds": try await session.estimatedMaximumDuration(),
    ]
  }

  private static func choices(_ preset: String?) throws -> ProjectRender.Choices {
    var choices = ProjectRender.Choices()
    if let preset { choices.preset = try ExportPreset.named(preset) }
    return choices
  }

  /// Ends the export under way; its file goes.
  func cancel() async -> JSONObject {
    if let run, !run.session.status.isFinal {
      run.session.cancel()
      await run.task.value
    }
    return status
  }

  private func sendStatus() { events.send("export", status) }

  /// The progress of the export, or its result.
  var status: JSONObject {
    guard let run else { return ["state": "idle", "fraction": 0.0] }
    let (session, progress) = (run.session, run.session.progress)
    let seconds = run.start.duration(to: .now) / .seconds(1)
    let isRunning = !session.status.isFinal
    let rate = seconds > 0 ? Double(progress.frame) / seconds : 0
    let rest = progress.fraction > 0 ? seconds * (1 - progress.fraction) / progress.fraction : 0
    return [
      "state": Self.word(for: session.status), "file": run.file, "fraction": progress.fraction,
      "frame": progress.frame, "frames": progress.frameCount, "fps": isRunning ? rate : nil,
      "etaSeconds": isRunning && progress.fraction > 0 ? rest : nil, "bytes": session.report?.byteCount,
      "warnings": session.report?.notes ?? [],
      "error": session.error.flatMap { $0.code == .cancelled ? nil : ErrorReport($0) },
    ]
  }

  private static func word(for status: ExportSession.Status) -> String {
    switch status {
    case .unknown, .waiting, .exporting: "exporting"
    case .completed: "completed"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  /// The presets that films are exported by.
  static var presets: [JSONObject] {
    ExportPreset.all.filter { !$0.isPassthrough }.map { preset in
      [
        "name": preset.name, "title": preset.title,
        "extension": (preset.description.fileType ?? .mp4).rawValue,
        "size": preset.maximumSize.map { [$0.width, $0.height] },
      ]
    }
  }
}

extension ExportPreset {
  /// The preset's title: "HEVC, fits 1920 × 1080".
  fileprivate var title: String {
    if let title = Self.titles[name] { return title }
    guard let size = maximumSize else { return name }
    return (name.hasPrefix("HEVC") ? "HEVC" : "H.264") + ", fits \(size.width) × \(size.height)"
  }

  /// The presets that have a name of their own.
  private static let titles = [
    "LowQuality": "Small, to be sent", "MediumQuality": "Medium, to be shared",
    "HighestQuality": "H.264, highest quality",
    "HEVCHighestQuality": "HEVC, highest quality", "AppleProRes422LPCM": "ProRes 422 HQ, for editing",
    "AppleProRes4444LPCM": "ProRes 4444, with alpha", "DNxHRHQLPCM": "DNxHR HQ, for editing",
    "DNxHRHQXLPCM": "DNxHR HQX, 10 bits", "AppleM4A": "Sound alone, AAC", "WebMVP9": "WebM, VP9",
    "WebMAV1": "WebM, AV1",
    "LosslessFFV1": "Lossless, FFV1", "LosslessFLAC": "Sound alone, FLAC", "PodcastMP3": "Sound alone, MP3",
    "AnimatedGIF": "Animated GIF",
  ]
}
