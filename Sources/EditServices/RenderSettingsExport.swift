public import MediaFormats
public import MediaTime
public import Rendering

extension RenderSettings {
  /// What is rendered for a file of `settings`: picture and sound only where the file has them, in its formats.
  public init(for settings: ExportSettings, timeRange: CMTimeRange? = nil, scale: Double = 1) {
    self.init(
      timeRange: timeRange, scale: scale, includesPicture: settings.video != nil, includesSound: settings.audio != nil,
      pixelFormat: settings.video?.pixelFormat ?? .yuv420p, sampleRate: settings.audio?.sampleRate,
      channels: settings.audio?.channels)
  }
}

extension ExportSettings {
  /// These settings without an encoding for what `plan` does not have: an output without sound has no sound track.
  public func limited(to plan: RenderPlan) -> ExportSettings {
    ExportSettings(
      fileType: fileType, video: plan.picture == nil ? nil : video, audio: plan.sound == nil ? nil : audio)
  }
}
