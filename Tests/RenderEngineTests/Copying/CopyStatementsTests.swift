import EditServices
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder

/// What copies say of themselves: the place in a film stays out of what is shared.
@Suite("Statements of copied files")
struct CopyStatementsTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private static let secrets = ["+48.12", "SecretMake", "SecretModel", "2021-03-04", "SecretHandler", "SECRETTAG"]

  /// A film with two sounds and chapters, which says where, when and with what it was taken, as a whole and track by track.
  private func film(_ name: String) async throws -> URL {
    let url = folder.url(name)
    let statements = try folder.write(
      """
      ;FFMETADATA1
      title=The Sea
      artist=Ann
      location=+48.1234+011.5678/
      location-eng=+48.1234+011.5678/
      make=SecretMake
      model=SecretModel
      creation_time=2021-03-04T05:06:07.000000Z
      date=2021-03-04T05:06:07Z
      com.apple.quicktime.location.ISO6709=+48.1234+011.5678/
      com.apple.quicktime.make=SecretMake
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=1000
      title=Harbor
      [CHAPTER]
      TIMEBASE=1/1000
      START=1000
      END=2000
      title=Beach

      """, to: "statements.txt")
    try await MediaTools.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-f", "lavfi", "-i", "sine=440:r=48000:d=2", "-f", "lavfi",
        "-i", "sine=880:r=48000:d=2", "-i", statements.path, "-map", "0", "-map", "1", "-map", "2", "-map_metadata",
        "3",
        "-map_chapters", "3", "-c:v", "libx264", "-c:a", "aac", "-metadata:s:v", "handler_name=SecretHandler",
        "-metadata:s:v", "SECRETTAG=+48.1234", "-metadata:s:v", "creation_time=2021-03-04T05:06:07Z", "-metadata:s:a:0",
        "language=deu", "-metadata:s:a:1", "language=fra", "-metadata:s:a:0", "title=Ton",
      ] + (name.hasPrefix("keys") ? ["-movflags", "use_metadata_tags"] : []) + [url.path])
    return url
  }

  private func words(of url: URL) async throws -> (bytes: Data, probed: String) {
    (
      try Data(contentsOf: url),
      try await MediaTools.ffprobe(["-show_format", "-show_streams", "-show_chapters", url.path])
    )
  }

  private func secrets(in url: URL) async throws -> [String] { Self.secrets(in: try await words(of: url)) }

  private static func secrets(in words: (bytes: Data, probed: String)) -> [String] {
    // Dates of a movie's header are seconds since 1904: only a probe reads them.
    secrets.filter { words.bytes.range(of: Data($0.utf8)) != nil || words.probed.contains($0) }
  }

  private static let films = ["film.mp4", "film.mov", "keys.mov", "film.mkv"]

  @Test(arguments: films.indices)
  func `a place, a date and a device go along only where all is asked for; nothing does where none is`(
    number: Int
  ) async throws {
    let name = Self.films[number]
    let film = CopiedFilm.asset(try await film(name))
    #expect(try await secrets(in: film.url).contains("+48.12"))
    for (place, type) in [FileType.mp4, .mov, .mkv, .ts].enumerated() {
      for (turn, filter) in MetadataFilter.allCases.enumerated() {
        // As it is and joined with itself: each container with each filter both ways, of two films each; or of all.
        for parts in ProofScope.isFull ? [1, 2] : [1 + (number + place + turn) % 2] {
          let target = folder.url("\(filter)-\(parts).\(type.rawValue)")
          var copy = PacketCopy(Array(repeating: .init(film), count: parts), as: type)
          copy.metadataFilter = filter
          _ = try await CopiedFilm.copy(copy, to: target)
          let words = try await words(of: target)
          let (found, probed) = (Self.secrets(in: words), words.probed)
          #expect(filter == .all || found.isEmpty, "\(type), \(filter): \(found)")
          if filter == .all, type != .ts { #expect(found.contains("2021-03-04"), "\(type): \(probed)") }
          if type != .ts {
            #expect(probed.contains("The Sea") == (filter != .none), "\(type), \(filter)")
            #expect(probed.contains("Beach") == (filter != .none && parts == 1), "\(type), \(filter)")
          }
          #expect(probed.contains("fra") || probed.contains("fre") || name.hasSuffix("mov"), "\(type), \(filter)")
        }
      }
    }
  }

  @Test func `what a copy says by itself is what is shared`() async throws {
    let film = CopiedFilm.asset(try await film("film.mp4"))
    let target = folder.url("copy.mov")
    _ = try await CopiedFilm.copy(PacketCopy([.init(film)], as: .mov), to: target)
    #expect(try await secrets(in: target).isEmpty)
  }

  @Test func `of several sounds the first alone is copied where one is wanted`() async throws {
    let film = CopiedFilm.asset(try await film("film.mp4"))
    let target = folder.url("copy.mkv")
    var copy = PacketCopy([.init(film), .init(film)], as: .mkv)
    copy.soundTracks = [0]
    let file = try await CopiedFilm.copy(copy, to: target)
    #expect(file.packetCounts.count == 2)
    let text = try await MediaTools.ffprobe(["-show_entries", "stream=codec_type:stream_tags=language", target.path])
    #expect(text.contains("deu") && !text.contains("fra") && !text.contains("fre"), "\(text)")
  }

  @Test func `a session that passes packets on has its filter, and its choice of sounds`() async throws {
    let film = AssetReference(url: try await film("film.mp4"))
    for (filter, sounds) in [(MetadataFilter.none, FileEdit.SoundTracks.first), (.forSharing, .keep)] {
      let target = folder.url("\(filter).mov")
      var conversion = FileConversion([film])
      conversion.choices.preset = try ExportPreset.named("Passthrough")
      (conversion.metadata, conversion.soundTracks) = (filter, sounds)
      try await conversion.session(to: target).export()
      let words = try await words(of: target)
      let probed = words.probed
      #expect(Self.secrets(in: words).isEmpty)
      #expect(probed.contains("The Sea") == (filter != .none))
      #expect(probed.components(separatedBy: "codec_type=audio").count == (sounds == .first ? 2 : 3))
    }
    var mixed = FileConversion([film])
    mixed.choices.preset = try ExportPreset.named("Passthrough")
    mixed.soundTracks = .mix
    await #expect(throws: ProjectRender.ChoiceError.self) { _ = try await mixed.session(to: folder.url("mixed.mov")) }
  }

  @Test(arguments: ["flac", "m4a", "mp3"]) func `a cover goes along as it is turned, and without what it says`(
    type: String
  ) async throws {
    let (sound, cover) = (folder.url("sound.\(type)"), folder.url("cover.jpg"))
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", "1", "-pix_fmt", "yuvj420p", cover.path,
    ])
    // Exif of two entries, the model and how the picture is turned, behind the first two bytes.
    var jpeg = try Data(contentsOf: cover)
    let model = Array("SecretModel\0".utf8)
    let directory: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2, 0x01, 0x10, 0, 2, 0, 0, 0, UInt8(model.count), 0, 0, 0, 38]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0] + model
    let exif = Array("Exif\0\0".utf8) + directory
    jpeg.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, at: 2)
    try jpeg.write(to: cover)
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "sine=440:r=48000:d=1", "-i", cover.path, "-map", "0", "-map", "1", "-c:v", "copy",
      "-disposition:v", "attached_pic", sound.path,
    ])
    for filter in MetadataFilter.allCases {
      let target = folder.url("\(filter).\(type)")
      var copy = PacketCopy([.init(CopiedFilm.asset(sound))], as: try #require(FileType(rawValue: type)))
      copy.metadataFilter = filter
      _ = try await CopiedFilm.copy(copy, to: target)
      let (bytes, probed) = try await words(of: target)
      #expect(Self.secrets(in: (bytes, probed)).isEmpty == (filter != .all), "\(filter)")
      #expect(probed.contains("attached_pic=1") == (filter != .none), "\(filter): \(probed)")
      // The orientation: a short number, 6.
      let turn = Data([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0])
      #expect((bytes.range(of: turn) != nil) == (filter != .none), "\(filter)")
    }
  }
}
