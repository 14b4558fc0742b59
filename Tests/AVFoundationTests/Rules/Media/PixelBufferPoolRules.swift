import AVFoundation
import Testing

@Suite("Rules of pools of pixel buffers")
struct PixelBufferPoolRules {
  private let attributes: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32ARGB, kCVPixelBufferWidthKey as String: 12,
    kCVPixelBufferHeightKey as String: 10,
  ]

  private func pool() throws -> CVPixelBufferPool {
    var pool: CVPixelBufferPool?
    #expect(CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &pool) == kCVReturnSuccess)
    return try #require(pool)
  }

  private func buffer(of pool: CVPixelBufferPool) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
    return try #require(buffer)
  }

  /// CVPixelBufferPool.h, "CVPixelBufferPoolCreatePixelBuffer": with the pool's attributes.
  @Test func `a pool's buffers are of its format`() throws {
    let buffer = try buffer(of: try pool())
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32ARGB)
    #expect(CVPixelBufferGetWidth(buffer) == 12 && CVPixelBufferGetHeight(buffer) == 10)
  }

  /// CVPixelBufferPool.h, "CVPixelBufferPoolCreatePixelBuffer": buffers in use are not handed out again.
  @Test func `buffers in use are different ones`() throws {
    let pool = try pool()
    let buffers = try (0..<5).map { _ in try buffer(of: pool) }
    #expect(Set(buffers).count == 5)
  }

  /// CVPixelBufferPool.h, "CVPixelBufferPoolGetPixelBufferAttributes": the attributes of buffers made from the pool.
  @Test func `a pool says what its buffers are`() throws {
    let said = try #require(CVPixelBufferPoolGetPixelBufferAttributes(try pool()))
    #expect(said[kCVPixelBufferWidthKey as String] as? Int == 12)
    #expect(said[kCVPixelBufferHeightKey as String] as? Int == 10)
  }

  /// CVPixelBufferPool.h: a buffer of a pool does not hold the pool.
  @Test func `a buffer outlives its pool`() throws {
    let buffer = try buffer(of: try pool())
    #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
    CVPixelBufferUnlockBaseAddress(buffer, [])
  }
}
