import CoreGraphics
import Rendering

/// A type of file that is written; its raw value is the type's identifier.
enum DestinationFormat: String, Sendable, CaseIterable {
  case png = "public.png"
  case jpeg = "public.jpeg"
  case gif = "com.compuserve.gif"
  case webP = "org.webmproject.webp"

  /// The engine's name of a type of one picture; nil of others.
  var imageType: ImageType? {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webP: .webp
    case .gif: nil
    }
  }
}

/// A picture that is to be written, and what is said of it.
struct DestinationPicture {
  /// The picture.
  var image: CGImage
  /// The properties of the picture, under Image I/O's keys.
  var properties: [String: Any]

  /// It as `properties` of the file want it: made smaller where it is larger than they allow.
  ///
  /// - Throws: `RenderError` where there is no memory for that.
  func fitted(_ properties: [String: Any]) throws(RenderError) -> CGImage {
    let limit = properties.integer(kCGImageDestinationImageMaxPixelSize).flatMap { $0 > 0 ? $0 : nil }
    guard let fitted = image.turned(by: .up, fitting: limit) else {
      throw RenderError(.unsupported, "The picture cannot be made smaller.", remedy: "Write it as it is.")
    }
    return fitted
  }
}
