import Foundation
import TestSupport
import Testing

/// C4: opacity within 2/255 of the ideal and exact at both ends; volume within 1e-4 of linear.
@Suite struct FadeTests {
  /// The level of each frame in luma, blue and red difference, after making sure that each is flat.
  private func levels(of film: EngineExport) async throws -> [[UInt8]] {
    // Unscaled: averaging would round, and the ends of a fade must be exact.
    let frames = try await FilmReader.planes(of: film.url, width: 320, height: 180)
    return (0..<3).map { plane in
      frames.enumerated().map { number, frame in
        let sampled = stride(from: 0, to: frame[plane].count, by: 61).map { frame[plane][$0] }
        let (least, most) = (sampled.min() ?? 0, sampled.max() ?? 255)
        #expect(most == least, "frame \(number) of plane \(plane) is not flat: \(least)…\(most)")
        return least
      }
    }
  }

  /// The luma of each frame, after making sure that it is flat.
  private func luma(of film: EngineExport) async throws -> [UInt8] { try await levels(of: film)[0] }

  /// Two flat films one above the other, the upper one with an opacity.
  private func document(
    top: FlatFilm, bottom: FlatFilm, frames: Int, rate: FrameRate, opacity: [ProjectDocument.Setting]
  ) async throws -> ProjectDocument {
    let duration = Fraction(frames) * rate.frameDuration
    var document = ProjectDocument(
      assets: ["top": try await top.url(), "bottom": try await bottom.url()],
      tracks: [
        .video(1, [.init(asset: "top", in: .zero, duration: duration)]),
        .video(2, [.init(asset: "bottom", in: .zero, duration: duration)]),
      ], export: .lossless)
    document.videoComposition = .init(
      frameDuration: rate.frameDuration, renderSize: [320, 180],
      instructions: [
        .init(start: .zero, duration: duration, layers: [.init(track: 1, opacity: opacity), .init(track: 2)])
      ])
    return document
  }

  /// Each rate with every other length, and each length with every other rate; or all with all.
  private static let fades = [FrameRate(30), FrameRate(24_000, 1001), .ntsc, FrameRate(60)].enumerated().flatMap {
    turn, rate in
    [1, 2, 15, 30].enumerated().filter { ProofScope.isFull || ($0.offset + turn) % 2 == 0 }.map { (rate, $0.element) }
  }

  @Test(arguments: fades)
  func `A cross-fade passes through every opacity and is exact at both ends`(
    rate: FrameRate, length: Int
  ) async throws {
    let top = FlatFilm(luma: 41) {
      $0.rate = rate
      $0.blue = 90
      $0.red = 201
    }
    let bottom = FlatFilm(luma: 219) {
      $0.rate = rate
      $0.blue = 170
      $0.red = 60
    }
    let d = rate.frameDuration
    let ramp = ProjectDocument.Setting.ramp(
      start: Fraction(10) * d, duration: Fraction(length) * d, from: 1, to: 0)
    let exported = try await EngineExport(
      document(top: top, bottom: bottom, frames: length + 20, rate: rate, opacity: [ramp]))
    let levels = try await levels(of: exported)
    for (plane, (from, to)) in [(top.luma, bottom.luma), (top.blue, bottom.blue), (top.red, bottom.red)].enumerated() {
      let found = levels[plane]
      #expect(found.count == length + 20)
      for (frame, level) in found.enumerated() {
        let opacity = 1 - min(max(Double(frame - 10) / Double(length), 0), 1)
        let ideal = Double(from) * opacity + Double(to) * (1 - opacity)
        let allowed = opacity == 0 || opacity == 1 ? 0.0 : 2.0
        #expect(abs(Double(level) - ideal) <= allowed, "plane \(plane), frame \(frame): \(level), ideally \(ideal)")
      }
    }
  }

