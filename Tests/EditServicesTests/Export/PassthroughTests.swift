import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// The copied packets of an edit.
struct PassthroughTests {
  private static let cat = AssetReference(url: URL(filePath: "/media/cat.mp4"))
  private static let dog = AssetReference(url: URL(filePath: "/media/dog.mp4"))

  private static func range(_ start: Int64, _ duration: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 1), duration: CMTime(value: duration, timescale: 1))
  }

  private static func segment(
    _ asset: AssetReference, _ start: Int64, _ duration: Int64, at time: Int64, lasting length: Int64? = nil
  ) -> CompositionTrackSegment {
    CompositionTrackSegment(
      source: .init(asset: asset), sourceRange: range(start, duration), targetRange: range(time, length ?? duration))
  }

  private static func edit(_ pictures: [CompositionTrackSegment], _ sounds: [CompositionTrackSegment]) -> EditSnapshot {
    EditSnapshot(
      composition: Composition(tracks: [
        CompositionTrack(id: 1, mediaType: .video, segments: pictures),
        CompositionTrack(id: 2, mediaType: .audio, segments: sounds),
      ]))
  }

  @Test func `each stretch is a part, as far as it lies in the range`() throws {
    let segments = [Self.segment(Self.cat, 10, 5, at: 0), Self.segment(Self.dog, 0, 4, at: 5)]
    let edit = Self.edit(segments, segments)
    let all = try PacketCopy(passing: edit, range: nil, as: .mp4)
    #expect(all.parts.map(\.asset) == [Self.cat, Self.dog])
    let copy = try PacketCopy(passing: edit, range: Self.range(3, 4), as: .mp4)
    #expect(
      copy.parts.map(\.range?.start) == [Rational(13), Rational(0)]
        && copy.parts.map(\.range?.end) == [Rational(15), Rational(2)])
    #expect(copy.mediaTypes == [.video, .audio])
  }

  @Test func `an edit that is no run of stretches is refused`() {
    let plain = [Self.segment(Self.cat, 0, 4, at: 0)]
    for edit in [
      Self.edit(plain, [Self.segment(Self.cat, 1, 4, at: 0)]), Self.edit(plain, [Self.segment(Self.dog, 0, 4, at: 0)]),
      Self.edit([Self.segment(Self.cat, 0, 4, at: 0, lasting: 2)], []), EditSnapshot(composition: Composition()),
    ] {
      let error = #expect(throws: RenderError.self) { try PacketCopy(passing: edit, range: nil, as: .mp4) }
      #expect(error?.code == .unsupported)
    }
  }

  @Test func `two tracks of one track of a file are refused, since a copy would have one`() {
    let plain = [Self.segment(Self.cat, 0, 4, at: 0)]
    for mediaType in [MediaType.video, .audio] {
      let tracks = [1, 2].map { CompositionTrack(id: $0, mediaType: mediaType, segments: plain) }
      let edit = EditSnapshot(composition: Composition(tracks: tracks))
      let error = #expect(throws: RenderError.self) { try PacketCopy(passing: edit, range: nil, as: .mov) }
      #expect(error?.code == .unsupported && error?.description.contains("the same track of a file") == true)
    }
  }

  @Test func `an output that is one of the sources is refused before anything is read`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("cat.mp4")
    try Data("kept".utf8).write(to: url)
    let renderer = ScriptedRenderer(media: [])
    let export = PassthroughExport(
      PacketCopy([.init(AssetReference(url: url))], as: .mp4), to: url, replacesExistingFile: true, renderer: renderer)
    let error = await #expect(throws: RenderError.self) { try await export.export() }
    #expect(error?.code == .cannotCreateOutput && renderer.record.copies.isEmpty)
  }
}
