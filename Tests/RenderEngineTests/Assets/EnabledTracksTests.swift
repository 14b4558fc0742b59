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

/// Films whose first tracks are not enabled: the enabled ones are shown and played, unless tracks are chosen by number.
@Suite("Enabled tracks")
struct EnabledTracksTests {
  private let folder: ScratchFolder
  private static let (disabled, enabled): (UInt8, UInt8) = (93, 94)
  private static let count = 50

  init() throws {
    folder = try ScratchFolder()
  }

  /// A kind of film, and what says there that a track is not enabled.
  enum Kind: String, CaseIterable {
    case mp4, mov, mkv
    /// Matroska whose first tracks are unusable, by the flag that its muxers do not write.
    case mkvEnabled

    var container: String { self == .mkvEnabled ? "mkv" : rawValue }
    var sound: SoundCodec { self == .mp4 ? .aac : self == .mov ? .pcm : .flac }
  }

  /// Two films and their sounds in one file, the first of each not enabled.
  private func film(_ kind: Kind) async throws -> URL {
    let sources = try await [Self.disabled, Self.enabled].async { number in
      try await CopiedFilm.url(number, .h264, kind.sound, in: kind.container, count: Self.count)
    }
    let url = folder.url("\(kind.rawValue).\(kind.container)")
    try await MediaTools.ffmpeg(
      ["-i", sources[0].path, "-i", sources[1].path, "-map", "0:v", "-map", "1:v", "-map", "0:a", "-map", "1:a"]
        + ["-c", "copy", "-disposition:v:0", "0", "-disposition:v:1", "default"]
        + ["-disposition:a:0", "0", "-disposition:a:1", "default", url.path])
    guard kind == .mkvEnabled else { return url }
    // FlagDefault becomes FlagEnabled, in the entries of the tracks.
    var bytes = try Data(contentsOf: url)
    let flag = Data([0x88, 0x81, 0])
    let places = (0..<4_096).filter { bytes[$0..<$0 + 3] == flag }
    #expect(places.count == 2)
    for place in places { bytes[place] = 0xB9 }
    try bytes.write(to: url)
    return url
  }

  /// The samples of a film of `number`.
  private func pcm(_ number: UInt8) -> Data {
    SoundFile(.noise(seed: UInt64(number))) { $0.count = Self.count * 48_000 / 25 }.pcm()
  }

  private func code(_ number: UInt8, _ index: Int) -> FrameReading { .frame(FrameCode(film: number, index: index)) }

  private func image(of url: URL, track: Int? = nil) async throws -> FrameReading {
    var generator = ImageGenerator(of: AssetReference(url: url), track: track, renderer: GStreamerRenderer())
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    generator.pixelFormat = .yuv420p
    return reading(try await generator.image(at: CMTime(value: 31, timescale: 25)).picture.planeBytes())
  }

