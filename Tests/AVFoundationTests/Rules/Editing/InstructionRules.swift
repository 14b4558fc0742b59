import AVFoundation
import Testing

@Suite("Rules of instructions")
struct InstructionRules {
  private let layer = AVMutableVideoCompositionLayerInstruction()

  /// AVVideoComposition.h, "layerInstructions": none by default.
  @Test func `a fresh instruction has no layers`() {
    #expect(AVMutableVideoCompositionInstruction().layerInstructions.isEmpty)
  }

  /// AVVideoComposition.h, "layerInstructions": the first is the topmost; the order is kept.
  @Test func `layers keep their order`() {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.layerInstructions = ([7, 3, 5] as [CMPersistentTrackID]).map { number in
      let layer = AVMutableVideoCompositionLayerInstruction()
      layer.trackID = number
      return layer
    }
    #expect(instruction.layerInstructions.map(\.trackID) == [7, 3, 5])
  }

  /// NSCopying of AVVideoCompositionInstruction: an immutable one.
  @Test func `a copy of a mutable instruction is immutable`() throws {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = frames(0, 4)
    let copy = try #require(instruction.copy() as? AVVideoCompositionInstruction)
    #expect(!(copy is AVMutableVideoCompositionInstruction))
    instruction.timeRange = frames(0, 9)
    #expect(copy.timeRange == frames(0, 4))
  }

  /// NSMutableCopying of AVVideoCompositionInstruction: independent.
  @Test func `a mutable copy of an instruction is another`() throws {
    let instruction = AVMutableVideoCompositionInstruction()
    (instruction.enablePostProcessing, instruction.backgroundColor) = (false, .white)
    let copy = try #require(instruction.mutableCopy() as? AVMutableVideoCompositionInstruction)
    #expect(!copy.enablePostProcessing && copy.backgroundColor == .white)
    copy.enablePostProcessing = true
    #expect(!instruction.enablePostProcessing)
  }

  /// AVVideoComposition.h, "requiredSourceTrackIDs": the tracks of the layers.
  @Test func `an instruction requires the tracks of its layers`() {
    let instruction = AVMutableVideoCompositionInstruction()
    let other = AVMutableVideoCompositionLayerInstruction()
    (layer.trackID, other.trackID) = (4, 8)
    instruction.layerInstructions = [layer, other]
    #expect(Set(instruction.requiredSourceTrackIDs ?? []) == [NSNumber(value: 4), NSNumber(value: 8)])
  }

  /// AVVideoComposition.h, "requiredSourceSampleDataTrackIDs": none by default.
  @Test func `a fresh instruction requires no sample data`() {
    #expect(AVMutableVideoCompositionInstruction().requiredSourceSampleDataTrackIDs.isEmpty)
  }

