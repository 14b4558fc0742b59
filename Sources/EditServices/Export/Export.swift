import Compositing
import EditingModel
package import FoundationEssentials
import MediaFormats
import MediaTime
import NameClaims
package import Rendering
import Synchronization

/// Joins what reads a plan with what writes a file.
///
/// ```
///  segment 0  segment 1 …   ─► encoders, side by side ─► segments ─┐
///  PictureReader ─► thread "export" ───────────────────────────────┤     (a film that one encoder makes)
///  SampleReader  ─► thread "export" ───────────────────────────────┼─► MediaWriter ─► finish ─► report
///  SampleReader  ─► thread "export" ───────────────────────────────┘     one for each sound that is not copied
/// ```
///
/// The first error ends all of it, and nothing is left of the file. Threads: any; blocking work runs on dedicated threads.
package struct Export {
  private var film: FilmPlan
  private let url: URL
  private let replacing: Bool
  /// The folder of the statistics of two passes, and of segments until they are joined.
  private let temporaryFolder: URL
  /// The number of segments that are encoded at a time, and the place where they stay.
  package var segmentation = Segmentation()
  /// Whether all segments have to be there already.
  package var joinsOnly = false
  /// The pass, where there are two.
  private var pass: EncodingPass?

  /// The export of `film` into the file at `url`.
  ///
  /// An export of `film` to `url`. Temporary files are in `temporaryFolder` until it ends; beside the file if that is nil.
  package init(_ film: FilmPlan, to url: URL, replacing: Bool, temporaryFolder: URL? = nil) {
    self.film = film
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
    guard film.settings.video?.passes == 2, film.render.picture != nil else {
      return try await runOnce(renderer, progress: progress)
    }
    let claim = NameClaim(in: temporaryFolder.path)
    let statistics = temporaryFolder.appending(path: ".\(claim.mark).passes", directoryHint: .notDirectory).path
    defer {
      claim.removeFiles()
      claim.release()
    }
    var first = self
    (first.film.settings.audio, first.film.otherSounds, first.film.headers) = (nil, [], [])
    first.film.metadata = FileMetadata()
    first.pass = .first(statistics: statistics)
    _ = try await first.runOnce(renderer) { progress($0.half(0)) }
    var last = self
    last.pass = .last(statistics: statistics)
    return try await last.runOnce(renderer) { progress($0.half(1)) }
  }

  private func runOnce(
    _ renderer: any Renderer, progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(RenderError) -> ExportReport {
    do {
      var settings = try writerSettings()
      // A film that one encoder makes is encoded where it is written, unless others have done so.
      let divided = film.segments.flatMap { plan in
        plan.isDivided || joinsOnly ? SegmentedPictures(film, plan, segmentation, joinsOnly: joinsOnly) : nil
      }
      if divided != nil { settings.pictures?.segmentCount = film.segments?.segments.count }
      // The output file is claimed before anything is decoded for it.
      let writer = try await renderer.writer(settings, to: url, replacing: replacing) { [film] done in
        // Segments are counted where they are encoded.
        if divided == nil { progress(RenderProgress(done, of: film.render)) }
      }
      do {
        return try await withTaskCancellationHandler {
          try await written(by: writer, settings, divided, renderer, progress)
        } onCancel: {
          writer.cancel()
        }
      } catch {
        writer.cancel()
        throw error
      }
    } catch {
      throw RenderError(describing: error)
    }
  }

  private func writerSettings() throws(RenderError) -> WriterSettings {
    var settings: WriterSettings
    do {
      settings = try WriterSettings(film.settings, for: film.render)
      settings.copiedSound = settings.samples == nil ? nil : film.copiedSound(0)
      for sound in film.otherSounds {
        let number = settings.sounds.count
        settings.otherSounds += try WriterSettings(film.settings.soundAlone, for: sound).sounds.map { sound in
          var sound = sound
          sound.copied = film.copiedSound(number)
          return sound
        }
      }
    } catch {
      throw RenderError(.invalidModel, "The length of the file cannot be computed exactly: \(error)")
    }
    settings.pictures?.pass = pass
    (settings.headers, settings.metadata) = (film.headers, film.metadata)
    (settings.leavesStatementsBehind, settings.isOptimizedForNetwork) = (true, film.isOptimizedForNetwork)
    (settings.fragmentDuration, settings.staysFragmented) = (film.fragmentDuration, film.fragmentDuration != nil)
    return settings
  }

  /// Opens what is read, and reads and writes everything.
  private func written(
    by writer: any MediaWriter, _ settings: WriterSettings, _ divided: SegmentedPictures?, _ renderer: any Renderer,
    _ progress: @escaping @Sendable (RenderProgress) -> Void
  ) async throws -> ExportReport {
    var readers = Readers()
    do {
      if divided == nil, settings.pictures != nil {
        readers.pictures = try await renderer.pictures(of: film.render, in: nil)
      }
      let sounds = (settings.samples == nil ? [] : [film.render]) + film.otherSounds
      for (number, sound) in sounds.enumerated() where film.copiedSound(number) == nil {
        readers.samples.append((number, try await renderer.samples(of: sound)))
      }
      let level = LevelMeter()
      let (open, url, folder, failure) = (readers, url, temporaryFolder, FirstFailure())
      let segmented = divided.map { divided in
        { @Sendable in
          try await divided.write(
            to: writer, settings, at: url, in: folder, renderer, noting: failure, progress: progress)
        }
      }
      let work = (segmented.map { [$0] } ?? []) + open.work(to: writer, level)
      let found = try await sideBySide(work, noting: failure) {
        open.cancel()
        writer.cancel()
      }
      let file = try await DedicatedThread.run(named: "export") { try writer.finish() }
      await readers.close()
      let isHeard = settings.samples != nil && settings.copiedSound == nil
      return report(of: file, isHeard ? level.value : nil, found.reduce(into: .init()) { $0.add($1) })
    } catch {
      readers.cancel()
      await readers.close()
      throw error
    }
  }

  private func report(
    of file: WrittenFile, _ level: SoundLevel?, _ found: EncodedSegment.Findings
  ) -> ExportReport {
    var report = ExportReport(
      frameCount: file.frameCount, sampleCount: file.sampleCount, byteCount: file.byteCount, soundLevel: level,
      compositorFailures: found.compositorFailures, damage: found.damage)
    report.encoder = file.encoder
    report.notes = ((film.segments?.noteOnCopies).map { [$0] } ?? []) + file.notes
    report.smartSounds = film.smartSounds ?? []
    return report
  }

  /// The readers: of the pictures where one encoder makes all, and of the sounds that are encoded, by their numbers.
  private struct Readers: Sendable {
    var pictures: (any PictureReader)?
    var samples: [(number: Int, reader: any SampleReader)] = []

    /// The work that passes each of them to `writer`, and reports its findings.
    func work(
      to writer: any MediaWriter, _ level: LevelMeter
    ) -> [@Sendable () async throws -> EncodedSegment.Findings] {
      let pictures = pictures.map { pictures in { @Sendable in try await Export.pass(pictures, to: writer) } }
      return (pictures.map { [$0] } ?? [])
        + samples.map { number, reader in
          // The level is measured of the first sound alone.
          { @Sendable in try await Export.pass(reader, to: writer, as: number, number == 0 ? level : nil) }
        }
    }

    func cancel() {
      pictures?.cancel()
      for (_, reader) in samples { reader.cancel() }
    }

    /// Closes all of them, which waits for decoders to end.
    func close() async {
      let (pictures, samples) = (pictures, samples)
      try? await DedicatedThread.run(named: "close") {
        pictures?.close()
        for (_, reader) in samples { reader.close() }
      }
    }
  }

  /// Writes all of `pictures`, and says what was not as it should be.
  private static func pass(
    _ pictures: any PictureReader, to writer: any MediaWriter
  ) async throws -> EncodedSegment.Findings {
    try await blocking(cancelledBy: pictures.cancel) { () throws(RenderError) in
      try pictures.pass(in: pictures.plan) { (picture, time, duration) throws(RenderError) in
        try writer.write(picture, at: time, duration: duration)
      }
      try writer.endPictures()
      return try pictures.findings()
    }
  }

  /// Writes the sound of `samples` as number `number` of the file.
  private static func pass(
    _ samples: any SampleReader, to writer: any MediaWriter, as number: Int, _ level: LevelMeter?
  ) async throws -> EncodedSegment.Findings {
    try await blocking(cancelledBy: samples.cancel) { () throws(RenderError) in
      try samples.pass { (block) throws(RenderError) in
        level?.add(block)
        try writer.write(block, to: number)
      }
      try writer.endSamples(of: number)
      return EncodedSegment.Findings(damage: samples.damage())
    }
  }

  /// The level of a sound while it is written. Threads: any. Lock order: only `level`.
  private final class LevelMeter: Sendable {
    private let level = Mutex(SoundLevel())

    func add(_ block: SampleBlock) { level.withLock { $0.add(block.interleaved.span) } }

    var value: SoundLevel { level.withLock(\.self) }
  }
}

extension PictureReader {
  /// Reads the rendered frames of the plan, one after another, and passes each to `write` with when it is shown in the output of
  /// `whole` and for how long. Blocks.
  func pass(
    in whole: PicturePlan, to write: (PixelBuffer, Rational, Rational) throws(RenderError) -> Void
  ) throws(RenderError) {
    for frame in plan.range {
      let picture = try blockingPicture(at: frame)
      let (time, duration) = try whole.outputTimes(of: frame)
      try write(picture, time, duration)
    }
  }

  /// The faults in the frames that were read.
  func findings() throws(RenderError) -> EncodedSegment.Findings {
    EncodedSegment.Findings(compositorFailures: try compositorFailures(), damage: damage())
  }
}

extension SampleReader {
  /// Samples that are passed on at once: a sixth of a second.
  private var blockLength: Int64 { 8_192 }

  /// Reads the rendered samples of the plan, block by block, and passes each to `write`. Blocks.
  func pass(to write: (SampleBlock) throws(RenderError) -> Void) throws(RenderError) {
    var position = plan.range.lowerBound
    while let block = try nextBlock(at: &position) { try write(block) }
  }

  /// The samples of the plan from `position` on, as many as are passed on at once; nil behind the last. Moves `position` behind them.
  /// Blocks.
  func nextBlock(at position: inout Int64) throws(RenderError) -> SampleBlock? {
    guard position < plan.range.upperBound else { return nil }
    let wanted = position..<min(position + blockLength, plan.range.upperBound)
    let block = try blockingSamples(wanted)
    guard block.count == wanted.count else {
      throw RenderError(.engineFailed, "The engine gave \(block.count) of \(wanted.count) samples.")
    }
    position = wanted.upperBound
    return block
  }
}

extension PicturePlan {
  /// The time of frame `frame` in the output, and its duration.
  func outputTimes(of frame: Int) throws(RenderError) -> (time: Rational, duration: Rational) {
    do throws(RationalError) {
      let time = try outputTime(of: frame)
      return (time, try outputTime(of: frame + 1) - time)
    } catch {
      throw RenderError(.invalidModel, "The time of frame \(frame) cannot be computed exactly.")
    }
  }
}

extension EncodedSegment.Findings {
  /// Adds `other`: what is wrong with a file as a whole is known to all that read it.
  mutating func add(_ other: EncodedSegment.Findings) {
    compositorFailures += other.compositorFailures
    damage += other.damage.filter { !damage.contains($0) }
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
  init(_ done: WriterProgress, of plan: RenderPlan) {
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
