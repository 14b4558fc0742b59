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

/// Matroska and WebM whose packets libavformat reads: which they are, that their packets are those of a demuxer, and their pictures
/// and samples ffmpeg's.
@Suite("Matroska read by libavformat")
struct StoredMatroskaTests {

  private static let pictureCodecs = [
    ["mkv", "libx264", "-pix_fmt", "yuv420p", "-bf", "3", "-g", "20"],
    ["mkv", "libx265", "-pix_fmt", "yuv420p", "-x265-params", "log-level=0"],
    ["webm", "libvpx", "-deadline", "realtime", "-g", "20"],
    ["webm", "libvpx-vp9", "-deadline", "realtime", "-g", "20"],
    ["mkv", "mpeg4", "-bf", "2"], ["mkv", "mpeg2video", "-bf", "2"], ["mkv", "mpeg1video"],
    ["mkv", "libtheora", "-g", "12"], ["mkv", "ffv1", "-pix_fmt", "yuv420p"], ["mkv", "mjpeg", "-q:v", "3"],
    ["mkv", "prores_ks"],
  ]

  private static let soundCodecs = [
    ["mkv", "aac"], ["mkv", "libmp3lame"], ["mkv", "mp2"], ["webm", "libopus"], ["webm", "libvorbis"], ["mkv", "flac"],
    ["mkv", "ac3"], ["mkv", "eac3"], ["mkv", "dca", "-strict", "-2"], ["mkv", "pcm_s16le"], ["mkv", "pcm_s24le"],
    ["mkv", "pcm_f32le"], ["mkv", "alac"],
  ]

  private static func file(_ codec: [String], _ input: [String], _ flag: String) async throws -> AssetReference {
    let name = "stored-matroska-\(codec[1])"
    return AssetReference(url: try await WildFile(name, codec[0], input + [flag] + codec.dropFirst()).url())
  }

  // MARK: What is read

  @Test(arguments: pictureCodecs)
  func `pictures of a usual codec need no demuxer, and are ffmpeg's`(codec: [String]) async throws {
    let asset = try await Self.file(codec, StoredFilm.picture, "-c:v")
    let index = try StoredFilm.index(of: asset.url)
    #expect(index.container == .packets(.matroska, name: codec[0] == "mkv" ? "Matroska" : "WebM"))
    #expect(index.headerCorrection == nil && index.videoAccess[0].isTimed)
    let timing = try #require(index.facts.videoTracks.first?.timing)
    #expect(timing == .constant(start: .zero, frameDuration: try Rational(1, 25), count: 50))
    // Others are converted.
    guard !["prores_ks", "mjpeg"].contains(codec[1]) else { return }
    let found = try await StoredFilm.pictures(of: asset.url)
    let expected = [UInt8](
      try await MediaTools.ffmpegOutput(["-i", asset.url.path, "-f", "rawvideo", "-pix_fmt", "yuv420p"]))
    #expect(found.count == 50)
    // Other decoders round otherwise.
    guard !["mpeg1video", "libtheora"].contains(codec[1]) else { return }
    #expect(found.reduce([], +) == expected)
  }

  @Test(arguments: soundCodecs)
  func `a sound of a usual codec needs no demuxer, and is ffmpeg's`(codec: [String]) async throws {
    let asset = try await Self.file(codec, StoredFilm.sound(), "-c:a")
    let index = try StoredFilm.index(of: asset.url)
    #expect(index.container == .packets(.matroska, name: codec[0] == "mkv" ? "Matroska" : "WebM"))
    let facts = try #require(index.facts.audioTracks.first)
    let expected = try await SoundReader.samples(asset.url, [])
    let found = try StoredFilm.samples(of: index)
    // Samples that a decoder gives behind the end are left to the caller.
    #expect(Int64(found.count) >= 2 * facts.sampleCount && facts.channels == 2 && facts.sampleRate == 48_000)
    // An encoder's delay is cut where the file states it.
    let shift = (0...3_000).first { shift in
      stride(from: 20_000, to: 60_000, by: 37).allSatisfy { abs(found[$0] - Double(expected[$0 + 2 * shift])) < 2e-3 }
    }
    #expect(shift != nil)
  }

