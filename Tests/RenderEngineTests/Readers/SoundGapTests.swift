import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

/// Times for which a file holds no packets of sound are silent, and no damage.
@Suite("Sound with holes")
struct SoundHoleTests {
  /// A film whose sound is shorter than its picture, four times one after another without being encoded anew.
  struct Loop: Hashable, Sendable, CustomStringConvertible {
    var codec: String
    var container: String

    init(_ codec: String, _ container: String) { (self.codec, self.container) = (codec, container) }

    var description: String { "\(codec) in \(container)" }

    func url() async throws -> URL {
      let stored = codec == "pcm_s16le" ? "mov" : "mp4"
      let noise = "anoisesrc=r=48000:d=1:seed=7:a=0.4"
      let film = WildFile(
        "hole-film-\(codec)", stored,
        ["-f", "lavfi", "-i", "testsrc=s=160x96:r=25:d=1.2", "-f", "lavfi", "-i", noise] + WildFile.h264
          + ["-c:a", codec, "-strict", "-2"])
      let source = try await film.url()
      return try await WildFile(
        "hole-\(codec)", container,
        ["-stream_loop", "3", "-i", source.path, "-c", "copy", "-strict", "-2"]
      ).url()
    }
  }

  static let short = [
    Loop("aac", "mp4"), Loop("ac3", "mov"), Loop("libopus", "mp4"), Loop("flac", "mp4"), Loop("pcm_s16le", "mkv"),
    Loop("aac", "mkv"), Loop("libmp3lame", "ts"),
  ]
  static let long = [
    Loop("ac3", "mp4"), Loop("aac", "mov"), Loop("libmp3lame", "mp4"), Loop("libmp3lame", "mov"), Loop("ac3", "mkv"),
    Loop("libmp3lame", "mkv"), Loop("flac", "mkv"), Loop("aac", "ts"), Loop("ac3", "ts"),
  ]

  @Test(arguments: ProofScope.isFull ? short + long : short)
  func `holes are silent, and the samples around them at their times`(loop: Loop) async throws {
    let url = try await loop.url()
    let facts = try await WildFile.facts(of: url)
    #expect(facts.notes.count == 1 && facts.notes.first?.contains("at 3 places") == true, "\(facts.notes)")
    #expect(facts.damage.isEmpty)
    let found = try await samples(of: url)
    let wanted = try await Self.witness(url)
    let holes = Self.silences(in: wanted)
    #expect(holes.count == 3)
    // Decoders of Opus agree 80 ms after another stream has begun (RFC 7845 §4.6).
    let settling = loop.codec == "libopus" ? 3_840 : 0
    let compared = (0..<min(wanted.count, facts.heardEnd)).filter { place in
      !holes.contains { $0.upperBound <= place && place < $0.upperBound + settling }
    }
    #expect(compared.allSatisfy { abs(wanted[$0] - found[$0]) < 1e-4 })
    for hole in holes { #expect(found[hole].allSatisfy { abs($0) < 1e-4 }) }
  }

  @Test func `any samples around holes are those that come in order`() async throws {
    for loop in [Loop("flac", "mp4"), Loop("pcm_s16le", "mkv")] {
      let url = try await loop.url()
      let whole = try await samples(of: url)
      for hole in Self.silences(in: whole).prefix(3) {
        for start in [hole.lowerBound - 500, hole.lowerBound + 300, hole.upperBound - 200, hole.upperBound + 100] {
          #expect(try await samples(of: url, from: start, count: 700) == Array(whole[start..<start + 700]), "\(loop)")
        }
      }
    }
  }

  @Test(arguments: [384, 3_000, 96_000])
  func `a hole is as long as the table says, to the sample`(length: Int) async throws {
    let noise = ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=2:seed=9:a=0.4", "-c:a", "aac"]
    let whole = try await WildFile("hole-none", "m4a", noise).url()
    let moved = "setts=ts='if(gte(N,20),TS+\(length),TS)'"
    let url = try await WildFile("hole-\(length)", "m4a", ["-i", whole.path, "-c", "copy", "-bsf:a", moved]).url()
    let (found, before) = (try await samples(of: url), try await samples(of: whole))
    // The first packet is the encoder's delay.
    let hole = 19 * 1_024
    #expect(found[..<hole] == before[..<hole])
    #expect(found[hole..<hole + length].allSatisfy { $0 == 0 })
    // What the file's own end hides of the last packet is another number of samples.
    let rest = found.count - hole - length - 1_024
    try #require(rest > 0)
    #expect(found[(hole + length)...].prefix(rest) == before[hole...].prefix(rest))
    #expect(try await WildFile.facts(of: url).notes.count == 1)
    #expect(try await WildFile.facts(of: whole).notes.isEmpty)
  }

  @Test func `a packet whose time in the table is late alone is heard in its place`() async throws {
    let noise = ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=2:seed=9:a=0.4", "-c:a", "aac"]
    let whole = try await WildFile("hole-none", "m4a", noise).url()
    let moved = "setts=ts='if(eq(mod(N,30),20),TS+448,TS)'"
    let url = try await WildFile("hole-late", "m4a", ["-i", whole.path, "-c", "copy", "-bsf:a", moved]).url()
    #expect(try await WildFile.facts(of: url).notes.isEmpty)
    let (found, before) = (try await samples(of: url), try await samples(of: whole))
    #expect(found == before)
    #expect(
      try await samples(of: url, from: 68 * 1_024, count: 3_000).elementsEqual(before[68 * 1_024..<68 * 1_024 + 3_000]))
  }

