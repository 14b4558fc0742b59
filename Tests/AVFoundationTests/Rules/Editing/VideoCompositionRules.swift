import AVFoundation
import Testing

@Suite("Rules of video compositions")
struct VideoCompositionRules {
  private let always = CMTimeRange(start: .zero, duration: .positiveInfinity)

  /// A video composition of one instruction over `range`.
  private func composition(_ range: CMTimeRange...) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition()
    (composition.frameDuration, composition.renderSize) = (frames(1), CGSize(width: 64, height: 36))
    composition.instructions = range.map { range in
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = range
      return instruction
    }
    return composition
  }

  /// AVVideoComposition.h, "renderScale": 1.0 by default.
  @Test func `a fresh video composition has a scale of one`() {
    #expect(AVMutableVideoComposition().renderScale == 1)
  }

  /// AVVideoComposition.h, "renderSize": has to be set.
  @Test func `a fresh video composition has no size`() { #expect(AVMutableVideoComposition().renderSize == .zero) }

  /// AVVideoComposition.h, "frameDuration": has to be set.
  @Test func `a fresh video composition has no duration of frames`() {
    let duration = AVMutableVideoComposition().frameDuration
    #expect(!(duration.isNumeric && duration > .zero))
  }

  /// AVVideoComposition.h, "instructions": none by default.
  @Test func `a fresh video composition has no instructions`() {
    #expect(AVMutableVideoComposition().instructions.isEmpty)
  }

  /// AVVideoComposition.h, "customVideoCompositorClass", "animationTool": nil by default.
  @Test func `a fresh video composition has neither compositor nor tool`() {
    let composition = AVMutableVideoComposition()
    #expect(composition.customVideoCompositorClass == nil && composition.animationTool == nil)
  }

  /// AVVideoComposition.h, "sourceTrackIDForFrameTiming": kCMPersistentTrackID_Invalid by default.
  @Test func `frames of a fresh video composition are timed by no track`() {
    #expect(AVMutableVideoComposition().sourceTrackIDForFrameTiming == kCMPersistentTrackID_Invalid)
  }

  /// AVVideoComposition.h, "colorPrimaries", "colorYCbCrMatrix", "colorTransferFunction": nil by default.
  @Test func `a fresh video composition says nothing of color`() {
    let composition = AVMutableVideoComposition()
    #expect(composition.colorPrimaries == nil && composition.colorYCbCrMatrix == nil)
    #expect(composition.colorTransferFunction == nil)
  }

  /// AVVideoComposition.h, "sourceSampleDataTrackIDs": none by default.
  @Test func `a fresh video composition needs no sample data`() {
    #expect(AVMutableVideoComposition().sourceSampleDataTrackIDs.isEmpty)
  }

  /// NSCopying of AVMutableVideoComposition: an immutable snapshot.
  @Test func `a copy is immutable and stays`() throws {
    let composition = composition(frames(0, 4))
    let copy = try #require(composition.copy() as? AVVideoComposition)
    (composition.frameDuration, composition.instructions) = (frames(2), [])
    #expect(!(copy is AVMutableVideoComposition) && copy.frameDuration == frames(1) && copy.instructions.count == 1)
  }

  /// NSMutableCopying of AVMutableVideoComposition: independent.
  @Test func `a mutable copy is another`() throws {
    let composition = composition(frames(0, 4))
    let copy = try #require(composition.mutableCopy() as? AVMutableVideoComposition)
    copy.instructions = []
    #expect(composition.instructions.count == 1 && copy.renderSize == composition.renderSize)
  }

  /// AVVideoComposition.h, "isValidForAsset:timeRange:validationDelegate:": the delegate may be nil.
  @Test func `instructions that cover the range are valid`() {
    #expect(composition(frames(0, 9)).isValid(for: nil, timeRange: frames(0, 9), validationDelegate: nil))
  }

  /// AVVideoComposition.h, "isValidForAsset:timeRange:validationDelegate:": instructions may extend beyond.
  @Test func `instructions may go on behind the range`() {
    let long = CMTimeRange(start: .zero, duration: CMTime(value: 1_000_000, timescale: 1))
    #expect(composition(long).isValid(for: nil, timeRange: frames(0, 9), validationDelegate: nil))
  }

  /// AVVideoComposition.h, "isValidForAsset:timeRange:validationDelegate:": a gap.
  @Test func `a gap between instructions is not valid`() {
    let composition = composition(frames(0, 4), frames(5, 9))
    #expect(!composition.isValid(for: nil, timeRange: frames(0, 9), validationDelegate: nil))
  }

  /// AVVideoComposition.h, "isValidForAsset:timeRange:validationDelegate:": ranges that overlap.
  @Test func `instructions that overlap are not valid`() {
    let composition = composition(frames(0, 5), frames(4, 9))
    #expect(!composition.isValid(for: nil, timeRange: frames(0, 9), validationDelegate: nil))
  }

  /// AVVideoComposition.h, "isValidForAsset:timeRange:validationDelegate:": ranges out of order.
  @Test func `instructions out of order are not valid`() {
    let composition = composition(frames(4, 9), frames(0, 4))
    #expect(!composition.isValid(for: nil, timeRange: frames(0, 9), validationDelegate: nil))
  }

  /// AVVideoComposition.h, "isValidForAsset:timeRange:validationDelegate:": ranges that touch.
  @Test func `instructions one after another are valid`() {
    let composition = composition(frames(0, 4), frames(4, 9))
    #expect(composition.isValid(for: nil, timeRange: frames(0, 9), validationDelegate: nil))
  }

  /// AVVideoComposition.h, "isValidForAsset:timeRange:validationDelegate:": only instructions of the range.
  @Test func `faults outside the range do not count`() {
    let composition = composition(frames(0, 4), frames(5, 9))
    #expect(composition.isValid(for: nil, timeRange: frames(0, 4), validationDelegate: nil))
  }

  /// AVVideoComposition.h, "…shouldContinueValidatingAfterFindingInvalidValueForKey:": "frameDuration".
  @Test func `a frame duration of zero is an invalid value`() {
    let (composition, delegate) = (composition(frames(0, 9)), KeyListener())
    composition.frameDuration = .zero
    #expect(!composition.isValid(for: nil, timeRange: frames(0, 9), validationDelegate: delegate))
    #expect(delegate.keys == ["frameDuration"])
  }

  /// AVVideoComposition.h, "…shouldContinueValidatingAfterFindingInvalidValueForKey:": "renderSize".
  @Test func `a size of zero is an invalid value`() {
    let (composition, delegate) = (composition(frames(0, 9)), KeyListener())
    composition.renderSize = .zero
    #expect(!composition.isValid(for: nil, timeRange: frames(0, 9), validationDelegate: delegate))
    #expect(delegate.keys == ["renderSize"])
  }

  /// AVVideoComposition.h, "AVVideoCompositionValidationHandling": NO stops.
  @Test func `a delegate that returns false is not called again`() {
    let (composition, delegate) = (composition(frames(0, 9)), KeyListener(goesOn: false))
    (composition.frameDuration, composition.renderSize) = (.zero, .zero)
    #expect(!composition.isValid(for: nil, timeRange: always, validationDelegate: delegate))
    #expect(delegate.keys.count == 1)
  }

  /// AVVideoComposition.h, "isValidForAsset:timeRange:validationDelegate:": no asset, no check of tracks.
  @Test func `without an asset tracks are not checked`() async throws {
    let asset = AVURLAsset(url: try await Films.second())
    let (composition, layer) = (AVMutableVideoComposition(), AVMutableVideoCompositionLayerInstruction())
    layer.trackID = 77
    let instruction = AVMutableVideoCompositionInstruction()
    (instruction.timeRange, instruction.layerInstructions) = (frames(0, 9), [layer])
    (composition.frameDuration, composition.renderSize) = (frames(1), CGSize(width: 64, height: 36))
    composition.instructions = [instruction]
    #expect(composition.isValid(for: nil, timeRange: frames(0, 9), validationDelegate: nil))
    #expect(!composition.isValid(for: asset, timeRange: frames(0, 9), validationDelegate: nil))
  }

  /// AVVideoComposition.h, "videoCompositionWithPropertiesOfAsset:prototypeInstruction:": like the prototype.
  @Test func `instructions are made like the prototype`() async throws {
    let prototype = AVMutableVideoCompositionInstruction()
    (prototype.backgroundColor, prototype.enablePostProcessing) = (.white, false)
    let made = AVMutableVideoComposition(
      propertiesOf: AVURLAsset(url: try await Films.second()), prototypeInstruction: prototype)
    let instruction = try #require(made.instructions.first as? AVVideoCompositionInstruction)
    #expect(instruction.backgroundColor == .white && !instruction.enablePostProcessing)
  }

  /// AVVideoComposition.h, "initWithPropertiesOfAsset:": one layer for each video track.
  @Test func `properties of a composition make a layer of each track of pictures`() async throws {
    let (composition, asset) = (AVMutableComposition(), AVURLAsset(url: try await Films.second()))
    for _ in 0..<2 {
      let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
      try track.insertTimeRange(frames(0, 9), of: asset.tracks[0], at: .zero)
    }
    let made = AVVideoComposition(propertiesOf: composition)
    let layers = (made.instructions.first as? AVVideoCompositionInstruction)?.layerInstructions ?? []
    #expect(Set(layers.map(\.trackID)) == Set(composition.tracks.map(\.trackID)))
  }

  /// AVAssetImageGenerator.h, "videoComposition": a render scale other than 1 raises an exception.
  @Test func `an image generator's video composition has a scale of one`() async {
    await #expect(processExitsWith: .failure) {
      let composition = AVMutableVideoComposition()
      (composition.frameDuration, composition.renderSize) = (frames(1), CGSize(width: 64, height: 36))
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = frames(0, 9)
      (composition.instructions, composition.renderScale) = ([instruction], 0.5)
      AVAssetImageGenerator(asset: AVMutableComposition()).videoComposition = composition
    }
  }

  /// AVAssetExportSession.h, "videoComposition": "video composition must have composition instructions".
  @Test func `an export's video composition has instructions`() async {
    await #expect(processExitsWith: .failure) {
      let composition = AVMutableVideoComposition()
      (composition.frameDuration, composition.renderSize) = (frames(1), CGSize(width: 64, height: 36))
      let session = AVAssetExportSession(
        asset: AVMutableComposition(), presetName: AVAssetExportPresetHighestQuality)
      session?.videoComposition = composition
    }
  }

  /// AVVideoComposition.h, "determineValidityForAsset:timeRange:validationDelegate:completionHandler:".
  @Test func `validity is determined without waiting`() async throws {
    let (good, short) = (composition(frames(0, 9)), composition(frames(0, 3)))
    #expect(try await good.determineValidity(for: nil, timeRange: frames(0, 9), validationDelegate: nil))
    let film = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mov"))
    await #expect(throws: (any Error).self) {
      try await good.determineValidity(for: film, timeRange: frames(0, 9), validationDelegate: nil)
    }
    let listener = KeyListener()
    #expect(try await !short.determineValidity(for: nil, timeRange: frames(0, 9), validationDelegate: listener))
    let isValid = await withCheckedContinuation { done in
      short.determineValidity(for: nil, timeRange: frames(0, 9), validationDelegate: nil) { isValid, _ in
        done.resume(returning: isValid)
      }
    }
    #expect(!isValid)
  }
}

/// Keeps the keys of delegate calls.
private final class KeyListener: NSObject, AVVideoCompositionValidationHandling {
  nonisolated(unsafe) var keys: [String] = []
  let goesOn: Bool

  init(goesOn: Bool = true) {
    self.goesOn = goesOn
    super.init()
  }

  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool {
    keys.append(key)
    return goesOn
  }
}