  @Test func `A fade between two instructions ends with exactly the second film`() async throws {
    let (first, second) = (FlatFilm(luma: 200), FlatFilm(luma: 30))
    let d = Fraction(1, 30)
    var document = ProjectDocument(
      assets: ["first": try await first.url(), "second": try await second.url()],
      tracks: [
        .video(1, [.init(asset: "first", in: .zero, duration: Fraction(30) * d)]),
        .video(2, [.init(asset: "second", in: .zero, duration: Fraction(40) * d, at: Fraction(15) * d)]),
      ], export: .lossless)
    let fade = ProjectDocument.Setting.ramp(start: Fraction(15) * d, duration: Fraction(15) * d, from: 1, to: 0)
    document.videoComposition = .init(
      frameDuration: d, renderSize: [320, 180],
      instructions: [
        .init(start: .zero, duration: Fraction(15) * d, layers: [.init(track: 1)]),
        .init(
          start: Fraction(15) * d, duration: Fraction(15) * d,
          layers: [.init(track: 1, opacity: [fade]), .init(track: 2)]),
        .init(start: Fraction(30) * d, duration: Fraction(25) * d, layers: [.init(track: 2)]),
      ])
    let found = try await luma(of: try await EngineExport(document))
    #expect(found.count == 55)
    for (frame, level) in found.enumerated() {
      let done = min(max(Double(frame - 15) / 15, 0), 1)
      let ideal = 200 - 170 * done
      #expect(abs(Double(level) - ideal) <= (done == 0 || done == 1 ? 0 : 2), "frame \(frame): \(level), not \(ideal)")
    }
  }

  @Test func `Opacity is held before, between and after its settings`() async throws {
    let d = Fraction(1, 30)
    let settings: [ProjectDocument.Setting] = [
      .value(at: Fraction(5) * d, 0.25), .ramp(start: Fraction(10) * d, duration: Fraction(10) * d, from: 0, to: 1),
      .value(at: Fraction(30) * d, 0.5),
    ]
    let exported = try await EngineExport(
      document(top: FlatFilm(luma: 220), bottom: FlatFilm(luma: 20), frames: 40, rate: FrameRate(30), opacity: settings)
    )
    for (frame, level) in try await luma(of: exported).enumerated() {
      let opacity: Double =
        switch frame {
        case ..<5: 1.0
        case ..<10: 0.25
        case ..<20: Double(frame - 10) / 10
        case ..<30: 1
        default: 0.5
        }
      #expect(abs(Double(level) - (20 + 200 * opacity)) <= 2, "frame \(frame): \(level), not \(20 + 200 * opacity)")
    }
  }

  @Test func `A fade to the background ends in the background`() async throws {
    let film = FlatFilm(luma: 180)
    let d = Fraction(1, 30)
    var document = ProjectDocument(
      assets: ["film": try await film.url()],
      tracks: [.video(1, [.init(asset: "film", in: .zero, duration: Fraction(20) * d)])], export: .lossless)
    document.videoComposition = .init(
      frameDuration: d, renderSize: [320, 180],
      instructions: [
        .init(
          start: .zero, duration: Fraction(20) * d,
          layers: [.init(track: 1, opacity: [.ramp(start: .zero, duration: Fraction(10) * d, from: 1, to: 0)])])
      ])
    for (frame, level) in try await luma(of: try await EngineExport(document)).enumerated() {
      let ideal = 16 + 164 * max(1 - Double(frame) / 10, 0)
      #expect(abs(Double(level) - ideal) <= (frame == 0 || frame >= 10 ? 0 : 2), "frame \(frame): \(level)")
    }
  }

  @Test func `Volume ramps are linear sample by sample`() async throws {
    let sound = SoundFile(.constant(30_000)) {
      $0.channels = 1
      $0.count = 48_000 * 3
    }
    var document = ProjectDocument(
      assets: ["tone": try await sound.url()],
      tracks: [.audio(1, [.init(asset: "tone", in: .zero, duration: Fraction(3))])])
    document.export = .sound("wav", codec: "pcm", channels: 1)
    document.audioMix = .init(inputs: [
      .init(
        track: 1,
        volume: [
          .ramp(start: Fraction(1, 2), duration: Fraction(1), from: 1, to: 0.2), .value(at: Fraction(2), 0.75),
          .ramp(start: Fraction(9, 4), duration: Fraction(1, 3), from: 0.75, to: 0),
        ])
    ])
    let exported = try await EngineExport(document, as: "out.wav")
    let samples = try await SoundReader.firstChannel(exported.url)
    #expect(samples.count == 48_000 * 3)
    var worst = (error: 0.0, sample: 0)
    for (sample, level) in samples.enumerated() {
      let time = Double(sample) / 48_000
      let gain: Double =
        switch time {
        case ..<0.5: 1.0
        case ..<1.5: 1 - 0.8 * (time - 0.5)
        case ..<2: 0.2
        case ..<2.25: 0.75
        default: max(0.75 - 0.75 * (time - 2.25) * 3, 0)
        }
      let error = abs(Double(level) - gain * 30_000 / 32_768)
      if error > worst.error { worst = (error, sample) }
    }
    #expect(worst.error <= 1e-4, "\(worst.error) at sample \(worst.sample)")
  }
}
