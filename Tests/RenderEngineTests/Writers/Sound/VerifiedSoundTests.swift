import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaAnalysis
import MediaFormats
import MediaTime
import ProjectServices
import Rendering
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Finished films of several sounds, of sound in fragments, of sound alone and of none: verification reports nothing
/// about good ones, and finds the faults of others.
@Suite("Verified sounds")
struct VerifiedSoundTests {
  /// Two seconds of pictures, ten of them missing, and two sounds: neither is a whole number of packets long, and the
  /// second has another rate.
  private static func media(_ sound: String) async throws -> URL {
    let recipe = [
      "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=2", "-f", "lavfi", "-i", "sine=r=48000:d=1.71", "-f", "lavfi",
      "-i",
      "sine=f=880:r=44100:d=1.3", "-map", "0", "-map", "1", "-map", "2", "-vf", "select='lt(n,10)+gt(n,20)'",
      "-fps_mode",
      "passthrough", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "2", "-g", "10", "-c:a", sound,
    ]
    return try await MediaCache.shared.file(named: "two-sounds-\(sound)", extension: "mov", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
  }

  /// How a film is written.
  struct Kind: CustomTestStringConvertible, Sendable {
    var type: String
    var sound: AudioCodec
    var isInFragments = false
    var isSmart = false

    var testDescription: String {
      "\(type) \(sound.rawValue)\(isInFragments ? " in fragments" : "")\(isSmart ? " smart" : "")"
    }
  }

  static let kinds = [
    Kind(type: "mp4", sound: .aac), Kind(type: "mov", sound: .pcm), Kind(type: "mov", sound: .alac),
    Kind(type: "mkv", sound: .opus), Kind(type: "mkv", sound: .ac3), Kind(type: "mkv", sound: .flac),
    Kind(type: "ts", sound: .aac), Kind(type: "mp4", sound: .aac, isInFragments: true),
    Kind(type: "mp4", sound: .mp3, isInFragments: true), Kind(type: "mov", sound: .pcm, isInFragments: true),
    Kind(type: "mp4", sound: .ac3, isInFragments: true), Kind(type: "mp4", sound: .alac, isInFragments: true),
    Kind(type: "mp4", sound: .aac, isSmart: true),
    Kind(type: "mov", sound: .aac, isSmart: true), Kind(type: "mkv", sound: .aac, isSmart: true),
    Kind(type: "mp4", sound: .aac, isInFragments: true, isSmart: true),
  ]

  private func conversion(_ kind: Kind) async throws -> FileConversion {
    var conversion = FileConversion([AssetReference(url: try await Self.media(kind.isSmart ? "aac" : "pcm_s16le"))])
    conversion.choices.wishes.audio = AudioDescription(codec: .codec(kind.sound))
    conversion.choices.smartRendering = kind.isSmart ? .always : .off
    conversion.fragmentDuration = kind.isInFragments ? try Rational(1, 2) : nil
    return conversion
  }

  private func sounds(of url: URL) async throws -> [AudioTrackFacts] {
    try await MediaInspector().facts(of: url).audioTracks
  }

  @Test(arguments: kinds) func `a film of two sounds is verified, each to the sample`(kind: Kind) async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.\(kind.type)")
    let session = try await conversion(kind).session(to: url)
    let report = try await session.export()
    var verification = try #require(FileVerification(of: session))
    #expect(session.otherSounds.count == 1 && report.smartSounds.contains { $0.copied != nil } == kind.isSmart)
    #expect(try await verification.problems() == [])
    // A sample more or less is seen, wherever the container says where the sound ends.
    guard kind.type != "ts", kind.sound != .ac3, !kind.isSmart else { return }
    let found = try await sounds(of: url)
    for difference: Int64 in [-1, 1] {
      var sound = try #require(session.otherSounds.first?.sound)
      sound.range = 0..<sound.range.upperBound + difference
      verification.otherSounds = [RenderPlan(picture: nil, sound: sound)]
      #expect(
        try await verification.problems() == [
          "Sound 1 has \(found[1].sampleCount) samples instead of \(sound.range.count)."
        ])
    }
  }

  @Test(arguments: [false, true]) func `films with a part of the tracks are verified`(isInFragments: Bool) async throws
  {
    let folder = try ScratchFolder()
    let kind = Kind(type: "mp4", sound: .aac, isInFragments: isInFragments)
    var silent = try await conversion(kind)
    silent.adjustments.isMuted = true
    var first = try await conversion(kind)
    first.soundTracks = .first
    for (name, film) in [("silent.mp4", silent), ("first.mp4", first), ("sound.m4a", try await conversion(kind))] {
      let session = try await film.session(to: folder.url(name))
      try await session.export()
      let verification = try #require(FileVerification(of: session))
      #expect(try await verification.problems() == [], "\(name)")
      #expect(
        try await sounds(of: folder.url(name)).map(\.sampleCount) == (name == "silent.mp4" ? [] : [96_000]), "\(name)")
    }
  }

  @Test func `a film with a replaced sound does not match its plan`() async throws {
    let folder = try ScratchFolder()
    let kind = Kind(type: "mp4", sound: .aac)
    let (url, other) = (folder.url("film.mp4"), folder.url("other.mp4"))
    let session = try await conversion(kind).session(to: url)
    try await session.export()
    try await MediaTools.ffmpeg([
      "-i", url.path, "-map", "0:v", "-map", "0:a:1", "-map", "0:a:0", "-c", "copy", other.path,
    ])
    var verification = try #require(FileVerification(of: session))
    verification.url = other
    let problems = try await verification.problems()
    #expect(problems.contains("Sound 0 has 44100 samples a second instead of 48000."), "\(problems)")
    #expect(problems.contains("Sound 1 has 48000 samples a second instead of 44100."), "\(problems)")
  }
}
