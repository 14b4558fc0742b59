// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// In which order bytes of a component or a pixel stand (`CGImageByteOrderInfo`).
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The machine's business.
  case orderDefault = 0
  /// Words of 16 bits, the lower byte first.
  case order16Little = 0x1000
  /// Words of 32 bits, the lower byte first.
  case order32Little = 0x2000
  /// Words of 16 bits, the higher byte first.
  case order16Big = 0x3000
  /// Words of 32 bits, the higher byte first.
  case order32Big = 0x4000
  /// The bits of the order.
  case orderMask = 0x7000
}

extension CGBitmapInfo {
  /// The place of the alpha, and its meaning.
  public var alpha: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: intersection(.alphaInfoMask).rawValue) ?? .none
  }
  /// In which order bytes stand.
  public var byteOrder: CGImageByteOrderInfo {
    CGImageByteOrderInfo(rawValue: intersection(.byteOrderMask).rawValue) ?? .orderDefault
  }
}

extension CGImage {
  /// In which order bytes stand.
  public var byteOrderInfo: CGImageByteOrderInfo { bitmapInfo.byteOrder }
}
