import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// Clips one after another, cut and cross-faded, as values.
@Suite struct EditAppendingTests {
  private func seconds(_ start: Double, _ end: Double) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(seconds: start, preferredTimescale: 600), end: CMTime(seconds: end, preferredTimescale: 600))
  }

  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  /// An edit of the clips, each a stretch of a file of ten seconds, with a fade of a second.
  private func edit(of ranges: [CMTimeRange], fade: Double = 1) throws -> EditSnapshot {
    var edit = EditSnapshot()
    for (number, range) in ranges.enumerated() {
      try edit.append(range, of: Asset(try film("clip\(number)")), crossFading: time(fade))
    }
    return edit
  }

  @Test func `clips alternate between tracks, and overlap by the fade`() throws {
    let edit = try edit(of: [seconds(0, 4), seconds(2, 5), seconds(1, 4)])
    #expect(edit.composition.duration == time(8))
    let placed = edit.composition.tracks.map { track in
      track.segments.filter { !$0.isEmpty }.map(\.timeMapping.target)
    }
    #expect(edit.composition.tracks.map(\.mediaType) == [.video, .audio, .video, .audio])
    #expect(
      placed == [[seconds(0, 4), seconds(5, 8)], [seconds(0, 4), seconds(5, 8)], [seconds(3, 6)], [seconds(3, 6)]])
    let shown = try #require(edit.videoComposition)
    #expect(
      shown.instructions.map(\.timeRange) == [
        seconds(0, 3), seconds(3, 4), seconds(4, 5), seconds(5, 6), seconds(6, 8),
      ])
    #expect(shown.instructions.map { $0.layerInstructions.map(\.trackID) } == [[1], [1, 3], [3], [3, 1], [1]])
    #expect(shown.instructions[1].layerInstructions[0].opacity.entries == [.ramp(range: seconds(3, 4), from: 1, to: 0)])
    #expect(shown.instructions[1].layerInstructions[1].opacity.entries.isEmpty)
    #expect(shown.frameTiming == .source && shown.fit == .resizeAspect)
    #expect(shown.validate(over: edit.composition).isEmpty)
  }

  @Test func `the sound's power is the same all through a fade`() throws {
    let edit = try edit(of: [seconds(0, 4), seconds(2, 6)])
    let mix = try #require(edit.audioMix)
    #expect(mix.validate(over: edit.composition).isEmpty)
    let (out, into) = (try #require(mix.parameters(for: 2)).volume, try #require(mix.parameters(for: 4)).volume)
    func level(_ ramps: Ramps<Double>, _ seconds: Double) -> Double {
      ramps.value(at: CMTime(seconds: seconds, preferredTimescale: 48_000), initial: 1)
    }
    #expect(level(out, 2.9) == 1 && level(out, 3) == 1 && level(out, 4) == 0)
    #expect(level(into, 3) == 0 && level(into, 4) == 1 && level(into, 6) == 1)
    for step in 0...1_000 {
      let part = Double(step) / 1_000
      let (a, b) = (level(out, 3 + part), level(into, 3 + part))
      #expect(abs(a * a + b * b - 1) < 7e-4)
      #expect(abs(a - cos(part * .pi / 2)) < 4e-4 && abs(b - sin(part * .pi / 2)) < 4e-4)
    }
  }

  @Test func `without a fade clips are cut, and stay in one instruction`() throws {
    let edit = try edit(of: [seconds(0, 2), seconds(0, 3)], fade: 0)
    #expect(edit.composition.duration == time(5) && edit.composition.tracks.count == 2)
    #expect(edit.videoComposition?.instructions.map(\.timeRange) == [seconds(0, 5)])
    #expect(edit.audioMix == nil)
    // A cut after a fade is as loud as the file.
    var faded = try self.edit(of: [seconds(0, 4), seconds(0, 4)])
    try faded.append(seconds(0, 2), of: Asset(try film("last")))
    let last = try #require(faded.composition.tracks.last { $0.mediaType == .audio && $0.duration == time(9) })
    let volume = faded.audioMix?.parameters(for: last.id)?.volume ?? Ramps()
    #expect(volume.value(at: time(8), initial: 1) == 1)
  }

  @Test func `sound without pictures and pictures without sound are faded alone`() throws {
    var (picture, sound) = (try film("picture"), try film("sound"))
    picture.audioTracks = []
    sound.videoTracks = []
    var edit = EditSnapshot()
    try edit.append(seconds(0, 4), of: Asset(picture), crossFading: time(1))
    try edit.append(seconds(0, 4), of: Asset(sound), crossFading: time(1))
    try edit.append(seconds(0, 4), of: Asset(picture), crossFading: time(1))
    #expect(edit.composition.duration == time(10))
    let shown = try #require(edit.videoComposition)
    #expect(shown.instructions.map { $0.layerInstructions.count } == [1, 1, 0, 1, 1])
    #expect(shown.instructions[1].layerInstructions[0].opacity.entries == [.ramp(range: seconds(3, 4), from: 1, to: 0)])
    #expect(shown.instructions[3].layerInstructions[0].opacity.entries == [.ramp(range: seconds(6, 7), from: 0, to: 1)])
    #expect(shown.validate(over: edit.composition).isEmpty)
  }

  @Test func `what cannot be faded is refused, and changes nothing`() throws {
    let asset = Asset(try film("clip"))
    let before = try edit(of: [seconds(0, 4), seconds(0, 2)])
    for (range, fade, code) in [
      (seconds(0, 4), time(1.5), EditError.Code.invalidDuration), (seconds(0, 1), time(2), .invalidDuration),
      (seconds(0, 4), .invalid, .invalidDuration), (seconds(11, 12), time(1), .outsideMedia),
      (CMTimeRange(start: .invalid, duration: time(1)), time(0), .invalidTime),
    ] {
      var edit = before
      let error = #expect(throws: EditError.self) { try edit.append(range, of: asset, crossFading: fade) }
      #expect(error?.code == code, "\(range) \(fade): \(error?.description ?? "nothing")")
      #expect(edit == before)
    }
    // Two layers at the end are no one picture.
    var stacked = EditSnapshot()
    for _ in 0..<2 {
      let track = stacked.composition.addTrack(withMediaType: .video)
      try stacked.composition.editTrack(track) { track in
        try track.insertTimeRange(seconds(0, 4), of: asset.tracks[0], at: .zero)
      }
    }
    let error = #expect(throws: EditError.self) { try stacked.append(asset, crossFading: time(1)) }
    #expect(error?.diagnostic.expected?.contains("one layer") == true)
  }

  @Test func `an edit made by hand goes on from its instructions`() throws {
    var edit = EditSnapshot()
    try edit.composition.insertTimeRange(seconds(0, 4), of: Asset(try film("first")), at: .zero)
    edit.videoComposition = VideoComposition(
      frameDuration: CMTime(value: 1, timescale: 30), renderSize: Size(width: 320, height: 180),
      instructions: [
        VideoCompositionInstruction(timeRange: seconds(0, 4), layerInstructions: [LayerInstruction(trackID: 1)])
      ])
    try edit.append(seconds(0, 4), of: Asset(try film("second")), crossFading: time(2))
    #expect(edit.videoComposition?.renderSize == Size(width: 320, height: 180))
    #expect(edit.videoComposition?.frameTiming == .grid)
    #expect(edit.videoComposition?.instructions.map(\.timeRange) == [seconds(0, 2), seconds(2, 4), seconds(4, 6)])
    // Instructions that leave the end open are not guessed at.
    edit.videoComposition?.instructions.removeLast()
    #expect(throws: EditError.self) { try edit.append(seconds(0, 4), of: Asset(try film("third"))) }
  }
}
