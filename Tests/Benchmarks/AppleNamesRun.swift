import AVFoundation
import ArgumentParser

/// A program that exports a film by AVFoundation's names, or reads it through a compositor: what the benchmark measures their cost with, in a
/// process by itself.
struct AppleNamesRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apple-names", abstract: "Exports a film by AVFoundation's names.", shouldDisplay: false)

  @Argument(help: "A film.")
  var film: String

  @Option(
    name: .short, help: "The film that is written. Default: frames are read through a compositor class, and dropped.")
  var output: String?

  func run() async throws {
    let asset = AVURLAsset(url: URL(filePath: film))
    let composition = AVMutableComposition()
    let range = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
    try composition.insertTimeRange(range, of: asset, at: .zero)
    guard let output else { return try read(composition) }
    guard let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality) else {
      throw AVError(.exportFailed)
    }
    try await session.export(to: URL(filePath: output), as: .mp4)
  }

  private func read(_ composition: AVComposition) throws {
    let shown = AVMutableVideoComposition(propertiesOf: composition)
    shown.customVideoCompositorClass = HandingOn.self
    let reader = try AVAssetReader(asset: composition)
    let frames = AVAssetReaderVideoCompositionOutput(
      videoTracks: composition.tracks(withMediaType: .video),
      videoSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar])
    frames.videoComposition = shown
    reader.add(frames)
    guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
    while frames.copyNextSampleBuffer() != nil {}
    if let error = reader.error { throw error }
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
