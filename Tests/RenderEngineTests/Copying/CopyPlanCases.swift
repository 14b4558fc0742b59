import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Testing

import enum TestSupport.FilmCodec
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundCodec

/// Copies whose plans stand in the folder `Plans`.
struct CopyPlanCase: Sendable, CustomTestStringConvertible {
  /// The name of the plan's file.
  let name: String
  /// Makes the copy, of films that are made in a folder.
  let copy: @Sendable (ScratchFolder) async throws -> PacketCopy

  var testDescription: String { name }

  static let all: [CopyPlanCase] = [
    CopyPlanCase("whole") { _ in PacketCopy([.init(try await film(42, count: 50))], as: .mp4) },
    CopyPlanCase("whole into Matroska") { _ in PacketCopy([.init(try await film(42, count: 50))], as: .mkv) },
    CopyPlanCase("whole into a transport stream") { _ in
      PacketCopy([.init(try await film(42, count: 50))], as: .ts)
    },
    CopyPlanCase("Opus into MP4") { _ in
      PacketCopy([.init(try await film(42, .vp9, .opus, in: "webm", count: 50))], as: .mp4)
    },
    CopyPlanCase("a part of open groups of pictures") { _ in
      PacketCopy([try await part(film(42, .h264OpenGroups), 31, 77)], as: .mp4)
    },
    CopyPlanCase("a part into Matroska") { _ in
      PacketCopy([try await part(film(42, .h264OpenGroups), 31, 77)], as: .mkv)
    },
    CopyPlanCase("a part of a transport stream") { _ in
      PacketCopy([try await part(film(42, in: "ts"), 59, 120)], as: .mp4)
    },
    CopyPlanCase("a part of a sound") { folder in
      PacketCopy([try await part(sound(folder, "m4a", "aac"), 20, 61)], as: .m4a)
    },
    CopyPlanCase("a part of Opus in Ogg") { folder in
      PacketCopy([try await part(sound(folder, "ogg", "libopus"), 20, 61)], as: .ogg)
    },
    CopyPlanCase("two films") { _ in
      PacketCopy([.init(try await film(43, count: 50)), .init(try await film(44, count: 50))], as: .mp4)
    },
    CopyPlanCase("parts of uncompressed sound") { _ in
      let film = try await film(42, .prores, .pcm, in: "mov", count: 50)
      return PacketCopy([try part(film, 7, 20), try part(film, 30, 41)], as: .mov)
    },
    CopyPlanCase("two films with a gap") { folder in
      let film = try await shortSound(folder, "ac3")
      return PacketCopy([.init(film), .init(film)], as: .mkv)
    },
    CopyPlanCase("two films with silence between") { folder in
      let film = try await shortSound(folder, "aac")
      return PacketCopy([.init(film), .init(film)], as: .mp4)
    },
    CopyPlanCase("a film with an edit list of its own") { folder in
      let whole = PacketCopy([try await part(film(42, .h264OpenGroups), 31, 77)], as: .mp4)
      let url = folder.url("cut.mp4")
      _ = try await CopiedFilm.copy(whole, to: url)
      return PacketCopy([.init(named(url, "cut.mp4"))], as: .mp4)
    },
    CopyPlanCase("a sound beside, and what is left behind") { folder in
      let url = folder.url("film.mkv")
      let words = try folder.write("1\n00:00:00,200 --> 00:00:01,000\nHello\n\n", to: "words.srt")
      try await MediaTools.ffmpeg([
        "-i", try await film(42, count: 50).url.path, "-i", words.path, "-map", "0", "-map", "1", "-c", "copy", "-c:s",
        "srt", url.path,
      ])
      return PacketCopy(
        [.init(named(url, "film.mkv"))], as: .mov, beside: [.init(try await sound(folder, "m4a", "aac"))])
    },
  ]

  private init(_ name: String, _ copy: @escaping @Sendable (ScratchFolder) async throws -> PacketCopy) {
    (self.name, self.copy) = (name, copy)
  }

  private static func named(_ url: URL, _ name: String) -> AssetReference { AssetReference(url: url, name: name) }

  private static func film(
    _ number: UInt8, _ codec: FilmCodec = .h264, _ sound: SoundCodec? = .aac, in container: String = "mp4",
    count: Int = 150
  ) async throws -> AssetReference {
    named(try await CopiedFilm.url(number, codec, sound, in: container, count: count), "\(number).\(container)")
  }

  /// A sound of three seconds.
  private static func sound(
    _ folder: ScratchFolder, _ container: String, _ encoder: String
  ) async throws -> AssetReference {
    let url = folder.url("sound.\(container)")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2000*t*t):d=3:s=48000", "-c:a", encoder, url.path,
    ])
    return named(url, "sound.\(container)")
  }

  /// A film of two seconds whose sound ends half a second before.
  private static func shortSound(_ folder: ScratchFolder, _ encoder: String) async throws -> AssetReference {
    let url = folder.url("short.mp4")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-f", "lavfi", "-i", "sine=440:r=48000:d=1.5", "-c:v",
      "libx264",
      "-g", "25", "-c:a", encoder, url.path,
    ])
    return named(url, "short.mp4")
  }

  /// The pictures `first` to `last` of `asset`, 25 a second.
  private static func part(_ asset: AssetReference, _ first: Int64, _ last: Int64) throws -> PacketCopy.Part {
    PacketCopy.Part(asset, range: try CopiedFilm.range(Rational(first, 25), Rational(last, 25)))
  }
}
