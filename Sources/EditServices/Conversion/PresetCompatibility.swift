import EditingModel
public import MediaFormats
public import Rendering

/// The presets that fit given media on this machine (`AVAssetExportSession`'s class methods).
///
/// ```swift
/// let presets = PresetCompatibility()
/// for preset in try await presets.exportPresets(compatibleWith: film) { print(preset.name) }
/// ```
///
/// Threads: any.
public struct PresetCompatibility: Sendable {
  private let renderer: any Renderer

  /// The compatibility of presets with the files that `renderer` reads and writes.
  public init(renderer: any Renderer) {
    self.renderer = renderer
  }

  /// The presets that `asset`, a file or an edit, can be exported with (`exportPresets(compatibleWith:)`). Presets of pictures
  /// need a film that has some, those of sound alone one with sound; what is not installed here is left out.
  ///
  /// - Throws: `RenderError` where the media cannot be read, or the edit cannot be rendered.
  public func exportPresets(compatibleWith asset: some MediaSource) async throws(RenderError) -> [ExportPreset] {
    let film = try await film(of: asset)
    var presets: [ExportPreset] = []
    for preset in ExportPreset.all where await !fileTypes(of: preset, for: film).isEmpty { presets.append(preset) }
    return presets
  }

  /// Whether `asset`, a file or an edit, can be exported with `preset` as `fileType`; as any type if nil
  /// (`determineCompatibility(ofExportPreset:with:outputFileType:)`).
  public func compatibility(
    ofExportPreset preset: ExportPreset, with asset: some MediaSource, outputFileType fileType: FileType? = nil
  ) async -> Bool {
    let types = (try? await compatibleFileTypes(of: preset, with: asset)) ?? []
    return fileType.map(types.contains) ?? !types.isEmpty
  }

  /// The containers into which `asset`, a file or an edit, can be exported with `preset` (`determineCompatibleFileTypes`).
  ///
  /// - Throws: `RenderError` where the media cannot be read, or the edit cannot be rendered.
  public func compatibleFileTypes(
    of preset: ExportPreset, with asset: some MediaSource
  ) async throws(RenderError) -> [FileType] {
    await fileTypes(of: preset, for: try await film(of: asset))
  }

  /// The properties of a film that presets depend on.
  private struct Film {
    /// The size of its pictures; nil where it has none.
    var size: PixelSize?
    var hasSound: Bool
    /// The copy of its packets into a file; throws where it is no copy.
    var copy: @Sendable (FileType) throws(RenderError) -> PacketCopy
  }

  private func film(of asset: some MediaSource) async throws(RenderError) -> Film {
    switch asset.analysisSubject.kind {
    case .file(let reference, _):
      let facts = try await MediaInspector(renderer: renderer).facts(of: reference)
      return Film(size: facts.defaultVideo?.displaySize, hasSound: !facts.audioTracks.isEmpty) { fileType in
        PacketCopy([PacketCopy.Part(reference)], as: fileType)
      }
    case .edit(let edit):
      let plan = try await edit.plan(settings: RenderSettings(), renderer: renderer)
      return Film(size: plan.picture?.size, hasSound: plan.sound != nil) { fileType throws(RenderError) in
        try PacketCopy(passing: edit, range: nil, as: fileType)
      }
    }
  }

  private func fileTypes(of preset: ExportPreset, for film: Film) async -> [FileType] {
    guard !preset.hasPictures || film.size != nil, !preset.isSoundOnly || film.hasSound else { return [] }
    var types: [FileType] = []
    for fileType in preset.supportedFileTypes {
      guard let settings = preset.settings(in: fileType) else { continue }
      if let least = settings.video?.codec.minimumSize, let size = film.size,
        size.width < least.width || size.height < least.height
      {
        continue
      }
      if preset.isPassthrough {
        // Copying would leave the pictures behind.
        guard film.size == nil || !fileType.isSoundOnly else { continue }
        if let copy = try? film.copy(fileType), (try? await renderer.check(copy)) != nil { types.append(fileType) }
      } else if (try? renderer.check(settings)) != nil {
        types.append(fileType)
      }
    }
    return types
  }
}
