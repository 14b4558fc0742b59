import AVFoundation
import ArgumentParser

/// A program that exports a film by AVFoundation's names: what the benchmark measures their cost with, in a process by itself.
struct AppleNamesRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apple-names", abstract: "Exports a film by AVFoundation's names.", shouldDisplay: false)

  @Argument(help: "A film.")
  var film: String

  @Option(name: .short, help: "The film that is written.")
  var output: String

  @Flag(help: "Draws each frame by a compositor class, which hands it on.")
  var byCompositor = false

  func run() async throws {
    let asset = AVURLAsset(url: URL(filePath: film))
    let composition = AVMutableComposition()
    let range = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
    try composition.insertTimeRange(range, of: asset, at: .zero)
    guard let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality) else {
      throw AVError(.exportFailed)
    }
    if byCompositor {
      let shown = AVMutableVideoComposition(propertiesOf: composition)
      shown.customVideoCompositorClass = HandingOn.self
      session.videoComposition = shown
    }
    try await session.export(to: URL(filePath: output), as: .mp4)
  }
}

/// Hands the first source on as it is.
private final class HandingOn: NSObject, AVVideoCompositing {
  let sourcePixelBufferAttributes: [String: any Sendable]? = [
    kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_420YpCbCr8Planar]
  ]
  let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
    kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_420YpCbCr8Planar]
  ]

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let track = request.sourceTrackIDs.first?.int32Value, let frame = request.sourceFrame(byTrackID: track) else {
      return request.finish(with: AVError(.noSourceTrack))
    }
    request.finish(withComposedVideoFrame: frame)
  }
}
