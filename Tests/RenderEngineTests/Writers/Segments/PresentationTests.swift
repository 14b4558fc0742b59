import EditServices
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import TestSupport
import Testing

/// Presentations for HLS and DASH, read by ffmpeg: the film's frames and samples in all sizes, and playlists after the RFC's rules.
@Suite("Presentations")
struct PresentationTests {
  private static let frameCount = 200

  /// A film of 200 numbered frames at 29.97 a second, with a click at two seconds.
  private func source() async throws -> URL {
    try await IndexedFilm(film: 4) { film in
      film.frameCount = Self.frameCount
      film.sound = SoundFile(.click(at: Fraction(2))) { ($0.count, $0.codec) = (320_000, .aac) }
    }.url()
  }

  private func package(
    _ folder: URL, of film: URL? = nil, sound: AudioCodec? = nil, _ change: (inout PackageRequest) -> Void = { _ in }
  ) async throws -> PackageReport {
    let media = if let film { film } else { try await source() }
    var conversion = FileConversion([AssetReference(url: media)])
    conversion.choices.wishes.audio = sound.map { AudioDescription(codec: .codec($0)) }
    conversion.choices.wishes.video = VideoDescription(codec: .codec(.h264), speed: .veryfast)
    var request = PackageRequest(try await conversion.session(to: folder.appendingPathExtension("mp4")).request)
    request.film.outputURL = folder
    request.renditions = [Rendition(lines: nil), Rendition(lines: 90, maximumBitrate: 200_000)]
    request.segmentDuration = Rational(2)
    change(&request)
    return try await PackageSession(request).export()
  }

  private func indices(_ url: URL) async throws -> [Int] {
    try await FilmReader.frames(url).map { if case .frame(let code) = $0 { Int(code.index) } else { -1 } }
  }

  @Test func `a presentation lasts until its sound ends, where that goes on behind the last picture`() async throws {
    let scratch = try ScratchFolder()
    let film = try await IndexedFilm(film: 5) { film in
      film.frameCount = 30
      film.sound = SoundFile(.click(at: Fraction(1))) { ($0.count, $0.codec) = (96_000, .aac) }
    }.url()
    let report = try await package(scratch.url("film"), of: film)
    #expect(report.frameCount == 30 && abs(report.duration.seconds - 2) < 0.03, "\(report.duration)")
    let text = try String(contentsOf: scratch.url("film").appending(path: "manifest.mpd"), encoding: .utf8)
    let said = try #require(text.firstMatch(of: /mediaPresentationDuration="PT([0-9.]+)S"/)?.1)
    #expect(abs((Double(said) ?? 0) - 2) < 0.03, "\(said)")
  }

