// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// A space of colors of cameras (`AVCaptureColorSpace`).
public enum AVCaptureColorSpace: Int, Sendable {
  /// sRGB, whose primaries are those of ITU-R BT.709.
  case sRGB = 0
  /// Display P3.
  case P3_D65 = 1
  /// ITU-R BT.2020, hybrid log-gamma.
  case HLG_BT2020 = 2
  /// Apple Log.
  case appleLog = 3
  /// Apple Log 2.
  case appleLog2 = 4
}

extension AVCaptureDevice.Format {
  /// The spaces that its colors can be in: sRGB alone; none of sound.
  public var supportedColorSpaces: [AVCaptureColorSpace] { mediaType == .video ? [.sRGB] : [] }
  /// Whether the camera watches for faces and moves to show them: no.
  public var isCenterStageSupported: Bool { false }
  /// Whether pictures are blurred around people: no.
  public var isPortraitEffectSupported: Bool { false }
  /// System by which pictures are focused: none that programs use.
  public var autoFocusSystem: AutoFocusSystem { .none }

  /// System by which a camera finds the focus (`AVCaptureDevice.Format.AutoFocusSystem`).
  public enum AutoFocusSystem: Int, Sendable {
    /// It has a fixed one.
    case none = 0
    /// By contrast.
    case contrastDetection = 1
    /// By phases.
    case phaseDetection = 2
  }
}

/// Space of colors, and distance of the focus: as no device here lets programs choose.
extension AVCaptureDevice {
  /// The space that colors are in: sRGB. Setting it without ``lockForConfiguration()``, or to one that ``activeFormat`` does not list, ends
  /// the process, as AVFoundation's exception does.
  public var activeColorSpace: AVCaptureColorSpace {
    get { .sRGB }
    set {
      demandLock("setActiveColorSpace:")
      guard activeFormat.supportedColorSpaces.contains(newValue) else {
        refuse("setActiveColorSpace:", "The color space is not supported by the device's active format.")
      }
    }
  }

  /// Distances among which the focus is looked for (`AVCaptureDevice.AutoFocusRangeRestriction`).
  public enum AutoFocusRangeRestriction: Int, Sendable {
    /// Anywhere.
    case none = 0
    /// Close to the camera.
    case near = 1
    /// Far from the camera.
    case far = 2
  }

  /// Whether the focus can be kept near or far: no.
  public var isAutoFocusRangeRestrictionSupported: Bool { false }
  /// Distances among which the focus is looked for: any. Setting it ends the process, as AVFoundation's exception does where it is not supported.
  public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
    get { .none }
    set {
      guard newValue != .none else { return }
      refuse("setAutoFocusRangeRestriction:", "This device does not support autoFocusRangeRestriction.")
    }
  }
}
