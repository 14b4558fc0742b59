import EditingModel
public import Foundation
import Synchronization

/// Composition of tracks during a part of the film (`AVVideoCompositionInstruction`). Immutable; ``AVMutableVideoCompositionInstruction`` is edited.
/// Threads: any.
open class AVVideoCompositionInstruction: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: the values are under a lock.
  private let state: Mutex<Configuration>

  /// Fields of an instruction, as a value (`AVVideoCompositionInstruction.Configuration`).
  public struct Configuration: Sendable {
    /// The color behind all layers; nil for opaque black.
    public var backgroundColor: CGColor?
    /// Whether layers are drawn over the composed frames.
    public var enablePostProcessing: Bool
    /// The layers, the topmost first.
    public var layerInstructions: [AVVideoCompositionLayerInstruction]
    /// The numbers of tracks whose data a compositor gets; there are no such tracks here, and a film that asks for some is refused.
    public var requiredSourceSampleDataTrackIDs: [CMPersistentTrackID]
    /// Range in which it applies, in the film's time.
    public var timeRange: CMTimeRange

    /// An instruction with these values.
    public init(
      backgroundColor: CGColor? = nil, enablePostProcessing: Bool = true,
      layerInstructions: [AVVideoCompositionLayerInstruction] = [],
      requiredSourceSampleDataTrackIDs: [CMPersistentTrackID] = [], timeRange: CMTimeRange = .zero
    ) {
      (self.backgroundColor, self.enablePostProcessing) = (backgroundColor, enablePostProcessing)
      (self.layerInstructions, self.timeRange) = (layerInstructions, timeRange)
      self.requiredSourceSampleDataTrackIDs = requiredSourceSampleDataTrackIDs
    }
  }

  /// One whose time range is still to be set.
  public override init() {
    state = Mutex(Configuration(timeRange: .invalid))
    super.init()
  }

  /// One that says what `configuration` does.
  public init(configuration: Configuration) {
    state = Mutex(configuration)
    super.init()
  }

  /// Its current values.
  var configuration: Configuration {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Range in which it applies, in the film's time.
  open internal(set) var timeRange: CMTimeRange {
    get { configuration.timeRange }
    set { configuration.timeRange = newValue }
  }
  /// The color behind all layers; nil for opaque black.
  open internal(set) var backgroundColor: CGColor? {
    get { configuration.backgroundColor }
    set { configuration.backgroundColor = newValue }
  }
  /// The layers, the topmost first.
  open internal(set) var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { configuration.layerInstructions }
    set { configuration.layerInstructions = newValue }
  }
  /// Whether layers are drawn over the composed frames.
  open internal(set) var enablePostProcessing: Bool {
    get { configuration.enablePostProcessing }
    set { configuration.enablePostProcessing = newValue }
  }
  /// The numbers of tracks whose data a compositor gets.
  open internal(set) var requiredSourceSampleDataTrackIDs: [NSNumber] {
    get { configuration.requiredSourceSampleDataTrackIDs.map { NSNumber(value: $0) } }
    set { configuration.requiredSourceSampleDataTrackIDs = newValue.map(\.int32Value) }
  }
  /// The numbers of the layers' tracks, each once.
  open var requiredSourceTrackIDs: [NSValue]? {
    (model.requiredSourceTrackIDs ?? []).map { NSNumber(value: $0.rawValue) }
  }
  /// None: passthrough is detected from the frames.
  open var passthroughTrackID: CMPersistentTrackID { kCMPersistentTrackID_Invalid }
  /// Whether a layer changes during the time range.
  open var containsTweening: Bool { model.containsTweening }

  /// The engine's.
  var model: VideoCompositionInstruction {
    let configuration = configuration
    return VideoCompositionInstruction(
      timeRange: configuration.timeRange, layerInstructions: configuration.layerInstructions.map(\.configuration.layer),
      backgroundColor: configuration.backgroundColor?.color ?? .black,
      enablePostProcessing: configuration.enablePostProcessing)
  }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVVideoCompositionInstruction(configuration: configuration) }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableVideoCompositionInstruction(configuration: configuration)
  }
}

extension AVVideoCompositionInstruction: AVVideoCompositionInstructionProtocol {}

/// Composition of tracks during a part of the film, edited (`AVMutableVideoCompositionInstruction`).
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Range in which it applies, in the film's time.
  open override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { super.timeRange = newValue }
  }
  /// The color behind all layers; nil for opaque black.
  open override var backgroundColor: CGColor? {
    get { super.backgroundColor }
    set { super.backgroundColor = newValue }
  }
  /// The layers, the topmost first.
  open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { super.layerInstructions }
    set { super.layerInstructions = newValue }
  }
  /// Whether layers are drawn over the composed frames.
  open override var enablePostProcessing: Bool {
    get { super.enablePostProcessing }
    set { super.enablePostProcessing = newValue }
  }
  /// The numbers of tracks whose data a compositor gets.
  open override var requiredSourceSampleDataTrackIDs: [NSNumber] {
    get { super.requiredSourceSampleDataTrackIDs }
    set { super.requiredSourceSampleDataTrackIDs = newValue }
  }
}
