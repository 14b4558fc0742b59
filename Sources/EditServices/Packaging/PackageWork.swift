import Compositing
import EditingModel
import Foundation
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// Renders a film once, and writes its renditions and its sounds side by side, into the folder of a presentation.
///
/// Threads: any; blocking work runs on dedicated threads.
struct PackageWork: Sendable {
  private let plan: PackagePlan
  private let request: PackageRequest
  private let folder: URL
  private let renderer: any Renderer

  /// The work of `plan`, the plan of `request`, in `folder`.
  init(_ plan: PackagePlan, _ request: PackageRequest, in folder: URL, renderer: any Renderer) {
    (self.plan, self.request, self.folder, self.renderer) = (plan, request, folder, renderer)
  }

  /// The result of a part of the work: a track, or findings.
  private enum Result: Sendable {
    case track(PackagedTrack, sampleCount: Int64)
    case found(EncodedSegment.Findings)
  }

  /// Does all of it.
  ///
  /// - Throws: the first error.
  func run(progress: @escaping @Sendable (RenderProgress) -> Void) async throws -> PackageReport {
    let (film, failure) = (plan.film, FirstFailure())
    let renditions = try plan.steps.map { try encoding(of: $0.rendition, $0.size) }
    var pictures: (any PictureReader)?
    if film.render.picture != nil { pictures = try await renderer.pictures(of: film.render, in: nil) }
    var sounds: [(reader: any SampleReader, track: any MediaSegmentWriter, packaged: PackagedTrack)] = []
    do {
      for (number, sound) in film.sounds.enumerated() {
        let (settings, track) = try settings(ofSound: sound, number)
        try make(track.name)
        let reader = try await renderer.samples(of: sound)
        let layout = MediaSegmentLayout(request.segmentFormat, startingAt: plan.starts)
        let own = folder.appending(path: track.name, directoryHint: .isDirectory)
        sounds.append((reader, try await renderer.mediaSegmentWriter(settings, layout, into: own), track))
      }
      for rendition in renditions { try make(rendition.name) }
      let (open, heard) = (pictures, sounds)
      let results = try await sideBySide(work(pictures, renditions, sounds, progress), noting: failure) {
        open?.cancel()
        for rendition in renditions { rendition.frames.close() }
        for sound in heard {
          sound.reader.cancel()
          sound.track.cancel()
        }
      }
      await close(pictures, sounds.map(\.reader))
      return report(results)
    } catch {
      pictures?.cancel()
      for sound in sounds { sound.track.cancel() }
      await close(pictures, sounds.map(\.reader))
      throw error
    }
  }

  private func work(
    _ pictures: (any PictureReader)?, _ renditions: [RenditionEncoding],
    _ sounds: [(reader: any SampleReader, track: any MediaSegmentWriter, packaged: PackagedTrack)],
    _ progress: @escaping @Sendable (RenderProgress) -> Void
  ) -> [@Sendable () async throws -> Result] {
    var work: [@Sendable () async throws -> Result] = []
    for rendition in renditions {
      work.append {
        let media = try await rendition.run()
        return .track(PackagedTrack(rendition.name, media, pictures: rendition.described), sampleCount: 0)
      }
    }
    if let pictures {
      let poster = Poster(request.poster, of: pictures.plan)
      let queues = renditions.map(\.frames)
      work.append {
        let meter = FrameMeter(pictures.plan.range.count, progress)
        return .found(
          try await blocking {
            pictures.cancel()
            for queue in queues { queue.close() }
          } _: { () throws(RenderError) in
            var frame = pictures.plan.range.lowerBound
            try pictures.pass(in: pictures.plan) { (picture, time, duration) throws(RenderError) in
              for queue in queues { try queue.add(.init(picture: picture, time: time, duration: duration)) }
              if let poster, poster.frame == frame { try write(poster, picture) }
              frame += 1
              meter.add(1)
            }
            return try pictures.findings()
          })
      }
    }
    for (number, sound) in sounds.enumerated() {
      // Files of the sound are made of the first.
      let listeners = number == 0 ? request.soundFiles.map { ($0.name, $0.listener(sound.reader.plan)) } : []
      let reports = pictures == nil && number == 0 ? progress : nil
      work.append {
        let media = try await blocking(cancelledBy: sound.reader.cancel) { () throws(RenderError) in
          try Self.pass(sound.reader, to: sound.track, listeners.map(\.1), reports)
          return try sound.track.finish()
        }
        for (name, listener) in listeners {
          let bytes = try await DedicatedThread.run(named: "sound") { try listener.file() }
          try PackagePlace.write(bytes, to: folder.appending(path: name, directoryHint: .notDirectory))
        }
        var track = sound.packaged
        track.media = media
        return .track(track, sampleCount: Int64(sound.reader.plan.range.count))
      }
    }
    return work
  }

