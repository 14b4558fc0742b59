package import Compositing
public import Foundation
import MediaFormats

/// The storage of an image's alpha (`CGImageAlphaInfo`).
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha.
  case none
  /// Behind the colors, which are multiplied by it.
  case premultipliedLast
  /// Before the colors, which are multiplied by it.
  case premultipliedFirst
  /// Behind the colors.
  case last
  /// Before the colors.
  case first
  /// A byte behind the colors means nothing.
  case noneSkipLast
  /// A byte before the colors means nothing.
  case noneSkipFirst
  /// Alpha alone.
  case alphaOnly
}

/// The layout of a bitmap's numbers in memory (`CGBitmapInfo`): the alpha's place in the low five bits, and the order
/// of bytes.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// The bits.
  public var rawValue: UInt32
  /// The layout with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits of a ``CGImageAlphaInfo``.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// Components are floating-point numbers, which are not drawn here.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits of the order of bytes.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// The words' lower byte first, in words of 16 bits.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
  /// The words' lower byte first, in words of 32 bits: B, G, R, A in memory with the alpha first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// The words' higher byte first, in words of 16 bits.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
  /// The words' higher byte first, in words of 32 bits.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

/// The rendering of colors outside a space in it. Nothing is converted here; kept for the initializers that take one.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The context's own choice.
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

/// Called when the bytes are no longer needed, with their context, address and count
/// (`CGDataProviderReleaseDataCallback`).
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// The bytes of an image (`CGDataProvider`).
public final class CGDataProvider: @unchecked Sendable {
  // @unchecked: the data never changes: it is an unshared copy, or bytes that their owner does not change.
  private let bytes: NSData
  /// The bytes as a value, without a copy of them.
  package let content: Data

  private init(holding bytes: NSData) {
    self.bytes = bytes
    // SAFETY: the bytes stay where they are as long as the object lives, which the value keeps.
    content = unsafe Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes.bytes), count: bytes.length,
      deallocator: .custom { _, _ in withExtendedLifetime(bytes) {} })
  }

  /// The bytes of `data`, copied.
  public convenience init?(data: CFData) { self.init(holding: unsafe NSData(bytes: data.bytes, length: data.length)) }

  // SAFETY: the bytes are the caller's, who keeps them as they are until `releaseData` is called, as Core Graphics demands.
  /// The `size` bytes at `data`, not copied: they stay as they are until `releaseData` is called with `info`, on any thread, when neither
  /// the provider nor an image of it needs them. Nil, and the call at once, where there are none.
  public convenience init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size > 0 else {
      unsafe releaseData(info, data, size)
      return nil
    }
    let held = unsafe NSData(bytesNoCopy: UnsafeMutableRawPointer(mutating: data), length: size) { start, count in
      unsafe releaseData(info, start, count)
    }
    self.init(holding: held)
  }

  /// The bytes.
  package convenience init(_ data: Data) { self.init(holding: NSData(data: data)) }

  /// The bytes (`CGDataProviderCopyData`).
  public var data: CFData? { bytes }
}

/// A picture in memory (`CGImage`): 8 bits a component, grey or RGB. Immutable. Threads: any.
public final class CGImage: Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Bits of a component.
  public let bitsPerComponent: Int
  /// Bits of a pixel.
  public let bitsPerPixel: Int
  /// Bytes from the start of one row to the start of the next.
  public let bytesPerRow: Int
  /// The color space of the numbers.
  public let colorSpace: CGColorSpace?
  /// Their layout in memory.
  public let bitmapInfo: CGBitmapInfo
  /// The bytes, rows from the top.
  public let dataProvider: CGDataProvider?
  /// Whether pixels between pixels are interpolated.
  public let shouldInterpolate: Bool
  /// The rendering of colors outside a space in it, as it was stated.
  public let renderingIntent: CGColorRenderingIntent
  /// The numbers that components stand for, other than their own: none, as an image with such a table is refused.
  public var decode: UnsafePointer<CGFloat>? { nil }

  // SAFETY: `decode` is not looked at: an image with one is refused.
  /// The image of the bytes of `provider`; nil where they are too few, or the layout is none that is drawn here: 8 bits a component, in
  /// pixels of 8 (grey), 24 or 32 bits (RGB), without `decode`.
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard unsafe decode == nil, width > 0, height > 0, width <= 32_768, height <= 32_768,
      BitmapLayout(bitsPerComponent, bitsPerPixel, space, bitmapInfo) != nil, bytesPerRow >= width * bitsPerPixel / 8,
      (provider.data?.length ?? 0) >= bytesPerRow * (height - 1) + width * bitsPerPixel / 8
    else { return nil }
    (self.width, self.height) = (width, height)
    (self.bitsPerComponent, self.bitsPerPixel, self.bytesPerRow) = (bitsPerComponent, bitsPerPixel, bytesPerRow)
    (colorSpace, self.bitmapInfo, dataProvider) = (space, bitmapInfo, provider)
    (self.shouldInterpolate, renderingIntent) = (shouldInterpolate, intent)
  }

  /// The place of the alpha.
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.intersection(.alphaInfoMask).rawValue) ?? .none
  }

  /// The part of the image in `rect`, in pixels from the top left, its sides made whole; nil where it holds none of it.
  public func cropping(to rect: CGRect) -> CGImage? {
    let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !part.isNull, part.width >= 1, part.height >= 1, let layout, let data = dataProvider?.content else {
      return nil
    }
    let (left, top, across, down) = (Int(part.minX), Int(part.minY), Int(part.width), Int(part.height))
    var rows = Data(capacity: across * down * layout.bytesPerPixel)
    for row in top..<top + down {
      let start = data.startIndex + row * bytesPerRow + left * layout.bytesPerPixel
      rows.append(data[start..<start + across * layout.bytesPerPixel])
    }
    return CGImage(width: across, height: down, layout: layout, rows: rows)
  }

  /// The same image.
  public func copy() -> CGImage? { self }

  /// The layout of its pixels.
  var layout: BitmapLayout? {
    colorSpace.flatMap { BitmapLayout(bitsPerComponent, bitsPerPixel, $0, bitmapInfo) }
  }

  /// The image of `rows`, which lie one after another without padding.
  convenience init?(width: Int, height: Int, layout: BitmapLayout, rows: Data) {
    unsafe self.init(
      width: width, height: height, bitsPerComponent: 8, bitsPerPixel: layout.bytesPerPixel * 8,
      bytesPerRow: width * layout.bytesPerPixel, space: layout.space, bitmapInfo: layout.info,
      provider: CGDataProvider(rows), decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }
}

