import EditServices
import EditingModel
import Foundation
import GStreamer
import GstEdit
import MediaFormats
import MediaTime
import ProjectServices
import Rendering
import Testing

import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Movies whose packets libavformat reads: which they are, and that a reader begins with the key frame that it is sent to.
@Suite("Movies read by libavformat")
struct StoredMovieTests {
  private static let picture = ["-f", "lavfi", "-i", "testsrc2=size=256x144:rate=25:duration=2"]
  private static let sound = ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2"]

  private static func index(_ name: String, _ type: String, _ arguments: [String]) async throws -> MediaIndex {
    let url = try await WildFile(name, type, arguments).url()
    return try MediaProbe(AssetReference(url: url), cancellation: Cancellation()).run()
  }

  @Test(arguments: [
    ["libx264", "-pix_fmt", "yuv420p"], ["mpeg4"], ["mpeg2video"], ["prores_ks"], ["mjpeg"],
    ["dnxhd", "-profile:v", "dnxhr_hq", "-pix_fmt", "yuv422p"], ["png"],
  ])
  func `pictures of a usual codec need no demuxer`(codec: [String]) async throws {
    let index = try await Self.index("stored-\(codec[0])", "mov", Self.picture + ["-c:v"] + codec)
    #expect(index.container == .packets(.movie, name: "QuickTime"))
    #expect(index.headerCorrection == nil)
    #expect(index.facts.videoTracks.first?.timing.count == 50)
  }

  @Test(arguments: ["aac", "alac", "pcm_s16le", "pcm_s24be", "pcm_f32le", "pcm_mulaw"])
  func `a sound of a usual codec needs no demuxer`(codec: String) async throws {
    let index = try await Self.index("stored-\(codec)", "mov", Self.sound + ["-c:a", codec])
    #expect(index.container == .packets(.movie, name: "QuickTime"))
    #expect(index.facts.audioTracks.first?.sampleCount == 96_000)
  }

  @Test(arguments: [
    ["-c:v", "libx264", "-movflags", "frag_keyframe"], ["-c:v", "rawvideo", "-pix_fmt", "uyvy422"], ["-c:v", "qtrle"],
  ])
  func `what libavformat reads worse keeps its demuxer`(arguments: [String]) async throws {
    let index = try await Self.index("demuxed-\(arguments[1])", "mov", Self.picture + arguments)
    #expect(index.container == .quickTime)
    #expect(index.facts.videoTracks.first?.timing.count == 50)
  }

  /// Expects `count` key frames in the pictures of `index`, each the first packet from its time on, up to the next key
  /// frame's.
  static func expectKeyFrames(_ count: Int, of index: MediaIndex) throws {
    let keys = index.videoAccess[0].keyTimes
    #expect(keys.count == count)
    var address = index.videoAddress(0)
    address.codec = address.codec.undecoded
    for (number, key) in keys.enumerated() {
      for time in [key, key + 1, (number + 1 < keys.count ? keys[number + 1] : key + 2) - 1] {
        let reader = try StreamReader(address, from: time, capacity: 2, threads: 1, cancellation: Cancellation())
        defer { [reader.close()].settle() }
        let packet = try #require(try reader.next())
        #expect(packet.streamTime == key && packet.buffer.isKeyframe, "\(time)")
      }
    }
  }

  @Test(arguments: [["-bf", "3"], ["-bf", "0"], ["-bf", "2", "-movflags", "negative_cts_offsets"]])
  func `a reader begins with the last key frame that is shown by then`(arguments: [String]) async throws {
    let index = try await Self.index(
      "keys\(arguments.joined())", "mp4",
      Self.picture + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "10"] + arguments)
    try Self.expectKeyFrames(5, of: index)
  }

  /// The sound waits for 500 ms, and then begins amid its media.
  @Test func `sound before the part that follows an empty edit is hidden`() async throws {
    let whole = try await WildFile(
      "empty-edit", "mov", Self.picture + Self.sound + ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]
    ).url()
    let folder = try ScratchFolder()
    let url = folder.url("late.mov")
    var bytes = try [UInt8](Data(contentsOf: whole))
    // The last list is the sound's: it and the boxes around it grow by an edit.
    let list = try #require(bytes.indices.dropLast(4).last { bytes[$0...].starts(with: "elst".utf8) })
    for name in ["moov", "trak", "edts", "elst"] {
      let box = try #require(bytes.indices[...list].last { bytes[$0...].starts(with: name.utf8) })
      bytes.setBigEndian(bytes.bigEndian(at: box - 4, 4) + 12, at: box - 4, 4)
    }
    bytes.setBigEndian(2, at: list + 8, 4)
    bytes.setBigEndian(1_000, at: list + 12, 4)
    bytes.setBigEndian(1_124, at: list + 16, 4)
    var gap = [UInt8](repeating: 0xFF, count: 12)
    gap.setBigEndian(500, at: 0, 4)
    gap.setBigEndian(0x1_0000, at: 8, 4)
    bytes.insert(contentsOf: gap, at: list + 12)
    try Data(bytes).write(to: url)
    let index = try MediaProbe(AssetReference(url: url), cancellation: Cancellation()).run()
    #expect(index.container == .packets(.movie, name: "QuickTime"))
    let sound = try #require(index.facts.audioTracks.first)
    #expect(sound.firstSample == 24_000 && sound.sampleCount == 48_000)
    let heard = folder.url("heard.wav")
    try await FileConversion([AssetReference(url: url)]).session(to: heard).export()
    let samples = try await SoundReader.samples(heard, ["-ac", "1"])
    let media = try await SoundReader.samples(whole, ["-ac", "1"])
    #expect(samples.count == 96_000)
    #expect(samples[..<24_000].allSatisfy { $0 == 0 })
    // A step of 16 bits, as sound is dithered.
    let worst = zip(samples[24_000..<72_000], media[1_124..<49_124]).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 0.000_1)
  }

  @Test func `times are rounded down, and those of no file do not trap`() {
    var stream = StoredStream(
      index: 0, codec: "h264", caps: "video/x-h264", timescale: 30_000, lead: 2_002, decodingLead: 0,
      shift: -66_733_333,
      end: .max)
    #expect(stream.streamTime(-2_002) == -66_733_333)
    #expect(stream.streamTime(0) == 0)
    #expect(stream.streamTime(1_001) == 100_100_000 - 66_733_333)
    for time: Int64 in [-66_733_333, 0, 33_366_667, 1_000_000_007] {
      let tick = stream.ticks(until: time)
      #expect(stream.streamTime(tick) <= time && stream.streamTime(tick + 1) > time)
    }
    (stream.timescale, stream.lead, stream.shift) = (0, .max, .min)
    for ticks in [Int64.min, 0, .max] {
      _ = stream.streamTime(ticks)
      _ = stream.ticks(until: ticks)
    }
  }
}
