public import Foundation
import Synchronization

/// Composition of an asset's video tracks into output frames (`AVVideoComposition`). Immutable; ``AVMutableVideoComposition`` is edited. Threads:
/// any.
open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: the values are under a lock.
  private let state: Mutex<Configuration>
  /// The object of its compositor class that the service shows which holds it.
  let shownCompositor: ShownCompositor

  /// One whose size, frame duration and instructions are still to be set.
  public override init() {
    state = Mutex(Configuration())
    shownCompositor = ShownCompositor()
    super.init()
  }

  /// One that says what `configuration` does.
  public required init(configuration: Configuration) {
    state = Mutex(configuration)
    shownCompositor = ShownCompositor()
    super.init()
  }

  /// A video composition with `configuration`, for the service that shows the compositor of `other`.
  init(configuration: Configuration, inPlaceOf other: AVVideoComposition) {
    state = Mutex(configuration)
    shownCompositor = other.shownCompositor
    super.init()
  }

  /// Its current values.
  var configuration: Configuration {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// A video composition that shows `asset` unchanged (`init(propertiesOf:)`). Blocks until its media are known; where
  /// they cannot be read, it has no instructions.
  public convenience init(propertiesOf asset: AVAsset) {
    self.init(configuration: (try? Configuration(showing: asset)) ?? Configuration())
  }

  /// A video composition that shows `asset` unchanged, made without blocking (`videoComposition(withPropertiesOf:)`).
  ///
  /// - Throws: `AVError` where its media cannot be read.
  open class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> Self {
    self.init(configuration: try await Configuration(for: asset))
  }

  /// As the one above, handed to `completionHandler` on any thread.
  public class func videoComposition(
    withPropertiesOf asset: AVAsset,
    completionHandler: @escaping @Sendable (AVVideoComposition?, (any Error)?) -> Void
  ) {
    deliver(to: completionHandler) { AVVideoComposition(configuration: try await Configuration(for: asset)) }
  }

  /// The compositor's class, instantiated by the services; nil for the built-in one.
  open internal(set) var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
    get { configuration.customVideoCompositorClass }
    set { configuration.customVideoCompositorClass = newValue }
  }
  /// Tool that draws layers with the finished frames; nil for none (`animationTool`).
  open internal(set) var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { configuration.animationTool }
    set { configuration.animationTool = newValue }
  }
  /// Duration of an output frame.
  open internal(set) var frameDuration: CMTime {
    get { configuration.frameDuration }
    set { configuration.frameDuration = newValue }
  }
  /// The track at whose pictures' own times output frames are; `kCMPersistentTrackID_Invalid` for frames of ``frameDuration``.
  open internal(set) var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    get { configuration.sourceTrackIDForFrameTiming }
    set { configuration.sourceTrackIDForFrameTiming = newValue }
  }
  /// The size of the output, in pixels.
  open internal(set) var renderSize: CGSize {
    get { configuration.renderSize }
    set { configuration.renderSize = newValue }
  }
  /// Factor of the size in rendering.
  open internal(set) var renderScale: Float {
    get { configuration.renderScale }
    set { configuration.renderScale = newValue }
  }
  /// The instructions, in order, without gaps.
  open internal(set) var instructions: [any AVVideoCompositionInstructionProtocol] {
    get { configuration.instructions }
    set { configuration.instructions = newValue }
  }
  /// The primaries of the output's colors; nil for those that follow from its sources.
  open internal(set) var colorPrimaries: String? {
    get { configuration.colorPrimaries }
    set { configuration.colorPrimaries = newValue }
  }
  /// The matrix of the output's colors.
  open internal(set) var colorYCbCrMatrix: String? {
    get { configuration.colorYCbCrMatrix }
    set { configuration.colorYCbCrMatrix = newValue }
  }
  /// The transfer of the output's colors.
  open internal(set) var colorTransferFunction: String? {
    get { configuration.colorTransferFunction }
    set { configuration.colorTransferFunction = newValue }
  }
  /// The numbers of tracks whose data a compositor gets; there are no such tracks here, and a film that asks for some is refused.
  open internal(set) var sourceSampleDataTrackIDs: [CMPersistentTrackID] {
    get { configuration.sourceSampleDataTrackIDs }
    set { configuration.sourceSampleDataTrackIDs = newValue }
  }

  /// An immutable copy, with the same instructions.
  open func copy(with zone: NSZone? = nil) -> Any { AVVideoComposition(configuration: configuration) }
  /// A mutable copy, with the same instructions.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoComposition(configuration: configuration) }
}

/// Composition of video tracks into output frames, edited (`AVMutableVideoComposition`).
open class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// A video composition that shows `asset` unchanged, its layers over each of `prototypeInstruction`'s background
  /// (`init(propertiesOf:prototypeInstruction:)`). Blocks.
  public convenience init(propertiesOf asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction) {
    self.init(configuration: (try? Configuration(showing: asset, like: prototypeInstruction)) ?? Configuration())
  }

  /// The compositor's class, instantiated by the services; nil for the built-in one.
  open override var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
    get { super.customVideoCompositorClass }
    set { super.customVideoCompositorClass = newValue }
  }
  /// Tool that draws layers with the finished frames; nil for none.
  open override var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { super.animationTool }
    set { super.animationTool = newValue }
  }
  /// Duration of an output frame.
  open override var frameDuration: CMTime {
    get { super.frameDuration }
    set { super.frameDuration = newValue }
  }
  /// The track at whose pictures' own times output frames are.
  open override var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    get { super.sourceTrackIDForFrameTiming }
    set { super.sourceTrackIDForFrameTiming = newValue }
  }
  /// The size of the output, in pixels.
  open override var renderSize: CGSize {
    get { super.renderSize }
    set { super.renderSize = newValue }
  }
  /// Factor of the size in rendering.
  open override var renderScale: Float {
    get { super.renderScale }
    set { super.renderScale = newValue }
  }
  /// The instructions, in order, without gaps.
  open override var instructions: [any AVVideoCompositionInstructionProtocol] {
    get { super.instructions }
    set { super.instructions = newValue }
  }
  /// The primaries of the output's colors.
  open override var colorPrimaries: String? {
    get { super.colorPrimaries }
    set { super.colorPrimaries = newValue }
  }
  /// The matrix of the output's colors.
  open override var colorYCbCrMatrix: String? {
    get { super.colorYCbCrMatrix }
    set { super.colorYCbCrMatrix = newValue }
  }
  /// The transfer of the output's colors.
  open override var colorTransferFunction: String? {
    get { super.colorTransferFunction }
    set { super.colorTransferFunction = newValue }
  }
  /// The numbers of tracks whose data a compositor gets.
  open override var sourceSampleDataTrackIDs: [CMPersistentTrackID] {
    get { super.sourceSampleDataTrackIDs }
    set { super.sourceSampleDataTrackIDs = newValue }
  }
}
