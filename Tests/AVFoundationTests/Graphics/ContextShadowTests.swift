import AVFoundation
import Testing

@Suite("Shadows in bitmaps, and the steps of paths") struct ContextShadowTests {
  private func context() throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: 24, height: 24, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// The alphas and reds of the bitmap, from the top left.
  private func levels(_ context: CGContext) throws -> (alpha: [Int], red: [Int]) {
    let data = try #require(context.makeImage()?.dataProvider?.data) as Data
    let pixels = 0..<context.width * context.height
    return (pixels.map { Int(data[$0 * 4 + 3]) }, pixels.map { Int(data[$0 * 4]) })
  }

  @Test func `a hard shadow lies beside a rectangle, whatever the transform, and below it`() throws {
    let context = try context()
    context.scaleBy(x: 2, y: 2)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.setShadow(offset: CGSize(width: 3, height: -2), blur: 0, color: CGColor(gray: 0, alpha: 0.5))
    context.fill(CGRect(x: 2, y: 5, width: 3, height: 3))
    // Pixels 4…9 across, and 8…13 down from the top; the shadow three to the right and two down.
    let (alpha, red) = try levels(context)
    for row in 0..<24 {
      for column in 0..<24 {
        let isRectangle = (4...9).contains(column) && (8...13).contains(row)
        let isShadow = (7...12).contains(column) && (10...15).contains(row)
        let place = row * 24 + column
        #expect(red[place] == (isRectangle ? 255 : 0))
        #expect(abs(alpha[place] - (isRectangle ? 255 : isShadow ? 128 : 0)) <= 1)
      }
    }
  }

  @Test func `a soft shadow keeps its sum, a clip bounds it, and it ends`() throws {
    let soft = try context()
    soft.setShadow(offset: CGSize(width: 0, height: 12), blur: 2, color: .black)
    soft.fillEllipse(in: CGRect(x: 9, y: 3, width: 6, height: 6))
    let alpha = try levels(soft).alpha
    // What is drawn lies in the lower half, its shadow, with the reach of three pixels, in the upper one.
    let (shadow, disc) = (alpha[..<288], alpha[288...])
    let (above, below) = (shadow.reduce(0, +), disc.reduce(0, +))
    #expect(below > 6_000 && abs(above - below) < below / 50)
    #expect(shadow.count { $0 > 0 } > 2 * disc.count { $0 > 0 })

    let clipped = try context()
    clipped.setShadow(offset: CGSize(width: 6, height: 0), blur: 0)
    clipped.saveGState()
    clipped.clip(to: CGRect(x: 0, y: 0, width: 12, height: 24))
    clipped.fill(CGRect(x: 4, y: 10, width: 6, height: 2))
    clipped.restoreGState()
    clipped.setShadow(offset: .zero, blur: 3, color: nil)
    clipped.fill(CGRect(x: 20, y: 20, width: 2, height: 2))
    let row = try levels(clipped).alpha[(12 * 24)..<(13 * 24)]
    #expect(row.prefix(13).suffix(9) == [255, 255, 255, 255, 255, 255, 85, 85, 0])
    #expect(try levels(clipped).alpha.count { $0 == 255 } == 16)
  }

  @Test func `what lies beside the bitmap has a shadow in it, between pixels, and rectangles have one together`() throws
  {
    let beside = try context()
    beside.saveGState()
    beside.setShadow(offset: CGSize(width: 30.5, height: 0), blur: 0, color: .black)
    beside.fill(CGRect(x: -20, y: 4, width: 4, height: 4))
    beside.restoreGState()
    beside.fill(CGRect(x: 0, y: 20, width: 1, height: 1))
    let alpha = try levels(beside).alpha
    for (place, wanted) in [(9, 0), (10, 128), (11, 255), (13, 255), (14, 128), (15, 0)] {
      #expect(abs(alpha[17 * 24 + place] - wanted) <= 1, "\(place)")
    }
    #expect(alpha.count { $0 > 0 } == 4 * 5 + 1)
    // Of paths, too.
    let path = try context()
    path.setShadow(offset: CGSize(width: 0, height: -30), blur: 2, color: .black)
    path.fillEllipse(in: CGRect(x: 8, y: 36, width: 8, height: 8))
    let sum = try levels(path).alpha.reduce(0, +)
    #expect(abs(sum - 12_818) < 300)

    let two = try context()
    two.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    two.setShadow(offset: CGSize(width: 4, height: 0), blur: 0, color: .black)
    two.fill([CGRect(x: 8, y: 8, width: 4, height: 4), CGRect(x: 4, y: 8, width: 4, height: 4)])
    let red = try levels(two).red[(12 * 24)..<(13 * 24)]
    #expect(Array(red) == (0..<24).map { (4..<12).contains($0) ? 255 : 0 })
    #expect(try levels(two).alpha.count { $0 == 255 } == 4 * 12)
  }

  @Test func `the steps of a path are told in order`() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
    path.addCurve(to: CGPoint(x: 9, y: 1), control1: CGPoint(x: 2, y: 3), control2: CGPoint(x: 4, y: 5))
    path.closeSubpath()
    var steps: [String] = []
    path.applyWithBlock { element in
      let step = element.pointee
      let counts: [CGPathElementType: Int] = [
        .moveToPoint: 1, .addLineToPoint: 1, .addQuadCurveToPoint: 2, .addCurveToPoint: 3,
      ]
      let points = (0..<(counts[step.type] ?? 0)).map { "\(Int(step.points[$0].x)) \(Int(step.points[$0].y))" }
      steps.append("\(step.type.rawValue): \(points.joined(separator: ", "))")
    }
    #expect(steps == ["0: 1 2", "1: 3 4", "2: 7 8, 5 6", "3: 2 3, 4 5, 9 1", "4: "])
    var count = 0
    withUnsafeMutablePointer(to: &count) { place in
      path.apply(info: place) { info, _ in info?.assumingMemoryBound(to: Int.self).pointee += 1 }
    }
    #expect(count == 5)
  }
}
