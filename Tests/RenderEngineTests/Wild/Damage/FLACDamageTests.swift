import EditServices
import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

/// A damaged frame of FLAC is silent, and all others are where they were.
@Suite("Damaged FLAC")
struct FLACDamageTests {
  private static let source = WildFile(
    "flac-noise", "flac",
    ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=3:seed=3:a=0.4", "-ac", "2", "-c:a", "flac", "-frame_size", "4608"])

  /// Where a frame is damaged, in bytes from its beginning on; from its end if negative.
  @Test(arguments: ["flac", "mkv", "mp4"], [6_000, -1, 2])
  func `one damaged frame is one frame of silence`(type: String, offset: Int) async throws {
    let whole = try await Self.source.url()
    let rows = try await MediaTools.ffprobe([
      "-show_entries", "packet=pts,size,pos", "-of", "csv=p=0", whole.path,
    ]).split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
    let row = rows[10]
    let bytes = [UInt8](try Data(contentsOf: whole))
    let frame = Array(bytes[row[2]..<row[2] + row[1]])
    let file = WildFile("flac-noise-in", type, ["-i", whole.path, "-c", "copy", "-strict", "-2"])
    let folder = try ScratchFolder()
    let url = try await file.changed(in: folder.url) { bytes in
      let start = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0...].starts(with: frame) })
      bytes[start + (offset < 0 ? frame.count + offset : offset)] ^= 0x55
    }
    let renderer = GStreamerRenderer(damagePolicy: .keep)
    let asset = AssetReference(url: url)
    let facts = try #require(try await renderer.facts(of: [asset])[asset])
    #expect(facts.audioTracks.first?.sampleCount == 144_000)
    let plan = try await SoundEdits.whole(url, seconds: 3, .audio).plan(
      settings: RenderSettings(sampleRate: 48_000, channels: 2), renderer: renderer)
    let reader = try await renderer.samples(of: plan)
    defer { reader.close() }
    let read = try await reader.samples(0..<144_000).interleaved.map { Float($0) }
    var wanted = try await SoundReader.samples(whole, [])
    let damage = reader.damage().compactMap(\.stretch)
    let silent = try #require(damage.first).range
    // Where the header is damaged, the parser of other containers' packets takes those around along.
    let most = type != "flac" && offset == 2 ? 3 : 1
    #expect(damage.count == 1 && silent.contains(Int64(row[0])) && silent.contains(Int64(row[0] + 4_607)))
    #expect(silent.count <= most * 4_608, "\(silent)")
    for sample in 2 * Int(silent.lowerBound)..<2 * Int(silent.upperBound) { wanted[sample] = 0 }
    #expect(read.count == wanted.count)
    #expect(zip(read, wanted).allSatisfy { abs($0 - $1) < 1e-6 })
  }
}
