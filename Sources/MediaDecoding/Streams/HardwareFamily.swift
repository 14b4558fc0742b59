package import Rendering

/// A way to use hardware that encodes or decodes pictures, in the order in which they are looked for.
package enum HardwareFamily: Hashable, Sendable, CaseIterable {
  /// NVIDIA's.
  case nvenc
  /// Linux's VA-API, by GStreamer's newer elements and by the older ones.
  case va
  case vaapi
  /// The kernel's codecs (V4L2), as in small computers: those that keep no state between pictures, and those that do.
  case v4l2Stateless
  case v4l2

  /// The family's name.
  package var title: String {
    switch self {
    case .nvenc: "NVENC"
    case .va, .vaapi: "VA-API"
    case .v4l2Stateless, .v4l2: "V4L2"
    }
  }
}

extension RenderError {
  /// Hardware is required, and there is none, as the sentence `finding` says, or none is known.
  package static func noHardware(_ finding: String, isKnown: Bool) -> RenderError {
    RenderError(
      isKnown ? .missingPlugin : .unsupported, "\(finding).",
      remedy: "Install the driver and GStreamer's plug-in of the device, or ask for hardware only where there is some.")
  }
}
