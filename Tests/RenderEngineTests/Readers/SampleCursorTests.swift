import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// Cursors over the packets of files, beside what ffprobe says of them.
@Suite("Sample cursors")
struct SampleCursorTests {
  /// What ffprobe says of one packet.
  private struct Packet {
    var time: Double
    var decodeTime: Double?
    var size: Int
    var place: UInt64
    var isKey: Bool
  }

  private func packets(of url: URL, _ stream: String) async throws -> [Packet] {
    try await MediaTools.ffprobe([
      "-select_streams", stream, "-show_entries", "packet=pts_time,dts_time,size,pos,flags", "-of", "csv=p=0", url.path,
    ]).split(whereSeparator: \.isNewline).map { line in
      let fields = line.split(separator: ",").map(String.init)
      return Packet(
        time: try #require(Double(fields[0])), decodeTime: Double(fields[1]), size: try #require(Int(fields[2])),
        place: try #require(UInt64(fields[3])), isKey: fields[4].hasPrefix("K"))
    }
  }

  private func samples(of url: URL, _ type: MediaFormats.MediaType) async throws -> TrackSamples {
    let track = try #require(try await URLAsset(url: url).loadTracks(withMediaType: type).first)
    return try await TrackSamples(of: track, renderer: Engine.renderer())
  }

  private func film(_ container: String) async throws -> URL {
    try await SmallPicture.film(65, frameCount: 100) { film in
      film.timing = .constant(FrameRate(25))
      film.codec = .h264OpenGroups
      film.container = container
      film.sound = SoundFile(.noise(seed: 4)) { sound in
        sound.codec = container == "mkv" ? .flac : .aac
        sound.count = 4 * 48_000
      }
    }.url()
  }

  @Test(arguments: ["mp4", "mov", "mkv"])
  func `every packet is where ffprobe finds it, and has its bytes`(container: String) async throws {
    let url = try await film(container)
    let bytes = [UInt8](try Data(contentsOf: url))
    for (stream, type) in [("v:0", MediaFormats.MediaType.video), ("a:0", .audio)] {
      let expected = try await packets(of: url, stream)
      let samples = try await samples(of: url, type)
      try #require(samples.count == expected.count)
      var cursor = samples.makeSampleCursorAtFirstSampleInDecodeOrder()
      for (number, packet) in expected.enumerated() {
        #expect(cursor.index == number)
        #expect(abs(cursor.presentationTimeStamp.seconds - packet.time) < 0.001, "\(number) of \(stream)")
        if container != "mkv", let decodeTime = packet.decodeTime {
          #expect(abs(cursor.decodeTimeStamp.seconds - decodeTime) < 0.001, "\(number) of \(stream)")
        }
        #expect(cursor.currentSampleSyncInfo.sampleIsFullSync == packet.isKey)
        #expect(cursor.currentSampleStorageRange.count == packet.size)
        // Matroska's blocks have a head of their own.
        if container != "mkv" { #expect(cursor.currentSampleStorageRange.lowerBound == packet.place) }
        let stepped = cursor.stepInDecodeOrder(byCount: 1)
        #expect(stepped == (number + 1 < expected.count ? 1 : 0))
      }
      let read = try await SampleBufferGenerator().sampleBuffers(
        from: samples.makeSampleCursorAtFirstSampleInDecodeOrder(), count: expected.count)
      cursor = samples.makeSampleCursorAtFirstSampleInDecodeOrder()
      for buffer in read {
        let range = cursor.currentSampleStorageRange
        #expect(buffer.data == Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
        cursor.stepInDecodeOrder(byCount: 1)
      }
    }
  }

  @Test func `packets are those that a reader gives`() async throws {
    let url = try await film("mp4")
    let read = try await AssetReaderFilmTests.read(url, .video, nil)
    let samples = try await samples(of: url, .video)
    let listed = try await SampleBufferGenerator().sampleBuffers(
      from: samples.makeSampleCursorAtFirstSampleInDecodeOrder(), count: .max / 2)
    #expect(listed.map(\.data) == read.map(\.data))
    #expect(listed.map(\.presentationTime) == read.map(\.presentationTime))
    #expect(listed.map(\.duration) == read.map(\.duration))
  }

  @Test func `steps in the order of presentation and by times lead where they should`() async throws {
    let samples = try await samples(of: try await film("mp4"), .video)
    func time(_ frame: Int64) -> CMTime { CMTime(value: frame, timescale: 25) }
    var cursor = samples.makeSampleCursor(presentationTimeStamp: CMTime(value: 1_019, timescale: 250))
    #expect(cursor.presentationTimeStamp == time(99))
    cursor = samples.makeSampleCursor(presentationTimeStamp: CMTime(value: 102, timescale: 250))
    #expect(cursor.presentationTimeStamp == time(10))
    for frame in 11..<100 {
      #expect(cursor.stepInPresentationOrder(byCount: 1) == 1)
      #expect(cursor.presentationTimeStamp == time(Int64(frame)))
    }
    #expect(cursor.stepInPresentationOrder(byCount: 5) == 0)
    #expect(cursor.stepInPresentationOrder(byCount: -1_000) == -99)
    #expect(cursor.presentationTimeStamp == .zero)
    let there = cursor.step(byPresentationTime: CMTime(value: 35, timescale: 100))
    #expect(there.moved == time(8) && !there.wasPinned)
    #expect(cursor.step(byPresentationTime: CMTime(value: 100, timescale: 1)).wasPinned)
    #expect(cursor.presentationTimeStamp == time(99))
    cursor = samples.makeSampleCursorAtFirstSampleInDecodeOrder()
    let decoded = cursor.step(byDecodeTime: time(7))
    #expect(decoded.moved == time(7) && cursor.index == 7)
    // Every group has pictures that are decoded before others that are shown first.
    var reordered = 0
    cursor = samples.makeSampleCursorAtFirstSampleInDecodeOrder()
    repeat {
      reordered += cursor.hasEarlierSamplesPresentedLater ? 1 : 0
    } while cursor.stepInDecodeOrder(byCount: 1) == 1
    #expect(reordered > 40)
    let chunk = cursor.currentChunkInfo
    #expect(chunk.chunkSampleCount > cursor.currentSampleIndexInChunk)
    #expect(
      cursor.currentChunkStorageRange.lowerBound <= cursor.currentSampleStorageRange.lowerBound
        && cursor.currentSampleStorageRange.upperBound <= cursor.currentChunkStorageRange.upperBound)
  }

  @Test func `files that list no packets are refused`() async throws {
    let sound = SoundFile(.noise(seed: 5)) {
      $0.codec = .flac
      $0.container = "flac"
    }
    let error = await #expect(throws: RenderError.self) { _ = try await samples(of: try await sound.url(), .audio) }
    #expect(error?.code == .unsupported)
  }
}
