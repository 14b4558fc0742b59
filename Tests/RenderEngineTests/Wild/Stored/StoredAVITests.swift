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

/// AVI whose packets libavformat reads: which files they are, that their packets are those of a demuxer, and their pictures and
/// samples ffmpeg's.
@Suite("AVI read by libavformat")
struct StoredAVITests {
  private static let yuv = ["-pix_fmt", "yuv420p"]

  private static let films = [
    ["-c:v", "mpeg4", "-bf", "2", "-g", "20", "-c:a", "libmp3lame"],
    ["-c:v", "mpeg4", "-g", "20", "-c:a", "libmp3lame", "-q:a", "4"],
    ["-c:v", "libxvid", "-bf", "2", "-g", "20", "-c:a", "ac3"],
    ["-c:v", "mpeg4", "-vtag", "DIVX", "-c:a", "pcm_s16le"], ["-c:v", "mpeg4", "-vtag", "DX50", "-c:a", "mp2"],
    ["-c:v", "libx264", "-bf", "3", "-g", "20", "-c:a", "aac"] + yuv,
    ["-c:v", "libx264", "-bf", "0", "-g", "20", "-c:a", "pcm_s24le"] + yuv,
    ["-c:v", "mjpeg", "-c:a", "pcm_u8"], ["-c:v", "huffyuv", "-c:a", "pcm_f32le"],
    ["-c:v", "ffv1", "-c:a", "pcm_mulaw"] + yuv, ["-c:v", "msmpeg4", "-c:a", "pcm_alaw"],
    ["-c:v", "msmpeg4v2", "-c:a", "libmp3lame"], ["-c:v", "wmv2", "-ac", "1", "-c:a", "pcm_s16le"],
    ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "mp2"], ["-c:v", "mpeg1video", "-c:a", "mp2"],
    ["-c:v", "png", "-c:a", "ac3"], ["-c:v", "flv1", "-c:a", "libmp3lame"], ["-c:v", "libvpx", "-c:a", "pcm_s16le"],
    ["-s", "720x576", "-c:v", "dvvideo", "-c:a", "pcm_s16le"] + yuv, ["-vn", "-c:a", "pcm_s16le"],
    ["-an", "-c:v", "mpeg4"],
  ]

  private static func url(_ film: [String]) async throws -> URL {
    try await WildFile("stored-avi-\(film.joined())", "avi", StoredFilm.picture + StoredFilm.sound() + film).url()
  }

  // MARK: What is read

  @Test(arguments: films)
  func `usual codecs need no demuxer, and packets and their times are those of one`(film: [String]) async throws {
    let url = try await Self.url(film)
    let asset = AssetReference(url: url)
    let index = try StoredFilm.index(of: url)
    #expect(index.container == .packets(.avi, name: "AVI"))
    let file = try #require(try StoredFile(avi: asset))
    let stored = try MediaScan(file, at: asset, extent: .whole, endsAtErrors: false, cancellation: Cancellation())
    let demuxed = try MediaScan(asset, container: .avi, headerCorrection: nil, cancellation: Cancellation())
    #expect(stored.streams.map(\.mediaType) == demuxed.streams.map(\.mediaType))
    for (one, other) in zip(stored.streams, demuxed.streams) {
      #expect(one.codec == other.codec && one.head == other.head)
      #expect(one.packets.map(\.time) == other.packets.map(\.time))
      #expect(one.packets.map(\.byteCount) == other.packets.map(\.byteCount))
      #expect(one.packets.map(\.isKey) == other.packets.map(\.isKey))
      if one.mediaType == .video {
        #expect(one.packets.map(\.duration) == other.packets.map(\.duration))
        for field in ["framerate", "pixel-aspect-ratio"] {
          #expect(one.caps.fraction(field)?.numerator == other.caps.fraction(field)?.numerator)
        }
      }
    }
  }

  @Test(arguments: [
    ["-c:v", "mpeg4", "-bf", "2", "-g", "20"], ["-c:v", "mpeg4", "-vtag", "DX50", "-bf", "1"],
    ["-c:v", "libx264", "-bf", "3", "-g", "20"] + yuv, ["-c:v", "libx264", "-bf", "0"] + yuv,
    ["-c:v", "ffv1"] + yuv, ["-c:v", "msmpeg4"], ["-c:v", "wmv2"], ["-c:v", "flv1"], ["-c:v", "libvpx"],
  ])
  func `pictures are ffmpeg's, at their rate`(film: [String]) async throws {
    let url = try await Self.url(film + ["-an"])
    let index = try StoredFilm.index(of: url)
    let timing = try #require(index.facts.videoTracks.first).timing
    #expect(timing.count == 50)
    #expect(try timing.start(of: 49) - timing.start(of: 0) == Rational(49, 25))
    let pictures = try await StoredFilm.pictures(of: url)
    let expected = try await StoredFilm.witnessedPictures(of: url)
    let isSame = pictures.count == 50 && pictures.reduce([], +) == expected
    #expect(isSame)
  }

  @Test(arguments: [["-vn", "-c:a", "pcm_s16le"], ["-c:v", "huffyuv", "-c:a", "pcm_f32le"]])
  func `sound is ffmpeg's`(film: [String]) async throws {
    let url = try await Self.url(film)
    let index = try StoredFilm.index(of: url)
    let facts = try #require(index.facts.audioTracks.first)
    let expected = try await SoundReader.samples(url, [])
    let found = try StoredFilm.samples(of: index)
    #expect(facts.sampleCount == 96_000 && expected.count == 192_000)
    #expect(found.prefix(192_000).map { Float($0) } == expected.map { Float($0) })
  }

  @Test func `a file says how long it is without being read`() async throws {
    let url = try await Self.url(["-an", "-c:v", "mpeg4"])
    let facts = try MediaProbe(AssetReference(url: url), cancellation: Cancellation()).estimate()
    #expect(!facts.isPrecise && facts.duration == Rational(2))
  }

  // MARK: What is kept

  @Test(arguments: [
    ["-c:v", "rawvideo", "-pix_fmt", "yuv420p"], ["-c:v", "mpeg4", "-c:a", "adpcm_ms"],
    ["-c:v", "mpeg4", "-c:a", "wmav2"], ["-c:v", "mpeg4", "-ac", "6", "-c:a", "pcm_s16le"],
  ])
  func `what libavformat reads worse keeps its demuxer`(film: [String]) async throws {
    #expect(try StoredFilm.index(of: try await Self.url(film)).container == .avi)
  }

  @Test func `a file without an index keeps its demuxer`() async throws {
    let folder = try ScratchFolder()
    let film = WildFile(
      "stored-avi-\(["-an", "-c:v", "mpeg4"].joined())", "avi", StoredFilm.picture + ["-c:v", "mpeg4"])
    let url = try await film.changed(in: folder.url) { bytes in
      for name in ["idx1", "indx", "ix00"] {
        guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: name.utf8) }) else { continue }
        bytes.replaceSubrange(place..<place + 4, with: Array("JUNK".utf8))
      }
    }
    #expect(try StoredFile(avi: AssetReference(url: url)) == nil)
    #expect(try StoredFilm.index(of: url).container == .avi)
  }

  @Test func `a damaged file keeps its demuxer`() async throws {
    let folder = try ScratchFolder()
    let film = WildFile("stored-avi-cut", "avi", StoredFilm.picture + ["-c:v", "mpeg4"])
    let url = try await film.changed(in: folder.url) { $0.removeLast($0.count / 3) }
    let probe = MediaProbe(AssetReference(url: url), damagePolicy: .keep, cancellation: Cancellation())
    let index = try probe.run()
    #expect(index.container == .avi && !index.facts.damage.isEmpty)
  }

  // MARK: Seeking

  @Test func `a reader begins with the last key frame that is decoded by then`() async throws {
    let url = try await WildFile("keys-avi", "avi", StoredFilm.picture + ["-c:v", "mjpeg"]).url()
    let index = try StoredFilm.index(of: url)
    var address = index.videoAddress(0)
    address.codec = address.codec.undecoded
    for time: Int64 in [0, 1, 39_999_999, 40_000_000, 1_000_000_001, 1_999_999_999] {
      let reader = try StreamReader(address, from: time, capacity: 2, threads: 1, cancellation: Cancellation())
      defer { [reader.close()].settle() }
      let packet = try #require(try reader.next())
      #expect(packet.streamTime == time / 40_000_000 * 40_000_000, "\(time)")
    }
  }

  @Test(arguments: [["libmp3lame"], ["libmp3lame", "-q:a", "4"], ["ac3"], ["pcm_s16le"], ["pcm_s24le"], ["aac"]])
  func `a reader of sound begins just before the time that it is sent to`(codec: [String]) async throws {
    let url = try await WildFile(
      "places-avi\(codec.joined())", "avi",
      ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=10", "-ac", "2", "-c:a"] + codec
    ).url()
    try StoredPlaces.expectSound(
      of: try StoredFilm.index(of: url), at: [1, 3_000_000_000, 4_999_000_000, 9_500_000_000], within: 1_200_000_000)
  }
}
