public import CoreMedia
public import Foundation

/// Object that was found in a picture (`AVMetadataObject`): a code or a face. None is found here (``AVCaptureMetadataOutput``); the names are there
/// for code that handles them. Immutable. Threads: any.
open class AVMetadataObject: NSObject, @unchecked Sendable {
  // @unchecked: what it is of does not change.
  /// A kind of object (`AVMetadataObject.ObjectType`).
  public struct ObjectType: RawRepresentable, Hashable, Sendable {
    /// The identifier.
    public var rawValue: String
    /// The kind of this identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Time at which the picture was taken.
  public let time: CMTime
  /// Duration for which the object was there; invalid where nothing says.
  public let duration: CMTime
  /// Bounds of the object, in parts of the picture from its top left corner.
  public let bounds: CGRect
  /// Kind of the object.
  public let type: ObjectType

  init(_ type: ObjectType, in bounds: CGRect, time: CMTime, duration: CMTime = .invalid) {
    (self.type, self.bounds, self.time, self.duration) = (type, bounds, time, duration)
    super.init()
  }
}

extension AVMetadataObject.ObjectType {
  private init(_ name: String) { self.init(rawValue: name) }

  /// UPC-E.
  public static let upce = Self("org.gs1.UPC-E")
  /// Code 39.
  public static let code39 = Self("org.iso.Code39")
  /// Code 39 with a check digit.
  public static let code39Mod43 = Self("org.iso.Code39Mod43")
  /// EAN-13.
  public static let ean13 = Self("org.gs1.EAN-13")
  /// EAN-8.
  public static let ean8 = Self("org.gs1.EAN-8")
  /// Code 93.
  public static let code93 = Self("com.intermec.Code93")
  /// Code 128.
  public static let code128 = Self("org.iso.Code128")
  /// PDF417.
  public static let pdf417 = Self("org.iso.PDF417")
  /// A QR code.
  public static let qr = Self("org.iso.QRCode")
  /// A Micro QR code.
  public static let microQR = Self("org.iso.MicroQR")
  /// Aztec.
  public static let aztec = Self("org.iso.Aztec")
  /// Interleaved 2 of 5.
  public static let interleaved2of5 = Self("org.ansi.Interleaved2of5")
  /// ITF-14.
  public static let itf14 = Self("org.gs1.ITF14")
  /// Data Matrix.
  public static let dataMatrix = Self("org.iso.DataMatrix")
  /// Codabar.
  public static let codabar = Self("Codabar")
  /// GS1 DataBar.
  public static let gs1DataBar = Self("org.gs1.GS1DataBar")
  /// GS1 DataBar Expanded.
  public static let gs1DataBarExpanded = Self("org.gs1.GS1DataBarExpanded")
  /// GS1 DataBar Limited.
  public static let gs1DataBarLimited = Self("org.gs1.GS1DataBarLimited")
  /// A face.
  public static let face = Self("face")
  /// A person's body.
  public static let humanBody = Self("humanBody")
  /// A cat's body.
  public static let catBody = Self("catBody")
  /// A dog's body.
  public static let dogBody = Self("dogBody")
  /// An object that catches the eye.
  public static let salientObject = Self("salientObject")
}

/// A code that was read (`AVMetadataMachineReadableCodeObject`). Immutable. Threads: any.
open class AVMetadataMachineReadableCodeObject: AVMetadataObject, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The corners, counterclockwise from the top left one of the code.
  public let corners: [CGPoint]
  /// The decoded text; nil where it is no text.
  public let stringValue: String?

  init(_ type: ObjectType, saying stringValue: String?, corners: [CGPoint], in bounds: CGRect, time: CMTime) {
    (self.stringValue, self.corners) = (stringValue, corners)
    super.init(type, in: bounds, time: time)
  }
}

/// A face that was found (`AVMetadataFaceObject`). Immutable. Threads: any.
open class AVMetadataFaceObject: AVMetadataObject, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// A number that the same face has while it is seen.
  public let faceID: Int
  /// Whether ``rollAngle`` is known: no.
  public let hasRollAngle = false
  /// Angle by which the face is turned in the picture, in degrees.
  public let rollAngle: CGFloat = 0
  /// Whether ``yawAngle`` is known: no.
  public let hasYawAngle = false
  /// Angle by which the face looks to a side, in degrees.
  public let yawAngle: CGFloat = 0

  init(_ faceID: Int, in bounds: CGRect, time: CMTime) {
    self.faceID = faceID
    super.init(.face, in: bounds, time: time)
  }
}
