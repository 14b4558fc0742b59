import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.FilmReader
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

/// What is exported of a range is that part of what is exported of the whole.
@Suite("A range of an export")
struct RangeExportTests {
  private func export(
    _ edit: EditSnapshot, as settings: MediaFormats.ExportSettings, of range: CMTimeRange?, in folder: ScratchFolder
  ) async throws -> (url: URL, report: ExportReport) {
    let name = range.map { "\($0.start.value).\(settings.fileType.rawValue)" } ?? "whole.\(settings.fileType.rawValue)"
    let request = ExportRequest(edit, as: settings, to: folder.url(name), timeRange: range)
    return (request.outputURL, try await ExportSession(request).export())
  }

  @Test(arguments: [(FileType.flac, AudioCodec.flac), (.wav, .pcm)])
  func `the sound of a range is the whole's, sample for sample`(type: FileType, codec: AudioCodec) async throws {
    let folder = try ScratchFolder()
    let edit = try SoundEdits.everything(
      try await SoundStorage(.flac, "flac", 48_000).reference(),
      try await SoundStorage(.pcm, "wav", 44_100).reference(seed: 6))
    let settings = MediaFormats.ExportSettings(
      fileType: type, video: nil, audio: AudioSettings(codec: codec, sampleRate: 48_000, channels: 2))
    let whole = try await SoundReader.pcm(export(edit, as: settings, of: nil, in: folder).url)
    #expect(whole.count == 4 * 4_000 * Int(SoundEdits.samplesPerUnit))
    // Inside a ramp, inside pieces at another speed, from silence into sound, to the end.
    for (start, end) in [(313, 611), (1_777, 2_051), (2_613, 3_307), (901, 1_203), (3_499, 4_000)] as [(Int64, Int64)] {
      let part = try await export(edit, as: settings, of: SoundEdits.range(start, end), in: folder)
      #expect(part.report.sampleCount == (end - start) * SoundEdits.samplesPerUnit)
      let samples = try await SoundReader.pcm(part.url)
      let bytes = 4 * Int(SoundEdits.samplesPerUnit)
      #expect(samples == whole[Int(start) * bytes..<Int(end) * bytes], "\(start)…\(end)")
    }
  }

  @Test func `the pictures of a range are the whole's`() async throws {
    let folder = try ScratchFolder()
    let edit = try await PictureAccessTests.composition()
    let settings = MediaFormats.ExportSettings(fileType: .mkv, video: VideoSettings(codec: .ffv1), audio: nil)
    let whole = try await planes(of: export(edit, as: settings, of: nil, in: folder).url)
    #expect(whole.count == 175)
    // Inside a fade, a turn, and fast and slow motion; frames last 40 ms.
    for frames in [27..<42, 51..<60, 90..<104, 130..<175] {
      let range = CMTimeRange(
        start: CMTime(value: Int64(frames.lowerBound), timescale: 25),
        duration: CMTime(value: Int64(frames.count), timescale: 25))
      let part = try await export(edit, as: settings, of: range, in: folder)
      #expect(part.report.frameCount == frames.count)
      let pictures = try await planes(of: part.url)
      #expect(pictures == Array(whole[frames]), "frames \(frames)")
      let times = try await FilmReader.times(part.url).map(\.value)
      #expect(times.first == 0 && times.count == frames.count)
    }
  }

  /// The luma and the color of each frame of the film at `url`.
  private func planes(of url: URL) async throws -> [[UInt8]] {
    let (width, height) = (SmallPicture.width, SmallPicture.height)
    let frames = try await FilmReader.planes(of: url, width: width, height: height)
    let (luma, blue) = (frames.flatMap { $0[0] }, frames.flatMap { $0[1] })
    let count = luma.count / (width * height)
    return (0..<count).map { frame in
      Array(luma[frame * width * height..<(frame + 1) * width * height])
        + Array(blue[frame * width * height / 4..<(frame + 1) * width * height / 4])
    }
  }
}
