import EditServices
import Foundation
import GstEdit
import MediaFormats
import Rendering
import Waiting

/// Presets and kinds of file, and those that fit an asset.
extension AVAssetExportSession {
  /// The presets that there are.
  public class func allExportPresets() -> [String] { ExportPreset.avPresets.map(\.avName) }

  /// The presets that `asset` can be exported with, without passthrough, which depends on the file type. Blocks.
  public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    guard (try? asset.awaitFile()) != nil else { return [] }
    let source = asset.mediaSource
    let found = try? CallingThread.run { try await PresetCompatibility().exportPresets(compatibleWith: source) }
    return (found ?? []).filter { preset in
      !preset.isPassthrough && ExportPreset.avPresets.contains { $0.name == preset.name }
    }.map(\.avName)
  }

  /// Whether `asset` can be exported with the preset called `presetName` as `outputFileType`; as any kind of file if nil.
  public class func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    guard let preset = try? ExportPreset.named(presetName) else { return false }
    guard let outputFileType else {
      return await PresetCompatibility().compatibility(ofExportPreset: preset, with: asset.mediaSource)
    }
    guard let fileType = outputFileType.fileType else { return false }
    return await PresetCompatibility().compatibility(
      ofExportPreset: preset, with: asset.mediaSource, outputFileType: fileType)
  }

  /// As the one above, handed to `handler` on any thread.
  public class func determineCompatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    Task.detached(executorPreference: WorkerThreads.shared) {
      handler(await compatibility(ofExportPreset: presetName, with: asset, outputFileType: outputFileType))
    }
  }

  /// The kinds of file that the preset is written as.
  public var supportedFileTypes: [AVFileType] { AVFileType.types(of: choices.preset.supportedFileTypes) }

  /// The kinds of file into which the asset can be exported with the preset.
  public var compatibleFileTypes: [AVFileType] {
    get async {
      let choices = choices
      let types = try? await PresetCompatibility().compatibleFileTypes(
        of: choices.preset, with: choices.asset.mediaSource)
      return AVFileType.types(of: types ?? [])
    }
  }

  /// As the one above, handed to `handler` on any thread.
  public func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in handler(await compatibleFileTypes) }
  }

  /// Size of the file in bytes, about; parts of the film are encoded for it.
  ///
  /// - Throws: `AVError`.
  public var estimatedOutputFileLengthInBytes: Int64 {
    get async throws { try await estimated { try await $0.estimatedOutputFileLength() } }
  }

  /// Duration of the film: all of it, or as much as fits into ``fileLengthLimit``.
  ///
  /// - Throws: `AVError`.
  public var estimatedMaximumDuration: CMTime {
    get async throws {
      CMTime(seconds: try await estimated { try await $0.estimatedMaximumDuration() }, preferredTimescale: 90_000)
    }
  }

  /// The film's duration; invalid with a ``fileLengthLimit``, which needs a trial encoding of parts of the film:
  /// ``estimatedMaximumDuration``. Blocks until the asset is loaded.
  public var maxDuration: CMTime {
    let choices = choices
    guard choices.fileLengthLimit <= 0, let duration = try? choices.asset.content().duration else { return .invalid }
    return choices.exportedRange(of: duration)?.duration ?? duration
  }

  /// Size of the file in bytes: 0, for not known, as parts of the film have to be encoded for it: ``estimatedOutputFileLengthInBytes``.
  public var estimatedOutputFileLength: Int64 { 0 }

  private func estimated<Value: Sendable>(
    _ estimate: @Sendable (ExportSession) async throws -> Value
  ) async throws -> Value {
    let choices = choices
    let source = choices.videoComposition.map(CompositorSource.init)
    let type = choices.outputFileType ?? supportedFileTypes.first ?? .mp4
    let place = FileManager.default.temporaryDirectory.appending(path: "estimate")
    return try await translated(hasVideoComposition: source != nil) {
      let request = try await choices.request(to: choices.outputURL ?? place, as: type)
      return try await estimate(ExportSession(request, compositing: source?.settings ?? .init()))
    }
  }
}

extension AVVideoComposition {
  /// Ends the process where the size, the frame duration or the instructions are missing, as AVFoundation does when a service is given
  /// such a video composition.
  func demandCompleteness(for method: String) {
    let configuration = configuration
    func refuse(_ reason: String) -> Never { Misuse.raise("\(method) video composition must have \(reason)") }
    if !(configuration.renderSize.width > 0 && configuration.renderSize.height > 0) { refuse("a positive renderSize") }
    if !(configuration.frameDuration.isNumeric && configuration.frameDuration > .zero) {
      refuse("a positive frameDuration")
    }
    if configuration.instructions.isEmpty { refuse("composition instructions") }
  }
}
