public import Foundation

/// What is said of an item, or to it, and changes nothing of how it is played here.
struct ItemStatements: Sendable {
  var loadedKeys: [String] = []
  var externalMetadata: [AVMetadataItem] = []
  var seekingWaitsForComposition = false
}

/// Which part of stored pictures is seen (`AVVideoApertureMode`).
public struct AVVideoApertureMode: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The mode of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The part that is meant to be seen, in square pixels.
  public static let cleanAperture = AVVideoApertureMode(rawValue: "CleanAperture")
  /// All that is stored, in square pixels.
  public static let productionAperture = AVVideoApertureMode(rawValue: "ProductionAperture")
  /// All that is stored, pixel by pixel.
  public static let encodedPixels = AVVideoApertureMode(rawValue: "EncodedPixels")
}

extension AVPlayerItem {
  /// The properties of the asset that are known when the item can be played, by their strings. All are, whatever is named.
  public var automaticallyLoadedAssetKeys: [String] { statements.loadedKeys }
  /// What is stated of it besides what its asset states: for those who show it to a person.
  public var externalMetadata: [AVMetadataItem] {
    get { statements.externalMetadata }
    set { statements.externalMetadata = newValue }
  }
  /// Whether a seek ends only when its picture is composed; false unless set. It does in any case.
  public var seekingWaitsForVideoCompositionRendering: Bool {
    get { statements.seekingWaitsForComposition }
    set { statements.seekingWaitsForComposition = newValue }
  }
  /// Which part of stored pictures is seen: `cleanAperture`. Setting another makes no change, and is said on the standard error; images are
  /// generated of the others.
  public var videoApertureMode: AVVideoApertureMode {
    get { .cleanAperture }
    set {
      guard newValue != .cleanAperture else { return }
      Misuse.report("A player shows the clean aperture of pictures, and not “\(newValue.rawValue)”.")
    }
  }

  /// The date of what is presented; nil, as files have no dates of their own.
  public func currentDate() -> Date? { nil }

  /// Goes to what is of `date`; false, as files have no dates of their own. `completionHandler` is called with false.
  @discardableResult
  public func seek(to date: Date, completionHandler: (@Sendable (Bool) -> Void)? = nil) -> Bool {
    completionHandler?(false)
    return false
  }

  /// Whether playing has to be authorized: never.
  public var isAuthorizationRequiredForPlayback: Bool { false }
  /// Whether the program may play it: always.
  public var isApplicationAuthorizedForPlayback: Bool { true }
  /// Whether what it holds may be played: always.
  public var isContentAuthorizedForPlayback: Bool { true }
}
