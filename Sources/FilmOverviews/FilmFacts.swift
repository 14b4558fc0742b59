import EditServices
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering

/// The facts that an overview states of its film.
struct FilmFacts: Sendable {
  /// Its duration.
  let duration: Rational
  /// The line below the title, as "00:01:30.000 · 1280x720 · 25 fps · H.264 · AAC 48000 Hz stereo".
  let line: String
  /// Whether it is one still picture.
  var isStill = false
  /// Whether there is sound beside the picture.
  let hasSound: Bool

  /// The facts of `subject`, which has a picture.
  ///
  /// - Throws: `RenderError`: what is wrong with the media or the edit.
  init(of subject: AnalysisSubject, renderer: any Renderer) async throws(RenderError) {
    switch subject.kind {
    case .file(let asset, let track):
      let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
      let track = track ?? facts.defaultVideoTrack
      guard facts.videoTracks.indices.contains(track) else {
        throw RenderError(
          .invalidModel,
          facts.videoTracks.isEmpty
            ? "The file has no picture." : "The file has no video track number \(track), counted from 0.",
          remedy: "Use a file that has one.", asset: asset)
      }
      let video = facts.videoTracks[track]
      isStill = video.timing == .still
      duration = isStill ? .one : facts.duration
      hasSound = !facts.audioTracks.isEmpty
      var words = [facts.duration.timecode, "\(video.displaySize)"]
      if let frame = video.timing.nominalFrameDuration { words.append(Self.rate(frame)) }
      words.append(video.codec)
      if let audio = facts.defaultAudio {
        words.append("\(audio.codec) \(audio.sampleRate) Hz \(audio.layout)")
      }
      if let bytes = try? FileManager.default.attributesOfItem(atPath: asset.url.path)[.size] as? Int64 {
        words.append("\((Double(bytes) / 100_000).rounded() / 10) MB")
      }
      line = words.joined(separator: " · ")
    case .edit(let edit):
      let plan = try await edit.plan(settings: RenderSettings(), renderer: renderer)
      guard let picture = plan.picture else {
        throw RenderError(.invalidModel, "The film has no picture.", remedy: "Use one that has a video track.")
      }
      duration = edit.composition.duration.rational ?? .zero
      hasSound = plan.sound != nil
      let tracks = edit.composition.tracks.filter(\.isEnabled)
      let clips = tracks.reduce(0) { $0 + $1.segments.count { $0.source != nil } }
      var words = [duration.timecode, "\(picture.size)", Self.rate(picture.grid.frameDuration)]
      if let sound = plan.sound { words.append("\(sound.grid.rate) Hz \(sound.layout)") }
      words.append(clips == 1 ? "1 clip" : "\(clips) clips")
      line = words.joined(separator: " · ")
    }
  }

  /// The middles of `count` equal parts.
  func moments(_ count: Int) throws(RenderError) -> [CMTime] {
    try (0..<count).map { number throws(RenderError) in try time(2 * number + 1, of: 2 * count) }
  }

  /// The end of part `number` of `count` equal ones.
  func time(_ number: Int, of count: Int) throws(RenderError) -> CMTime {
    do {
      let part = try Rational(Int64(number), Int64(count))
      // Milliseconds are exact enough for a moment, and always fit.
      return CMTime(value: try (duration * part).floor(scaledBy: 1_000), timescale: 1_000)
    } catch {
      throw RenderError(.invalidModel, "The film's length cannot be divided exactly: \(error)")
    }
  }

  private static func rate(_ frameDuration: Rational) -> String {
    let rate = 1 / frameDuration.seconds
    return rate == rate.rounded() ? "\(Int(rate)) fps" : "\((rate * 1_000).rounded() / 1_000) fps"
  }
}

extension AnalysisSubject {
  /// A generator of the subject's images, without alpha.
  func imageGenerator(renderer: any Renderer) -> ImageGenerator {
    var generator = ImageGenerator(of: self, renderer: renderer)
    generator.pixelFormat = .rgb24
    return generator
  }
}