extension CGImage {
  /// The picture in `buffer`, which is in `rgba`: opaque where all of its pixels are.
  package convenience init?(_ buffer: PixelBuffer) throws {
    guard buffer.format == .rgba, let plane = buffer.planes.first else { return nil }
    let (data, isOpaque) = try buffer.withBytes(ofPlane: 0) { bytes in
      var (rows, isOpaque) = (Data(capacity: plane.rowByteCount * plane.height), true)
      for row in 0..<plane.height {
        let span = bytes.extracting(plane.row(row))
        // SAFETY: the span's bytes are copied while it lives.
        unsafe span.withUnsafeBufferPointer { unsafe rows.append($0) }
        if isOpaque { isOpaque = stride(from: 3, to: span.count, by: 4).allSatisfy { span[$0] == 255 } }
      }
      return (rows, isOpaque)
    }
    let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .last
    guard
      let layout = BitmapLayout(
        8, 32, CGColorSpaceCreateDeviceRGB(), CGBitmapInfo(rawValue: alpha.rawValue).union(.byteOrder32Big))
    else { return nil }
    self.init(width: buffer.width, height: buffer.height, layout: layout, rows: data)
  }
  /// The picture in `rgba`, colors not multiplied by their opacity; what is clear is black.
  package func straightPicture() throws -> PixelBuffer {
    let picture = try PixelBuffer(format: .rgba, width: width, height: height)
    let plane = picture.planes[0]
    let (layout, data) = (layout, dataProvider?.content)
    try picture.withMutableBytes(ofPlane: 0) { target in
      for row in 0..<height {
        if let layout, let data, !layout.isPremultiplied {
          copyStraight(row, layout, data, to: &target, at: plane.row(row).lowerBound)
          continue
        }
        for column in 0..<width {
          let color = color(column, row, layout, data)
          let start = plane.row(row).lowerBound + column * 4
          for (index, level) in [color.red, color.green, color.blue].enumerated() {
            let straight = color.alpha > 0 ? min(max(level / color.alpha * 255, 0), 255) : 0
            target[start + index] = UInt8(straight.rounded())
          }
          target[start + 3] = UInt8((color.alpha * 255).rounded())
        }
      }
    }
    return picture
  }

  /// Copies row `row`, whose colors are not multiplied, to `start` of `target`.
  private func copyStraight(
    _ row: Int, _ layout: BitmapLayout, _ data: Data, to target: inout MutableSpan<UInt8>, at start: Int
  ) {
    let place = data.startIndex + row * bytesPerRow
    let pixels = [UInt8](data[place..<place + width * layout.bytesPerPixel])
    let (red, green, blue) = (layout.red, layout.green, layout.blue)
    var (from, to) = (0, start)
    for _ in 0..<width {
      let opacity = layout.alpha.map { pixels[from + $0] } ?? 255
      // Clear pixels are black.
      target[to] = opacity > 0 ? pixels[from + red] : 0
      target[to + 1] = opacity > 0 ? pixels[from + green] : 0
      target[to + 2] = opacity > 0 ? pixels[from + blue] : 0
      target[to + 3] = opacity
      (from, to) = (from + layout.bytesPerPixel, to + 4)
    }
  }

  private func color(_ column: Int, _ row: Int, _ layout: BitmapLayout?, _ data: Data?) -> PremultipliedColor {
    guard let layout, let data else { return .clear }
    let place = data.startIndex + row * bytesPerRow + column * layout.bytesPerPixel
    return layout.color { data[place + $0] }
  }
}

extension CGImage: Hashable {
  /// An image equals itself alone (`CFEqual`).
  public static func == (left: CGImage, right: CGImage) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGDataProvider: Hashable {
  /// A provider equals itself alone (`CFEqual`).
  public static func == (left: CGDataProvider, right: CGDataProvider) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
