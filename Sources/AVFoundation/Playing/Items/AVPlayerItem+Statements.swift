import Foundation

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

/// Formats of sound that may be made to come from places around (`AVAudioSpatializationFormats`).
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

/// Part of stored pictures that is seen (`AVVideoApertureMode`).
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
  /// An item that plays `asset`; what `automaticallyLoadedAssetKeys` names is known when its status is ready.
  public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>]) {
    self.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys.map(\.key))
  }

  /// The properties of the asset that are known when the item can be played, by their strings. All are, whatever is named.
  public var automaticallyLoadedAssetKeys: [String] { statements.loadedKeys }
  /// Description of the item where the machine says what it plays; nil unless set. Nothing is shown here.
  public var nowPlayingInfo: [String: Any]? {
    get { statements.nowPlayingInfo.values }
    set { editStatements { $0.nowPlayingInfo.values = newValue } }
  }
  /// Formats of sound that may be made to come from places around; those of more than two channels unless set. None is made to here.
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
  /// Whether a seek ends only when its picture is composed; false unless set. It does in any case.
  public var seekingWaitsForVideoCompositionRendering: Bool {
    get { statements.seekingWaitsForComposition }
    set { statements.seekingWaitsForComposition = newValue }
  }
  /// Part of stored pictures that is seen: `cleanAperture`. Setting another makes no change, and is reported on the standard error; images are
  /// generated of the others.
  public var videoApertureMode: AVVideoApertureMode {
    get { .cleanAperture }
    set {
      guard newValue != .cleanAperture else { return }
      Misuse.report("A player shows the clean aperture of pictures, and not “\(newValue.rawValue)”.")
    }
  }
}
