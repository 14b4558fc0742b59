// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
package import ModelValues

/// A space of colors, by its name (`CGColorSpace`).
///
/// Colors and images are not converted between spaces here: an image says which its numbers are in, and drawing takes them as they are.
public final class CGColorSpace: Sendable, Hashable {
  /// The name.
  public let name: CFString?
  /// The number of a color's components, without alpha.
  public let numberOfComponents: Int
  /// The kind of space.
  public let model: CGColorSpaceModel

  /// The space called `name`: one of the constants below; nil for any other name.
  public init?(name: CFString) {
    self.name = name
    switch name {
    case Self.sRGB, Self.displayP3, Self.itur_709, Self.itur_2020, Self.extendedSRGB, Self.linearSRGB:
      (numberOfComponents, model) = (3, .rgb)
    case Self.genericGrayGamma2_2, Self.linearGray: (numberOfComponents, model) = (1, .monochrome)
    default: return nil
    }
  }

  fileprivate init(named name: CFString, components: Int, _ model: CGColorSpaceModel) {
    (self.name, numberOfComponents, self.model) = (name, components, model)
  }

  /// sRGB.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// sRGB beyond 0…1.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  /// sRGB's primaries, linear light.
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// Display P3.
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// ITU-R BT.709.
  public static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// ITU-R BT.2020.
  public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
  /// Grey with a gamma of 2.2.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
  /// Grey, linear light.
  public static let linearGray: CFString = "kCGColorSpaceLinearGray"

  /// Spaces of one name are equal.
  public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool { left.name == right.name }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The kinds of color spaces.
public enum CGColorSpaceModel: Int32, Sendable {
  /// None of the others.
  case unknown = -1
  /// Levels of grey.
  case monochrome = 0
  /// Red, green, blue.
  case rgb = 1
}

/// Red, green and blue as a display takes them: sRGB here.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace {
  CGColorSpace(named: CGColorSpace.sRGB, components: 3, .rgb)
}

/// Levels of grey as a display takes them.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
  CGColorSpace(named: CGColorSpace.genericGrayGamma2_2, components: 1, .monochrome)
}

/// A color with its opacity (`CGColor`): sRGB or grey, components 0…1.
public final class CGColor: Sendable, Hashable {
  /// The components, the opacity last: four of RGB, two of grey.
  public let components: [CGFloat]?
  /// The space that the components are in.
  public let colorSpace: CGColorSpace?

  /// A color of sRGB.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    (components, colorSpace) = ([red, green, blue, alpha], CGColorSpaceCreateDeviceRGB())
  }

  /// A color of sRGB.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// A level of grey.
  public init(gray: CGFloat, alpha: CGFloat) {
    (components, colorSpace) = ([gray, alpha], CGColorSpaceCreateDeviceGray())
  }

  /// A level of grey.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) { self.init(gray: gray, alpha: alpha) }

  // SAFETY: reads as many numbers as the space has components, and the opacity, as Core Graphics documents the argument.
  /// The color of `components`, the opacity last, in `space`.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let numbers = (0...space.numberOfComponents).map { unsafe components[$0] }
    if numbers.count == 4 {
      self.init(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
    } else {
      self.init(gray: numbers[0], alpha: numbers[1])
    }
  }

  /// The number of components, with the opacity.
  public var numberOfComponents: Int { components?.count ?? 0 }
  /// The opacity.
  public var alpha: CGFloat { components?.last ?? 1 }

  /// The same color of another opacity.
  public func copy(alpha: CGFloat) -> CGColor? {
    guard let components else { return nil }
    return components.count == 4
      ? CGColor(red: components[0], green: components[1], blue: components[2], alpha: alpha)
      : CGColor(gray: components[0], alpha: alpha)
  }

  /// The same color in `colorSpace`: a grey as equal parts of red, green and blue, and a color as the grey that is as light. Components of one
  /// kind of space stay as they are, as everywhere here. `intent` and `options` change nothing.
  public func converted(to colorSpace: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?) -> CGColor?
  {
    guard let components, let alpha = components.last else { return nil }
    switch (components.count, colorSpace.numberOfComponents) {
    case (4, 1):
      let linear = components.prefix(3).map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      let light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
      return CGColor(gray: pow(max(light, 0), 1 / 2.2), alpha: alpha)
    case (2, 3): return CGColor(red: components[0], green: components[0], blue: components[0], alpha: alpha)
    default: return self
    }
  }

  /// Black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// White.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Nothing.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// Colors of one space with the same components are equal (`CGColorEqualToColor`).
  public static func == (left: CGColor, right: CGColor) -> Bool {
    left.components == right.components && left.colorSpace == right.colorSpace
  }
  /// Hashes the components.
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension CGColor {
  /// The same color, as the engine has it: components within 0…1.
  package var color: Color {
    let numbers = (components ?? [0, 1]).map { min(max(Double($0), 0), 1) }
    return numbers.count == 4
      ? Color(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
      : Color(red: numbers[0], green: numbers[0], blue: numbers[0], alpha: numbers[1])
  }

  /// The engine's color `color`.
  package convenience init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}
