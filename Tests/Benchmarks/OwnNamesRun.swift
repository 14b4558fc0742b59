import ArgumentParser
import Foundation
import GstEdit

/// A program that exports a film by this library's own names, as ``AppleNamesRun`` does by AVFoundation's.
struct OwnNamesRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "own-names", abstract: "Exports a film by the library's own names.", shouldDisplay: false)

  @Argument(help: "A film.")
  var film: String

  @Option(name: .short, help: "The film that is written. Default: frames are read through a compositor, and dropped.")
  var output: String?

  func run() async throws {
    let asset = try await URLAsset(url: URL(filePath: film)).load(.asset)
    var composition = Composition()
    try composition.insertTimeRange(
      CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
    guard let output else { return try await read(composition) }
    let session = try await ExportSession(
      asset: EditSnapshot(composition: composition), preset: .highestQuality, to: URL(filePath: output))
    _ = try await session.export()
  }

  private func read(_ composition: Composition) async throws {
    var settings = VideoCompositingSettings()
    settings.compositors.register("identity") { _ in IdentityCompositor() }
    var shown = try await VideoComposition.videoComposition(withPropertiesOf: composition)
    shown.customCompositor = CompositorReference(name: "identity")
    let asset = CompositionAsset(composition)
    let reader = AssetReader(asset: asset, compositing: settings)
    let frames = AssetReaderVideoCompositionOutput(
      videoTracks: try await asset.loadTracks(withMediaType: .video), videoComposition: shown)
    try reader.add(frames)
    try reader.startReading()
    while await frames.nextSampleBuffer() != nil {}
    if let error = reader.error { throw error }
  }
}
