public import Compositing
public import EditingModel
import Foundation
public import FoundationEssentials
import GStreamer
public import MediaFormats
import MediaTime
public import Rendering
import Synchronization

/// Renders with GStreamer.
///
/// ```swift
/// let renderer = GStreamerRenderer()
/// let facts = try await renderer.facts(of: [AssetReference(url: clip)])
/// ```
///
/// What it finds out of a file it keeps, as long as the file does not change.
///
/// Threads: any. Blocking work runs on threads of its own; cancelling the calling task ends it within a second.
public final class GStreamerRenderer: Renderer {
  private let compositing: VideoCompositingSettings
  private let known = Mutex<[URL: (stamp: FileStamp, index: MediaIndex)]>([:])

  /// A renderer that has not looked at anything yet, with the custom compositors of `compositing`.
  public init(compositing: VideoCompositingSettings = VideoCompositingSettings()) {
    self.compositing = compositing
  }

  /// What the files hold; files that were looked at before and have not changed are not looked at again.
  public func facts(of assets: [AssetReference]) async throws -> [AssetReference: MediaFacts] {
    try await indexes(of: assets).mapValues(\.facts)
  }

  /// Refuses, by name, what this engine does not write or this machine has no plugin for.
  public func check(_ settings: ExportSettings) throws {
    try translating { try Framework.start() }
    var needed = [Muxer.name(of: settings.fileType)].compactMap(\.self)
    if let video = settings.video { needed += try VideoEncoding.needs(video) }
    if let audio = settings.audio { needed += try AudioEncoding.needs(audio) }
    if let missing = needed.first(where: { !$0.isInstalled }) { throw missing.missing() }
  }

  /// Refuses a custom compositor that nobody registered, or that cannot use what it is told.
  public func check(_ videoComposition: VideoComposition) throws {
    do throws(CompositingError) {
      try compositing.compositors.check(videoComposition)
    } catch {
      throw RenderError(error)
    }
  }