  @Test(arguments: [-1, 0, 1])
  func `a damaged packet beside a hole is damage`(place: Int) async throws {
    let url = try await Loop("aac", "mp4").url()
    let rows = try await MediaTools.ffprobe([
      "-select_streams", "a", "-show_entries", "packet=pts,size,pos", "-of", "csv=p=0", url.path,
    ]).split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
    let behind = try #require(rows.indices.dropFirst().first { rows[$0][0] - rows[$0 - 1][0] > 2_000 })
    let row = rows[behind + place]
    var bytes = [UInt8](try Data(contentsOf: url))
    for offset in row[2]..<row[2] + row[1] { bytes[offset] = 0xA5 }
    let folder = try ScratchFolder()
    let damaged = folder.url("damaged.mp4")
    try Data(bytes).write(to: damaged)
    let error = await #expect(throws: RenderError.self) { _ = try await samples(of: damaged) }
    #expect(error?.code == .mediaUnreadable)
  }

  /// The samples of the first channel as this engine reads them.
  private func samples(of url: URL, from start: Int = 0, count: Int? = nil) async throws -> [Float] {
    let asset = AssetReference(url: url)
    let facts = try await WildFile.facts(of: url)
    let track = try #require(facts.audioTracks.first)
    let length = CMTime(value: track.firstSample + track.sampleCount, timescale: CMTimeScale(track.sampleRate))
    let range = CMTimeRange(start: .zero, duration: length)
    let segment = CompositionTrackSegment(source: .init(asset: asset), sourceRange: range, targetRange: range)
    let edit = EditSnapshot(
      composition: Composition(tracks: [CompositionTrack(id: 1, mediaType: .audio, segments: [segment])]))
    let plan = try await edit.plan(
      settings: RenderSettings(sampleRate: track.sampleRate, channels: 1), renderer: GStreamerRenderer())
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    let end = count.map { Int64(start + $0) } ?? (track.firstSample + track.sampleCount)
    return try await reader.bits(in: [Int64(start)..<end])[0].map { Float(Double(bitPattern: $0)) }
  }

  /// The same by ffmpeg, with its option to fill holes.
  private static func witness(_ url: URL) async throws -> [Float] {
    try await SoundReader.samples(url, ["-af", "aresample=async=1:first_pts=0:min_hard_comp=0.0001", "-ac", "1"])
  }

  /// Where more than 200 samples one after another are zero.
  private static func silences(in samples: [Float]) -> [Range<Int>] {
    var (found, start): ([Range<Int>], Int?) = ([], nil)
    for (place, sample) in (samples + [1]).enumerated() {
      if abs(sample) < 1e-6 {
        start = start ?? place
      } else if let first = start {
        if place - first > 200, place < samples.count { found.append(first..<place) }
        start = nil
      }
    }
    return found
  }
}

extension MediaFacts {
  /// One past the last sample that the first track presents.
  fileprivate var heardEnd: Int { audioTracks.first.map { Int($0.firstSample + $0.sampleCount) } ?? 0 }
}