  /// Writes the sound of `samples` to `track`, and has `listeners` hear it.
  private static func pass(
    _ samples: any SampleReader, to track: any MediaSegmentWriter, _ listeners: [any SoundListener],
    _ progress: (@Sendable (RenderProgress) -> Void)?
  ) throws(RenderError) {
    let range = samples.plan.range
    var count = 0
    try samples.pass { (block) throws(RenderError) in
      for listener in listeners { listener.hear(block) }
      try track.write(block)
      count += block.count
      progress?(RenderProgress(frame: 0, frameCount: 0, fraction: Double(count) / Double(max(1, range.count))))
    }
  }

  private func write(_ poster: Poster, _ picture: PixelBuffer) throws(RenderError) {
    let bytes = try RenderError.catching {
      try renderer.encodeImage(picture, as: poster.type, quality: ImageType.usualQuality)
    }
    try PackagePlace.write(bytes, to: folder.appending(path: poster.name, directoryHint: .notDirectory))
  }

  private func close(_ pictures: (any PictureReader)?, _ samples: [any SampleReader]) async {
    try? await DedicatedThread.run(named: "close") {
      pictures?.close()
      for reader in samples { reader.close() }
    }
  }

  private func make(_ name: String) throws {
    try PackagePlace.makeFolder(folder.appending(path: name, directoryHint: .isDirectory))
  }

  private func report(_ results: [Result]) -> PackageReport {
    var report = PackageReport(
      folder: folder, tracks: [], frameCount: plan.film.render.picture?.range.count ?? 0, sampleCount: 0,
      duration: plan.duration, byteCount: 0, compositorFailures: [], damage: [], notes: plan.notes)
    for result in results {
      switch result {
      case .track(let track, let sampleCount):
        report.tracks.append(track)
        if report.sampleCount == 0 { report.sampleCount = sampleCount }
      case .found(let findings):
        report.compositorFailures += findings.compositorFailures
        report.damage += findings.damage
      }
    }
    return report
  }
}

extension PackageWork {
  /// The encoding of the pictures of `rendition`, in `size`.
  private func encoding(of rendition: Rendition, _ size: PixelSize) throws -> RenditionEncoding {
    var export = plan.film.settings
    if let quality = rendition.quality { export.video?.rateControl = .constantQuality(quality) }
    var settings = try WriterSettings(export, for: plan.film.render)
    settings.subtitles = []
    settings.headers = plan.film.headers
    settings.pictures?.size = size
    settings.pictures?.isScaled = true
    settings.pictures?.maximumBitrate = rendition.maximumBitrate
    settings.pictures?.segmentCount = plan.segments.count
    return RenditionEncoding(
      name: rendition.name, settings: settings, segments: plan.segments,
      layout: MediaSegmentLayout(
        request.segmentFormat, startingAt: plan.starts, longestPicture: plan.longestPicture), folder: folder,
      renderer: renderer)
  }

  /// The settings of sound number `number` of the film, and its track in the report; its media are still to come.
  private func settings(ofSound sound: RenderPlan, _ number: Int) throws -> (WriterSettings, PackagedTrack) {
    var settings = try WriterSettings(plan.film.settings.soundAlone, for: sound)
    let place = number + (plan.film.render.picture == nil ? 0 : 1)
    let header = plan.film.headers.indices.contains(place) ? plan.film.headers[place] : TrackHeader()
    settings.headers = [header]
    settings.subtitles = []
    let described = PackagedTrack.Sound(
      sampleRate: sound.sound?.grid.rate ?? 0, channels: sound.sound?.channels ?? 0,
      languageTag: header.languageTag, title: header.title, isDefault: number == 0)
    let name = number == 0 ? "sound" : "sound-\(number + 1)"
    let media = MediaSegments(request.segmentFormat, codec: "", timescale: 1)
    return (settings, PackagedTrack(name, media, sound: described))
  }

  /// The picture that stands for the film: which frame, and the file.
  private struct Poster: Sendable {
    let frame: Int
    let type: ImageType
    var name: String { "poster.\(type == .jpeg ? "jpg" : type.rawValue)" }

    init?(_ request: PackageRequest.Poster?, of picture: PicturePlan) {
      guard let request, !picture.range.isEmpty else { return nil }
      type = request.type
      guard let time = request.time else {
        frame = picture.range.lowerBound + picture.range.count / 10
        return
      }
      // The last that begins by then.
      let shown = picture.range.last { ((try? picture.outputTime(of: $0)) ?? .zero) <= time }
      frame = shown ?? picture.range.lowerBound
    }
  }
}

extension RenditionEncoding {
  /// The format of the rendition's pictures.
  var described: PackagedTrack.Pictures? {
    settings.pictures.map { pictures in
      PackagedTrack.Pictures(
        size: pictures.size, frameRate: (try? .one / pictures.frameDuration) ?? .one,
        colorimetry: pictures.colorimetry)
    }
  }
}

extension FilmPlan {
  /// The sounds, the film's own first.
  fileprivate var sounds: [RenderPlan] { (render.sound == nil || settings.audio == nil ? [] : [render]) + otherSounds }
}
