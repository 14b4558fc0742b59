import Dispatch
import EditingModel
package import FoundationEssentials
package import MediaFormats
import MediaTime
import NameClaims
package import Rendering
import Synchronization

/// Joins what reads a plan with what writes a file.
///
/// ```
///  PictureReader ─► thread "export" ─┐
///  SampleReader  ─► thread "export" ─┼─► MediaWriter ─► finish ─► report
///  SampleReader  ─► thread "export" ─┘                              one for each sound
/// ```
///
/// The first error ends all threads, and nothing is left of the file. Threads: any; blocking work runs on dedicated
/// threads.
package struct Export {
  private let plan: RenderPlan
  private var settings: ExportSettings
  private let url: URL
  private let replacing: Bool
  /// Where the statistics of two passes are.
  private let temporaryFolder: URL
  /// The sounds beside the plan's own, in order.
  package var otherSounds: [RenderPlan] = []
  /// What is said of each track: of the pictures, then of the sounds.
  package var headers: [TrackHeader] = []
  /// What the file says of itself; what it has no place for is told in the report.
  package var metadata = FileMetadata()
  /// Whether a movie's header stands before its media.
  package var isOptimizedForNetwork = false
  /// Which of two passes it is.
  private var pass: EncodingPass?

  /// How many samples are passed on at once: a sixth of a second.
  private static let blockLength: Int64 = 8_192

  /// The export of `plan` as `settings` into the file at `url`.
  ///
  /// What is needed until it ends is in `temporaryFolder`; beside the file if that is nil.
  package init(
    _ plan: RenderPlan, as settings: ExportSettings, to url: URL, replacing: Bool, temporaryFolder: URL? = nil
  ) {
    self.plan = plan
    self.settings = settings
    self.url = url
    self.replacing = replacing
    self.temporaryFolder = temporaryFolder ?? url.deletingLastPathComponent()
  }

  /// Runs the export on `renderer`; `progress` is called repeatedly, on any thread.
  ///
  /// - Throws: the first error; then there is no file.
  package func run(
    _ renderer: any Renderer, progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(RenderError) -> ExportReport {
    guard settings.video?.passes == 2, plan.picture != nil else {
      return try await runOnce(renderer, progress: progress)
    }
    let claim = NameClaim(in: temporaryFolder.path)
    let statistics = temporaryFolder.appending(path: ".\(claim.mark).passes", directoryHint: .notDirectory).path
    defer {
      claim.removeFiles()
      claim.release()
    }
    var first = self
    (first.settings.audio, first.otherSounds, first.headers, first.metadata) = (nil, [], [], FileMetadata())
    first.pass = .first(statistics: statistics)
    _ = try await first.runOnce(renderer) { progress($0.half(0)) }
    var last = self
    last.pass = .last(statistics: statistics)
    return try await last.runOnce(renderer) { progress($0.half(1)) }
  }

  private func runOnce(
    _ renderer: any Renderer, progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(RenderError) -> ExportReport {
    let parts = Parts()
    do {
      return try await withTaskCancellationHandler {
        try await parts.open(self, renderer, progress: progress)
        return try await DedicatedThread.run(named: "export") { try parts.join() }
      } onCancel: {
        parts.cancel()
      }
    } catch {
      parts.cancel()
      // Closing waits for decoders to end, which this thread must not.
      try? await DedicatedThread.run(named: "close") { parts.close() }
      throw RenderError(describing: error)
    }
  }

  /// The readers and the writer, which a cancelled task reaches from another thread.
  ///
  /// Threads: any. Lock order: only `state`.
  private final class Parts: Sendable {
    private struct State {
      var pictures: (any PictureReader)?
      var samples: [any SampleReader] = []
      var writer: (any MediaWriter)?
      var isCancelled = false
      /// The error that came first.
      var failure: RenderError?
      var level = SoundLevel()
    }

    private let state = Mutex(State())

    func open(
      _ export: Export, _ renderer: any Renderer, progress: @escaping @Sendable (RenderProgress) -> Void
    ) async throws {
      let plan = export.plan
      var settings: WriterSettings
      do {
        settings = try WriterSettings(export.settings, for: plan)
        for sound in export.otherSounds {
          settings.otherSounds += try WriterSettings(export.settings.soundAlone, for: sound).sounds
        }
      } catch {
        throw RenderError(.invalidModel, "The length of the file cannot be computed exactly: \(error)")
      }
      settings.pictures?.pass = export.pass
      (settings.headers, settings.metadata) = (export.headers, export.metadata)
      (settings.leavesStatementsBehind, settings.isOptimizedForNetwork) = (true, export.isOptimizedForNetwork)
      // The output file is claimed before anything is decoded for it.
      let writer = try await renderer.writer(settings, to: export.url, replacing: export.replacing) { done in
        progress(RenderProgress(done, of: plan))
      }
      state.withLock { $0.writer = writer }
      if settings.pictures != nil {
        let pictures = try await renderer.pictures(of: plan, in: nil)
        state.withLock { $0.pictures = pictures }
      }
      for sound in (settings.samples == nil ? [] : [plan]) + export.otherSounds {
        let samples = try await renderer.samples(of: sound)
        state.withLock { $0.samples.append(samples) }
      }
      // A cancellation during the opening may have missed some of them.
      if state.withLock(\.isCancelled) { cancel() }
    }

    func cancel() {
      let (pictures, samples, writer) = state.withLock { state in
        state.isCancelled = true
        return (state.pictures, state.samples, state.writer)
      }
      pictures?.cancel()
      for reader in samples { reader.cancel() }
      writer?.cancel()
    }

    /// Closes the readers. Blocks for a moment.
    func close() {
      let (pictures, samples) = state.withLock { ($0.pictures, $0.samples) }
      pictures?.close()
      for reader in samples { reader.close() }
    }

    /// Reads and writes everything. Blocks.
    func join() throws(RenderError) -> ExportReport {
      let (pictures, samples, writer) = state.withLock { ($0.pictures, $0.samples, $0.writer) }
      guard let writer else { throw .cancelled() }
      defer { close() }
      var work: [@Sendable () throws -> Void] = []
      if let pictures { work.append { try Self.pass(pictures, to: writer) } }
      for (number, reader) in samples.enumerated() { work.append { try self.pass(reader, to: writer, as: number) } }
      let done = DispatchGroup()
      for body in work {
        done.enter()
        DedicatedThread.start(named: "export") { [self] in
          defer { done.leave() }
          do {
            try body()
          } catch {
            let failure = RenderError(describing: error)
            let isFirst = state.withLock { state in
              defer { state.failure = state.failure ?? failure }
              return state.failure == nil
            }
            if isFirst { cancel() }
          }
        }
      }
      done.wait()
      if let failure = state.withLock(\.failure) { throw failure }
      var failures: [RenderError] = []
      if let pictures { failures = try pictures.compositorFailures() }
      // What is wrong with a file as a whole is known to both.
      var damage = pictures?.damage() ?? []
      for reader in samples { damage += reader.damage().filter { !damage.contains($0) } }
      let file = try writer.finish()
      var report = ExportReport(
        frameCount: file.frameCount, sampleCount: file.sampleCount, byteCount: file.byteCount,
        soundLevel: samples.isEmpty ? nil : state.withLock(\.level), compositorFailures: failures, damage: damage)
      report.encoder = file.encoder
      report.notes = file.notes
      return report
    }

    private static func pass(_ pictures: any PictureReader, to writer: any MediaWriter) throws(RenderError) {
      let plan = pictures.plan
      for frame in plan.range {
        let picture = try pictures.blockingPicture(at: frame)
        let (time, end): (Rational, Rational)
        do {
          (time, end) = (try plan.outputTime(of: frame), try plan.outputTime(of: frame + 1))
          try writer.write(picture, at: time, duration: try end - time)
        } catch let error as RenderError {
          throw error
        } catch {
          throw RenderError(.invalidModel, "The time of frame \(frame) cannot be computed exactly.")
        }
      }
      try writer.endPictures()
    }

    /// Writes the sound of `samples` as number `number` of the file.
    private func pass(_ samples: any SampleReader, to writer: any MediaWriter, as number: Int) throws(RenderError) {
      let range = samples.plan.range
      var position = range.lowerBound
      while position < range.upperBound {
        let wanted = position..<min(position + Export.blockLength, range.upperBound)
        let block = try samples.blockingSamples(wanted)
        guard block.count == wanted.count else {
          throw RenderError(.engineFailed, "The engine gave \(block.count) of \(wanted.count) samples.")
        }
        // Of several sounds the level of the first is told.
        if number == 0 { state.withLock { $0.level.add(block.interleaved.span) } }
        try writer.write(block, to: number)
        position += Int64(block.count)
      }
      try writer.endSamples(of: number)
    }
  }
}

extension ExportSettings {
  /// The same without pictures.
  var soundAlone: ExportSettings { ExportSettings(fileType: fileType, video: nil, audio: audio) }
}

extension RenderProgress {
  /// This, of the first (0) or the second (1) half of the work.
  fileprivate func half(_ number: Int) -> RenderProgress {
    RenderProgress(
      frame: number == 0 ? 0 : frame, frameCount: frameCount, fraction: (Double(number) + fraction) / 2)
  }

  /// The progress of a render of `plan` after `done` has been written.
  fileprivate init(_ done: WriterProgress, of plan: RenderPlan) {
    if let picture = plan.picture {
      self.init(
        frame: done.frameCount, frameCount: picture.range.count,
        fraction: Double(done.frameCount) / Double(max(1, picture.range.count)))
    } else {
      let count = plan.sound?.range.count ?? 0
      self.init(frame: 0, frameCount: 0, fraction: Double(done.sampleCount) / Double(max(1, count)))
    }
  }
}
