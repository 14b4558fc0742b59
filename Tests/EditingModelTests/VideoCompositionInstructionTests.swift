import EditingModel
import MediaTime
import Testing

@Suite struct VideoCompositionInstructionTests {
  @Test func `the tracks that are needed are those of the layers, each once, unless others are named`() {
    var shown = instruction(
      0, 4, LayerInstruction(trackID: 2), LayerInstruction(trackID: 1), LayerInstruction(trackID: 2))
    #expect(shown.requiredSourceTrackIDs == [2, 1])
    shown.requiredSourceTrackIDs = [3]
    #expect(shown.requiredSources == .tracks([3]))
    shown.requiredSourceTrackIDs = nil
    #expect(shown.requiredSources == .all)
    #expect(shown.requiredSourceTrackIDs == nil)
    #expect(instruction(0, 4).requiredSourceTrackIDs == [])
  }

  @Test func `an instruction without layers needs no tracks, has no tweening, and enables post-processing`() {
    let bare = VideoCompositionInstruction(timeRange: range(0, 1))
    #expect(bare.requiredSourceTrackIDs == [])
    #expect(!bare.containsTweening)
    #expect(bare.enablePostProcessing)
    #expect(bare.passthroughTrackID == nil)
    #expect(bare.backgroundColor == .black)
  }

  @Test func `there is tweening where a ramp changes a value while the instruction applies`() {
    func tweens(_ entries: Ramps<Double>.Entry...) -> Bool {
      instruction(2, 6, LayerInstruction(trackID: 1, opacity: Ramps(entries))).containsTweening
    }
    #expect(!tweens())
    #expect(tweens(.ramp(range: range(2, 4), from: 1, to: 0)))
    #expect(tweens(.ramp(range: range(0, 3), from: 1, to: 0)))
    #expect(tweens(.ramp(range: range(5, 9), from: 1, to: 0)))
    #expect(!tweens(.ramp(range: range(0, 2), from: 1, to: 0)), "it has ended")
    #expect(!tweens(.ramp(range: range(6, 7), from: 1, to: 0)), "it has not begun")
    #expect(!tweens(.ramp(range: range(2, 4), from: 0.5, to: 0.5)), "it is level")
    #expect(tweens(.ramp(range: range(3, 4), from: 0.5, to: 0.5)), "it jumps from 1")
    #expect(tweens(.setting(at: seconds(3), value: 0.5)))
    #expect(!tweens(.setting(at: seconds(2), value: 0.5)))
    #expect(!tweens(.setting(at: seconds(3), value: 1)), "it is 1 already")
  }

  @Test func `moving and cropping are tweening too`() {
    var layer = LayerInstruction(trackID: 1, cropRectangle: Ramps([.setting(at: seconds(1), value: Rectangle(.zero))]))
    #expect(instruction(0, 2, layer).containsTweening)
    layer = LayerInstruction(
      trackID: 1, transform: Ramps([.ramp(range: range(0, 1), from: .identity, to: .translation(x: 1, y: 0))]))
    #expect(instruction(0, 2, layer).containsTweening)
    #expect(!instruction(1, 2, layer).containsTweening)
  }

  @Test func `tweening can be set explicitly`() {
    var shown = instruction(0, 4)
    shown.containsTweening = true
    #expect(shown.containsTweening && shown.isTweening == true)
    shown = instruction(0, 1, LayerInstruction(trackID: 1, opacity: Ramps([.ramp(range: range(0, 1), from: 0, to: 1)])))
    shown.containsTweening = false
    #expect(!shown.containsTweening)
  }
}
