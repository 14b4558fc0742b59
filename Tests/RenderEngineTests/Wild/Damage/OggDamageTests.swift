import EditingModel
import Foundation
import MediaTime
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Sound in Ogg with a damaged or missing page, where damage is kept.
@Suite("Damaged pages of Ogg")
struct OggDamageTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// What happens to a page.
  enum Accident: CaseIterable { case overwritten, lost, lostTwo }

  /// Six seconds in pages of about half a second.
  private static func sound(_ codec: String) -> WildFile {
    WildFile(
      "pages-\(codec)", "ogg",
      [
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=6:seed=3:a=0.4", "-af", "lowpass=f=3000", "-ac", "2", "-c:a", codec,
        "-page_duration", "500000",
      ] + (codec == "flac" ? ["-sample_fmt", "s16"] : []))
  }

  @Test(arguments: ["flac", "libvorbis", "libopus"], Accident.allCases)
  func `packets behind a lost page of Ogg keep their times`(codec: String, accident: Accident) async throws {
    var (start, end): (Int64, Int64) = (0, 0)
    let whole = Self.sound(codec)
    let url = try await whole.changed(in: folder.url) { bytes in
      var file = OggFile(bytes)
      let preSkip = codec == "libopus" ? Int64(file.pages[0].littleEndian(at: 38, 2)) : 0
      (start, end) = (file[position: 5] - preSkip, file[position: accident == .lostTwo ? 7 : 6] - preSkip)
      switch accident {
      case .overwritten: for place in 400..<440 { file.pages[6][place] ^= 0x5A }
      case .lost: file.pages.remove(at: 6)
      case .lostTwo: file.pages.removeSubrange(6...7)
      }
      bytes = file.pages.flatMap(\.self)
    }
    #expect(await WildFile.refusal(of: url)?.code == .mediaUnreadable)
    let asset = AssetReference(url: url)
    let index = try MediaProbe(asset, damagePolicy: .keep, cancellation: Cancellation()).run()
    let facts = try #require(index.facts.audioTracks.first)
    let expected = try await SoundReader.samples(whole.url(), []).map(Double.init)
    #expect(Int(facts.sampleCount) == expected.count / 2 && !index.facts.damage.isEmpty)
    for from in [0, end + 100_000] {
      let record = DamageRecord(.keep)
      let sound = try DecodedSound(
        track: 0, of: index, from: from, layout: facts.layout, damage: record, cancellation: Cancellation())
      defer { [sound.close()].settle() }
      var found: [Double] = []
      while let samples = try sound.next() { found += samples }
      // Decoders of Opus and Vorbis need a moment behind what is missing.
      let rest = codec == "flac" ? 0 : 9_600
      let (tolerance, skipped) = (codec == "flac" ? 1e-6 : 0.02, 2 * Int(from))
      func agree(_ range: Range<Int>) -> Bool {
        range.upperBound - skipped <= found.count
          && range.allSatisfy { abs(found[$0 - skipped] - expected[$0]) < tolerance }
      }
      #expect(agree(max(skipped, 2 * (Int(end) + rest))..<expected.count))
      guard from == 0 else { continue }
      #expect(agree(0..<2 * (Int(start) - rest)))
      let stretches = record.damage { _ in index.facts }.compactMap(\.stretch?.range)
      let stretch = try #require(stretches.first)
      #expect(stretches.count == 1 && abs(stretch.lowerBound - start) <= rest && abs(stretch.upperBound - end) <= rest)
      #expect(found[2 * (Int(start) + rest)..<2 * (Int(end) - rest)].allSatisfy { $0 == 0 })
    }
  }

  @Test func `a file whose beginning is no page of Ogg is called damaged, and not unknown`() async throws {
    for policy in [DamagePolicy.refuse, .keep] {
      let url = try await Self.sound("libopus").changed(in: folder.url) { $0[0] = 0 }
      let asset = AssetReference(url: url)
      let error = #expect(throws: RenderError.self) {
        _ = try MediaProbe(asset, damagePolicy: policy, cancellation: Cancellation()).run()
      }
      #expect(error?.code == .mediaUnreadable)
      #expect(error?.message.hasPrefix("The file is damaged at byte 0: its first 47 bytes are no page of Ogg") == true)
    }
  }

  /// Shorter than the blocks that its header announces, as what `flac` writes is where it is copied into Ogg.
  @Test func `FLAC in Ogg of one packet is heard`() async throws {
    let short = WildFile(
      "short", "flac", ["-f", "lavfi", "-i", "sine=sample_rate=44100:duration=0.05", "-c:a", "flac"])
    let url = folder.url("short.oga")
    try await MediaTools.ffmpeg(["-i", try await short.url().path, "-c", "copy", url.path])
    let index = try StoredFilm.index(of: url)
    let expected = try await SoundReader.samples(url, []).map(Double.init)
    #expect(expected.count == 2_205)
    #expect(index.facts.duration == (try Rational(1, 20)))
    let found = try StoredFilm.samples(of: index)
    #expect(found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  /// Three packets of 20 ms end to end, then those that a missing page moved.
  @Test func `times are corrected up to the packet that goes on later`() {
    let packets = [0, 20, 40, 60, 80, 160, 180, 200, 260].map {
      IndexedPacket(time: $0 * 1_000_000, duration: 20_000_000, byteCount: 10, isKey: true)
    }
    let corrections = [TimeCorrection](of: packets, behind: [60, 80, 180, 200].map { $0 * 1_000_000 })
    #expect(
      corrections == [
        TimeCorrection(start: 60_000_000, end: 100_000_000, shift: 60_000_000),
        TimeCorrection(start: 180_000_000, end: 220_000_000, shift: 40_000_000),
      ])
    let corrected = packets.compactMap(\.time).map { corrections.corrected($0) / 1_000_000 }
    #expect(corrected == [0, 20, 40, 120, 140, 160, 220, 240, 260])
    #expect([TimeCorrection](of: Array(packets.prefix(5)), behind: [40_000_000]).isEmpty)
  }

  /// 200,000 packets, each behind a loss: pairs of them would be 40 thousand million.
  @Test(.timeLimit(.minutes(1)))
  func `a file with as many losses as packets is read in one pass`() {
    let times = (0..<200_000).map { Int64($0) * 40_000_000 }
    let packets = times.map { IndexedPacket(time: $0, duration: 20_000_000, byteCount: 10, isKey: true) }
    let corrections = [TimeCorrection](of: packets, behind: times)
    #expect(corrections.count == times.count - 1)
    #expect(times.allSatisfy { corrections.corrected($0) == $0 + ($0 == times.last ? 0 : 20_000_000) })
  }
}
