/// The numerator of a ``CMTime``, in units of its timescale.
public typealias CMTimeValue = Int64

/// The denominator of a ``CMTime``: units in a second.
public typealias CMTimeScale = Int32

/// The run of a timeline that a ``CMTime`` belongs to; times of different epochs cannot be subtracted.
public typealias CMTimeEpoch = Int64

/// A time in seconds as a fraction, `value / timescale`, or one of four special times: invalid, indefinite and the two
/// infinities. Apple's `CMTime`, with its layout (24 bytes) and its rules.
///
/// A finite time whose timescale is not positive counts as invalid, so that no combination of fields makes an operation
/// trap.
public struct CMTime: Sendable, Codable {
  /// The number of units; seconds are `value / timescale`.
  public var value: CMTimeValue

  /// Units in a second; 1 … 2,147,483,647 in a finite time.
  public var timescale: CMTimeScale

  /// Whether the time is valid, rounded, infinite or indefinite.
  public var flags: CMTimeFlags

  /// The run of the timeline; 0 unless a timeline restarts.
  public var epoch: CMTimeEpoch

  /// Makes the invalid time.
  public init() {
    self.init(value: 0, timescale: 0, flags: [], epoch: 0)
  }

  /// The fields as they are, unchecked.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// `value / timescale` seconds; the invalid time when the timescale is not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    if timescale > 0 {
      self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
    } else {
      self.init()
    }
  }

  /// Zero seconds, 0/1.
  public static let zero = CMTime(value: 0, timescale: 1)

  /// The invalid time, all fields zero.
  public static let invalid = CMTime()

  /// The time that is not known.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)

  /// Later than every finite time.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)

  /// Earlier than every finite time.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
}

extension CMTime {
  /// Whether the time is finite, infinite or indefinite.
  public var isValid: Bool { kind != .invalid }

  /// Whether the time is a finite number of seconds.
  public var isNumeric: Bool { kind == .finite }

  /// Whether the time is valid but not known.
  public var isIndefinite: Bool { kind == .indefinite }

  /// Whether the time is later than every finite time.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }

  /// Whether the time is earlier than every finite time.
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }

  /// Whether the time is valid and was rounded by some operation.
  public var hasBeenRounded: Bool { isValid && flags.contains(.hasBeenRounded) }

  /// The kinds of time, in the order in which times compare.
  enum Kind: Int {
    case negativeInfinity, finite, indefinite, positiveInfinity, invalid
  }

  /// The kind of this time. A contradiction among the flags is settled in favor of the flag that is tested first.
  var kind: Kind {
    guard flags.contains(.valid) else { return .invalid }
    if flags.contains(.positiveInfinity) { return .positiveInfinity }
    if flags.contains(.negativeInfinity) { return .negativeInfinity }
    if flags.contains(.indefinite) { return .indefinite }
    return timescale > 0 ? .finite : .invalid
  }
}

/// The state of a ``CMTime``: whether it is valid, whether it is rounded, and whether it is one of the special times.
/// Apple's `CMTimeFlags`, bit for bit.
public struct CMTimeFlags: OptionSet, Hashable, Sendable, Codable {
  /// The bits as CoreMedia stores them.
  public let rawValue: UInt32

  /// A set of flags from CoreMedia's bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The time is valid. Without this flag it is invalid, whatever the other fields are.
  public static let valid = CMTimeFlags(rawValue: 1)

  /// Some operation that led to this time rounded.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)

  /// The time is later than every finite time.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)

  /// The time is earlier than every finite time.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)

  /// The time is not known, as the duration of a live stream.
  public static let indefinite = CMTimeFlags(rawValue: 16)

  /// The flags that replace the number of seconds: both infinities and indefinite.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

extension CMTime: CustomStringConvertible, CustomDebugStringConvertible {
  /// `{1/2 = 0.500}`, with `, rounded` and `, epoch 3` where they apply; `{INVALID}`, `{INDEFINITE}`, `{+INFINITY}` or
  /// `{-INFINITY}`. The text of Apple's `CMTimeCopyDescription`.
  public var description: String {
    switch kind {
    case .invalid: "{INVALID}"
    case .indefinite: "{INDEFINITE}"
    case .positiveInfinity: "{+INFINITY}"
    case .negativeInfinity: "{-INFINITY}"
    case .finite:
      "{\(value)/\(timescale) = \(decimalSeconds)"
        + "\(hasBeenRounded ? ", rounded" : "")\(epoch == 0 ? "" : ", epoch \(epoch)")}"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The seconds of a finite time to three decimals, the last rounded to the nearest.
  private var decimalSeconds: String {
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: UInt64(timescale))
    let thousandths = (rest * 2000 + UInt64(timescale)) / (UInt64(timescale) * 2)
    let seconds = thousandths == 1000 ? whole + 1 : whole
    let decimals = String(1000 + thousandths % 1000).dropFirst()
    return "\(value < 0 ? "-" : "")\(seconds).\(decimals)"
  }
}
