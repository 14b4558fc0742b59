import EditServices
import EditingModel
import Foundation
import MediaAnalysis
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// Images and waveforms of files that have none to give: errors of a known kind, at once.
@Suite("Images of what is no whole film")
struct UnfitImageMediaTests {
  private let renderer = GStreamerRenderer()

  private static let encryption = [
    "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid",
    "a7e61c373e219033c21091fa607bf3b8",
  ]

  @Test func `an encrypted track is refused by that word`() async throws {
    let folder = try ScratchFolder()
    let (film, sound) = (folder.url("film.mp4"), folder.url("sound.m4a"))
    try await MediaTools.ffmpeg(
      ["-i", try await SmallPicture.film(45).url().path, "-c", "copy"] + Self.encryption + [film.path])
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "sine=d=2", "-c:a", "aac"] + Self.encryption + [sound.path])
    let image = await #expect(throws: RenderError.self) {
      try await ImageGenerator(of: AssetReference(url: film), renderer: renderer).image(at: .zero)
    }
    let waveform = await #expect(throws: RenderError.self) {
      try await WaveformGenerator(of: AnalysisSubject(AssetReference(url: sound)), renderer: renderer).waveform()
    }
    for error in [image, waveform] {
      #expect(error?.code == .contentIsProtected)
      #expect(error?.message.contains("encrypted") == true, "\(error?.message ?? "none")")
    }
  }

  @Test func `a file without an end is refused`() async throws {
    let folder = try ScratchFolder()
    let pipe = folder.url("pipe.mp4")
    let made = unsafe mkfifo(pipe.path, 0o600)
    try #require(made == 0)
    for url in [pipe, URL(filePath: "/dev/zero"), folder.url("")] {
      let asset = AssetReference(url: url)
      let image = await #expect(throws: RenderError.self) {
        try await ImageGenerator(of: asset, renderer: renderer).image(at: .zero)
      }
      let waveform = await #expect(throws: RenderError.self) {
        try await WaveformGenerator(of: AnalysisSubject(asset), renderer: renderer).waveform()
      }
      #expect(image?.code == .mediaUnreadable && waveform?.code == .mediaUnreadable, "\(url.path)")
    }
  }

  @Test func `a file that grows has its new frames once they are there`() async throws {
    let film = SmallPicture.film(46, frameCount: 200) { film in
      (film.container, film.timing) = ("ts", .constant(FrameRate(25)))
    }
    let folder = try ScratchFolder()
    let url = folder.url("film.ts")
    let whole = try Data(contentsOf: try await film.url())
    // Whole packets, as a recorder writes them.
    let half = whole.count / 188 / 2 * 188
    try whole.prefix(half).write(to: url)
    var generator = ImageGenerator(of: AssetReference(url: url), renderer: GStreamerRenderer(damagePolicy: .keep))
    generator.pixelFormat = .yuv420p
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    let (early, late) = (CMTime(value: 1, timescale: 1), CMTime(value: 7, timescale: 1))
    func frame(_ image: ImageGenerator.Image) throws -> FrameReading {
      FrameReading(luma: try image.picture.planeBytes()[0], width: SmallPicture.width, height: SmallPicture.height)
    }
    #expect(try frame(try await generator.image(at: early)) == .frame(film.frame(at: Fraction(1))))
    let error = await #expect(throws: RenderError.self) { try await generator.image(at: late) }
    #expect(error?.code == .outOfRange)
    let file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
    try file.write(contentsOf: whole.suffix(from: half))
    try file.close()
    #expect(try frame(try await generator.image(at: late)) == .frame(film.frame(at: Fraction(7))))
  }
}
