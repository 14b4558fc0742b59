public import Foundation

/// Nodes that can be moved between two speakers (`AVAudioStereoMixing`).
public protocol AVAudioStereoMixing: NSObjectProtocol {
  /// Position between the speakers, from -1, left, to 1, right; 0 unless set. The side from which it is moved away becomes softer in a straight line,
  /// and the other stays as it is. Not used where the mixer's output has one channel.
  var pan: Float { get set }
}

/// Nodes that say how loud they are in the mixers that they are connected to (`AVAudioMixing`).
///
/// Settings of a node hold for all mixers that its output goes to, and for those that it is connected to later. Settings of a connection
/// (``destination(forMixer:bus:)``) hold for that one, until the node's are set again. Effects have no say in mixers.
public protocol AVAudioMixing: AVAudioStereoMixing, AVAudio3DMixing {
  /// The connection to input `bus` of `mixer`; nil where there is none.
  func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?
  /// Volume, from 0 to 1, to which others are brought; 1 unless set. Holds from the next block on.
  var volume: Float { get set }
}

extension AVAudioMixing where Self: AVAudioNode {
  /// Position between the speakers, from -1, left, to 1, right; 0 unless set.
  public var pan: Float {
    get { mixSettings.pan }
    set { mix { $0.pan = newValue.within(-1...1) } }
  }

  /// Volume, from 0 to 1, to which others are brought; 1 unless set. Holds from the next block on.
  public var volume: Float {
    get { mixSettings.volume }
    set { mix { $0.volume = newValue.within(0...1) } }
  }

  /// The connection to input `bus` of `mixer`; nil where there is none.
  public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    engine?.connections(from: self).first { $0.destination === mixer && $0.bus == bus }.map(
      AVAudioMixingDestination.init)
  }

  /// Changes what mixers and environments make of it, and of its connections.
  func mix(_ change: (inout MixSettings) -> Void) {
    changeMix(change)
    for connection in engine?.connections(from: self) ?? [] { connection.changeMix(change) }
  }
}

/// A connection of a node to a mixer or an environment (`AVAudioMixingDestination`). Ask for it anew after connections have changed. Threads: any.
public final class AVAudioMixingDestination: NSObject, AVAudioMixing, Sendable {
  let connection: AudioConnection

  init(_ connection: AudioConnection) {
    self.connection = connection
    super.init()
  }

  /// The mixer, and which of its inputs.
  public var connectionPoint: AVAudioConnectionPoint { connection.point }

  /// Position between the speakers, from -1 to 1.
  public var pan: Float {
    get { connection.mix.pan }
    set { connection.changeMix { $0.pan = newValue.within(-1...1) } }
  }

  /// Volume, from 0 to 1.
  public var volume: Float {
    get { connection.mix.volume }
    set { connection.changeMix { $0.volume = newValue.within(0...1) } }
  }

  /// Itself where that is what it stands for; else nil.
  public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    connection.destination === mixer && connection.bus == bus ? self : nil
  }
}

extension Comparable {
  /// The value, or the end of `range` that is nearer where it is beyond; the lower one for what is no number.
  func within(_ range: ClosedRange<Self>) -> Self {
    self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
  }
}
