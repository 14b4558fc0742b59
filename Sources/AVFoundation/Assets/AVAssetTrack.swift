import Containers
import EditServices
import EditingModel
public import Foundation
import MediaFormats
import Synchronization
import Waiting

// SAFETY: an error is written where the caller says, once.

/// A track of an asset (`AVAssetTrack`). An object: the same whenever the asset is asked for the same track. It holds its asset weakly.
///
/// Threads: any.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // @unchecked: what changes is under a lock; the reference to the asset is weak, which is safe from any thread.
  /// The asset; nil where it is gone.
  public internal(set) weak var asset: AVAsset?
  private let state: Mutex<State>
  /// Its samples as the file lists them, once they were asked for.
  let listedSamples = Mutex<TrackSamples?>(nil)
  /// Delivery of its media, where they are no file; nil of a composition's.
  private let delivery: (any FileDelivery)?

  /// Content of a track.
  enum Content: Sendable {
    /// A file's picture or sound.
    case file(Asset, AssetTrack)
    /// A track of a file with neither pictures nor sound.
    case ancillary(AncillaryTrack)
    /// A track of a composition.
    case composition(CompositionTrackStore)
  }

  private struct State: Sendable {
    var content: Content
    var file: URLAsset?
  }

  init(_ content: Content, of asset: AVAsset?) {
    let file: URLAsset? = if case .file(let file)? = asset?.source { file } else { nil }
    (self.asset, delivery) = (asset, file.flatMap { AwaitedFiles.delivery(at: $0.url.path) })
    state = Mutex(State(content: content, file: file))
    super.init()
  }

  /// Content of the track, which is another where its file has grown.
  var content: Content { state.withLock(\.content) }
  /// The file that it is a track of, whose statements are read when they are asked for; nil of a composition's.
  var file: URLAsset? { state.withLock(\.file) }

  /// Has it be of `content` of `file`, which is the same one after it has grown.
  func renew(_ content: Content, of file: URLAsset) {
    state.withLock { $0 = State(content: content, file: file) }
    listedSamples.withLock { $0 = nil }
  }

  /// Itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The number of the track, unique in its asset.
  public var trackID: CMPersistentTrackID {
    switch content {
    case .file(_, let track): track.trackID.rawValue
    case .ancillary(let track): track.number ?? kCMPersistentTrackID_Invalid
    case .composition(let store): store.id.rawValue
    }
  }

  /// The kind of media.
  public var mediaType: AVMediaType {
    switch content {
    case .file(_, let track): AVMediaType(track.mediaType)
    case .ancillary(let track): AVMediaType(track.kind)
    case .composition(let store): AVMediaType(store.track.mediaType)
    }
  }

  /// The formats of its media: `CMFormatDescription`s; none where they are not known. Blocks for a composition's.
  public var formatDescriptions: [Any] { (try? formats()) ?? [] }
  /// Whether it can be played: of a file, what is not read here cannot.
  public var isPlayable: Bool { if case .ancillary = content { false } else { true } }
  /// Whether it can be decoded; as ``isPlayable``.
  public var isDecodable: Bool { isPlayable }
  /// Whether its media are in its own file: not those of a composition.
  public var isSelfContained: Bool { if case .composition = content { false } else { true } }
  /// Whether it is played by default; of a composition, whether it is rendered.
  open var isEnabled: Bool {
    switch content {
    case .file(_, let track): track.isEnabled
    case .ancillary(let track): track.isEnabled
    case .composition(let store): store.track.isEnabled
    }
  }
  /// Bytes of all its packets; 0 where it is not known. Blocks for a composition's.
  public var totalSampleDataLength: Int64 { (try? facts().totalSampleDataLength) ?? 0 }
  /// Bits a second, on the average; 0 where it is not known. Blocks for a composition's.
  public var estimatedDataRate: Float { Float((try? facts().estimatedDataRate) ?? 0) }

  /// From its first frame or sample to the end of its last; invalid where the file does not say it of what is not read here.
  public var timeRange: CMTimeRange {
    switch content {
    case .file(_, let track): track.timeRange.inUnits(of: track.naturalTimeScale)
    case .ancillary(let track): track.timeRange ?? .invalid
    case .composition(let store): CMTimeRange(start: .zero, duration: store.track.duration).inMovieUnits
    }
  }
  /// Units a second of its times.
  open var naturalTimeScale: CMTimeScale {
    switch content {
    case .file(_, let track): track.naturalTimeScale
    case .ancillary(let track): track.timescale ?? 600
    case .composition(let store): store.track.naturalTimeScale
    }
  }
  /// The language, ISO 639-2/T ("deu"); nil where nothing says.
  open var languageCode: String? {
    switch content {
    case .file(_, let track): track.languageCode
    case .ancillary(let track): track.languageTag
    case .composition: nil
    }
  }
  /// The language, a BCP 47 tag ("de-CH"); nil where nothing says.
  open var extendedLanguageTag: String? {
    switch content {
    case .file(_, let track): track.extendedLanguageTag
    case .ancillary(let track): track.languageTag
    case .composition(let store): store.track.extendedLanguageTag
    }
  }
  /// The size of its pictures in square pixels, before they are turned upright, or the size that text is laid out for;
  /// zero of sound.
  public var naturalSize: CGSize {
    if case .ancillary(let track) = content {
      return CGSize(width: track.size?.width ?? 0, height: track.size?.height ?? 0)
    }
    if case .composition(let store) = content, let known = store.track.videoProperties {
      return CGSize(known.naturalSize)
    }
    return (try? CGSize(facts().naturalSize)) ?? .zero
  }
  /// Transform that turns its pictures upright.
  open var preferredTransform: CGAffineTransform {
    switch content {
    case .file(_, let track): CGAffineTransform(track.preferredTransform)
    case .ancillary: .identity
    case .composition(let store): CGAffineTransform(store.track.preferredTransform)
    }
  }
  /// The gain of its sound.
  open var preferredVolume: Float {
    switch content {
    case .file(_, let track): Float(track.preferredVolume)
    case .ancillary: 1
    case .composition(let store): Float(store.track.preferredVolume)
    }
  }
  /// Frames a second; 0 where it is not known. Blocks for a composition's.
  public var nominalFrameRate: Float { Float((try? facts().nominalFrameRate) ?? 0) }
  /// The duration of its shortest frame; invalid where it is not known. Blocks for a composition's.
  public var minFrameDuration: CMTime {
    ((try? facts().minFrameDuration) ?? .invalid).inUnits(of: naturalTimeScale)
  }
  /// Whether packets stand in the file in another order than they are shown in. Blocks for a composition's.
  public var requiresFrameReordering: Bool { (try? facts().requiresFrameReordering) ?? false }

  /// Whether its media have the characteristic, or a tag in its file states it. Blocks.
  public func hasMediaCharacteristic(_ characteristic: AVMediaCharacteristic) -> Bool {
    if let known = try? characteristics(), known.contains(characteristic) { return true }
    return metadata.contains { $0.identifier?.rawValue == "udta/tagc" && $0.stringValue == characteristic.rawValue }
  }

  /// The time in the media's own clock of what is shown at `trackTime`; invalid in an empty stretch, and outside of the track
  /// (`samplePresentationTime(forTrackTime:)`).
  public func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
    guard let mapping = segmentObjects().last(where: { $0.timeMapping.target.containsTime(trackTime) })?.timeMapping,
      mapping.source.isValid
    else { return .invalid }
    return CMTimeMapTimeFromRangeToRange(trackTime, fromRange: mapping.target, toRange: mapping.source)
      .inUnits(of: naturalTimeScale)
  }

  /// Tracks of one asset with one number are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAssetTrack else { return false }
    return self === other || asset != nil && asset === other.asset && trackID == other.trackID
  }
  /// Follows from the number.
  open override var hash: Int { trackID.hashValue }
  /// The number and the kind.
  open override var description: String {
    "<\(type(of: self)): trackID = \(trackID), mediaType = \(mediaType.rawValue)>"
  }

  // MARK: Loading by strings

  /// State of the loading of the property called `key`.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    unsafe contentStatus.keyValueStatus(outError)
  }

  /// Loads the properties called `keys`, and calls `handler` once when they are loaded or failed.
  open func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?
  ) {
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in
      try? await loadContent()
      handler?()
    }
  }
}
