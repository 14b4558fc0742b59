import Compositing
import Foundation
import MediaFormats
import Testing

@testable import CompositorPlugins

/// The memory that a program and the process of a plug-in share.
@Suite("Shared memory")
struct SharedMemoryTests {
  private let memory: SharedMemory

  init() throws { memory = try #require(SharedMemory(named: "test")) }

  private static func picture(_ format: PixelBuffer.Format = .yuv420p, width: Int = 64) -> SharedPicture {
    SharedPicture(format: format, width: width, height: 48, pixelAspectRatio: .square)
  }

  private func place(_ buffer: PixelBuffer?) throws -> SharedPicture {
    let frame = try #require(buffer?.storage as? SharedFrame)
    return frame.picture
  }

  @Test(arguments: PixelBuffer.Format.allCases)
  func `pixels that one side draws are read by the other, in every format`(format: PixelBuffer.Format) throws {
    let source = try PixelBuffer(format: format, width: 50, height: 34)
    for plane in source.planes.indices {
      try source.withMutableBytes(ofPlane: plane) { bytes in
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: 31 * plane + 7 * index) }
      }
    }
    let drawn = try #require(memory.makeBuffer(SharedPicture(like: source)))
    try drawn.copyRows(of: source)
    let other = SharedMemory(inherited: dup(memory.descriptor))
    let read = try #require(other.buffer(of: try place(drawn)))
    #expect(read.isReadOnly)
    let copy = try PixelBuffer(format: format, width: 50, height: 34)
    try copy.copyRows(of: read)
    for plane in source.planes.indices {
      try copy.withBytes(ofPlane: plane) { copied in
        try source.withBytes(ofPlane: plane) { bytes in
          #expect(bytes.indices.allSatisfy { bytes[$0] == copied[$0] })
        }
      }
    }
  }

  @Test func `memory that is given back is used again`() throws {
    var places: Set<Int> = []
    for _ in 0..<100 {
      let two = [memory.makeBuffer(Self.picture()), memory.makeBuffer(Self.picture(width: 60))]
      try places.formUnion(two.map { try place($0).offset })
    }
    #expect(places.count == 2)
  }

  @Test func `pictures under way at the same time lie apart`() throws {
    let buffers = (0..<20).compactMap { _ in memory.makeBuffer(Self.picture()) }
    let places = try buffers.map(place).sorted { $0.offset < $1.offset }
    #expect(places.count == 20)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.offset + $0.byteCount <= $1.offset })
  }

  @Test func `a place that the memory has not got is none`() throws {
    let place = try place(memory.makeBuffer(Self.picture()))
    let other = SharedMemory(inherited: dup(memory.descriptor))
    for (offset, capacity) in [
      (1 << 40, place.capacity), (0, 1 << 40), (-4_096, place.capacity), (7, place.capacity), (0, 64), (0, -1),
      (Int.max, Int.max),
    ] {
      #expect(other.buffer(of: place.placed(at: offset, capacity: capacity)) == nil)
    }
    #expect(other.buffer(of: place) != nil)
  }

  @Test func `shared memory cannot be truncated`() throws {
    _ = memory.makeBuffer(Self.picture())
    #expect(ftruncate(memory.descriptor, 0) == -1)
  }
}
