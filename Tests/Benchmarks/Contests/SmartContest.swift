import Foundation
import TestSupport

/// An hour of 720p with sound, in which twenty cuts and two cross-fades are made: rendered smartly, and encoded as a whole.
struct SmartContest {
  /// The film that all clips are from, a little longer than an hour, with a key frame every sixty frames.
  private let film: URL
  private let folder: ScratchFolder

  /// Frames of each of the 21 clips; and of a fade.
  private static let (clip, fade) = (5_140, 30)
  /// How much of the film is encoded as a whole, in seconds: the rest takes as long.
  private static let sample = 120

  /// Makes the media of `clip` and tones.
  init(clip: URL) async throws {
    folder = try ScratchFolder()
    let picture = try await BenchmarkFilm.repeated(try await BenchmarkFilm.prepare([clip])[0], count: 121)
    let sound = try await BenchmarkFilm.hourOfSound()
    film = folder.url("hour.mp4")
    try await MediaTools.ffmpeg(
      ["-i", picture.path, "-i", sound.path, "-map", "0:v", "-map", "1:a", "-c", "copy", film.path])
  }

  /// How long both take, and what part of one the other is.
  func text() async throws -> String {
    try folder.write(try document().text(), to: "project.json")
    let smart = try await run(["--smart"])
    let part = try await run(["--range", "0..\(Self.sample)"])
    let length = (Fraction(Self.clip * 21 - 2 * Self.fade) * BenchmarkFilm.rate.frameDuration).value
    let whole = part.wallSeconds * length / Double(Self.sample)
    return String(
      format:
        "%@\nsmart rendering  %6.1f s  %4d MB\nencoded as a whole  %6.1f s (by %d seconds of it)  %4d MB\nratio  %.3f ×\n",
      "an hour of 720p with 20 cuts and 2 cross-fades, x264 medium CRF 23, AAC", smart.wallSeconds,
      smart.usage.peakMemory / 1_000_000, whole, Self.sample, part.usage.peakMemory / 1_000_000,
      smart.wallSeconds / whole)
  }

  private func run(_ options: [String]) async throws -> ProgramOutcome {
    var run = ProgramRun(
      ProgramLocation.buildFolder.appending(path: "gstedit"),
      ["export", folder.url("project.json").path, "-o", folder.url("out.mp4").path, "-y", "--progress", "none"]
        + options)
    run.timeout = 3_600
    let outcome = try await run.outcome()
    guard outcome.ending == .exited(0) else {
      throw MediaTools.Failure(tool: "gstedit", complaint: "\(outcome.ending): \(outcome.errorText.suffix(1_000))")
    }
    return outcome
  }

  /// Clips from various places of the film; the eighth and the fifteenth begin while the one before fades out.
  private func document() throws -> ProjectDocument {
    let d = BenchmarkFilm.rate.frameDuration
    var tracks: [[ProjectDocument.Segment]] = [[], []]
    var (sounds, instructions): ([ProjectDocument.Segment], [ProjectDocument.Instruction]) = ([], [])
    var (end, begun, track) = (0, 0, 0)
    func show(until frame: Int, fading: Bool) {
      let (start, duration) = (Fraction(begun) * d, Fraction(frame - begun) * d)
      var layers = [ProjectDocument.Layer(track: track + 1)]
      if fading {
        layers[0].opacity = [.ramp(start: start, duration: duration, from: 1, to: 0)]
        layers.append(ProjectDocument.Layer(track: 2 - track))
      }
      instructions.append(ProjectDocument.Instruction(start: start, duration: duration, layers: layers))
      begun = frame
    }
    for number in 0..<21 {
      let first = (number * 37_813 + 17) % (108_000 - Self.clip)
      let isFading = number == 7 || number == 14
      let start = end - (isFading ? Self.fade : 0)
      if isFading {
        show(until: start, fading: false)
        show(until: end, fading: true)
        track = 1 - track
      }
      tracks[track].append(
        ProjectDocument.Segment(
          asset: "hour", in: Fraction(first) * d, duration: Fraction(Self.clip) * d, at: Fraction(start) * d))
      end = start + Self.clip
      let shown = Self.clip - (number == 6 || number == 13 ? Self.fade : 0)
      sounds.append(ProjectDocument.Segment(asset: "hour", in: Fraction(first) * d, duration: Fraction(shown) * d))
    }
    show(until: end, fading: false)
    var document = ProjectDocument(
      assets: ["hour": film], tracks: [.video(1, tracks[0]), .video(2, tracks[1]), .audio(3, sounds)])
    document.videoComposition = .init(
      frameDuration: d, renderSize: BenchmarkFilm.size, instructions: instructions)
    return document
  }
}
