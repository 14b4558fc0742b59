import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering

extension AVVideoComposition.Configuration {
  /// The engine's video composition, with the compositor named `compositor` where a compositor class is set. Each
  /// instruction's parameters are its number.
  ///
  /// - Throws: `RenderError` for what is not supported: colors, layers, data of tracks, custom instructions without a
  ///   compositor.
  func model(compositor: String) throws(RenderError) -> VideoComposition {
    guard sourceSampleDataTrackIDs.isEmpty, instructions.allSatisfy(\.requiredSourceSampleDataTrackIDs.isEmpty) else {
      throw RenderError(
        .unsupported, "The video composition asks for data of metadata tracks, which compositions do not have here.",
        remedy: "Leave sourceSampleDataTrackIDs empty.")
    }
    var model = VideoComposition(
      frameDuration: frameDuration, renderSize: renderSize.size, renderScale: Double(renderScale), color: try filmColor)
    model.sourceTrackIDForFrameTiming = TrackID(rawValue: sourceTrackIDForFrameTiming)
    if customVideoCompositorClass != nil { model.customCompositor = CompositorReference(name: compositor) }
    for (number, instruction) in instructions.enumerated() {
      model.instructions.append(try self.model(of: instruction, number))
    }
    model.animationTool = try animationTool?.model(in: renderSize)
    return model
  }

  private func model(
    of instruction: any AVVideoCompositionInstructionProtocol, _ number: Int
  ) throws(RenderError) -> VideoCompositionInstruction {
    guard customVideoCompositorClass != nil else {
      guard let instruction = instruction as? AVVideoCompositionInstruction else {
        throw RenderError(
          .invalidModel,
          "Instruction \(number) is a \(type(of: instruction)), of which the built-in compositor knows nothing.",
          remedy: "Set customVideoCompositorClass, or use AVMutableVideoCompositionInstruction.")
      }
      return instruction.model
    }
    let passthrough = TrackID(rawValue: instruction.passthroughTrackID)
    let sources = instruction.requiredSourceTrackIDs.map { $0.compactMap { ($0 as? NSNumber)?.int32Value } }
    var model = VideoCompositionInstruction(
      timeRange: instruction.timeRange, passthroughTrackID: passthrough == .invalid ? nil : passthrough,
      enablePostProcessing: instruction.enablePostProcessing,
      requiredSources: sources.map { .tracks($0.map { TrackID(rawValue: $0) }) } ?? .all,
      isTweening: instruction.containsTweening, parameters: .number("\(number)"))
    if let color = (instruction as? AVVideoCompositionInstruction)?.backgroundColor {
      model.backgroundColor = color.color
    }
    return model
  }

  /// The colors of the film that are asked for; nil where none are.
  private var filmColor: FilmColor? {
    get throws(RenderError) {
      switch (colorPrimaries, colorTransferFunction) {
      case (nil, nil): return nil
      case (AVVideoColorPrimaries_ITU_R_2020?, AVVideoTransferFunction_ITU_R_2100_HLG?): return .hlg
      case (AVVideoColorPrimaries_ITU_R_2020?, AVVideoTransferFunction_SMPTE_ST_2084_PQ?): return .pq
      case (AVVideoColorPrimaries_ITU_R_2020?, AVVideoTransferFunction_ITU_R_709_2?): return .bt2020
      case (AVVideoColorPrimaries_ITU_R_709_2?, AVVideoTransferFunction_ITU_R_709_2?): return .bt709
      case (AVVideoColorPrimaries_SMPTE_C?, AVVideoTransferFunction_ITU_R_709_2?): return .bt601
      default:
        throw RenderError(
          .unsupported,
          "Films of the primaries “\(colorPrimaries ?? "none")” and the transfer “\(colorTransferFunction ?? "none")” are not made.",
          remedy: "Use those of ITU-R 709, of SMPTE C, or of ITU-R 2020 with 709, HLG or PQ; or set none.")
      }
    }
  }
}

extension AVAsset {
  /// Its tracks as a composition, with their numbers: those of a file whole, and enabled where the file plays them. Blocks.
  ///
  /// - Throws: `RenderError` where it cannot be read.
  func composition() throws -> Composition {
    switch source {
    case .composition(let store): return store.composition
    case .file(let file):
      let asset = try fileAsset(file)
      var composition = Composition()
      for track in asset.tracks {
        let id = composition.addTrack(withMediaType: track.mediaType, preferredTrackID: track.trackID)
        try composition.editTrack(id) { copy in
          let end = track.timeRange.end
          // A still is shown for as long as a film of it is asked for; that it is not, its duration says.
          guard end.isNumeric else { return }
          try copy.insertTimeRange(CMTimeRange(start: .zero, end: end), of: track, at: .zero)
          copy.isEnabled = asset.plays(track)
          copy.preferredTransform = track.preferredTransform
        }
      }
      return composition
    }
  }
}
