import Compositing
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// What lies far inside a film is found without what lies before it, and is what it is in order.
@Suite("Places far inside films")
struct LongFilmAccessTests {
  /// Ten minutes whose bit rate rises, so that no place in the file can be guessed by it.
  static let film = WildFile(
    "far-film", "mp4",
    [
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=600", "-vf", "noise=alls=60:allf=t:enable='gt(t,350)'", "-c:v",
      "libx264", "-preset", "ultrafast", "-g", "30", "-pix_fmt", "yuv420p",
    ])

  private static func copied(_ name: String, _ type: String, _ arguments: [String] = []) async throws -> URL {
    let source = try await film.url()
    return try await WildFile(name, type, ["-i", source.path, "-c", "copy"] + arguments).url()
  }

  private static let times: [CMTime] = [5_953, 12, 3_012, 4_499, 1_507, 5_101, 3_790, 5_999, 2_345, 4_444].map {
    CMTime(value: $0, timescale: 10)
  }

  @Test(arguments: ["ts", "m2ts", "fragments"])
  func `an image is the same in every container`(container: String) async throws {
    let url =
      switch container {
      case "fragments": try await Self.copied("far-fragments", "mp4", ["-movflags", "frag_keyframe+empty_moov"])
      case "m2ts": try await Self.copied("far-m2ts", "m2ts", ["-mpegts_m2ts_mode", "1"])
      default: try await Self.copied("far-ts", "ts")
      }
    #expect(try await Self.images(of: url) == Self.images(of: Self.film.url()))
  }

  @Test func `fragments before the wanted one are not read`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.mp4")
    try FileManager.default.copyItem(
      at: try await Self.copied("far-fragments", "mp4", ["-movflags", "frag_keyframe+empty_moov"]), to: url)
    let cancellation = Cancellation()
    let start: Int64 = 420_050_000_000
    let index = try BackgroundTask(named: "probe") {
      try MediaProbe(AssetReference(url: url), cancellation: cancellation).run()
    }.value(cancellation)
    #expect(!index.keepsTimes)
    let field = try #require(index.videoAddress(0, from: start).headerCorrection?.fields.last)
    // Nothing is left of what need not be read.
    let (from, length) = (Int(field.offset), Int(field.bytes.bigEndian(at: 8, 8)))
    var bytes = [UInt8](try Data(contentsOf: url))
    #expect(length > bytes.count / 4)
    for place in from..<from + length { bytes[place] = 0xFF }
    try Data(bytes).write(to: url)
    let first = try BackgroundTask(named: "read") {
      let reader = try StreamReader(
        index.videoAddress(0, from: start), from: nil, capacity: 2, threads: 1, cancellation: cancellation)
      defer { [reader.close()].settle() }
      return try reader.next()?.streamTime
    }.value(cancellation)
    let time = try #require(first)
    #expect(index.videoAccess[0].keyTimes.contains { abs($0 - time) < 1_000 })
    #expect((start - 10_000_000_000..<start).contains(time))
  }

  @Test func `a transport stream is read from where its clock says`() async throws {
    let url = try await Self.copied("far-ts", "ts")
    let file = try FileBytes(url.path, isReadOnly: true)
    let clock = try TransportPackets(file).clock
    let entrance = try #require(clock.entrance(before: 420_000_000_000))
    #expect((413_000_000_000..<417_000_000_000).contains(entrance.time))
    #expect(entrance.offset % 188 == 0 && entrance.offset < file.count)
    #expect(clock.entrance(before: 1_000_000_000) == nil)
  }

  @Test func `a clock that jumps, or stands in several streams, is none to go by`() {
    func clock(_ ticks: [Int64], _ identifiers: [Int] = [256]) -> TransportClock {
      var clock = TransportClock()
      for (number, time) in ticks.enumerated() {
        clock.noteTable()
        clock.note(time * 27_000, of: identifiers[number % identifiers.count], isNew: false, at: UInt64(number) * 188)
      }
      return clock
    }
    let steady = (0..<200).map { Int64($0) * 100 }
    #expect(clock(steady).entrance(before: 15_000_000_000)?.time == 11_000_000_000)
    #expect(clock(steady + [19_000]).entrance(before: 15_000_000_000) == nil)
    #expect(clock(steady + [30_000]).entrance(before: 15_000_000_000) == nil)
    #expect(clock(steady, [256, 257]).entrance(before: 15_000_000_000) == nil)
    var tableless = TransportClock()
    tableless.noteTable()
    for time in steady { tableless.note(time * 27_000, of: 256, isNew: false, at: 0) }
    #expect(tableless.entrance(before: 15_000_000_000) == nil)
  }

  /// The luma of the film's pictures at ``times``.
  private static func images(of url: URL) async throws -> [[UInt8]] {
    var generator = ImageGenerator(of: AssetReference(url: url), renderer: GStreamerRenderer())
    generator.pixelFormat = .yuv420p
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    var images: [[UInt8]] = []
    for time in times {
      images.append(try await generator.image(at: time).picture.planeBytes()[0])
    }
    return images
  }
}
