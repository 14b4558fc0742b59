// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import QuartzCore

/// Placing of a picture in a rectangle of another shape (`AVLayerVideoGravity`).
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// AVFoundation's name.
  public let rawValue: String
  /// The placement of this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// All of the picture is seen, in its own shape, in the middle.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// The picture fills the rectangle in its own shape; its edges are cropped.
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// The rectangle is filled with all of the picture, stretched.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")

  /// Rectangle in which pictures of `size` are seen in `bounds`; zero where they have no size.
  func rectangle(of size: CGSize, in bounds: CGRect) -> CGRect {
    guard size.width > 0, size.height > 0 else { return .zero }
    if self == .resize { return bounds }
    let scales = (bounds.width / size.width, bounds.height / size.height)
    let scale = self == .resizeAspectFill ? max(scales.0, scales.1) : min(scales.0, scales.1)
    let (width, height) = (size.width * scale, size.height * scale)
    return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
  }
}

extension CALayer {
  /// Places what it shows in its bounds as `gravity` says; what is outside of them is cut off where that may be much.
  func placeContents(by gravity: AVLayerVideoGravity) {
    contentsGravity =
      switch gravity {
      case .resize: .resize
      case .resizeAspectFill: .resizeAspectFill
      default: .resizeAspect
      }
    masksToBounds = gravity == .resizeAspectFill || masksToBounds
  }
}

/// The largest rectangle of the shape of `aspectRatio` in `boundingRect`, in its middle (`AVMakeRect(aspectRatio:insideRect:)`).
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  AVLayerVideoGravity.resizeAspect.rectangle(of: aspectRatio, in: boundingRect)
}
