import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Display links, planes, pools and code points")
struct DisplayLinkTests {
  @Test(.timeLimit(.minutes(1)))
  func `a display link calls sixty times a second, with the time of the next picture`() async throws {
    var made: CVDisplayLink?
    #expect(CVDisplayLinkCreateWithActiveCGDisplays(&made) == kCVReturnSuccess)
    let link = try #require(made)
    #expect(CVDisplayLinkStart(link) == kCVReturnDisplayLinkCallbacksNotSet && !CVDisplayLinkIsRunning(link))
    let stamps = AsyncStream<(now: CVTimeStamp, output: CVTimeStamp)> { continuation in
      CVDisplayLinkSetOutputHandler(link) { _, now, output, _, _ in
        continuation.yield((now.pointee, output.pointee))
        return kCVReturnSuccess
      }
    }
    #expect(CVDisplayLinkStart(link) == kCVReturnSuccess)
    #expect(CVDisplayLinkStart(link) == kCVReturnDisplayLinkAlreadyRunning)
    var found: [(now: CVTimeStamp, output: CVTimeStamp)] = []
    for await pair in stamps {
      found.append(pair)
      if found.count == 3 { break }
    }
    #expect(CVDisplayLinkStop(link) == kCVReturnSuccess && CVDisplayLinkStop(link) == kCVReturnDisplayLinkNotRunning)
    for (now, output) in found {
      #expect(output.hostTime >= now.hostTime && output.hostTime - now.hostTime < 20_000_000)
      #expect(output.videoTime % output.videoRefreshPeriod == 0)
      #expect(Double(output.videoTimeScale) / Double(output.videoRefreshPeriod) == 60)
    }
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.output.videoTime <= $1.output.videoTime })
    var (moment, known) = (CVTimeStamp(), CVTimeStamp())
    (known.videoTime, known.videoTimeScale) = (60_000, 60_000)
    #expect(CVDisplayLinkTranslateTime(link, &known, &moment) == kCVReturnInvalidArgument)
    known.flags = CVTimeStampFlags.videoTimeValid.rawValue
    #expect(CVDisplayLinkTranslateTime(link, &known, &moment) == kCVReturnSuccess && moment.videoTime == 60_000)
  }

  @Test func `a link of a run loop calls on it until it is invalidated`() {
    var targets: [CFTimeInterval] = []
    let link = CADisplayLink { link in
      targets.append(link.targetTimestamp - link.timestamp)
      if targets.count == 2 { link.invalidate() }
    }
    link.preferredFramesPerSecond = 30
    link.add(to: .current, forMode: .default)
    let end = Date(timeIntervalSinceNow: 5)
    while targets.count < 2, Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
    }
    #expect(targets.count == 2 && targets.allSatisfy { abs($0 - 1.0 / 30) < 1e-6 } && link.duration == 1.0 / 60)
  }

  @Test func `a buffer around planes holds them until its last reference goes`() throws {
    let luma = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    let chroma = UnsafeMutableRawPointer.allocate(byteCount: 32, alignment: 16)
    defer {
      luma.deallocate()
      chroma.deallocate()
    }
    var released = 0
    try withUnsafeMutablePointer(to: &released) { released in
      var (addresses, widths, heights, rows): ([UnsafeMutableRawPointer?], [Int], [Int], [Int]) = (
        [luma, chroma], [4, 2], [4, 2], [16, 16]
      )
      var made: CVPixelBuffer?
      let release: CVPixelBufferReleasePlanarBytesCallback = { context, _, size, count, _ in
        context?.assumingMemoryBound(to: Int.self).pointee += size + count
      }
      let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
      #expect(
        CVPixelBufferCreateWithPlanarBytes(
          nil, 4, 4, format, nil, 96, 1, &addresses, &widths, &heights, &rows, release, released, nil, &made)
          == kCVReturnInvalidArgument)
      #expect(
        CVPixelBufferCreateWithPlanarBytes(
          nil, 4, 4, format, nil, 96, 2, &addresses, &widths, &heights, &rows, release, released, nil, &made)
          == kCVReturnSuccess)
      let buffer = try #require(made)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == chroma)
      #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) == 16)
      CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      made = nil
    }
    #expect(released == 98)
  }

  @Test func `a pool makes no more buffers than the threshold`() throws {
    var made: CVPixelBufferPool?
    let attributes: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 4,
      kCVPixelBufferHeightKey: 4,
    ]
    CVPixelBufferPoolCreate(nil, [kCVPixelBufferPoolMinimumBufferCountKey: 3], attributes, &made)
    let pool = try #require(made)
    let limit = [kCVPixelBufferPoolAllocationThresholdKey: 2]
    var (first, second, third): (CVPixelBuffer?, CVPixelBuffer?, CVPixelBuffer?)
    #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &first) == kCVReturnSuccess)
    #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &second) == kCVReturnSuccess)
    #expect(
      CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &third)
        == kCVReturnWouldExceedAllocationThreshold && third == nil)
    second = nil
    #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &third) == kCVReturnSuccess)
    CVPixelBufferPoolFlush(pool, .excessBuffers)
    #expect(CVPixelBufferPoolGetAttributes(pool)?[kCVPixelBufferPoolMinimumBufferCountKey] as? Int == 3)
    #expect(first.map { CFGetTypeID($0) } == CVPixelBufferGetTypeID())
  }

  @Test func `colors have numbers, spaces and formats have words`() throws {
    #expect(CVYCbCrMatrixGetIntegerCodePointForString(kCVImageBufferYCbCrMatrix_ITU_R_601_4) == 6)
    #expect(CVColorPrimariesGetIntegerCodePointForString("none") == 2)
    #expect(CVTransferFunctionGetIntegerCodePointForString(kCVImageBufferTransferFunction_ITU_R_2100_HLG) == 18)
    #expect(CVColorPrimariesGetStringForIntegerCodePoint(12)?.takeUnretainedValue() == "P3_D65")
    #expect(CVYCbCrMatrixGetStringForIntegerCodePoint(99) == nil)
    let space = CVImageBufferCreateColorSpaceFromAttachments([
      kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2,
      kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_709_2,
    ])
    #expect(space?.takeRetainedValue().name == CGColorSpace.itur_709)
    let packed = CVPixelFormatDescriptionCreateWithPixelFormatType(nil, kCVPixelFormatType_422YpCbCr10)
    #expect(packed?[kCVPixelFormatBitsPerBlock] as? NSNumber == 128)
    #expect(packed?[kCVPixelFormatBlockWidth] as? NSNumber == 6)
    let planar = CVPixelFormatDescriptionCreateWithPixelFormatType(nil, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    let planes = planar?[kCVPixelFormatPlanes] as? [CFDictionary]
    #expect(planes?.map { $0[kCVPixelFormatBitsPerBlock] as? NSNumber } == [8, 16])
    #expect(planes?.last?[kCVPixelFormatVerticalSubsampling] as? NSNumber == 2)
    #expect(planar?[kCVPixelFormatComponentRange] as? String == kCVPixelFormatComponentRange_FullRange)
    #expect(CVPixelFormatDescriptionCreateWithPixelFormatType(nil, 1) == nil)
    var resolved: CFDictionary?
    let wishes: [CFDictionary] = [
      [
        kCVPixelBufferPixelFormatTypeKey: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB],
        kCVPixelBufferWidthKey: 4,
      ],
      [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32ARGB, kCVPixelBufferBytesPerRowAlignmentKey: 16],
    ]
    #expect(CVPixelBufferCreateResolvedAttributesDictionary(nil, wishes, &resolved) == kCVReturnSuccess)
    #expect(resolved?[kCVPixelBufferPixelFormatTypeKey] as? OSType == kCVPixelFormatType_32ARGB)
    #expect(resolved?[kCVPixelBufferWidthKey] as? Int == 4)
  }

  @Test func `constraints lay sublayers out, by their superlayer and by each other`() {
    let (layer, left, right) = (CALayer(), CALayer(), CALayer())
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
    layer.layoutManager = CAConstraintLayoutManager()
    (left.name, right.name) = ("left", "right")
    (left.bounds.size, right.bounds.size) = (CGSize(width: 30, height: 10), CGSize(width: 5, height: 5))
    for part in [right, left] { layer.addSublayer(part) }
    left.addConstraint(CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX, offset: 6))
    left.addConstraint(CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY))
    right.constraints = [
      CAConstraint(attribute: .minX, relativeTo: "left", attribute: .maxX, offset: 4),
      CAConstraint(attribute: .maxX, relativeTo: "superlayer", attribute: .maxX),
      CAConstraint(attribute: .height, relativeTo: "left", attribute: .height, scale: 2, offset: 1),
      CAConstraint(attribute: .minY, relativeTo: "left", attribute: .minY),
    ]
    layer.layoutIfNeeded()
    #expect(left.frame == CGRect(x: 6, y: 15, width: 30, height: 10))
    #expect(right.frame == CGRect(x: 40, y: 15, width: 60, height: 21))
    left.constraints = [CAConstraint(attribute: .minX, relativeTo: "right", attribute: .minX)]
    layer.layoutIfNeeded()
    #expect(left.frame.width == 30 && right.frame.maxX == 100)
    let tiled = CATiledLayer()
    tiled.setValue(3, forKey: "levelsOfDetail")
    #expect(tiled.levelsOfDetail == 3 && tiled.tileSize == CGSize(width: 256, height: 256))
  }
}
