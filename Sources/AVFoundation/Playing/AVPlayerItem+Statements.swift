public import Foundation

/// Statements about an item that do not affect its playing here.
struct ItemStatements: Sendable {
  var loadedKeys: [String] = []
  var externalMetadata: [AVMetadataItem] = []
  var seekingWaitsForComposition = false
  var authorization = AVContentAuthorizationStatus.unknown
  var textStyleRules: [AVTextStyleRule]?
  var collectors: [AVPlayerItemMediaDataCollector] = []
  var nowPlayingInfo = NowPlayingInfo(values: nil)
  var spatializationFormats = AVAudioSpatializationFormats.multichannel
  var appliesPerFrameMetadata = true
  var handlesInterstitialEvents = true

  struct NowPlayingInfo: @unchecked Sendable {
    // @unchecked: kept, and handed out as it came.
    var values: [String: Any]?
  }
}

/// Which sound may be made to come from places around (`AVAudioSpatializationFormats`).
public struct AVAudioSpatializationFormats: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt
  /// The formats of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Sound of one channel and of two.
  public static let monoAndStereo = AVAudioSpatializationFormats(rawValue: 3)
  /// Sound of more channels.
  public static let multichannel = AVAudioSpatializationFormats(rawValue: 4)
  /// All sound.
  public static let monoStereoAndMultichannel = AVAudioSpatializationFormats(rawValue: 7)
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
  /// Metadata of the item beside its asset's: for display by the program.
  public var externalMetadata: [AVMetadataItem] {
    get { statements.externalMetadata }
    set { statements.externalMetadata = newValue }
  }
  /// What is shown of it where the machine says what it plays; nil unless set. Nothing is shown here.
  public var nowPlayingInfo: [String: Any]? {
    get { statements.nowPlayingInfo.values }
    set { editStatements { $0.nowPlayingInfo.values = newValue } }
  }
  /// Which sound may be made to come from places around; that of more than two channels unless set. None is made to here.
  public var allowedAudioSpatializationFormats: AVAudioSpatializationFormats {
    get { statements.spatializationFormats }
    set { editStatements { $0.spatializationFormats = newValue } }
  }
  /// Whether sound of one channel and of two may be, too: an older name of ``allowedAudioSpatializationFormats``.
  public var isAudioSpatializationAllowed: Bool {
    get { !allowedAudioSpatializationFormats.isEmpty }
    set { allowedAudioSpatializationFormats = newValue ? .monoStereoAndMultichannel : [] }
  }
  /// Whether HDR metadata of single frames are applied; true unless set. No such frame is displayed here.
  public var appliesPerFrameHDRDisplayMetadata: Bool {
    get { statements.appliesPerFrameMetadata }
    set { editStatements { $0.appliesPerFrameMetadata = newValue } }
  }
  /// Whether interstitial content of a network's playlist is played there; true unless set. Files have no such content.
  public var automaticallyHandlesInterstitialEvents: Bool {
    get { statements.handlesInterstitialEvents }
    set { editStatements { $0.handlesInterstitialEvents = newValue } }
  }
  /// The item that a player has copied for interstitial playback; nil, as this is not a copy.
  public var templatePlayerItem: AVPlayerItem? { nil }
  /// The style of text whose file does not give one; nil unless set. A player shows no text here: rules apply to the
  /// strings of an ``AVPlayerItemLegibleOutput``, from the next one on.
  public var textStyleRules: [AVTextStyleRule]? {
    get { statements.textStyleRules }
    set { statements.textStyleRules = newValue }
  }
  /// Whether a seek ends only when its picture is composed; false unless set. It does in any case.
  public var seekingWaitsForVideoCompositionRendering: Bool {
    get { statements.seekingWaitsForComposition }
    set { statements.seekingWaitsForComposition = newValue }
  }
  /// Which part of stored pictures is seen: `cleanAperture`. Setting another makes no change, and is reported on the
  /// standard error; images are generated of the others.
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
}