  /// AVVideoComposition.h, "trackID": kCMPersistentTrackID_Invalid by default.
  @Test func `a fresh layer is of no track`() { #expect(layer.trackID == kCMPersistentTrackID_Invalid) }

  /// AVVideoComposition.h, "videoCompositionLayerInstructionWithAssetTrack:": its number is taken.
  @Test func `a layer of a track has the track's number`() throws {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 12))
    #expect(AVMutableVideoCompositionLayerInstruction(assetTrack: track).trackID == 12)
  }

  /// AVVideoComposition.h, "getOpacityRampForTime:…": NO without ramps.
  @Test func `a fresh layer has no ramps`() {
    #expect(!layer.getOpacityRamp(for: .zero, startOpacity: nil, endOpacity: nil, timeRange: nil))
    #expect(
      !layer.getCropRectangleRamp(for: .zero, startCropRectangle: nil, endCropRectangle: nil, timeRange: nil))
  }

  /// AVVideoComposition.h, "getOpacityRampForTime:…": before the first ramp, that ramp.
  @Test func `before the first ramp the ramp to come is returned`() {
    layer.setOpacityRamp(fromStartOpacity: 0.25, toEndOpacity: 0.75, timeRange: frames(10, 20))
    var (start, end, range): (Float, Float, CMTimeRange) = (0, 0, .invalid)
    #expect(layer.getOpacityRamp(for: frames(2), startOpacity: &start, endOpacity: &end, timeRange: &range))
    #expect(start == 0.25 && end == 0.75 && range == frames(10, 20))
  }

  /// AVVideoComposition.h, "getOpacityRampForTime:…": NO behind the last ramp.
  @Test func `behind the last ramp there is none`() {
    layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: frames(10, 20))
    #expect(!layer.getOpacityRamp(for: frames(20), startOpacity: nil, endOpacity: nil, timeRange: nil))
  }

  /// AVVideoComposition.h, "getTransformRampForTime:…": where two ramps meet, the one that starts.
  @Test func `where ramps meet the one that starts counts`() {
    let (double, triple) = (CGAffineTransform(scaleX: 2, y: 2), CGAffineTransform(scaleX: 3, y: 3))
    layer.setTransformRamp(fromStart: .identity, toEnd: double, timeRange: frames(0, 5))
    layer.setTransformRamp(fromStart: double, toEnd: triple, timeRange: frames(5, 9))
    var range = CMTimeRange.invalid
    #expect(layer.getTransformRamp(for: frames(5), start: nil, end: nil, timeRange: &range))
    #expect(range == frames(5, 9))
  }

  /// AVVideoComposition.h, "setTransformRampFromStartTransform:…": both ends are returned as they were set.
  @Test func `a ramp of transforms has the ends it is set with`() {
    let (first, last) = (CGAffineTransform(translationX: 5, y: 0), CGAffineTransform(scaleX: 0.5, y: 2))
    layer.setTransformRamp(fromStart: first, toEnd: last, timeRange: frames(0, 5))
    var (start, end) = (CGAffineTransform.identity, CGAffineTransform.identity)
    #expect(layer.getTransformRamp(for: frames(1), start: &start, end: &end, timeRange: nil))
    #expect(start == first && end == last)
  }

  /// AVVideoComposition.h, "setCropRectangleRampFromStartCropRectangle:…": both ends are returned as they were set.
  @Test func `a ramp of crop rectangles has the ends it is set with`() {
    let (first, last) = (CGRect(x: 0, y: 0, width: 9, height: 9), CGRect(x: 2, y: 3, width: 4, height: 5))
    layer.setCropRectangleRamp(fromStartCropRectangle: first, toEndCropRectangle: last, timeRange: frames(0, 5))
    var (start, end) = (CGRect.zero, CGRect.zero)
    #expect(
      layer.getCropRectangleRamp(for: .zero, startCropRectangle: &start, endCropRectangle: &end, timeRange: nil))
    #expect(start == first && end == last)
  }

  /// AVVideoComposition.h, "setOpacity:atTime:": holds until the next ramp.
  @Test func `a value that is set lasts until the next ramp`() {
    layer.setOpacity(0.5, at: frames(3))
    layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: frames(10, 20))
    var (start, end): (Float, Float) = (0, 0)
    #expect(layer.getOpacityRamp(for: frames(6), startOpacity: &start, endOpacity: &end, timeRange: nil))
    #expect(start == 0.5 && end == 0.5)
  }

  /// AVVideoComposition.h: opacity, transform and crop rectangle are ramped apart from one another.
  @Test func `ramps of one property are not those of another`() {
    layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: frames(0, 5))
    #expect(!layer.getTransformRamp(for: .zero, start: nil, end: nil, timeRange: nil))
  }

  /// NSMutableCopying of AVVideoCompositionLayerInstruction: independent.
  @Test func `a mutable copy of a layer has ramps of its own`() throws {
    layer.setOpacity(0.5, at: .zero)
    let copy = try #require(layer.mutableCopy() as? AVMutableVideoCompositionLayerInstruction)
    copy.setTransform(CGAffineTransform(scaleX: 2, y: 2), at: .zero)
    #expect(copy.getOpacityRamp(for: .zero, startOpacity: nil, endOpacity: nil, timeRange: nil))
    #expect(!layer.getTransformRamp(for: .zero, start: nil, end: nil, timeRange: nil))
  }

  /// NSCopying of AVVideoCompositionLayerInstruction: an immutable one.
  @Test func `a copy of a mutable layer is immutable`() {
    #expect(layer.copy() is AVVideoCompositionLayerInstruction)
    #expect(!(layer.copy() is AVMutableVideoCompositionLayerInstruction))
  }

  /// AVVideoComposition.h, "setTransformRampFromStartTransform:…": overlapping ranges raise an exception.
  @Test func `ramps of transforms that overlap end the process`() async {
    await #expect(processExitsWith: .failure) {
      let layer = AVMutableVideoCompositionLayerInstruction()
      layer.setTransformRamp(fromStart: .identity, toEnd: .identity, timeRange: frames(0, 5))
      layer.setTransformRamp(fromStart: .identity, toEnd: .identity, timeRange: frames(4, 9))
    }
  }

  /// AVVideoComposition.h, "setTransformRampFromStartTransform:…": a range that is not numeric raises an exception.
  @Test func `a ramp over a range without an end ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let range = CMTimeRange(start: .zero, duration: .indefinite)
      AVMutableVideoCompositionLayerInstruction().setTransformRamp(
        fromStart: .identity, toEnd: .identity, timeRange: range)
    }
  }
}
