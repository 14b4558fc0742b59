import Containers
package import EditingModel
package import GStreamer
package import MediaTime
package import Rendering

extension RenderError {
  /// Translates GStreamer's error, which concerns `asset` or `clip` at `time`.
  package init(_ error: GStreamerError, asset: AssetReference? = nil, clip: ClipReference? = nil, time: Rational? = nil)
  {
    if error.isOutOfDescriptors {
      self = .outOfDescriptors(underlying: error.description)
    } else if error.isDiskFull {
      self.init(
        .writeFailed, "The disk is full.", remedy: "Make room, or write to another disk.",
        underlying: error.description)
    } else if error.isWriteFailure {
      self.init(
        .writeFailed, "The file cannot be written on.", remedy: "Check the disk.", underlying: error.description)
    } else if error.isMissingPlugin || error.isMissingElement {
      self.init(
        .missingPlugin, "A GStreamer plugin for this media is not installed: \(error.message)",
        remedy:
          "Install gstreamer1.0-plugins-good, gstreamer1.0-plugins-bad, gstreamer1.0-plugins-ugly and gstreamer1.0-libav.",
        clip: clip, asset: asset, time: time, underlying: error.description)
    } else if asset != nil || clip != nil {
      self.init(
        .mediaUnreadable, "The media cannot be decoded: \(error.message)",
        remedy: "Check that the file plays from start to end; it may be damaged or cut short.", clip: clip,
        asset: asset, time: time, underlying: error.description)
    } else {
      self.init(.engineFailed, "The engine failed: \(error.message)", underlying: error.description)
    }
  }
}

/// Runs `body` and translates GStreamer's errors to `RenderError`, once, at the engine's boundary.
package func translating<Result>(
  asset: AssetReference? = nil, clip: ClipReference? = nil, time: Rational? = nil,
  _ body: () throws -> Result
) throws(RenderError) -> Result {
  try translatingPacketErrors(asset: asset, clip: clip, time: time) {
    do {
      return try body()
    } catch let error as GStreamerError {
      throw RenderError(error, asset: asset, clip: clip, time: time)
    }
  }
}