  @Test(arguments: pictureCodecs + soundCodecs)
  func `packets and their times are those of a demuxer`(codec: [String]) async throws {
    let isSound = Self.soundCodecs.contains(codec)
    // The demuxer does not support ALAC, nor times of ProRes.
    guard codec[1] != "alac", codec[1] != "prores_ks" else { return }
    let asset = try await Self.file(codec, isSound ? StoredFilm.sound() : StoredFilm.picture, isSound ? "-c:a" : "-c:v")
    let file = try #require(
      try StoredFile(
        matroska: FileBytes(asset.url.path, isReadOnly: true), at: asset, extent: .whole, cancellation: Cancellation()))
    let stored = try MediaScan(file, at: asset, extent: .whole, endsAtErrors: false, cancellation: Cancellation())
    let demuxed = try MediaScan(
      asset, container: codec[0] == "mkv" ? .matroska : .webM, headerCorrection: nil, cancellation: Cancellation())
    #expect(stored.streams.count == 1 && demuxed.streams.count == 1)
    let (one, other) = (stored.streams[0], demuxed.streams[0])
    #expect(one.identity == other.identity && one.codec == other.codec)
    // What a demuxer or a parser sends before the first packet are headers.
    let (found, packets) = (one.packets.filter { $0.time != nil }, other.packets.filter { $0.time != nil })
    if packets.count == other.packets.count { #expect(one.head == other.head) }
    #expect(found.map(\.time) == packets.map(\.time))
    #expect(found.map(\.duration) == packets.map(\.duration))
    #expect(found.map(\.byteCount) == packets.map(\.byteCount))
    #expect(found.map(\.isKey) == packets.map(\.isKey))
  }

  // MARK: What is kept

  @Test(arguments: [
    ["webm", "-vf", "format=yuva420p,colorchannelmixer=aa=0.5", "-c:v", "libvpx", "-auto-alt-ref", "0"],
    ["mkv", "-c:v", "rawvideo", "-pix_fmt", "yuv420p"],
    ["mkv", "-c:v", "huffyuv"],
  ])
  func `what libavformat reads worse keeps its demuxer`(arguments: [String]) async throws {
    let name = "kept-matroska-\(arguments.dropFirst().joined())"
    let url = try await WildFile(name, arguments[0], StoredFilm.picture + arguments.dropFirst()).url()
    let index = try? StoredFilm.index(of: url)
    #expect(index == nil || index?.container == (arguments[0] == "mkv" ? .matroska : .webM))
  }

  @Test(arguments: ["libvpx", "libvpx-vp9"]) func `pictures that announce alpha and have none are opaque`(
    codec: String
  ) async throws {
    let arguments = ["-c:v", codec, "-deadline", "realtime", "-pix_fmt", "yuv420p", "-metadata:s:v", "alpha_mode=1"]
    let url = try await WildFile("announced-alpha", "webm", StoredFilm.picture + arguments).url()
    let index = try StoredFilm.index(of: url)
    #expect(index.container != .webM)
    #expect(index.facts.videoTracks.map(\.timing.count) == [50])
    #expect(try await StoredFilm.pictures(of: url).flatMap(\.self) == StoredFilm.witnessedPictures(of: url))
  }

  /// WavPack, which nothing but a demuxer reads, has it read the pictures beside it, too.
  @Test func `Motion JPEG is read by a demuxer, too`() async throws {
    let codecs = ["-c:v", "mjpeg", "-c:a", "wavpack"]
    let url = try await WildFile("demuxed-jpeg", "mkv", StoredFilm.picture + StoredFilm.sound() + codecs).url()
    let index = try StoredFilm.index(of: url)
    #expect(index.container == .matroska)
    #expect(index.facts.videoTracks.map(\.codec) == ["Motion JPEG"] && index.facts.videoTracks[0].timing.count == 50)
  }

  @Test func `a damaged file keeps its demuxer`() async throws {
    let folder = try ScratchFolder()
    let film = WildFile("stored-matroska-cut", "mkv", StoredFilm.picture + WildFile.h264)
    let url = try await film.changed(in: folder.url) { $0.removeLast($0.count / 3) }
    let probe = MediaProbe(AssetReference(url: url), damagePolicy: .keep, cancellation: Cancellation())
    let index = try probe.run()
    #expect(index.container == .matroska && !index.facts.damage.isEmpty)
  }

  // MARK: Seeking