  /// Renders `plan` into the file at `url`.
  public func export(
    _ plan: RenderPlan, as settings: ExportSettings, to url: URL, replacing: Bool,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws -> ExportReport {
    try check(settings)
    let indexes = try await indexes(of: Array(plan.assets))
    try plan.check(against: indexes)
    return try await cancellable(named: "export") { [compositing] cancellation in
      let output = try OutputFile(url, replacing: replacing)
      do {
        let failures = CompositorFailures(compositing.failurePolicy)
        let writer = FilmWriter(
          plan, as: settings, indexes: indexes, compositing: compositing, failures: failures,
          cancellation: cancellation)
        let level = try translating { try writer.write(to: output.temporary.path, progress: progress) }
        let byteCount = try translating { try Self.finish(output.temporary.path, plan: plan, settings: settings) }
        try output.commit()
        return ExportReport(
          frameCount: plan.picture?.frameCount ?? 0, sampleCount: plan.sound?.sampleCount ?? 0, byteCount: byteCount,
          soundLevel: level, compositorFailures: failures.reported)
      } catch {
        output.discard()
        throw output.naming(error)
      }
    }
  }

  /// Corrects the header of a finished file and waits until it is on the disk; its size.
  private static func finish(_ path: String, plan: RenderPlan, settings: ExportSettings) throws -> Int64 {
    let file = try FileBytes(path)
    switch settings.fileType {
    case .mp4, .mov, .m4a:
      var header = MovieHeader()
      if let picture = plan.picture, settings.video != nil {
        header.video = .init(start: nil, duration: try picture.grid.time(of: picture.frameCount))
      }
      if let sound = plan.sound, let audio = settings.audio {
        header.audio = .init(
          start: audio.codec == .aac ? AudioEncoding.aacPriming : nil,
          duration: try sound.grid.time(of: sound.sampleCount))
      }
      try header.correct(file)
    case .mkv, .webm:
      try MatroskaHeader(
        identity: plan.text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      )
      .correct(file)
    case .ts, .wav, .flac:
      break
    }
    try file.synchroniseAndClose()
    return Int64(file.count)
  }

  private func indexes(of assets: [AssetReference]) async throws -> [AssetReference: MediaIndex] {
    let missing = assets.filter { knownIndex(of: $0) == nil }
    let found = try await cancellable(named: "probe") { cancellation in
      // Two at a time: most of a probe is reading and waiting.
      let halves = [missing.indices.filter { $0 % 2 == 0 }, missing.indices.filter { $0 % 2 == 1 }]
      let promises = halves.map { half in
        BackgroundTask(named: "probe") {
          try half.map { number in
            // The stamp comes first: a file that changes while it is looked at will be looked at again.
            let stamp = FileStamp(missing[number].url)
            return (stamp, try MediaProbe(missing[number], cancellation: cancellation).run())
          }
        }
      }
      do {
        return try promises.flatMap { try $0.value() }
      } catch {
        cancellation.cancel()
        for promise in promises { _ = try? promise.value() }
        throw error
      }
    }
    for (stamp, index) in found {
      guard let stamp else { continue }
      known.withLock { $0[index.facts.asset.url] = (stamp, index) }
    }
    return try assets.reduce(into: [:]) { result, asset in
      guard let index = knownIndex(of: asset) else {
        throw RenderError(.mediaUnreadable, "The media changes while it is looked at.", asset: asset)
      }
      result[asset] = index
    }
  }

  private func knownIndex(of asset: AssetReference) -> MediaIndex? {
    guard let stamp = FileStamp(asset.url), let entry = known.withLock({ $0[asset.url] }), entry.stamp == stamp else {
      return nil
    }
    var index = entry.index
    index.facts.asset = asset
    return index
  }

  /// Runs `body` on a thread of its own; cancelling the task cancels what it does.
  private func cancellable<Result: Sendable>(
    named name: String, _ body: @escaping @Sendable (Cancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await DedicatedThread.run(named: name) { try body(cancellation) }
    } onCancel: {
      cancellation.cancel()
    }
  }
}

/// Whether a file is still the one that was looked at.
private struct FileStamp: Hashable, Sendable {
  private let size: Int
  private let modified: Date

  init?(_ url: URL) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
      let size = attributes[.size] as? Int, let modified = attributes[.modificationDate] as? Date
    else { return nil }
    self.size = size
    self.modified = modified
  }
}

extension RenderPlan {
  /// Makes sure that the media is still what the plan was made for.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` for the first clip whose file has changed.
  fileprivate func check(against indexes: [AssetReference: MediaIndex]) throws(RenderError) {
    for run in picture?.runs ?? [] {
      let tracks = indexes[run.clip.asset]?.facts.videoTracks ?? []
      guard tracks.indices.contains(run.source.trackIndex), tracks[run.source.trackIndex] == run.facts else {
        throw Self.changed(run.clip)
      }
    }
    for sound in sound?.strips.flatMap(\.pieces).compactMap(\.sound) ?? [] {
      let tracks = indexes[sound.clip.asset]?.facts.audioTracks ?? []
      guard tracks.indices.contains(sound.source.trackIndex), tracks[sound.source.trackIndex] == sound.facts else {
        throw Self.changed(sound.clip)
      }
    }
  }

  private static func changed(_ clip: ClipReference) -> RenderError {
    RenderError(
      .mediaUnreadable, "The file has changed since the plan was made.", remedy: "Plan again.", clip: clip)
  }

  /// Every file that the plan reads.
  fileprivate var assets: Set<AssetReference> {
    var assets = Set((picture?.runs ?? []).map(\.clip.asset))
    for strip in sound?.strips ?? [] {
      for piece in strip.pieces { if let sound = piece.sound { assets.insert(sound.clip.asset) } }
    }
    return assets
  }
}