  @Test(arguments: Kind.allCases) func `the enabled track is shown, played, converted and probed`(kind: Kind)
    async throws
  {
    let url = try await film(kind)
    let asset = URLAsset(url: url)
    let tracks = try await asset.load(.tracks)
    #expect(tracks.map(\.isEnabled) == [false, true, false, true], "\(tracks.map(\.trackID))")
    #expect(try await image(of: url) == code(Self.enabled, 31))
    #expect(try await image(of: url, track: 0) == code(Self.disabled, 31))
    #expect(try await image(of: url, track: 1) == code(Self.enabled, 31))

    // Converted: the picture, and the first sound; both are kept where both are wanted.
    var conversion = FileConversion([AssetReference(url: url)])
    conversion.choices.wishes = ExportDescription(
      video: VideoDescription(codec: .codec(.ffv1)), audio: AudioDescription(codec: .codec(.flac)))
    let target = folder.url("converted.mkv")
    try await conversion.session(to: target).export()
    #expect(try await FilmReader.frames(target) == (0..<Self.count).map { code(Self.enabled, $0) })
    let facts = try await MediaInspector().facts(of: target)
    #expect(facts.videoTracks.count == 1 && facts.audioTracks.count == 2)
    if kind != .mp4 { #expect(try await SoundReader.pcm(target) == pcm(Self.enabled)) }

    // Inserted as a whole: what is not enabled stays so.
    var movie = Composition()
    try movie.insertTimeRange(CMTimeRange(start: .zero, duration: .positiveInfinity), of: asset, at: .zero)
    #expect(movie.tracks.map(\.isEnabled) == [false, true, false, true])
    #expect(movie.tracks(withMediaType: .audio).filter(\.isEnabled).first?.segments.first?.source?.trackIndex == 1)
  }

  private func exported(_ choice: String, of url: URL) async throws -> (frames: [FrameReading], pcm: Data) {
    let project = try Project(
      json: """
        { "gstedit": 1, "assets": { "film": { "uri": "\(url.path)"\(choice) } },
          "composition": { "tracks": [
            { "id": 1, "kind": "video", "segments": [ { "asset": "film", "in": 0, "duration": 1 } ] },
            { "id": 2, "kind": "audio", "segments": [ { "asset": "film", "in": 0, "duration": 1 } ] } ] },
          "export": { "fileType": "mkv", "video": { "codec": "ffv1" }, "audio": { "codec": "flac" } } }
        """, baseURL: folder.url)
    let target = folder.url("film\(choice.count).mkv")
    try await ProjectRender(project).session(to: target, replacing: true).export()
    return (try await FilmReader.frames(target), try await SoundReader.pcm(target))
  }

  @Test func `a project that names no track gets what is enabled, and one that does gets that`() async throws {
    let url = try await film(.mov)
    let second = 48_000 * 4
    let usual = try await exported("", of: url)
    #expect(usual.frames == (0..<25).map { code(Self.enabled, $0) })
    #expect(usual.pcm == pcm(Self.enabled).prefix(second))
    let chosen = try await exported(", \"videoTrack\": 0, \"audioTrack\": 0", of: url)
    #expect(chosen.frames == (0..<25).map { code(Self.disabled, $0) })
    #expect(chosen.pcm == pcm(Self.disabled).prefix(second))
    let sound = try await exported(", \"audioTrack\": 0", of: url)
    #expect(sound.frames == usual.frames && sound.pcm == chosen.pcm)
  }

  @Test(arguments: [Kind.mp4, .mov, .mkv]) func `a copy keeps the flags`(kind: Kind) async throws {
    let url = try await film(kind)
    for type in [FileType.mp4, .mov, .mkv] where kind == .mp4 || type == .mov || type == .mkv {
      guard type != .mov || kind != .mkv else { continue }
      let target = folder.url("copy-\(kind.rawValue).\(type.rawValue)")
      _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(url))], as: type), to: target)
      #expect(try await URLAsset(url: target).load(.tracks).map(\.isEnabled) == [false, true, false, true], "\(type)")
    }
  }

  /// So is all that ffmpeg makes of sources that say nothing of defaults.
  @Test func `where no track of Matroska is a default, the first of its kind is enabled`() async throws {
    let url = folder.url("undecided.mkv")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=0.2", "-f", "lavfi", "-i", "sine=d=0.2"]
        + ["-map", "0", "-map", "1", "-map", "1", "-c:v", "libx264", "-c:a", "flac", "-disposition", "0", url.path])
    let bytes = [UInt8](try Data(contentsOf: url).prefix(4_096))
    #expect((2..<bytes.count).count { bytes[$0 - 2...$0] == [0x88, 0x81, 0] } == 3)
    #expect(try await URLAsset(url: url).load(.tracks).map(\.isEnabled) == [true, true, false])
  }

  @Test func `where nothing is enabled, it is the first; a copy enables nothing`() async throws {
    let url = try await film(.mov)
    var bytes = try Data(contentsOf: url)
    var place = bytes.startIndex
    while let found = bytes[place...].range(of: Data("tkhd".utf8)) {
      bytes[found.upperBound + 3] &= ~1
      place = found.upperBound
    }
    let none = folder.url("none.mov")
    try bytes.write(to: none)
    #expect(try await URLAsset(url: none).load(.tracks).map(\.isEnabled) == [false, false, false, false])
    #expect(try await image(of: none) == code(Self.disabled, 31))
    let usual = try await exported("", of: none)
    #expect(usual.frames == (0..<25).map { code(Self.disabled, $0) })
    #expect(usual.pcm == pcm(Self.disabled).prefix(48_000 * 4))
    let copy = folder.url("copy.mov")
    _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(none))], as: .mov), to: copy)
    #expect(try await URLAsset(url: copy).load(.tracks).map(\.isEnabled) == [false, false, false, false])
  }
}

extension [UInt8] {
  /// What `body` makes of each, one after another.
  fileprivate func async<Result>(_ body: (UInt8) async throws -> Result) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