  @Test(arguments: [[], ["-live", "1"], ["-cluster_time_limit", "100"]], [0, 3])
  func `a reader begins with the last key frame that is shown by then`(
    options: [String], reordered: Int
  ) async throws {
    let url = try await WildFile(
      "keys-matroska\(options.joined())-\(reordered)", "mkv",
      StoredFilm.picture + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "10", "-bf", "\(reordered)"] + options
    ).url()
    let index = try StoredFilm.index(of: url)
    try StoredMovieTests.expectKeyFrames(5, of: index)
  }

  @Test(arguments: [
    ["libvorbis"], ["libopus"], ["libopus", "-live", "1"], ["libvorbis", "-cluster_time_limit", "200"],
  ])
  func `a reader of sound begins before the time that it is sent to, and goes on with every packet`(
    codec: [String]
  ) async throws {
    let url = try await WildFile(
      "places-matroska\(codec.joined())", "webm",
      ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=20", "-c:a"] + codec
    ).url()
    let index = try StoredFilm.index(of: url)
    var address = index.audioAddress(0)
    address.codec = address.codec.undecoded
    func times(from start: Int64?) throws -> [Int64] {
      let reader = try StreamReader(address, from: start, capacity: 8, threads: 1, cancellation: Cancellation())
      defer { [reader.close()].settle() }
      var times: [Int64] = []
      while let packet = try reader.next() { times.append(packet.streamTime ?? -1) }
      return times
    }
    let all = try times(from: nil)
    for start: Int64 in [1, 3_000_000_000, 9_999_000_000, 19_500_000_000] {
      let found = try times(from: start)
      #expect(found[0] <= start && found == Array(all.suffix(found.count)), "\(start)")
      // A cluster has five seconds.
      #expect(start < 6_000_000_000 || found[0] > start - 6_000_000_000)
    }
  }

  // MARK: Times

  @Test func `several packets of a block follow one another by the track's own duration`() throws {
    let folder = try ScratchFolder()
    let url = folder.url("laced.mka")
    try Data(Self.laced).write(to: url)
    let index = try StoredFilm.index(of: url)
    #expect(index.container == .packets(.matroska, name: "Matroska"))
    let count = try #require(index.facts.audioTracks.first).sampleCount
    #expect(count == 32_768)
    var address = index.audioAddress(0)
    address.codec = address.codec.undecoded
    let reader = try StreamReader(address, from: nil, capacity: 8, threads: 1, cancellation: Cancellation())
    defer { [reader.close()].settle() }
    for number: Int64 in 0..<32 {
      let packet = try #require(try reader.next())
      // Blocks count milliseconds.
      let block = Int64((Double(number / 4 * 4 * 1_024) / 48).rounded())
      #expect(packet.streamTime == block * 1_000_000 + number % 4 * 21_333_333)
      #expect(try packet.buffer.bytes().allSatisfy { $0 == UInt8(number) })
    }
    #expect(try reader.next() == nil)
  }

  /// PCM in blocks of four packets of 1,024 samples each, with a default duration in the track entry.
  private static let laced: [UInt8] = {
    func element(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
      let name: [UInt8] = (0..<4).map { UInt8(truncatingIfNeeded: id >> UInt32(24 - 8 * $0)) }
      let size: [UInt8] = (0..<3).map { UInt8(truncatingIfNeeded: content.count >> (16 - 8 * $0)) }
      return Array(name.drop { $0 == 0 }) + [0x10] + size + content
    }
    func number(_ id: UInt32, _ value: UInt64) -> [UInt8] {
      let bytes: [UInt8] = (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
      return element(id, bytes)
    }
    func text(_ id: UInt32, _ text: String) -> [UInt8] { element(id, Array(text.utf8)) }
    let sound = number(0xB5, 48_000.0.bitPattern) + number(0x9F, 1) + number(0x6264, 8)
    var entry = number(MatroskaID.trackNumber, 1) + number(MatroskaID.trackUID, 1) + number(MatroskaID.trackType, 2)
    entry += number(0x23_E383, 21_333_333) + text(MatroskaID.codecID, "A_PCM/INT/LIT") + element(0xE1, sound)
    var blocks: [UInt8] = []
    for block in 0..<8 {
      let time = Int((Double(block * 4 * 1_024) / 48).rounded())
      // Track 1, a time, fixed-size lacing, three packets more.
      var content: [UInt8] = [0x81, UInt8(time >> 8), UInt8(time & 0xFF), 0x84, 3]
      for packet in 0..<4 { content += [UInt8](repeating: UInt8(block * 4 + packet), count: 1_024) }
      blocks += element(MatroskaID.simpleBlock, content)
    }
    var segment = element(MatroskaID.info, number(MatroskaID.timestampScale, 1_000_000))
    segment += element(MatroskaID.tracks, element(MatroskaID.trackEntry, entry))
    segment += element(MatroskaID.cluster, number(MatroskaID.clusterTime, 0) + blocks)
    return element(0x1A45_DFA3, text(0x4282, "matroska")) + element(MatroskaID.segment, segment)
  }()

  @Test func `delays of Opus lie before zero, and times of no file do not trap`() {
    var blocks = StoredBlocks(packetDuration: 26_122_449)
    #expect(blocks.presentation(at: 5) == 5)
    blocks.opusDelay = 6_500_000
    #expect(blocks.presentation(at: 0) == -6_500_000 && blocks.presentation(at: 7_000_000) == 500_000)
    var stream = StoredStream(
      index: 0, codec: "opus", caps: "audio/x-opus", timescale: 1_000_000_000, step: 1_000_000, lead: 7,
      decodingLead: 0, shift: 0, end: .max, blocks: blocks)
    #expect(stream.streamTime(-7) == -6_500_000 && stream.streamTime(13) == 13_500_000)
    (stream.step, stream.lead) = (.max, .max)
    for ticks in [Int64.min, 0, .max] {
      _ = stream.streamTime(ticks)
      _ = stream.ticks(until: ticks)
    }
  }
}
