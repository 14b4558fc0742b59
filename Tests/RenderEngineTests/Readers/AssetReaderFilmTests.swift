import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import TestSupport
import Testing

import struct TestSupport.FrameRate
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import struct TestSupport.SoundFile
import struct TestSupport.StatedColors

/// What readers give of real files, beside what ffmpeg does.
@Suite("Asset reader on files")
struct AssetReaderFilmTests {
  private static func all(_ output: any AssetReaderOutput) async -> [SampleBuffer] {
    var found: [SampleBuffer] = []
    while let buffer = await output.nextSampleBuffer() { found.append(buffer) }
    return found
  }

  /// Everything that `output` gives of the file at `url`.
  static func read(
    _ url: URL, _ mediaType: MediaFormats.MediaType, _ settings: ReaderOutputSettings?, range: CMTimeRange? = nil
  ) async throws -> [SampleBuffer] {
    let asset = URLAsset(url: url)
    let track = try #require(try await asset.loadTracks(withMediaType: mediaType).first)
    let reader = AssetReader(asset: asset)
    if let range { reader.timeRange = range }
    let output = AssetReaderTrackOutput(track: track, outputSettings: settings)
    try reader.add(output)
    try reader.startReading()
    let buffers = await all(output)
    if let error = reader.error { throw error }
    #expect(reader.status == .completed)
    return buffers
  }

  /// The rows of all planes of `picture`, without padding.
  static func bytes(of picture: Compositing.PixelBuffer) throws -> [UInt8] {
    try picture.planeBytes().reduce(into: []) { $0 += $1 }
  }

