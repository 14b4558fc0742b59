import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering

/// The plan of a presentation: its sizes and its segments.
struct PackagePlan: Sendable {
  /// The film in its largest size.
  var film: FilmPlan
  /// The sizes, the largest first; empty of a film of sound alone.
  var steps: [(rendition: Rendition, size: PixelSize)]
  /// The segments in which each size is encoded; empty of a film of sound alone.
  var segments: [SegmentPlan.Segment]
  /// The beginnings of segments, in seconds.
  var starts: [Rational]
  /// The duration of the longest picture, in seconds.
  var longestPicture = Rational.zero
  /// The duration of the film, in seconds: to the end of its pictures or of its sound, whichever is later.
  var duration: Rational
  /// Notes on what its user may not expect, a sentence each.
  var notes: [String]

  /// The plan as text: the film's, then a line for each size and what the segments are.
  var text: String {
    var film = film
    film.segments = nil
    var lines = steps.map { step in
      let most = step.rendition.maximumBitrate.map { ", at most \($0) bits a second" } ?? ""
      return "rendition \(step.rendition.name): \(step.size)\(most)"
    }
    lines.append("segments: \(starts.count), beginning at \(starts.map(\.description).joined(separator: " "))")
    return film.text + lines.joined(separator: "\n") + "\n"
  }
}

/// Plans a presentation.
struct PackagePlanner {
  private let request: PackageRequest
  private let renderer: any Renderer

  /// The codecs of packaged pictures.
  private static let codecs: [VideoCodec] = [.h264, .hevc]

  init(_ request: PackageRequest, renderer: any Renderer) { (self.request, self.renderer) = (request, renderer) }

  /// - Throws: `RenderError`, as ``PackageSession/export(progress:)``.
  func plan() async throws(RenderError) -> PackagePlan {
    var film = try await filmPlan(fittingIn: nil)
    try check(film)
    var plan = PackagePlan(
      film: film, steps: [], segments: [], starts: [.zero], duration: .zero, notes: request.film.notes)
    do {
      if let picture = film.render.picture {
        let ladder = try RenditionLadder(request.renditions, of: picture.size)
        // It is composed in the largest size among the renditions.
        if let largest = ladder.steps.first?.size, largest != picture.size {
          film = try await filmPlan(fittingIn: largest)
        }
        plan.film = film
        plan.notes += ladder.notes + picture.notes
        if request.film.namesLosses {
          plan.notes += PictureLossNotes(
            film.settings, asked: request.film.edit.videoComposition?.color, codecs: Self.codecs
          ).notes(on: picture)
        }
        plan.steps = ladder.steps
        // Rounding may differ by a line.
        if let size = film.render.picture?.size, !plan.steps.isEmpty { plan.steps[0].size = size }
        plan.segments = try Self.segments(of: film.render.picture ?? picture, lasting: request.segmentDuration)
        plan.starts = try plan.segments.map { try $0.times(in: picture).start }
        plan.longestPicture = try Self.longestPicture(of: picture)
        plan.duration = try film.render.outputDuration ?? picture.outputDuration
      } else if let sound = film.render.sound {
        plan.duration = try sound.grid.time(of: Int64(sound.range.count))
        plan.starts = try Self.starts(of: plan.duration, request.segmentDuration)
      }
    } catch {
      throw RenderError(describing: error)
    }
    return plan
  }

  private func filmPlan(fittingIn size: PixelSize?) async throws(RenderError) -> FilmPlan {
    var film = request.film
    if let size { film.maximumSize = size }
    return try await ExportSession(film, renderer: renderer).filmPlan()
  }

  /// - Throws: `RenderError` with `.unsupported` for what is not encoded in segments of their own, or has no name in playlists.
  private func check(_ film: FilmPlan) throws(RenderError) {
    if let video = film.settings.video, film.render.picture != nil {
      guard Self.codecs.contains(video.codec) else {
        throw RenderError(
          .unsupported, "\(video.codec.format.title) is not packaged.", remedy: "Choose H.264 or HEVC.")
      }
      guard video.rateControl?.bitrate == nil, video.passes ?? 1 == 1 else {
        throw RenderError(
          .unsupported, "Segments are encoded one by one, so that no average over the film can be kept.",
          remedy: "Choose a quality, and say how many bits a second each rendition may have at most.")
      }
    }
    guard film.settings.video != nil || film.settings.audio != nil else {
      throw RenderError(.unsupported, "The film has neither pictures nor sound.", remedy: "Add one of them.")
    }
    let codecs: [AudioCodec] =
      request.segmentFormat == .transportStream ? [.aac, .mp3, .ac3] : [.aac, .ac3, .flac, .mp3]
    if let audio = film.settings.audio, film.render.sound != nil, !codecs.contains(audio.codec) {
      throw RenderError(
        .unsupported, "\(audio.codec.format.title) is not packaged in these segments.", remedy: "Choose AAC.")
    }
  }

  /// The segments of `picture` that last as many whole frames as come nearest to `length` seconds: of frames on a grid all but the
  /// last are alike, others begin with the first frame at or behind each multiple.
  static func segments(of picture: PicturePlan, lasting length: Rational) throws -> [SegmentPlan.Segment] {
    let frames = max(1, try (length / picture.grid.frameDuration).rounded())
    let whole = try Rational(frames) * picture.grid.frameDuration
    let origin = try picture.outputTime(of: picture.range.lowerBound)
    var starts = [picture.range.lowerBound]
    var next = try origin + whole
    for frame in picture.range.dropFirst() {
      let time = try picture.outputTime(of: frame)
      guard time >= next else { continue }
      starts.append(frame)
      while next <= time { next = try next + whole }
    }
    return zip(starts, starts.dropFirst() + [picture.range.upperBound]).enumerated().map { number, borders in
      SegmentPlan.Segment(number: number, frames: borders.0..<borders.1)
    }
  }

  private static func longestPicture(of picture: PicturePlan) throws -> Rational {
    var (longest, start) = (Rational.zero, try picture.outputTime(of: picture.range.lowerBound))
    for frame in picture.range {
      let end = try picture.outputTime(of: frame + 1)
      longest = max(longest, try end - start)
      start = end
    }
    return longest
  }

  private static func starts(of duration: Rational, _ length: Rational) throws -> [Rational] {
    let count = max(1, try (duration / length).ceil())
    return try (0..<count).map { try Rational($0) * length }
  }
}
