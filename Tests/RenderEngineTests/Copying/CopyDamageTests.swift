import EditServices
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Copies of files that are not whole, are no media, or lead to others: they fail as everything else does.
@Suite("Copies of what is not whole")
struct CopyDamageTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private static let sources: [(name: String, recipe: [String])] = [
    ("film.mp4", ["-c:v", "libx264", "-c:a", "aac", "-movflags", "+faststart"]),
    ("film.mov", ["-c:v", "libx264", "-c:a", "pcm_s16le", "-movflags", "+faststart"]),
    ("sound.m4a", ["-vn", "-c:a", "aac", "-movflags", "+faststart"]),
    ("film.mkv", ["-c:v", "libx264", "-c:a", "ac3"]), ("film.webm", ["-c:v", "libvpx", "-c:a", "libopus"]),
    ("film.ts", ["-c:v", "libx264", "-c:a", "aac"]), ("sound.wav", ["-vn", "-c:a", "pcm_s16le"]),
    ("sound.aiff", ["-vn", "-c:a", "pcm_s16be"]), ("sound.flac", ["-vn", "-c:a", "flac"]),
    ("sound.ogg", ["-vn", "-c:a", "libvorbis"]), ("sound.mp3", ["-vn", "-c:a", "libmp3lame"]),
    // Sound without a decoder here: only its container shows damage.
    ("dts.mkv", ["-c:v", "libx264", "-c:a", "dca", "-strict", "-2", "-ac", "2"]),
  ]

  private func source(_ name: String, _ recipe: [String]) async throws -> URL {
    let url = folder.url(name)
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=6", "-f", "lavfi", "-i", "sine=440:r=48000:d=6"]
        + recipe + [url.path])
    return url
  }

  private func copy(
    _ files: [URL], to target: URL, _ policy: DamagePolicy = .refuse, _ change: (inout PacketCopy) -> Void = { _ in }
  ) async throws -> CopiedFile {
    let type = try #require(FileType(rawValue: target.pathExtension))
    var copy = PacketCopy(files.map { .init(AssetReference(url: $0)) }, as: type)
    change(&copy)
    return try await GStreamerRenderer(damagePolicy: policy).copyPackets(copy, to: target, replacing: true) { _ in }
  }

  @Test(arguments: sources.map(\.name)) func `a file that is cut short is copied only where damage is kept`(
    name: String
  ) async throws {
    let recipe = try #require(Self.sources.first { $0.name == name }).recipe
    let whole = try await source(name, recipe)
    let bytes = try Data(contentsOf: whole)
    let short = folder.url("short.\(whole.pathExtension)")
    // Inside a packet, a page or a block of each.
    try bytes.prefix(bytes.count * 55 / 100 + 3).write(to: short)
    let target = folder.url("copy.\(whole.pathExtension)")
    let file = try await copy([whole], to: target)
    #expect(file.damage.isEmpty)
    try FileManager.default.removeItem(at: target)
    for files in [[short], [short, whole], [whole, short]] {
      let error = await #expect(throws: RenderError.self) { _ = try await copy(files, to: target) }
      #expect(error?.code == .mediaUnreadable && error?.asset?.url == short, "\(error as Any)")
      #expect(!FileManager.default.fileExists(atPath: target.path))
    }
    let kept = try await copy([short], to: target, .keep)
    #expect(!kept.damage.isEmpty && kept.packetCounts[0] < file.packetCounts[0], "\(kept)")
    #expect(try folder.names() == ["copy.\(whole.pathExtension)", name, "short.\(whole.pathExtension)"].sorted())
  }

  @Test(arguments: [
    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfilm.ts\n#EXT-X-ENDLIST\n", "ffconcat version 1.0\nfile film.ts\n",
    "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\" "
      + "profiles=\"urn:mpeg:dash:profile:isoff-on-demand:2011\" mediaPresentationDuration=\"PT2S\"><Period>"
      + "<AdaptationSet mimeType=\"video/mp4\"><Representation id=\"1\" bandwidth=\"1\"><BaseURL>film.ts</BaseURL>"
      + "</Representation></AdaptationSet></Period></MPD>",
    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nc=IN IP4 127.0.0.1\r\nm=video 5004 RTP/AVP 33\r\n",
    "[playlist]\nFile1=film.ts\n",
  ]) func `a playlist is refused in the words of whatever else reads it, whatever it is called`(text: String)
    async throws
  {
    let film = try await source("film.ts", ["-c:v", "libx264", "-c:a", "aac"])
    for name in ["upload.mp4", "upload.ts", "upload.mkv", "upload"] {
      let list = AssetReference(url: try folder.write(text, to: name))
      let probed = await #expect(throws: RenderError.self) {
        _ = try await GStreamerRenderer().facts(of: [list])
      }
      for files in [[list.url], [film, list.url]] {
        let error = await #expect(throws: RenderError.self) { _ = try await copy(files, to: folder.url("copy.mp4")) }
        #expect(error?.message == probed?.message && error?.code == probed?.code, "\(error as Any)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url("copy.mp4").path))
  }

  @Test func `a film that holds a manifest as well is no manifest`() async throws {
    let film = try await source("film.mp3", ["-vn", "-c:a", "libmp3lame"])
    let secret = try await source("secret.mp4", ["-c:v", "libx264", "-c:a", "aac"])
    var bytes = Data("<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"><Period><BaseURL>\(secret.path)</BaseURL>".utf8)
    bytes.append(try Data(contentsOf: film))
    let both = folder.url("both.mp3")
    try bytes.write(to: both)
    await #expect(throws: RenderError.self) { _ = try await copy([both], to: folder.url("copy.mkv")) }
    #expect(!FileManager.default.fileExists(atPath: folder.url("copy.mkv").path))
  }

  @Test func `a movie with media in another file is refused, by every reader`() async throws {
    let film = try await source("film.mov", ["-c:v", "libx264", "-c:a", "pcm_s16le"])
    var bytes = try Data(contentsOf: film)
    // Each reference becomes one to another file: without its flag, and with a name.
    var place = bytes.startIndex
    var changed = 0
    while let mark = bytes[place...].firstRange(of: Data("dref".utf8)) {
      // Version and flags, a count, and the entry's size and type come before its flags.
      let entry = mark.upperBound + 8
      #expect(["url ", "alis"].contains(String(decoding: bytes[(entry + 4)..<(entry + 8)], as: UTF8.self)))
      bytes[entry + 11] = 0
      // Its size grows over the box behind it, which a name then is.
      bytes[entry + 3] = 24
      changed += 1
      place = mark.upperBound
    }
    #expect(changed == 2)
    let other = folder.url("reference.mov")
    try bytes.write(to: other)
    let asset = AssetReference(url: other)
    let probed = await #expect(throws: RenderError.self) { _ = try await GStreamerRenderer().facts(of: [asset]) }
    let copied = await #expect(throws: RenderError.self) { _ = try await copy([other], to: folder.url("copy.mov")) }
    #expect(probed?.code == .mediaUnreadable && probed?.message.contains("another file") == true, "\(probed as Any)")
    #expect(copied == probed, "\(copied as Any)")
  }

  @Test(arguments: ["aac", "libvorbis"]) func `compressed sound does not go into WAVE, where little reads it`(
    encoder: String
  ) async throws {
    let sound = try await source("sound.mka", ["-vn", "-c:a", encoder])
    let error = await #expect(throws: RenderError.self) { _ = try await copy([sound], to: folder.url("copy.wav")) }
    #expect(error?.code == .unsupported && error?.description.contains("sound track (") == true, "\(error as Any)")
  }
}
