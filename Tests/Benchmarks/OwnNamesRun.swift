import ArgumentParser
import Foundation
import GstEdit

/// A program that exports a film by this library's own names, as ``AppleNamesRun`` does by AVFoundation's.
struct OwnNamesRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "own-names", abstract: "Exports a film by the library's own names.", shouldDisplay: false)

  @Argument(help: "A film.")
  var film: String

  @Option(name: .short, help: "The film that is written.")
  var output: String

  @Flag(help: "Draws each frame by a compositor, which hands it on.")
  var byCompositor = false

  func run() async throws {
    let asset = try await URLAsset(url: URL(filePath: film)).load(.asset)
    var composition = Composition()
    try composition.insertTimeRange(
      CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
    var edit = EditSnapshot(composition: composition)
    var settings = VideoCompositingSettings()
    if byCompositor {
      settings.compositors.register("identity") { _ in IdentityCompositor() }
      var shown = try await VideoComposition.videoComposition(withPropertiesOf: composition)
      shown.customCompositor = CompositorReference(name: "identity")
      edit.videoComposition = shown
    }
    let session = try await ExportSession(
      asset: edit, preset: .highestQuality, to: URL(filePath: output), compositing: settings)
    _ = try await session.export()
  }
}
