import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

/// What is handed to a service is a value: later edits change nothing there.
@Suite struct SnapshotTests {
  private let settings = ExportSettings(
    fileType: .mp4, video: VideoSettings(codec: .h264), audio: AudioSettings(codec: .aac))

  /// A program's edit, which goes on while it is rendered.
  private final class Workbench: Sendable {
    let edit: Mutex<EditSnapshot>

    init(_ edit: EditSnapshot) {
      self.edit = Mutex(edit)
    }

    /// Undoes all there is: cuts, layers, volumes.
    func ruin() {
      edit.withLock { edit in
        edit.composition.tracks[0].segments.removeLast()
        edit.composition.tracks[0].isEnabled = false
        edit.composition.naturalSize = Size(width: 2, height: 2)
        edit.videoComposition?.frameDuration = CMTime(value: 1, timescale: 1)
        edit.videoComposition?.instructions.removeAll()
        edit.audioMix?.inputParameters.removeAll()
      }
    }
  }

  private func workbench(_ cat: MediaFacts) throws -> Workbench {
    var edit = cuts(of: [cat, cat])
    let whole = CMTimeRange(start: .zero, duration: edit.composition.duration)
    var sound = CompositionTrack(id: 2, mediaType: .audio)
    sound.segments = edit.composition.tracks[0].segments
    edit.composition.tracks.append(sound)
    var layer = LayerInstruction(trackID: 1)
    try layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: whole)
    edit.videoComposition = VideoComposition(
      frameDuration: CMTime(value: 1, timescale: 25), renderSize: Size(width: 640, height: 360),
      instructions: [VideoCompositionInstruction(timeRange: whole, layerInstructions: [layer])])
    var volume = AudioMixInputParameters(trackID: 2)
    try volume.setVolume(0.5, at: .zero)
    edit.audioMix = AudioMix(inputParameters: [volume])
    return Workbench(edit)
  }

  @Test func `an edit that goes on while its export looks at the media and renders is not in the film`() async throws {
    let folder = try TemporaryFolder()
    let cat = try film("cat")
    let calm = try workbench(cat)
    let busy = try workbench(cat)
    let undisturbed = ScriptedRenderer(media: [cat])
    let disturbed = ScriptedRenderer(
      media: [cat], discovery: [.perform { busy.ruin() }],
      export: [.progress(frame: 10), .perform { busy.ruin() }])
    var reports: [ExportReport] = []
    for (bench, renderer) in [(calm, undisturbed), (busy, disturbed)] {
      let request = ExportRequest(
        bench.edit.withLock(\.self), as: settings, to: folder.file("film\(reports.count).mp4"))
      reports.append(try await ExportSession(request, renderer: renderer).export())
    }
    #expect(busy.edit.withLock(\.self) != calm.edit.withLock(\.self))
    #expect(busy.edit.withLock { $0.composition.tracks[0].segments.isEmpty })
    #expect(disturbed.record.plans == undisturbed.record.plans)
    #expect(disturbed.record.plans.count == 1)
    #expect(reports[0] == reports[1] && reports[0].frameCount == 100)
  }

  @Test func `a video composition that is made for an edit does not follow the edit`() async throws {
    var cat = try film("cat")
    cat.videoTracks[0].orientation = .right
    var edit = cuts(of: [cat, cat])
    let inspector = MediaInspector(renderer: ScriptedRenderer(media: [cat]))
    let video = try await VideoComposition.videoComposition(withPropertiesOf: edit.composition, inspector: inspector)
    #expect(video.renderSize == Size(width: 360, height: 640))
    #expect(video.frameDuration == CMTime(value: 1, timescale: 25))
    #expect(video.instructions.count == 1)
    #expect(video.isValid(for: edit.composition, timeRange: .always))
    edit.composition.tracks[0].segments[1].timeMapping.target.duration = CMTime(value: 5, timescale: 1)
    #expect(!video.isValid(for: edit.composition, timeRange: .always))
    #expect(video.instructions[0].timeRange.duration == CMTime(value: 4, timescale: 1))
  }
}
