import Foundation
import GstEdit
import TestSupport
import Testing

/// What `gstedit explain` says is what the rendered film shows and plays.
@Suite struct ExplainTests {
  private func explanation(of run: ProjectRun, at time: Fraction) async throws -> Explanation {
    let project = try Project(contentsOf: run.project)
    return try await ProjectRender(project).explain(at: try ProjectTime(time.description)).explanation
  }

  @Test func `The source frame of every explanation is the one that the rendered frame carries`() async throws {
    let films = [FrameRate.ntsc, FrameRate(25), FrameRate(24_000, 1001)].enumerated().map { number, rate in
      IndexedFilm(film: UInt8(number + 1)) {
        $0.frameCount = 150
        $0.timing = .constant(rate)
      }
    }
    let edit = FilmEdit.unaligned(6, from: films, frameDuration: FrameRate(24).frameDuration, seed: 21)
    let exported = try await Exported(edit.document())
    let frames = try await exported.frames()
    for (number, frame) in frames.enumerated() where number % 3 == 0 {
      // Anywhere in the frame: here two fifths into it.
      let time = (Fraction(number) + Fraction(2, 5)) * edit.frameDuration
      guard time < edit.duration else { continue }
      let picture = try #require(try await explanation(of: exported.run, at: time).picture)
      #expect(picture.frame == number)
      let clip = try #require(picture.layers.first?.clip)
      let shown = try #require(picture.layers.first?.sourceFrame)
      let film = UInt8(clip.reference.asset.name.dropFirst("film".count)) ?? 0
      #expect(frame == .frame(FrameCode(film: film, index: shown.number)), "frame \(number)")
      let start = films[Int(film) - 1].timing.start(of: shown.number)
      #expect("\(shown.exactTimestamp)" == start.description)
    }
  }

  @Test func `Opacities, backgrounds and gains are those that are measured`() async throws {
    let d = Fraction(1, 30)
    let (top, bottom) = (FlatFilm(luma: 220), FlatFilm(luma: 40))
    let sounds = (
      SoundFile(.constant(16_000)) { $0.channels = 1 },
      SoundFile(.constant(-4_000)) { $0.channels = 1 }
    )
    var document = ProjectDocument(
      assets: [
        "top": try await top.url(), "bottom": try await bottom.url(), "loud": try await sounds.0.url(),
        "soft": try await sounds.1.url(),
      ],
      tracks: [
        .video(1, [.init(asset: "top", in: .zero, duration: Fraction(40) * d)]),
        .video(2, [.init(asset: "bottom", in: .zero, duration: Fraction(60) * d)]),
        .audio(3, [.init(asset: "loud", in: .zero, duration: Fraction(2))]),
        .audio(4, [.init(asset: "soft", in: .zero, duration: Fraction(1), at: Fraction(1, 2))]),
      ], export: .lossless)
    document.export?.audio = .init(codec: "flac", channels: 1)
    document.videoComposition = .init(
      frameDuration: d, renderSize: [320, 180],
      instructions: [
        .init(
          start: .zero, duration: Fraction(2),
          layers: [
            .init(
              track: 1,
              opacity: [
                .ramp(start: Fraction(5) * d, duration: Fraction(20) * d, from: 1, to: 0.25),
                .value(at: Fraction(30) * d, 0.6),
              ]), .init(track: 2),
          ])
      ])
    document.audioMix = .init(inputs: [
      .init(
        track: 3,
        volume: [
          .ramp(start: Fraction(1, 4), duration: Fraction(1), from: 1, to: 0.1), .value(at: Fraction(3, 2), 0.5),
        ])
    ])
    let exported = try await Exported(document)
    let planes = try await FilmReader.planes("y", of: exported.url, width: 320, height: 180)
    let samples = try await SoundReader.firstChannel(exported.url)
    #expect(samples.count == 96_000)
    for frame in stride(from: 0, to: 60, by: 4) {
      let explanation = try await explanation(of: exported.run, at: Fraction(frame) * d)
      let picture = try #require(explanation.picture)
      let level = picture.layers.reversed().reduce(16.0) { below, layer in
        guard layer.visibility == .shown else { return below }
        let luma = layer.trackID == 1 ? Double(top.luma) : Double(bottom.luma)
        return below + (luma - below) * layer.opacity.value
      }
      let found = Double(planes[frame * 320 * 180 + 90 * 320 + 160])
      #expect(abs(found - level) <= 2, "frame \(frame): \(found), explained as \(level)")

      let sound = try #require(explanation.sound)
      let sum = sound.tracks.reduce(0.0) { sum, track in
        track.audibility == .heard ? sum + track.gain * (track.trackID == 3 ? 16_000 : -4_000) / 32_768 : sum
      }
      let heard = Double(samples[Int(sound.sample)])
      #expect(abs(heard - sum) < 1e-4, "sample \(sound.sample): \(heard), explained as \(sum)")
    }
  }

  @Test func `The command says the same as the library, for people and for programs`() async throws {
    let film = IndexedFilm(film: 1) { $0.frameCount = 150 }
    let edit = FilmEdit.random(3, of: 10, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 3)
    let run = try ProjectRun(try await edit.document())
    let outcome = try await run.command(["explain", run.project.path, "--at", "17f", "--json"]).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let picture = try #require(document["picture"] as? [String: Any])
    let layers = try #require(picture["layers"] as? [[String: Any]])
    guard case .frame(let code) = edit.frames[17] else { return }
    #expect(layers.first?["sourceFrame"] as? Int == Int(code.index))
    let text = try await run.command(["explain", run.project.path, "--at", "17f"]).outcome().outputText
    #expect(text.contains("film1 (track 1, segment 1), frame \(code.index) at"))
  }
}
