import AVFoundation
import Foundation
import Testing

/// Layers in archives, and values that graphics have with others.
@Suite("Layers in archives")
struct LayerCodingTests {
  /// A layer as programs write theirs: `init(coder:)` is required of subclasses.
  private final class Titled: CALayer {
    var title = "none"
    override init() { super.init() }
    override init(layer: Any) { super.init(layer: layer) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  @Test func `a layer comes back from an archive with what is in it`() throws {
    let (layer, part) = (CALayer(), CALayer())
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    (layer.opacity, layer.isHidden, layer.cornerRadius, layer.name) = (0.25, true, 5, "title")
    layer.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    layer.borderColor = nil
    layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    part.zPosition = 3
    layer.addSublayer(part)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let found = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    #expect(found.bounds == layer.bounds && found.position == layer.position && found.name == "title")
    #expect(found.opacity == 0.25 && found.isHidden && found.cornerRadius == 5)
    #expect(found.backgroundColor == layer.backgroundColor && found.borderColor == nil)
    #expect(CATransform3DEqualToTransform(found.transform, layer.transform))
    #expect(found.sublayers?.count == 1 && found.sublayers?.first?.zPosition == 3)
  }

  @Test func `a subclass has the initializer that a coder calls`() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.finishEncoding()
    let layer = Titled(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
    #expect(layer?.title == "none" && layer?.bounds == .zero && layer?.opacity == 1)
  }

  @Test func `images equal themselves, vectors by number, and colors change their space`() throws {
    let context = try #require(
      CGContext(
        data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    let (first, second) = (try #require(context.makeImage()), try #require(context.makeImage()))
    #expect(first == first && first != second && Set([first, first, second]).count == 2)
    #expect(CGVector(dx: 1, dy: 2) == CGVector(dx: CGFloat(1), dy: CGFloat(2)) && CGVector() == .zero)

    let grey = try #require(
      CGColor(gray: 0.5, alpha: 0.25).converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil)
    )
    #expect(grey.components == [0.5, 0.5, 0.5, 0.25])
    let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    let level = white.converted(to: CGColorSpaceCreateDeviceGray(), intent: .defaultIntent, options: nil)?.components
    #expect(level?.count == 2 && abs((level?.first ?? 0) - 1) < 0.001)
  }

  @Test func `the bytes of an image's provider are those that it was made of`() throws {
    let bytes = Data((0..<64).map { UInt8($0) })
    let provider = try #require(CGDataProvider(data: bytes as CFData))
    #expect(provider.data == bytes as CFData)
  }

  @Test func `an asset without anything has neither tracks nor a duration`() {
    let asset = AVAsset()
    #expect(asset.tracks.isEmpty && asset.duration == .zero && !asset.isPlayable)
  }
}