  @Test(.serialized, arguments: MediaSegmentFormat.allCases)
  func `each rendition shows the film's frames at their times`(format: MediaSegmentFormat) async throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url("film")
    let report = try await package(folder) { $0.segmentFormat = format }
    #expect(report.frameCount == Self.frameCount && report.tracks.map(\.name) == ["source", "90p", "sound"])
    for name in ["source", "90p"] {
      let playlist = folder.appending(path: "\(name)/index.m3u8")
      #expect(try await indices(playlist) == Array(0..<Self.frameCount), "\(name)")
      let words = try await MediaTools.ffmpegComplaints(playlist)
      #expect(words.isEmpty, "\(words.prefix(400))")
      let times = try await FilmReader.times(playlist)
      let start = try #require(times.first)
      #expect(format == .transportStream || start == Fraction(0))
      for (number, time) in times.enumerated() {
        let off = (time - start - Fraction(1_001 * number, 30_000)).value
        #expect(abs(off) < 0.00051, "picture \(number) is off by \(off) s")
      }
      // Segments of sixty frames, each beginning with an independent key frame.
      let frames = try Playlist(contentsOf: folder.appending(path: "\(name)/iframes.m3u8"))
      #expect(frames.durations.map { ($0 * 1_000).rounded() } == [2_002, 2_002, 2_002, 667])
      if format == .fragmentedMP4 {
        #expect(try await indices(folder.appending(path: "\(name)/iframes.m3u8")) == [0, 60, 120, 180])
      }
    }
    let broken = try PresentationRules(folder).violations()
    #expect(broken.isEmpty, "\(broken)")
    try await expectClick(
      in: folder.appending(path: "sound/index.m3u8"), beside: folder.appending(path: "source/index.m3u8"))
  }

  /// Expects the click at two seconds of the `pictures`, whatever the encoder puts before the `sound`.
  private func expectClick(in sound: URL, beside pictures: URL) async throws {
    let samples = try await SoundReader.firstChannel(sound)
    let place = try #require(Click.position(in: samples, rate: 48_000))
    let early = try await (startTime(sound, "a:0") - startTime(pictures, "v:0")) * 48_000
    #expect(abs(place + early - 96_000) < 1, "the click is at \(place), of a sound that begins at \(early)")
  }

  @Test func `AC-3 stands in segments, and in a movie that stays in fragments`() async throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url("film")
    let report = try await package(folder, sound: .ac3) { $0.renditions = [Rendition(lines: 90)] }
    #expect(report.tracks.last?.media.codec == "ac-3")
    try await expectClick(
      in: folder.appending(path: "sound/index.m3u8"), beside: folder.appending(path: "90p/index.m3u8"))
    let url = scratch.url("film.mp4")
    var conversion = FileConversion([AssetReference(url: try await source())])
    conversion.choices.wishes.video = VideoDescription(codec: .codec(.h264), speed: .veryfast, keyframeInterval: 30)
    conversion.choices.wishes.audio = AudioDescription(codec: .codec(.ac3))
    conversion.fragmentDuration = Rational(2)
    try await conversion.session(to: url).export()
    try await expectClick(in: url, beside: url)
    #expect(try await indices(url) == Array(0..<Self.frameCount))
    let words = try await MediaTools.ffmpegComplaints(url)
    #expect(words.isEmpty, "\(words.prefix(400))")
  }

  /// When the first frame is presented that ffmpeg gives of the first stream of the file at `url` that `selection` names, in seconds: what an
  /// encoder puts before a sound in fragments is decoded by some releases, and left out by others.
  private func startTime(_ url: URL, _ selection: String) async throws -> Double {
    let text = try await MediaTools.ffprobe([
      "-select_streams", selection, "-read_intervals", "%+#8", "-show_entries", "frame=best_effort_timestamp_time",
      "-of", "csv=p=0", url.path,
    ])
    return try #require(text.split { $0.isNewline || $0 == "," }.first.flatMap { Double($0) })
  }

  @Test func `DASH describes the same segments`() async throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url("film")
    let report = try await package(folder)
    let manifest = folder.appending(path: StreamingManifest.dash.fileName)
    #expect(try await indices(manifest) == Array(0..<Self.frameCount))
    let text = try String(contentsOf: manifest, encoding: .utf8)
    #expect(text.contains("<S t=\"0\" d=\"60060\" r=\"2\"/>"))
    for track in report.tracks { #expect(text.contains("codecs=\"\(track.media.codec)\"")) }
    #expect(report.tracks[0].media.codec.hasPrefix("avc1.64") && report.tracks[2].media.codec == "mp4a.40.2")
  }

  @Test func `the same film gives the same bytes, with a poster and its waveform`() async throws {
    let scratch = try ScratchFolder()
    let folders = [scratch.url("one"), scratch.url("two")]
    for folder in folders {
      _ = try await package(folder) { request in
        request.poster = .init(at: Rational(3), as: .png)
        request.soundFiles = [
          .waveform("waveform.json", .pointsPerSecond(20)) { Array(try JSONEncoder().encode($0.pointCount)) }
        ]
      }
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folders[0].path).sorted()
    #expect(names.contains("waveform.json") && names.contains("90p/00004.m4s"))
    for name in names where !URL(filePath: name).pathExtension.isEmpty {
      let files = try folders.map { try Data(contentsOf: $0.appending(path: name)) }
      #expect(files[0] == files[1], "\(name)")
    }
    // The frame that is shown at three seconds.
    #expect(try await indices(folders[0].appending(path: "poster.png")) == [89])
  }

  @Test func `a film in fragments begins each with a key frame`() async throws {
    let scratch = try ScratchFolder()
    let url = scratch.url("film.mp4")
    var conversion = FileConversion([AssetReference(url: try await source())])
    conversion.choices.wishes.video = VideoDescription(codec: .codec(.h264), speed: .veryfast, keyframeInterval: 30)
    conversion.fragmentDuration = Rational(2)
    let report = try await conversion.session(to: url).export()
    #expect(report.frameCount == Self.frameCount)
    #expect(try await indices(url) == Array(0..<Self.frameCount))
    let words = try await MediaTools.ffmpegComplaints(url)
    #expect(words.isEmpty, "\(words.prefix(400))")
    let bytes = [UInt8](try Data(contentsOf: url))
    var (kinds, place): ([String], Int) = ([], 0)
    while place + 8 <= bytes.count {
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      kinds.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
      place += max(8, size)
    }
    // Two seconds, and until the next key frame.
    #expect(kinds.joined(separator: " ") == "ftyp moov moof mdat moof mdat moof mdat moof mdat mfra")
  }
}
