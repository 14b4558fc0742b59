import EditingModel
import Foundation
import MediaFormats
import Rendering
import Testing

import class TestSupport.ScratchFolder

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Entries of Matroska's tracks that no muxer writes so.
@Suite("Odd tracks of Matroska")
struct MatroskaTrackTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// An element, whose length has four bytes.
  private static func element(_ id: UInt32, _ body: [UInt8]) -> [UInt8] {
    Array([UInt8](bigEndian: id, 4).drop { $0 == 0 }) + [UInt8](bigEndian: 0x1000_0000 | body.count, 4) + body
  }

  private static let header = element(0x1A45_DFA3, element(0x4282, Array("matroska".utf8)))

  private static func tracks(_ entries: [[UInt8]]) -> [UInt8] {
    element(MatroskaID.tracks, entries.flatMap { element(MatroskaID.trackEntry, $0) })
  }

  /// A file with `parts` in its segment, and `padding` before that.
  private func file(_ parts: [UInt8], padding: [UInt8] = []) throws -> FileBytes {
    let url = folder.url("film.mkv")
    try Data(Self.header + padding + Self.element(MatroskaID.segment, parts)).write(to: url)
    return try FileBytes(url.path, isReadOnly: true)
  }

  @Test func `of a number that is said twice the last counts`() throws {
    let numbers: [(id: UInt32, value: Int)] = [
      (0xB0, 16), (0xB0, 96), (0xBA, 64), (0x54CC, 90), (0x54CC, 8), (0x54BB, 4), (0x9A, 2), (0x9A, 1), (0x9D, 6),
      (0x9D, 1),
    ]
    let video = numbers.flatMap { Self.element($0.id, [UInt8(clamping: $0.value)]) }
    let entry = Self.element(MatroskaID.trackNumber, [1]) + Self.element(MatroskaID.video, video)
    let track = try #require(try MatroskaTrack.all(in: file(Self.tracks([entry]))).first)
    let pictures = try #require(track.pictures)
    let seen = try #require(pictures.cropped?.aperture.area(of: PixelSize(width: 96, height: 64)))
    #expect(seen == Rectangle(x: 8, y: 4, width: 88, height: 60))
    #expect(pictures.firstField == .top && pictures.isInterlaced == true)
  }

  @Test func `tracks without a number are known, and hide no others`() throws {
    let text = Self.element(MatroskaID.codecID, Array("S_TEXT/UTF8".utf8))
    let file = try file(
      Self.tracks([
        Self.element(MatroskaID.trackType, [1]) + Self.element(MatroskaID.video, []),
        Self.element(MatroskaID.trackType, [17]) + text,
        Self.element(MatroskaID.trackType, [17]) + text + Self.element(MatroskaID.trackNumber, [3]),
      ]))
    #expect(try MatroskaTrack.all(in: file).map(\.number) == [nil, nil, 3])
    let other = try AncillaryTracks(of: file, movie: nil, in: .matroska, unread: []).tracks
    #expect(other.map(\.number) == [nil, 3] && other.allSatisfy { $0.kind == .subtitle })
    let found = try MatroskaText(file, cancellation: Cancellation()).found
    #expect(found.hasMedia && found.tracks.map(\.number) == [3])
  }

  @Test(arguments: [false, true])
  func `tracks are found behind padding, and behind media where no seek head names them`(
    isBehind: Bool
  ) throws {
    let tracks = Self.tracks([Self.element(MatroskaID.trackNumber, [7])])
    let cluster = Self.element(MatroskaID.cluster, Self.element(MatroskaID.clusterTime, [0]))
    // A seek head that names nothing.
    let parts = Self.element(0x114D_9B74, []) + (isBehind ? cluster + cluster + tracks : tracks + cluster)
    for padding in [[], Self.element(0xEC, [0, 0, 0])] {
      #expect(try MatroskaTrack.all(in: file(parts, padding: padding)).map(\.number) == [7])
    }
  }
}
