import AVFoundation
import TestSupport
import Testing

@Suite("Instructions and mixes")
struct InstructionTests {
  @Test func `ramps are looked up one after another`() {
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.trackID = 4
    layer.setOpacity(0.5, at: frames(2))
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frames(10, 20))
    var (start, end, range, time, found): (Float, Float, CMTimeRange, CMTime, [CMTimeRange]) = (
      0, 0, .invalid, .zero, []
    )
    while layer.getOpacityRamp(for: time, startOpacity: &start, endOpacity: &end, timeRange: &range) {
      found.append(range)
      time = range.end
    }
    #expect(found == [frames(2, 10), frames(10, 20)] && start == 1 && end == 0)
    #expect(!layer.getTransformRamp(for: .zero, start: nil, end: nil, timeRange: nil))
    let copy = layer.copy() as? AVVideoCompositionLayerInstruction
    layer.trackID = 5
    #expect(copy?.trackID == 4 && copy?.opacityRamp(at: frames(12))?.start == 1)
  }

  @Test func `a bare instruction needs nothing`() {
    let instruction = AVMutableVideoCompositionInstruction()
    #expect(!instruction.timeRange.isValid && instruction.enablePostProcessing && !instruction.containsTweening)
    #expect(instruction.requiredSourceTrackIDs == [] && instruction.passthroughTrackID == kCMPersistentTrackID_Invalid)
    #expect(instruction.backgroundColor == nil)
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.trackID = 2
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frames(0, 4))
    instruction.layerInstructions = [layer]
    instruction.timeRange = frames(0, 9)
    #expect(instruction.requiredSourceTrackIDs == [NSNumber(value: 2)] && instruction.containsTweening)
  }

  @Test func `values are the same as classes`() {
    var layer = AVVideoCompositionLayerInstruction.Configuration(trackID: 3)
    layer.setTransform(CGAffineTransform(scaleX: 2, y: 2), at: .zero)
    layer.addCropRectangleRamp(
      .init(timeRange: frames(0, 3), start: .zero, end: CGRect(x: 1, y: 2, width: 3, height: 4)))
    #expect(layer.transformRamp(at: frames(1))?.end.a == 2 && layer.opacityRamp(at: .zero) == nil)
    let instruction = AVVideoCompositionInstruction(
      configuration: .init(
        layerInstructions: [AVVideoCompositionLayerInstruction(configuration: layer)], timeRange: frames(0, 3)))
    var configuration = AVVideoComposition.Configuration(
      frameDuration: frames(1), instructions: [instruction], renderSize: CGSize(width: 64, height: 36))
    configuration.renderScale = 1
    let composition = AVVideoComposition(configuration: configuration)
    #expect(composition.frameDuration == frames(1) && composition.instructions.first === instruction)
    let mutable = composition.mutableCopy() as? AVMutableVideoComposition
    mutable?.renderSize = CGSize(width: 32, height: 18)
    #expect(composition.renderSize.width == 64 && mutable?.renderSize.width == 32)
  }

  @Test func `volumes stay, and parameters are copied`() {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0.2, timeRange: frames(4, 9))
    (parameters.trackID, parameters.audioTimePitchAlgorithm) = (2, .varispeed)
    let mix = AVMutableAudioMix()
    #expect(mix.inputParameters.isEmpty)
    mix.inputParameters = [parameters]
    parameters.trackID = 9
    #expect(mix.inputParameters[0].trackID == 2 && mix.inputParameters[0].audioTimePitchAlgorithm == .varispeed)
    var (start, range): (Float, CMTimeRange) = (0, .invalid)
    #expect(
      mix.inputParameters[0].getVolumeRamp(for: .zero, startVolume: &start, endVolume: nil, timeRange: &range))
    #expect(start == 0.5 && range == frames(4, 9))
  }

  @Test func `what overlaps ends the process in AVFoundation's words`() async {
    await #expect(processExitsWith: .failure) {
      let parameters = AVMutableAudioMixInputParameters()
      let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
      parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range)
      parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range)
    }
  }

  @Test func `a film's own properties make a video composition, and faults are reported`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 10), of: AVURLAsset(url: try await Films.first()), at: .zero)
    let shown = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: composition)
    #expect(shown.renderSize == CGSize(width: 320, height: 180) && shown.frameDuration == frames(1))
    #expect(shown.instructions.count == 1 && shown.instructions[0].timeRange == frames(0, 10))
    let always = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(AVVideoComposition(propertiesOf: composition).instructions.count == 1)
    #expect(shown.isValid(for: composition, timeRange: always, validationDelegate: nil))
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.trackID = 77
    let instruction = AVMutableVideoCompositionInstruction()
    (instruction.timeRange, instruction.layerInstructions) = (frames(0, 6), [layer])
    (shown.instructions, shown.renderScale) = ([instruction], 0)
    let listener = Listener()
    #expect(!shown.isValid(for: composition, timeRange: always, validationDelegate: listener))
    #expect(listener.found == ["renderScale", "empty from 6", "track 77"])
    shown.instructions = [instruction, instruction]
    #expect(!shown.isValid(for: nil, timeRange: always, validationDelegate: listener))
    #expect(listener.found.contains("range of 0"))
  }

  /// Keeps delegate calls.
  private final class Listener: NSObject, AVVideoCompositionValidationHandling {
    nonisolated(unsafe) var found: [String] = []

    func videoComposition(
      _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
    ) -> Bool {
      found.append(key)
      return true
    }

    func videoComposition(
      _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool {
      found.append("empty from \(CMTimeConvertScale(timeRange.start, timescale: 30, method: .default).value)")
      return true
    }

    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTimeRangeIn instruction: any AVVideoCompositionInstructionProtocol
    ) -> Bool {
      found.append("range of \(instruction.timeRange.start.value)")
      return true
    }

    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTrackIDIn instruction: any AVVideoCompositionInstructionProtocol,
      layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
    ) -> Bool {
      found.append("track \(layerInstruction.trackID)")
      return true
    }
  }
}
