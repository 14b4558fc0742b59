import Foundation
import Synchronization

/// Model of the attenuation of sounds by their distance (`AVAudioEnvironmentDistanceAttenuationModel`). d is the distance, r the reference distance,
/// m the maximum distance, f the rolloff factor; distances below r are as r, those beyond m as m.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, Sendable {
  /// (d / r)^-f.
  case exponential = 1
  /// r / (r + f · (d - r)).
  case inverse = 2
  /// 1 - f · (d - r) / (m - r), and not less than 0.
  case linear = 3
}

/// Attenuation of sounds by their distance (`AVAudioEnvironmentDistanceAttenuationParameters`). Threads: any. Lock order: only `values`.
public final class AVAudioEnvironmentDistanceAttenuationParameters: NSObject, Sendable {
  private let values = Mutex(Values())

  /// Settings of the parameters.
  struct Values: Hashable, Sendable {
    var model = AVAudioEnvironmentDistanceAttenuationModel.inverse
    var reference: Float = 1
    var maximum: Float = 100_000
    var rolloff: Float = 1

    /// Gain of a sound at `distance`, in meters.
    func gain(at distance: Double) -> Double {
      let (near, far, factor) = (Double(reference), Double(max(reference, maximum)), Double(rolloff))
      let there = distance.within(near...far)
      switch model {
      case .exponential: return near > 0 ? pow(there / near, -factor) : 1
      case .inverse: return near > 0 ? near / (near + factor * (there - near)) : 1
      case .linear: return far > near ? max(0, 1 - factor * (there - near) / (far - near)) : 1
      }
    }
  }

  override init() { super.init() }

  var current: Values { values.withLock { $0 } }

  /// The formula; ``AVAudioEnvironmentDistanceAttenuationModel/inverse`` unless set.
  public var distanceAttenuationModel: AVAudioEnvironmentDistanceAttenuationModel {
    get { current.model }
    set { values.withLock { $0.model = newValue } }
  }

  /// Distance up to which sounds are as loud as they are, in meters; 1 unless set. With 0, ``AVAudioEnvironmentDistanceAttenuationModel/linear``
  /// alone makes them softer.
  public var referenceDistance: Float {
    get { current.reference }
    set { values.withLock { $0.reference = newValue.within(0...Float.greatestFiniteMagnitude) } }
  }

  /// Distance from which on they become no softer, in meters; 100,000 unless set.
  public var maximumDistance: Float {
    get { current.maximum }
    set { values.withLock { $0.maximum = newValue.within(0...Float.greatestFiniteMagnitude) } }
  }

  /// Rate at which they become softer, from 0; 1 unless set.
  public var rolloffFactor: Float {
    get { current.rolloff }
    set { values.withLock { $0.rolloff = newValue.within(0...Float.greatestFiniteMagnitude) } }
  }
}

/// The room of an environment (`AVAudioEnvironmentReverbParameters`). Threads: any. Lock order: only `values`.
public final class AVAudioEnvironmentReverbParameters: NSObject, Sendable {
  private let values = Mutex(Values())
  /// Filter of the room's answer: one band, which does nothing until its `bypass` is set to false.
  public let filterParameters = AVAudioUnitEQFilterParameters()

  /// Settings of the parameters.
  struct Values: Hashable, Sendable {
    var isEnabled = false
    var level: Float = 0
    var preset = AVAudioUnitReverbPreset.mediumHall
  }

  override init() { super.init() }

  var current: Values { values.withLock { $0 } }

  /// Whether the room is heard; false unless set.
  public var enable: Bool {
    get { current.isEnabled }
    set { values.withLock { $0.isEnabled = newValue } }
  }

  /// Gain of the room's answer, in dB from -40 to 40, to which others are brought; 0 unless set.
  public var level: Float {
    get { current.level }
    set { values.withLock { $0.level = newValue.within(-40...40) } }
  }

  /// Has it be the room `preset`; a medium hall unless set.
  public func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) { values.withLock { $0.preset = preset } }
}
