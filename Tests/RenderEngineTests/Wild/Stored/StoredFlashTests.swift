import EditingModel
import Foundation
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Flash video whose packets libavformat reads: which files they are, that their packets are those of a demuxer, and their pictures
/// ffmpeg's.
@Suite("Flash video read by libavformat")
struct StoredFlashTests {
  private static let h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "20"]

  /// What `-map` and codecs make of the picture and the sound.
  private static let films = [
    h264 + ["-bf", "3", "-c:a", "aac"], h264 + ["-bf", "0", "-c:a", "libmp3lame"],
    h264 + ["-bf", "2", "-c:a", "aac", "-flvflags", "no_metadata"],
    h264 + ["-bf", "2", "-c:a", "aac", "-flvflags", "add_keyframe_index"],
    ["-c:v", "flv1", "-g", "20", "-c:a", "libmp3lame"], ["-c:v", "flv1", "-c:a", "adpcm_swf"],
    ["-c:v", "flv1", "-c:a", "nellymoser", "-ac", "1", "-ar", "22050"], ["-c:v", "flashsv", "-c:a", "pcm_s16le"],
    ["-c:v", "flv1", "-ac", "1", "-ar", "8000", "-c:a", "pcm_alaw"],
    ["-c:v", "flv1", "-ac", "1", "-ar", "8000", "-c:a", "pcm_mulaw"],
    h264 + ["-an"], ["-vn", "-c:a", "aac"], ["-vn", "-c:a", "libmp3lame"],
    h264 + ["-c:a", "aac", "-output_ts_offset", "5"],
  ]

  private static func url(_ film: [String]) async throws -> URL {
    try await WildFile("stored-flash-\(film.joined())", "flv", StoredFilm.picture + StoredFilm.sound(44_100) + film)
      .url()
  }

  // MARK: What is read

  @Test(arguments: films)
  func `usual codecs need no demuxer, and packets and their times are those of one`(film: [String]) async throws {
    let url = try await Self.url(film)
    let asset = AssetReference(url: url)
    #expect(try StoredFilm.index(of: url).container == .packets(.flash, name: "Flash video"))
    let file = try #require(try StoredFile(FlashTags(FileBytes(url.path, isReadOnly: true)), at: asset))
    let stored = try MediaScan(file, at: asset, extent: .whole, endsAtErrors: false, cancellation: Cancellation())
    let demuxed = try MediaScan(
      asset, container: .flashVideo, headerCorrection: nil, cancellation: Cancellation())
    #expect(stored.streams.count == demuxed.streams.count)
    for one in stored.streams {
      let other = try #require(demuxed.streams.first { $0.mediaType == one.mediaType })
      #expect(one.codec == other.codec && one.caps.fraction("framerate")?.numerator != 0)
      #expect(one.packets.map(\.time) == other.packets.map(\.time))
      #expect(one.packets.map(\.byteCount) == other.packets.map(\.byteCount))
      #expect(one.packets.map(\.isKey) == other.packets.map(\.isKey))
      #expect(one.head == other.head)
    }
  }

  @Test(arguments: [
    h264 + ["-bf", "3"], h264 + ["-bf", "0", "-flvflags", "no_metadata"], ["-c:v", "flv1", "-g", "20"],
    h264 + ["-bf", "2", "-output_ts_offset", "5"],
  ])
  func `pictures are ffmpeg's, at their rate`(film: [String]) async throws {
    let url = try await Self.url(film + ["-an"])
    let track = try #require(try StoredFilm.index(of: url).facts.videoTracks.first)
    #expect(try track.timing == .constant(start: .zero, frameDuration: Rational(1, 25), count: 50))
    let pictures = try await StoredFilm.pictures(of: url)
    let expected = try await StoredFilm.witnessedPictures(of: url)
    let isSame = pictures.count == 50 && pictures.reduce([], +) == expected
    #expect(isSame)
  }

  @Test func `sound is ffmpeg's`() async throws {
    let url = try await Self.url(["-c:v", "flashsv", "-c:a", "pcm_s16le"])
    let index = try StoredFilm.index(of: url)
    let facts = try #require(index.facts.audioTracks.first)
    let expected = try await SoundReader.samples(url, [])
    let found = try StoredFilm.samples(of: index)
    #expect(facts.sampleCount == 88_200 && expected.count == 176_400)
    #expect(found.prefix(176_400).map { Float($0) } == expected.map { Float($0) })
  }

  // MARK: What is kept

  @Test func `Speex keeps its demuxer`() async throws {
    let film = ["-c:v", "flv1", "-ac", "1", "-ar", "16000", "-c:a", "libspeex"]
    #expect(try StoredFilm.index(of: try await Self.url(film)).container == .flashVideo)
  }

  @Test func `a stream whose header changes keeps its demuxer`() async throws {
    let folder = try ScratchFolder()
    let first = [UInt8](try Data(contentsOf: try await Self.url(Self.h264 + ["-an"])))
    let other = try await WildFile(
      "stored-flash-other", "flv",
      ["-f", "lavfi", "-i", "testsrc2=size=192x96:rate=25:duration=1", "-output_ts_offset", "2"] + Self.h264
    ).url()
    let url = folder.url("joined.flv")
    // The second file's tags stand behind its header of nine bytes and a size.
    try Data(first + [UInt8](Data(contentsOf: other)).dropFirst(13)).write(to: url)
    let tags = try FlashTags(FileBytes(url.path, isReadOnly: true))
    #expect(tags.faults.isEmpty && tags.pictures?.changes == true && tags.sound == nil)
    #expect(try StoredFile(tags, at: AssetReference(url: url)) == nil)
    #expect(try FlashTags(FileBytes(other.path, isReadOnly: true)).pictures?.changes == false)
  }

  @Test func `a damaged file keeps its demuxer`() async throws {
    let folder = try ScratchFolder()
    let film = WildFile("stored-flash-cut", "flv", StoredFilm.picture + WildFile.h264)
    let url = try await film.changed(in: folder.url) { $0.removeLast($0.count / 3) }
    let probe = MediaProbe(AssetReference(url: url), damagePolicy: .keep, cancellation: Cancellation())
    let index = try probe.run()
    #expect(index.container == .flashVideo && !index.facts.damage.isEmpty)
  }

  // MARK: Seeking

  @Test(arguments: [[], ["-flvflags", "add_keyframe_index"]], [0, 3])
  func `a reader begins with the last key frame that is shown by then`(options: [String], reordered: Int) async throws {
    let url = try await WildFile(
      "keys-flash\(options.joined())-\(reordered)", "flv",
      StoredFilm.picture + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "10", "-bf", "\(reordered)"] + options
    ).url()
    try StoredMovieTests.expectKeyFrames(5, of: try StoredFilm.index(of: url))
  }

  @Test(arguments: [["-c:a", "aac"], ["-c:a", "libmp3lame"], ["-c:a", "pcm_s16le"]])
  func `a reader of sound begins a second before the time that it is sent to, or later`(codec: [String]) async throws {
    let url = try await WildFile(
      "places-flash\(codec.joined())", "flv",
      ["-f", "lavfi", "-i", "sine=sample_rate=44100:duration=20"] + codec
    ).url()
    let index = try StoredFilm.index(of: url)
    #expect(try #require(index.audioAccess[0].stored?.blocks).places.count == 20)
    try StoredPlaces.expectSound(
      of: index, at: [1, 3_000_000_000, 9_999_000_000, 19_500_000_000], within: 1_200_000_000)
  }
}

/// Where readers of sound begin.
enum StoredPlaces {
  /// That a reader of the first sound of `index` which is sent to each of `starts`, in nanoseconds, begins with a packet at most
  /// `reach` before it, and goes on with all that follow.
  static func expectSound(of index: MediaIndex, at starts: [Int64], within reach: Int64) throws {
    var address = index.audioAddress(0)
    address.codec = address.codec.undecoded
    func packets(from start: Int64?) throws -> [(time: Int64, bytes: [UInt8])] {
      let reader = try StreamReader(address, from: start, capacity: 8, threads: 1, cancellation: Cancellation())
      defer { [reader.close()].settle() }
      var packets: [(Int64, [UInt8])] = []
      while let packet = try reader.next() { packets.append((packet.streamTime ?? -1, try packet.buffer.bytes())) }
      return packets
    }
    let all = try packets(from: nil)
    for start in starts {
      let found = try packets(from: start)
      #expect(found.count <= all.count && found[0].time <= start && found[0].time > start - reach, "\(start)")
      let rest = all.suffix(found.count)
      #expect(zip(found, rest).allSatisfy { abs($0.time - $1.time) <= 1_000_000 && $0.bytes == $1.bytes }, "\(start)")
    }
  }
}
