public import EditingModel
public import MediaFormats
public import Rendering

/// Which presets fit which media on this machine (`AVAssetExportSession`'s class methods).
///
/// ```swift
/// let presets = PresetCompatibility()
/// for preset in try await presets.exportPresets(compatibleWith: film) { print(preset.name) }
/// ```
///
/// Threads: any.
public struct PresetCompatibility: Sendable {
  private let renderer: any Renderer

  /// What `renderer` reads and writes.
  public init(renderer: any Renderer) {
    self.renderer = renderer
  }

  /// The presets that `asset` can be exported with (`exportPresets(compatibleWith:)`). Presets of pictures need a file that
  /// has some, those of sound alone one with sound; what is not installed here is left out.
  ///
  /// - Throws: `RenderError` where the file cannot be read.
  public func exportPresets(compatibleWith asset: AssetReference) async throws(RenderError) -> [ExportPreset] {
    let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
    var presets: [ExportPreset] = []
    for preset in ExportPreset.all where await !fileTypes(of: preset, for: facts).isEmpty { presets.append(preset) }
    return presets
  }

  /// Whether `asset` can be exported with `preset` as `fileType`; as any type if nil
  /// (`determineCompatibility(ofExportPreset:with:outputFileType:)`).
  public func compatibility(
    ofExportPreset preset: ExportPreset, with asset: AssetReference, outputFileType fileType: FileType? = nil
  ) async -> Bool {
    let types = (try? await compatibleFileTypes(of: preset, with: asset)) ?? []
    return fileType.map(types.contains) ?? !types.isEmpty
  }

  /// The containers into which `asset` can be exported with `preset` (`determineCompatibleFileTypes`).
  ///
  /// - Throws: `RenderError` where the file cannot be read.
  public func compatibleFileTypes(
    of preset: ExportPreset, with asset: AssetReference
  ) async throws(RenderError) -> [FileType] {
    await fileTypes(of: preset, for: try await MediaInspector(renderer: renderer).facts(of: asset))
  }

  private func fileTypes(of preset: ExportPreset, for facts: MediaFacts) async -> [FileType] {
    guard !preset.hasPictures || !facts.videoTracks.isEmpty, !preset.isSoundOnly || !facts.audioTracks.isEmpty else {
      return []
    }
    var types: [FileType] = []
    for fileType in preset.supportedFileTypes {
      guard let settings = preset.settings(in: fileType) else { continue }
      if let least = settings.video?.codec.minimumSize, let size = facts.defaultVideo?.displaySize,
        size.width < least.width || size.height < least.height
      {
        continue
      }
      if preset.isPassthrough {
        // Copying would leave the pictures behind.
        guard facts.videoTracks.isEmpty || !fileType.isSoundOnly else { continue }
        let copy = PacketCopy([PacketCopy.Part(facts.asset)], as: fileType)
        if (try? await renderer.check(copy)) != nil { types.append(fileType) }
      } else if (try? renderer.check(settings)) != nil {
        types.append(fileType)
      }
    }
    return types
  }
}
