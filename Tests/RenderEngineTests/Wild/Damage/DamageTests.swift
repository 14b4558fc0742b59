import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import SeededRandom
import Testing

import enum TestSupport.MediaTools
import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder

/// Damaged media is refused, or rendered with a report that names every wrong frame.
@Suite("Damaged media")
struct DamageTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Films whose damage shows: by the decoder's errors, by checksums, or by what is missing.
  static let films: [WildFile] = [
    film("h264", "mp4", ["-c:v", "libx264", "-bf", "2", "-g", "15"]),
    film("h264", "mkv", ["-c:v", "libx264", "-bf", "0", "-g", "15"]),
    film("h264", "ts", ["-c:v", "libx264", "-bf", "2", "-g", "15"]),
    film("h264", "flv", ["-c:v", "libx264", "-bf", "2", "-g", "15"]),
    film("mpeg4", "avi", ["-c:v", "mpeg4", "-g", "15"]), film("mpeg2", "ts", ["-c:v", "mpeg2video", "-g", "12"]),
    film("mpeg2", "mpg", ["-c:v", "mpeg2video", "-g", "12", "-f", "vob"]),
    film("vp9", "webm", ["-c:v", "libvpx-vp9", "-g", "15", "-deadline", "realtime"]),
    film("ffv1", "mkv", ["-c:v", "ffv1", "-level", "3"]), film("mjpeg", "mov", ["-c:v", "mjpeg", "-q:v", "3"]),
  ]

  static func film(_ name: String, _ type: String, _ arguments: [String]) -> WildFile {
    let source = "testsrc2=size=320x192:rate=25:duration=2"
    return WildFile("damage-\(name)", type, ["-f", "lavfi", "-i", source] + arguments + ["-pix_fmt", "yuv420p"])
  }

  static var accidents: [DamagedFile] {
    let count: UInt64 = ProofScope.isFull ? 13 : 1
    return films.flatMap { film in
      Accident.allCases.flatMap { accident in
        (0..<count).map { DamagedFile(file: film, accident: accident, seed: $0 * 7 + 1) }
      }
    }
  }

  @Test func `no damaged film is rendered as if it were whole`() async throws {
    var unnoticed: [String] = []
    var undetectable: [String] = []
    var (refused, kept, whole) = (0, 0, 0)
    var known: [WildFile: Reading] = [:]
    for damaged in Self.accidents {
      let intact = try await intact(damaged.file, &known)
      let url = try await damaged.url(in: try newFolder())
      let outcome = await pictures(of: url, .refuse)
      switch outcome {
      case .failure(let error):
        let error = try #require(error as? RenderError, "\(damaged): \(error)")
        #expect(error.message.hasSuffix(".") && error.remedy != nil, "\(damaged): \(error)")
        refused += 1
      case .success(let read):
        whole += 1
        let wrong = Self.wrong(read, intact)
        guard !wrong.isEmpty else { break }
        if try await isNoticedByFFmpeg(url) {
          unnoticed.append("\(damaged): \(wrong)")
        } else {
          undetectable.append("\(damaged): \(wrong)")
        }
      }
      guard case .success(let read) = await pictures(of: url, .keep) else { continue }
      kept += 1
      // Where frames are missing, none has its number any more.
      guard read.pictures.count == intact.pictures.count else {
        #expect(!read.damage.isEmpty, "\(damaged)")
        continue
      }
      let wrong = Set(Self.wrong(read, intact))
      guard !wrong.isEmpty, !(unnoticed + undetectable).contains(where: { $0.hasPrefix("\(damaged):") }) else {
        continue
      }
      // By time: where frames are missing, those after them have other numbers.
      let named = try wrong.filter { number in
        let time = try Rational(Int64(number), 25)
        return read.damage.compactMap(\.stretch).contains { $0.time.contains(time) }
      }
      #expect(wrong.subtracting(named).isEmpty, "\(damaged): \(wrong.subtracting(named).sorted()) are not named")
    }
    print(
      "Damage: \(Self.accidents.count) films, \(refused) refused, \(whole) read, \(kept) kept; noticed by no decoder:",
      undetectable)
    // What decodes to other coefficients is no error to any decoder.
    #expect(unnoticed.isEmpty, "\(unnoticed)")
    #expect(undetectable.count * 5 <= Self.accidents.count, "\(undetectable)")
  }

  /// What is read of `file` as it was, once for all its accidents.
  private func intact(_ file: WildFile, _ known: inout [WildFile: Reading]) async throws -> Reading {
    if let reading = known[file] { return reading }
    let reading = try await pictures(of: file.url(), .refuse).get()
    known = [file: reading]
    return reading
  }

  /// Whether ffmpeg, in strict mode, finds anything wrong with the file at `url`.
  private func isNoticedByFFmpeg(_ url: URL) async throws -> Bool {
    do {
      try await MediaTools.ffmpeg(["-err_detect", "explode", "-xerror", "-i", url.path, "-f", "null", "-"])
      return false
    } catch is MediaTools.Failure {
      return true
    }
  }

  private struct Reading {
    var pictures: [[[UInt8]]]
    var damage: [MediaDamage]
  }

  private func pictures(of url: URL, _ policy: DamagePolicy) async -> Result<Reading, any Error> {
    await Outcome.of {
      let renderer = GStreamerRenderer(damagePolicy: policy)
      let asset = AssetReference(url: url)
      let facts = try #require(try await renderer.facts(of: [asset])[asset])
      let range = CMTimeRange(start: .zero, duration: try CMTime(exactly: facts.duration))
      var track = CompositionTrack(id: 1, mediaType: .video)
      track.segments = [CompositionTrackSegment(source: .init(asset: asset), sourceRange: range, targetRange: range)]
      let plan = try await EditSnapshot(composition: Composition(tracks: [track])).plan(
        settings: RenderSettings(), renderer: renderer)
      let reader = try await renderer.pictures(of: plan, in: .yuv420p)
      defer { reader.close() }
      let pictures = try await reader.bytes(in: 0..<reader.plan.frameCount)
      return Reading(pictures: pictures, damage: reader.damage())
    }
  }

  /// The frames that differ.
  private static func wrong(_ read: Reading, _ intact: Reading) -> [Int] {
    (0..<max(read.pictures.count, intact.pictures.count)).filter { number in
      guard number < read.pictures.count, number < intact.pictures.count else { return true }
      return read.pictures[number] != intact.pictures[number]
    }
  }

  /// A folder of its own for a file whose name others have as well.
  private func newFolder() throws -> URL {
    let url = folder.url(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    return url
  }

  // MARK: Sound

  @Test(
    arguments: [
      ("aac", "mp4", "aac"), ("aac", "aac", "aac"), ("ac3", "ac3", "ac3"), ("flac", "flac", "flac"),
      ("flac", "mkv", "flac"), ("opus", "ogg", "libopus"), ("vorbis", "ogg", "libvorbis"),
    ] as [(String, String, String)])
  func `damaged sound is refused, or silent and named`(name: String, type: String, codec: String) async throws {
    let file = WildFile("damage-\(name)", type, WildFile.sound + ["-c:a", codec])
    for seed in 0..<(ProofScope.isFull ? 20 : 2) as Range<UInt64> {
      let damaged = DamagedFile(file: file, accident: .overwritten, seed: seed)
      let url = try await damaged.url(in: try newFolder())
      let intact = try await samples(of: file.url(), .refuse).get()
      switch await samples(of: url, .refuse) {
      case .failure(let error): #expect(error is RenderError, "\(error)")
      case .success(let read):
        guard read.samples != intact.samples else { continue }
        // What decodes to other samples is no error to any decoder.
        #expect(try await !isNoticedByFFmpeg(url), "\(damaged) passes for whole")
        continue
      }
      guard case .success(let kept) = await samples(of: url, .keep) else { continue }
      #expect(kept.samples == intact.samples || !kept.damage.isEmpty, "\(damaged)")
    }
  }

  private func samples(
    of url: URL, _ policy: DamagePolicy
  ) async -> Result<(samples: [Double], damage: [MediaDamage]), any Error> {
    await Outcome.of {
      let renderer = GStreamerRenderer(damagePolicy: policy)
      let asset = AssetReference(url: url)
      let facts = try #require(try await renderer.facts(of: [asset])[asset])
      let range = CMTimeRange(start: .zero, duration: try CMTime(exactly: facts.duration))
      var track = CompositionTrack(id: 1, mediaType: .audio)
      track.segments = [CompositionTrackSegment(source: .init(asset: asset), sourceRange: range, targetRange: range)]
      let plan = try await EditSnapshot(composition: Composition(tracks: [track])).plan(
        settings: RenderSettings(), renderer: renderer)
      let reader = try await renderer.samples(of: plan)
      defer { reader.close() }
      return (try await reader.samples(0..<reader.plan.sampleCount).interleaved, reader.damage())
    }
  }

  // MARK: Ends

  @Test(
    arguments: [
      ("wav", "pcm_s16le"), ("aiff", "pcm_s16be"), ("flac", "flac"), ("mp3", "libmp3lame"), ("aac", "aac"),
      ("ac3", "ac3"), ("ogg", "libvorbis"), ("opus", "libopus"), ("mka", "aac"), ("m4a", "aac"),
    ])
  func `a sound that is cut short is refused, or kept with a word`(type: String, codec: String) async throws {
    let file = WildFile("cut", type, WildFile.sound + ["-c:a", codec])
    let url = try await file.changed(in: folder.url) { $0.removeLast($0.count * 3 / 10 + 1) }
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .mediaUnreadable && error.message.hasPrefix("The file is cut short"), "\(error)")
    let asset = AssetReference(url: url)
    guard let facts = try? await GStreamerRenderer(damagePolicy: .keep).facts(of: [asset])[asset] else {
      // The table of samples is at the end of what ffmpeg writes.
      #expect(type == "m4a")
      return
    }
    #expect(facts.damage.contains { $0.hasPrefix("The file is cut short") }, "\(facts.damage)")
    #expect(facts.duration < Rational(3))
  }

  @Test(
    arguments: [
      ("ts", ["-c:v", "libx264"]), ("mpg", ["-c:v", "mpeg2video"]), ("flv", ["-c:v", "libx264"]),
      ("avi", ["-c:v", "mpeg4"]), ("mkv", ["-c:v", "libx264"]), ("webm", ["-c:v", "libvpx-vp9"]),
      ("ogv", ["-c:v", "libtheora"]), ("wmv", ["-c:v", "wmv2"]), ("mp4", ["-c:v", "libx264"]),
    ] as [(String, [String])])
  func `a film that is cut short is refused`(type: String, arguments: [String]) async throws {
    let file = WildFile("cut", type, WildFile.picture + arguments + ["-pix_fmt", "yuv420p"])
    // Transport packets have 188 bytes: a cut between two does not show.
    let url = try await file.changed(in: folder.url) { $0.removeLast($0.count * 3 / 10 / 188 * 188 + 100) }
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.message.hasPrefix("The file is cut short"), "\(error)")
  }

  @Test(arguments: ["png", "jpg", "gif", "bmp", "tga", "ppm"])
  func `half a still is refused`(type: String) async throws {
    let file = WildFile("half", type, ["-f", "lavfi", "-i", "testsrc2=size=160x96", "-frames:v", "1"])
    let url = try await file.changed(in: folder.url) { $0.removeLast($0.count / 2) }
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .mediaUnreadable, "\(error)")
  }
}

/// What a test's work comes to.
private enum Outcome {
  static func of<Success>(_ body: () async throws -> Success) async -> Result<Success, any Error> {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