  @Test(arguments: ["mp4", "mkv"])
  func `a film of variable rate gives every frame once, at its own time, as ffmpeg decodes it`(
    container: String
  ) async throws {
    let durations = [1_001, 40, 2_003, 333, 90]
    let film = SmallPicture.film(61, frameCount: 60) { film in
      film.timing = .cycle(
        durations: container == "mkv" ? [33, 7, 50, 41, 90] : durations, timescale: container == "mkv" ? 1_000 : 30_000)
      film.container = container
      film.codec = .h264
    }
    let url = try await film.url()
    let buffers = try await Self.read(url, .video, .video)
    #expect(buffers.count == 60)
    for (number, buffer) in buffers.enumerated() {
      #expect(buffer.presentationTime == CMTime(film.timing.start(of: number)))
    }
    #expect(zip(buffers, buffers.dropFirst()).allSatisfy { $0.timeRange.end == $1.presentationTime })
    let decoded = try await MediaTools.ffmpegOutput([
      "-i", url.path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p",
    ])
    let pictures = try buffers.flatMap { try Self.bytes(of: try #require($0.pixelBuffer)) }
    #expect(pictures == [UInt8](decoded))
  }

  @Test(arguments: [
    ("gbrp", "ffv1", "mkv", 1_280, 720), ("yuv420p", "ffv1", "mkv", 1_280, 720),
    ("yuv422p10le", "prores", "mov", 640, 480),
    ("yuv444p", "libx264", "mp4", 322, 182), ("yuv420p", "libx264", "mp4", 1_280, 720),
  ])
  func `pictures come as they are stored, bit for bit`(
    format: String, codec: String, container: String, width: Int, height: Int
  ) async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.\(container)")
    // Tags that a film of this size would not have by itself.
    let colors = StatedColors(
      matrix: format == "gbrp" ? "rgb" : "smpte170m", primaries: "smpte170m", transfer: "smpte170m",
      range: format == "gbrp" ? "pc" : "tv")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=\(width)x\(height):r=25:d=0.2,format=\(format)", "-c:v", codec]
        + colors.arguments + ["-pix_fmt", format, url.path])
    let buffers = try await Self.read(url, .video, .video)
    let decoded = try await MediaTools.ffmpegOutput([
      "-i", url.path, "-f", "rawvideo", "-pix_fmt", format == "gbrp" ? "rgb24" : format,
    ])
    let pictures = try buffers.flatMap { try Self.bytes(of: try #require($0.pixelBuffer)) }
    #expect(buffers.count == 5 && pictures == [UInt8](decoded))
  }

  @Test func `pictures that a file has turned come as they are stored`() async throws {
    let folder = try ScratchFolder()
    let (upright, turned) = (folder.url("upright.mp4"), folder.url("turned.mp4"))
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=0.2", "-c:v", "libx264", "-pix_fmt", "yuv420p", upright.path,
    ])
    try await MediaTools.ffmpeg(["-i", upright.path, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned.path])
    let (first, second) = (
      try await Self.read(upright, .video, .video), try await Self.read(turned, .video, .video)
    )
    #expect(second.count == 5)
    for (first, second) in zip(first, second) {
      let upright = try Self.bytes(of: try #require(first.pixelBuffer))
      let turned = try Self.bytes(of: try #require(second.pixelBuffer))
      #expect(upright == turned)
    }
    let transform = try await URLAsset(url: turned).loadTracks(withMediaType: .video).first?.preferredTransform
    #expect(transform != .identity)
  }

  @Test func `sound comes sample for sample, in any range`() async throws {
    let sound = SoundFile(.noise(seed: 9)) {
      $0.codec = .flac
      $0.container = "flac"
      $0.count = 50_000
    }
    let pcm = [UInt8](sound.pcm())
    let settings = ReaderOutputSettings.audio(AudioReadingSettings(sampleFormat: .integer16))
    let url = try await sound.url()
    let whole = try await Self.read(url, .audio, settings)
    #expect(whole.flatMap { $0.data ?? [] } == pcm)
    for (start, end) in [(0, 1), (12_345, 23_456), (49_999, 60_000)] as [(Int64, Int64)] {
      let range = CMTimeRange(
        start: CMTime(value: start, timescale: 48_000), end: CMTime(value: end, timescale: 48_000))
      let part = try await Self.read(url, .audio, settings, range: range)
      #expect(part.first?.presentationTime == range.start)
      let bytes: Range<Int> = Int(start) * 4..<min(50_000, Int(end)) * 4
      let found: [UInt8] = part.flatMap { $0.data ?? [] }
      #expect(found == Array(pcm[bytes]))
    }
  }

  @Test func `packets of a range are those that it takes to decode it`() async throws {
    let film = SmallPicture.film(62, frameCount: 100) { film in
      film.timing = .constant(FrameRate(25))
      film.codec = .h264OpenGroups
    }
    let url = try await film.url()
    let all = try await Self.read(url, .video, nil)
    #expect(all.count == 100 && all[0].isSync && all.filter(\.isSync).count == 5)
    #expect(all.allSatisfy { $0.dependsOnOthers == !$0.isSync && $0.packetFormat != nil })
    let range = CMTimeRange(start: CMTime(value: 50, timescale: 25), end: CMTime(value: 60, timescale: 25))
    let part = try await Self.read(url, .video, nil, range: range)
    #expect(part.first?.isSync == true)
    let times = part.map(\.presentationTime)
    #expect((50..<60).allSatisfy { times.contains(CMTime(value: $0, timescale: 25)) })
    // What is behind the range is there only where something in it is decoded later.
    #expect(part.last.map { $0.presentationTime < range.end } == true)
    let first = try #require(all.firstIndex { $0.presentationTime == part[0].presentationTime })
    #expect(part.map(\.data) == all[first..<first + part.count].map(\.data))
  }

  @Test func `a released reader leaves no file open`() async throws {
    let folder = try ScratchFolder()
    let copy = try FileManager.default.copy(
      of: try await SmallPicture.film(63) { $0.codec = .h264 }.url(), in: folder.url)
    func begin() async throws {
      let asset = URLAsset(url: copy)
      let reader = AssetReader(asset: asset)
      for track: AssetTrack in try await asset.loadTracks(withMediaType: .video) {
        let output = AssetReaderTrackOutput(track: track, outputSettings: .video)
        try reader.add(output)
      }
      try reader.startReading()
      #expect(await reader.outputs[0].nextSampleBuffer() != nil)
    }
    try await begin()
    #expect(try await Poll.eventually { try OpenResources.count(of: copy) == 0 })
  }
}
