public import CoreMedia

/// The balance of colors by numbers: what no device has here. None is supported, and setting one ends the process, as
/// AVFoundation's exceptions do.
extension AVCaptureDevice {
  /// Gains of the colors of a picture (`AVCaptureDevice.WhiteBalanceGains`).
  public struct WhiteBalanceGains: Hashable, Sendable {
    /// Of red.
    public var redGain: Float
    /// Of green.
    public var greenGain: Float
    /// Of blue.
    public var blueGain: Float
    /// No change.
    public init() { self.init(redGain: 1, greenGain: 1, blueGain: 1) }
    /// The gains as they are.
    public init(redGain: Float, greenGain: Float, blueGain: Float) {
      (self.redGain, self.greenGain, self.blueGain) = (redGain, greenGain, blueGain)
    }
  }

  /// A white by its temperature and tint (`AVCaptureDevice.WhiteBalanceTemperatureAndTintValues`).
  public struct WhiteBalanceTemperatureAndTintValues: Hashable, Sendable {
    /// In kelvins.
    public var temperature: Float
    /// Distance from the colors of black bodies, -150…150: towards green or magenta.
    public var tint: Float
    /// None.
    public init() { self.init(temperature: 0, tint: 0) }
    /// The values as they are.
    public init(temperature: Float, tint: Float) { (self.temperature, self.tint) = (temperature, tint) }
  }

  /// A white by its place in the plane of colors, CIE 1931 (`AVCaptureDevice.WhiteBalanceChromaticityValues`).
  public struct WhiteBalanceChromaticityValues: Hashable, Sendable {
    /// Across.
    public var x: Float
    /// Up.
    public var y: Float
    /// The corner.
    public init() { self.init(x: 0, y: 0) }
    /// The place as it is.
    public init(x: Float, y: Float) { (self.x, self.y) = (x, y) }
  }

  /// The gains as they are, for what takes gains (`AVCaptureDevice.currentWhiteBalanceGains`).
  public static let currentWhiteBalanceGains = WhiteBalanceGains(redGain: -1, greenGain: -1, blueGain: -1)

  /// Whether gains can be set: no.
  public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool { false }
  /// The greatest gain: 1.
  public var maxWhiteBalanceGain: Float { 1 }
  /// The gains: no change that is known.
  public var deviceWhiteBalanceGains: WhiteBalanceGains { WhiteBalanceGains() }
  /// The gains that would make what is seen gray on average: not known, so no change.
  public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains { WhiteBalanceGains() }

  /// Sets gains: none can be.
  public func setWhiteBalanceModeLocked(
    with whiteBalanceGains: WhiteBalanceGains, completionHandler handler: ((CMTime) -> Void)? = nil
  ) {
    refuse("setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:", "Gains are not supported.")
  }
  /// The temperature and tint of gains of the device: none has any.
  public func temperatureAndTintValues(for whiteBalanceGains: WhiteBalanceGains)
    -> WhiteBalanceTemperatureAndTintValues
  {
    refuse("temperatureAndTintValuesForDeviceWhiteBalanceGains:", "Gains are not supported.")
  }
  /// The gains of the device for a temperature and tint: none has any.
  public func deviceWhiteBalanceGains(for temperatureAndTintValues: WhiteBalanceTemperatureAndTintValues)
    -> WhiteBalanceGains
  {
    refuse("deviceWhiteBalanceGainsForTemperatureAndTintValues:", "Gains are not supported.")
  }
  /// The place of gains of the device in the plane of colors: none has any.
  public func chromaticityValues(for whiteBalanceGains: WhiteBalanceGains) -> WhiteBalanceChromaticityValues {
    refuse("chromaticityValuesForDeviceWhiteBalanceGains:", "Gains are not supported.")
  }
  /// The gains of the device for a place in the plane of colors: none has any.
  public func deviceWhiteBalanceGains(for chromaticityValues: WhiteBalanceChromaticityValues) -> WhiteBalanceGains {
    refuse("deviceWhiteBalanceGainsForChromaticityValues:", "Gains are not supported.")
  }
}
