import EditServices
import EditingModel
public import Foundation
import GstEdit
import Rendering

extension AVVideoComposition {
  /// Fields of a video composition, as a value (`AVVideoComposition.Configuration`).
  public struct Configuration: @unchecked Sendable {
    // @unchecked: instructions are objects of the program's, which are handed on as they are, as AVFoundation does.
    /// Tool that draws layers with the frames; nil for none.
    public var animationTool: AVVideoCompositionCoreAnimationTool?
    /// The primaries of the output's colors; nil for those that follow from its sources.
    public var colorPrimaries: String?
    /// The transfer of the output's colors.
    public var colorTransferFunction: String?
    /// The matrix of the output's colors.
    public var colorYCbCrMatrix: String?
    /// The class of the compositor; nil for the built-in one.
    public var customVideoCompositorClass: (any AVVideoCompositing.Type)?
    /// Duration of an output frame; to be set.
    public var frameDuration: CMTime
    /// The instructions, in order, without gaps; to be set.
    public var instructions: [any AVVideoCompositionInstructionProtocol]
    /// Factor of the size in rendering.
    public var renderScale: Float
    /// The size of the output, in pixels; to be set.
    public var renderSize: CGSize
    /// The numbers of tracks whose data a compositor gets; there are no such tracks here, and a film that asks for some is refused.
    public var sourceSampleDataTrackIDs: [CMPersistentTrackID]
    /// The track at whose pictures' own times output frames are.
    public var sourceTrackIDForFrameTiming: CMPersistentTrackID

    /// A configuration with these values.
    public init(
      animationTool: AVVideoCompositionCoreAnimationTool? = nil, colorPrimaries: String? = nil,
      colorTransferFunction: String? = nil, colorYCbCrMatrix: String? = nil,
      customVideoCompositorClass: (any AVVideoCompositing.Type)? = nil, frameDuration: CMTime = .zero,
      instructions: [any AVVideoCompositionInstructionProtocol] = [], renderScale: Float = 1,
      renderSize: CGSize = .zero, sourceSampleDataTrackIDs: [CMPersistentTrackID] = [],
      sourceTrackIDForFrameTiming: CMPersistentTrackID = .zero
    ) {
      self.animationTool = animationTool
      (self.colorPrimaries, self.colorTransferFunction) = (colorPrimaries, colorTransferFunction)
      (self.colorYCbCrMatrix, self.customVideoCompositorClass) = (colorYCbCrMatrix, customVideoCompositorClass)
      (self.frameDuration, self.instructions) = (frameDuration, instructions)
      (self.renderScale, self.renderSize) = (renderScale, renderSize)
      self.sourceSampleDataTrackIDs = sourceSampleDataTrackIDs
      self.sourceTrackIDForFrameTiming = sourceTrackIDForFrameTiming
    }

    /// A video composition that shows `asset` unchanged; with `prototypeInstruction`, each instruction has its
    /// background, and draws layers if it does.
    ///
    /// - Throws: `AVError` where its media cannot be read.
    nonisolated(nonsending) public init(
      for asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction? = nil
    ) async throws {
      try await asset.loadContent()
      self = try await translated {
        let composition = try asset.composition()
        let facts = try await MediaInspector().facts(of: EditSnapshot(composition: composition).assets)
        return Configuration(
          VideoComposition(propertiesOf: composition, facts: facts), like: prototypeInstruction)
      }
    }

    /// A video composition that shows `asset` unchanged. Blocks until its media are known.
    ///
    /// - Throws: `RenderError` where they cannot be read.
    init(showing asset: AVAsset, like prototype: AVVideoCompositionInstruction? = nil) throws {
      let composition = try asset.composition()
      var facts: [AssetReference: MediaFacts] = [:]
      for file in EditSnapshot(composition: composition).assets {
        facts[file] = try MediaInspector().blockingFacts(of: file)
      }
      self.init(VideoComposition(propertiesOf: composition, facts: facts), like: prototype)
    }

    /// The fields of the engine's `model`.
    private init(_ model: VideoComposition, like prototype: AVVideoCompositionInstruction?) {
      self.init(
        frameDuration: model.frameDuration,
        instructions: model.instructions.map { instruction in
          let layers = instruction.layerInstructions.map {
            AVVideoCompositionLayerInstruction(configuration: .init($0))
          }
          return AVVideoCompositionInstruction(
            configuration: .init(
              backgroundColor: prototype?.backgroundColor,
              enablePostProcessing: prototype?.enablePostProcessing ?? true, layerInstructions: layers,
              timeRange: instruction.timeRange))
        }, renderSize: CGSize(model.renderSize))
    }
  }
}
