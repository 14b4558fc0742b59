import Foundation
import TestSupport
import Testing

/// C6: the same project gives the same bytes, whatever the load and the number of processors.
@Suite struct SameBytesTests {
  /// Three films with a cross-fade at each join and a sound that is turned down and up again.
  private func document() async throws -> ProjectDocument {
    let d = FrameRate.ntsc.frameDuration
    let films = (1...3).map { number in
      IndexedFilm(film: UInt8(number)) {
        $0.frameCount = 300
        $0.sound = SoundFile(.noise(seed: UInt64(number))) {
          $0.codec = .aac
          $0.count = 48_000 * 5
        }
      }
    }
    var assets: [String: URL] = [:]
    for film in films { assets["film\(film.film)"] = try await film.url() }
    let (length, fade) =
      ProofScope.isFull ? (Fraction(100) * d, Fraction(20) * d) : (Fraction(50) * d, Fraction(10) * d)
    let second = length - fade
    var document = ProjectDocument(
      assets: assets,
      tracks: [
        .video(
          1,
          [
            .init(asset: "film1", in: d, duration: length),
            .init(asset: "film3", in: .zero, duration: length, at: second + second),
          ]),
        .video(2, [.init(asset: "film2", in: Fraction(1), duration: length, at: second)]),
        .audio(3, [.init(asset: "film1", in: .zero, duration: Fraction(3))]),
        .audio(4, [.init(asset: "film2", in: .zero, duration: Fraction(2), at: Fraction(2))]),
      ])
    func fading(_ track: Int, at start: Fraction) -> ProjectDocument.Layer {
      .init(track: track, opacity: [.ramp(start: start, duration: fade, from: 1, to: 0)])
    }
    document.videoComposition = .init(
      frameDuration: d, renderSize: [320, 180],
      instructions: [
        .init(start: .zero, duration: second, layers: [.init(track: 1)]),
        .init(start: second, duration: fade, layers: [fading(1, at: second), .init(track: 2)]),
        .init(start: length, duration: second - fade, layers: [.init(track: 2)]),
        .init(start: second + second, duration: fade, layers: [fading(2, at: second + second), .init(track: 1)]),
        .init(start: second + length, duration: second, layers: [.init(track: 1)]),
      ])
    document.audioMix = .init(inputs: [
      .init(track: 3, volume: [.ramp(start: Fraction(2), duration: Fraction(1), from: 1, to: 0.2)])
    ])
    return document
  }

  /// Each encoder of pictures and of sound that works in threads; all containers with `GSTEDIT_FULL=1`.
  private static let kinds =
    [("mp4", "h264", "aac"), ("mp4", "hevc", "aac"), ("mp4", "av1", "aac"), ("webm", "vp8", "opus")]
    + (ProofScope.isFull ? [("mkv", "ffv1", "flac"), ("ts", "h264", "aac")] : [])

  // One kind at a time: the load is on all other tests too.
  @Test(.serialized, arguments: kinds)
  func `Alone, under load and on one processor the same bytes come out`(
    container: String, picture: String, sound: String
  ) async throws {
    var document = try await document()
    document.export = ExportSettings(
      fileType: container, video: .init(codec: picture), audio: .init(codec: sound, sampleRate: 48_000, channels: 2))
    let run = try ProjectRun(document)
    let alone = try await bytes(run, "alone.\(container)")
    let load = ProcessorLoad(threads: 2)
    defer { load.stop() }
    // Without a turn to wait for, for which the load would stay.
    let loaded = try await bytes(run, "loaded.\(container)", takesTurns: false)
    load.stop()
    let pinned = try await bytes(run, "pinned.\(container)", launcher: ["taskset", "-c", "0"])
    #expect(alone == loaded, "under load: \(alone.count) and \(loaded.count) bytes")
    #expect(alone == pinned, "on one processor: \(alone.count) and \(pinned.count) bytes")
  }

  /// x265 counts processors there. A file system of its own hides it.
  @Test(.enabled(if: MountSpace.isAllowed, MountSpace.mountSpaceUnavailable))
  func `Where no facts about the machine are to be had the same bytes come out, without a word`() async throws {
    var document = try await document()
    document.export = ExportSettings(fileType: "mp4", video: .init(codec: "hevc", speed: "veryfast"))
    let run = try ProjectRun(document)
    let film = try await bytes(run, "film.mp4")
    let outcome = try await run.inMountSpace(
      "mount -t tmpfs none /sys || exit 99; exec \"$@\"",
      ["export", "project.json", "-o", "without.mp4", "--progress", "none"]
    ).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorText.isEmpty, "\(outcome.errorText)")
    #expect(try Data(contentsOf: run.scratch.url("without.mp4")) == film)
  }

  /// glibc fills memory with what `MALLOC_PERTURB_` asks for; a quarter of 1,280 pixels is a row of 20 macroblocks.
  @Test func `Stale memory contents change nothing`() async throws {
    let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Pipelines/cuts-only/project.json")
    let scratch = try ScratchFolder()
    var films: [Data] = []
    for fill in [255, 1] {
      let film = scratch.url("\(fill).mp4")
      let outcome = try await ProgramRun(
        try MediaTools.executable("env"),
        [
          "MALLOC_PERTURB_=\(fill)", ProgramLocation.gstedit.path, "export", project.path, "-o", film.path,
          "--range", "0..2", "--scale", "0.25", "--speed", "veryfast", "--audio-codec", "none", "--progress", "none",
        ]
      ).outcome()
      #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
      films.append(try Data(contentsOf: film))
    }
    #expect(films[0] == films[1], "\(films.map(\.count)) bytes")
  }

  /// The bytes of an export, run by another program if one is named.
  private func bytes(
    _ run: ProjectRun, _ name: String, launcher: [String] = [], takesTurns: Bool = true
  ) async throws -> Data {
    var export = run.export(to: name)
    if let program = launcher.first {
      export = ProgramRun(
        try MediaTools.executable(program), launcher.dropFirst() + [export.executable.path] + export.arguments)
    }
    export.takesTurns = takesTurns
    let outcome = try await export.outcome()
    #expect(outcome.ending == .exited(0), "\(name): \(outcome.errorText)")
    return try Data(contentsOf: run.scratch.url(name))
  }
}
