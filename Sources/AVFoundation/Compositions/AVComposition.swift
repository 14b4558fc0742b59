import EditingModel
public import Foundation
import MediaFormats

/// Media laid out in time, as an asset (`AVComposition`). Immutable; ``AVMutableComposition`` is edited.
open class AVComposition: AVAsset, NSMutableCopying, @unchecked Sendable {
  // @unchecked: the composition is under its store's lock; the options do not change.
  /// The composition.
  let store: CompositionStore
  private let assetOptions: InitializationOptions

  struct InitializationOptions: @unchecked Sendable {
    // @unchecked: never changed, and handed out as it came.
    var values: [String: Any] = [:]
  }

  /// A composition without tracks.
  public init() {
    (store, assetOptions) = (CompositionStore(), InitializationOptions())
    super.init(.composition(store))
  }

  init(_ store: CompositionStore, options: InitializationOptions) {
    (self.store, assetOptions) = (store, options)
    super.init(.composition(store))
  }

  /// The options that its files' assets were to be made with; they change nothing here.
  public var urlAssetInitializationOptions: [String: Any] { assetOptions.values }

  /// The size of its pictures where nothing else says one: that which was set, or else that of the first video track; zero where there are
  /// none.
  open var naturalSize: CGSize {
    let composition = store.composition
    let own = composition.tracks(withMediaType: .video).lazy.compactMap { $0.videoProperties?.naturalSize }.first
    return (composition.naturalSize ?? own).map { CGSize($0) } ?? .zero
  }

  /// A snapshot: later edits do not change it.
  open override func copy(with zone: NSZone? = nil) -> Any {
    AVComposition(CompositionStore(store.snapshot), options: assetOptions)
  }

  /// A mutable copy, independent of this composition.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableComposition(CompositionStore(store.snapshot), options: assetOptions)
  }
}
