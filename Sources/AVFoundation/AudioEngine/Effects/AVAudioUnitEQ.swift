import Foundation
import Synchronization

/// Kind of filter of an equalizer's band (`AVAudioUnitEQFilterType`), after Robert Bristow-Johnson's formulas.
public enum AVAudioUnitEQFilterType: Int, Sendable {
  /// Raises or lowers what is around a frequency: needs `frequency`, `bandwidth`, `gain`.
  case parametric = 0
  /// Lets what is below a frequency pass: needs `frequency`, at which 3 dB are lost.
  case lowPass = 1
  /// Lets what is above a frequency pass: needs `frequency`, at which 3 dB are lost.
  case highPass = 2
  /// Lets what is below a frequency pass, with a hill there: needs `frequency`, `bandwidth`.
  case resonantLowPass = 3
  /// Lets what is above a frequency pass, with a hill there: needs `frequency`, `bandwidth`.
  case resonantHighPass = 4
  /// Lets what is around a frequency pass: needs `frequency`, `bandwidth`.
  case bandPass = 5
  /// Takes away what is around a frequency: needs `frequency`, `bandwidth`.
  case bandStop = 6
  /// Raises or lowers what is below a frequency: needs `frequency`, at which half of the gain in dB is reached, and `gain`.
  case lowShelf = 7
  /// Raises or lowers what is above a frequency: needs `frequency`, at which half of the gain in dB is reached, and `gain`.
  case highShelf = 8
  /// As ``lowShelf``, as steep as `bandwidth` says.
  case resonantLowShelf = 9
  /// As ``highShelf``, as steep as `bandwidth` says.
  case resonantHighShelf = 10
}

/// A band of an equalizer (`AVAudioUnitEQFilterParameters`). Values beyond a range are brought to its end. Threads: any. Lock order: only `values`.
public final class AVAudioUnitEQFilterParameters: NSObject, Sendable {
  private let values = Mutex(Values())

  /// Settings of the band.
  struct Values: Hashable, Sendable {
    var filterType = AVAudioUnitEQFilterType.parametric
    var frequency: Float = 1_000
    var bandwidth: Float = 0.5
    var gain: Float = 0
    var bypass = true
  }

  override init() { super.init() }

  var current: Values { values.withLock { $0 } }

  /// Kind of the filter; ``AVAudioUnitEQFilterType/parametric`` unless set.
  public var filterType: AVAudioUnitEQFilterType {
    get { current.filterType }
    set { values.withLock { $0.filterType = newValue } }
  }

  /// In hertz, from 20 to half of the rate; 1,000 unless set.
  public var frequency: Float {
    get { current.frequency }
    set { values.withLock { $0.frequency = newValue.within(20...Float.greatestFiniteMagnitude) } }
  }

  /// In octaves, from 0.05 to 5; 0.5 unless set.
  public var bandwidth: Float {
    get { current.bandwidth }
    set { values.withLock { $0.bandwidth = newValue.within(0.05...5) } }
  }

  /// In dB, from -96 to 24; 0 unless set.
  public var gain: Float {
    get { current.gain }
    set { values.withLock { $0.gain = newValue.within(-96...24) } }
  }

  /// Whether it does nothing; true unless set.
  public var bypass: Bool {
    get { current.bypass }
    set { values.withLock { $0.bypass = newValue } }
  }
}

/// An equalizer (`AVAudioUnitEQ`): bands one after another, in 64 bits. Settings hold from the next block on. Threads: any. Lock order: only `level`,
/// and those of bands.
open class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The bands.
  public let bands: [AVAudioUnitEQFilterParameters]
  private let level = Mutex<Float>(0)
  private var filters: [BandFilter?]

  /// An equalizer of `numberOfBands` bands, which do nothing until their `bypass` is set to false.
  public init(numberOfBands: Int) {
    bands = (0..<max(0, numberOfBands)).map { _ in AVAudioUnitEQFilterParameters() }
    filters = bands.map { _ in nil }
    super.init()
  }

  /// An equalizer of one band.
  public override init() {
    (bands, filters) = ([AVAudioUnitEQFilterParameters()], [nil])
    super.init()
  }

  open override var audioComponentDescription: AudioComponentDescription { .init(effect: "nbeq") }
  open override var name: String { "AUNBandEQ" }

  /// Gain of the whole sound, in dB, from -96 to 24; 0 unless set.
  open var globalGain: Float {
    get { level.withLock { $0 } }
    set { level.withLock { $0 = newValue.within(-96...24) } }
  }

  override var unitParameters: [UnitParameter] {
    let own = UnitParameter(kAUNBandEQParam_GlobalGain, "0", "Global Gain", .decibels, -96...24, 0)
    return [own]
      + Self.bandParameters.flatMap { parameter in
        bands.indices.map { band in
          UnitParameter(
            Int(parameter.address) + band, "\(Int(parameter.address) + band)", "\(parameter.name) \(band + 1)",
            parameter.unit, parameter.range, parameter.initial)
        }
      }
  }

  /// Parameters of the first band; each further band's address is one higher.
  private static let bandParameters = [
    UnitParameter(kAUNBandEQParam_BypassBand, "", "Bypass", .boolean, 0...1, 1),
    UnitParameter(kAUNBandEQParam_FilterType, "", "Type", .indexed, 0...10, 0),
    UnitParameter(kAUNBandEQParam_Frequency, "", "Frequency", .hertz, 20...22_050, 1_000),
    UnitParameter(kAUNBandEQParam_Gain, "", "Gain", .decibels, -96...24, 0),
    UnitParameter(kAUNBandEQParam_Bandwidth, "", "Bandwidth", .octaves, 0.05...5, 0.5),
  ]

  override func unitValue(_ address: AUParameterAddress) -> Float {
    let number = Int(address) % 1_000
    guard address >= 1_000, bands.indices.contains(number) else { return globalGain }
    let band = bands[number]
    switch AudioUnitParameterID(address) - AudioUnitParameterID(number) {
    case kAUNBandEQParam_BypassBand: return band.bypass ? 1 : 0
    case kAUNBandEQParam_FilterType: return Float(band.filterType.rawValue)
    case kAUNBandEQParam_Frequency: return band.frequency
    case kAUNBandEQParam_Gain: return band.gain
    default: return band.bandwidth
    }
  }

  override func setUnitValue(_ address: AUParameterAddress, _ value: Float) {
    let number = Int(address) % 1_000
    guard address >= 1_000, bands.indices.contains(number) else { return globalGain = value }
    let band = bands[number]
    switch AudioUnitParameterID(address) - AudioUnitParameterID(number) {
    case kAUNBandEQParam_BypassBand: band.bypass = value >= 0.5
    case kAUNBandEQParam_FilterType:
      band.filterType = AVAudioUnitEQFilterType(rawValue: Int(value.within(0...10))) ?? band.filterType
    case kAUNBandEQParam_Frequency: band.frequency = value
    case kAUNBandEQParam_Gain: band.gain = value
    default: band.bandwidth = value
    }
  }

  override func process(_ block: inout SoundBlock, rate: Double) {
    for (index, band) in bands.enumerated() {
      let values = band.current
      guard !values.bypass else {
        filters[index] = nil
        continue
      }
      filters[index] = BandFilter(values, rate: rate, channels: block.channels.count, after: filters[index])
      block.change { samples, channel in filters[index]?.run(&samples, channel) }
    }
    block.multiply(by: Float(pow(10, Double(globalGain) / 20)))
  }

  override func clear() { filters = bands.map { _ in nil } }
}
