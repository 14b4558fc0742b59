import Foundation
import GstEdit
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import struct TestSupport.StatedColors

/// Films of HLG and PQ, tone-mapped and kept, against the formulas of BT.2100 and BT.2390 for greys.
@Suite("High dynamic range")
struct HighDynamicRangeTests {
  /// A curve and a codec of the source.
  struct Source: Sendable, CustomTestStringConvertible {
    var transfer: Int
    var encoder: String

    var testDescription: String { "\(transfer == 16 ? "PQ" : "HLG"), \(encoder)" }
    var name: String { transfer == 16 ? "smpte2084" : "arib-std-b67" }

    static let all = [16, 18].flatMap { transfer in
      ["libx265", "libvpx-vp9"].map { Source(transfer: transfer, encoder: $0) }
    }
  }

  /// Eight greys of 10 bits, from black over reference white to the peak.
  private static let greys = [64, 150, 250, 380, 500, 573, 721, 760]
  private static let size = PixelSize(width: 256, height: 64)

  /// A film of five frames of the greys, side by side, lossless.
  private func film(_ source: Source, in folder: ScratchFolder) async throws -> URL {
    let luma = (0..<64).flatMap { _ in (0..<256).map { Self.greys[$0 / 32] } }
    let samples = luma + [Int](repeating: 512, count: 2 * 128 * 32)
    let frame = Data(samples.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let bytes = (0..<5).reduce(into: Data()) { data, _ in data += frame }
    let url = folder.url("source.\(source.encoder == "libx265" ? "mp4" : "mkv")")
    let master =
      source.transfer == 16
      ? ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400" : ""
    let options =
      source.encoder == "libx265"
      ? [
        "-x265-params",
        "log-level=error:lossless=1:colorprim=bt2020:transfer=\(source.name):colormatrix=bt2020nc\(master)",
      ]
      : ["-lossless", "1", "-profile:v", "2"]
    try await MediaTools.ffmpeg(
      [
        "-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "\(Self.size)", "-r", "25", "-i", "pipe:0", "-c:v",
        source.encoder, "-pix_fmt", "yuv420p10le",
      ]
        + StatedColors(matrix: "bt2020nc", primaries: "bt2020", transfer: source.name, range: "tv").arguments
        + options + [url.path], input: bytes)
    return url
  }

  private func export(
    _ source: URL, as video: VideoSettings, to url: URL, _ type: FileType = .mkv
  ) async throws {
    var film = Composition()
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 25))
    try film.insertTimeRange(range, of: URLAsset(url: source), at: .zero)
    let settings = ExportSettings(fileType: type, video: video, audio: nil)
    let report = try await ExportSession(ExportRequest(EditSnapshot(composition: film), as: settings, to: url)).export()
    #expect(report.frameCount == 5)
  }

  /// PQ's light in cd/m², and its signal.
  private func light(_ signal: Double) -> Double {
    let power = pow(signal, 32 / 2_523)
    return 10_000 * pow(max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 16_384 / 2_610)
  }
  private func signal(_ light: Double) -> Double {
    let power = pow(light / 10_000, 2_610 / 16_384)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 2_523 / 32)
  }

  /// The 8-bit code that the 10-bit code `code` becomes in BT.709.
  private func toneMapped(_ code: Int, transfer: Int) -> Double {
    let value = (Double(code) / 4 - 16) / 219
    var nits = light(value)
    if transfer == 18 {
      let scene = value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
      nits = 1_000 * pow(scene, 1.2)
    }
    let (top, limit) = (signal(1_000), signal(203) / signal(1_000))
    let knee = 1.5 * limit - 0.5
    let e = min(1, signal(nits) / top)
    if e > knee {
      let t = (e - knee) / (1 - knee)
      let rest = (-2 * t * t * t + 3 * t * t) * limit
      nits = light(((2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee) + rest) * top)
    }
    return 16 + 219 * pow(min(1, nits / 203), 1 / 2.4)
  }

  @Test(arguments: Source.all) func `becomes BT 709 by its standard's curves`(source: Source) async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.mkv")
    try await export(
      try await film(source, in: folder), as: VideoSettings(codec: .ffv1, pixelFormat: .yuv420p), to: url)
    let bytes = [UInt8](try await MediaTools.ffmpegOutput(["-i", url.path, "-f", "rawvideo", "-pix_fmt", "yuv420p"]))
    for (number, code) in Self.greys.enumerated() {
      let (made, goal) = (Double(bytes[32 * 256 + 32 * number + 16]), toneMapped(code, transfer: source.transfer))
      #expect(abs(made - goal) <= 0.6, "\(code) became \(made), not \(goal)")
    }
  }

  @Test(arguments: Source.all) func `is kept to the bit where all clips have it`(source: Source) async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.mkv")
    let from = try await film(source, in: folder)
    try await export(from, as: VideoSettings(codec: .ffv1), to: url)
    let raw = ["-f", "rawvideo", "-pix_fmt", "yuv420p10le"]
    #expect(
      try await MediaTools.ffmpegOutput(["-i", url.path] + raw) == MediaTools.ffmpegOutput(["-i", from.path] + raw))
    let stream = try await MediaTools.ffprobe([
      "-show_entries", "stream=pix_fmt,color_transfer,color_primaries,color_space", "-of", "csv=p=0", url.path,
    ])
    #expect(stream.contains("yuv420p10le") && stream.contains(source.name) && stream.contains("bt2020nc"))
  }

  @Test(arguments: [
    (VideoCodec.hevc, FileType.mp4), (.hevc, .mov), (.hevc, .mkv), (.vp9, .webm), (.prores, .mov), (.ffv1, .mkv),
    (.av1, .mp4), (.av1, .mkv), (.prores, .mkv),
  ])
  func `is written in ten bits by every codec that is used for it, and says so`(
    codec: VideoCodec, type: FileType
  ) async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.\(type.rawValue)")
    let from = try await film(Source(transfer: 16, encoder: "libx265"), in: folder)
    try await export(from, as: VideoSettings(codec: codec), to: url, type)
    // What the file says, and what its pictures say.
    for part in [["-show_streams"], ["-show_frames", "-read_intervals", "%+#1"]] {
      let said = try await MediaTools.ffprobe(part + [url.path])
      for words in ["10le", "space=bt2020nc", "transfer=smpte2084", "primaries=bt2020"] {
        #expect(said.contains(words), "\(part): \(words)")
      }
      // QuickTime's box has no range, and FFmpeg 7 says none for ProRes.
      if codec != .prores || type == .mkv { #expect(said.contains("range=tv"), "\(part)") }
      // Of these, only HEVC's pictures tell their light.
      guard part.count == 1 || codec == .hevc else { continue }
      for words in ["max_content=1000", "max_average=400"] { #expect(said.contains(words), "\(part): \(words)") }
      #expect(said.contains("max_luminance=1000/1") || said.contains("max_luminance=10000000/10000"), "\(part)")
      #expect(said.contains("min_luminance=1/200") || said.contains("min_luminance=50/10000"), "\(part)")
    }
    let facts = try await Engine.renderer().facts(of: [AssetReference(url: url)])
    let track = try #require(facts.values.first?.videoTracks.first)
    #expect(track.colorimetry == FilmColor.pq.colorimetry)
    let light = try #require(track.light)
    #expect(light.content == MasteringLight.Content(maximum: 1_000, average: 400))
    #expect(light.display?.maximum == 10_000_000 && light.display?.minimum == 50)
    // Matroska has floating-point numbers for them.
    let places = [34_000, 16_000, 13_250, 34_500, 7_500, 3_000, 15_635, 16_450]
    #expect(zip(light.display?.chromaticities ?? [], places).count { abs($0 - $1) <= 1 } == 8)
  }

  /// x265 repeats its headers for high dynamic range, and the element puts a copy before them with uninitialized bytes.
  @Test func `the first packet of HEVC has its headers once`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.mkv")
    try await export(
      try await film(Source(transfer: 16, encoder: "libx265"), in: folder), as: VideoSettings(codec: .hevc), to: url)
    let stored = try await MediaTools.ffmpegOutput(
      ["-i", url.path, "-c", "copy", "-bsf:v", "null", "-frames:v", "1", "-f", "rawvideo"])
    let words = Data("x265 (build".utf8)
    let first = try #require(stored.firstRange(of: words))
    #expect(stored[first.upperBound...].firstRange(of: words) == nil)
  }

  @Test(arguments: [(VideoCodec.vp9, FileType.webm), (.prores, .mov), (.av1, .mp4), (.av1, .mkv), (.av1, .webm)])
  func `standard dynamic range says its colors in its pictures, too`(codec: VideoCodec, type: FileType) async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.\(type.rawValue)")
    let source = try await RampFilm.file(in: folder)
    try await export(source, as: VideoSettings(codec: codec), to: url, type)
    let said = try await MediaTools.ffprobe(["-show_frames", "-read_intervals", "%+#1", url.path])
    #expect(said.contains("color_space=bt709") && said.contains("color_range=tv"))
  }
}
