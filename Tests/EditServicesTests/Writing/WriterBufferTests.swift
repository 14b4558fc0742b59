import Compositing
import EditServices
import MediaFormats
import Rendering
import Testing

/// Samples and pictures in the buffers that writers are given.
struct WriterBufferTests {
  @Test func `linear PCM comes back as the samples that it was made of`() {
    let samples = [-1, -0.5, 0, 0.25, 0.999_969_482_421_875]
    for format in SampleFormat.allCases {
      let block = SampleBlock(start: 0, channels: 1, interleaved: samples)
      let back = SampleBlock(start: 0, channels: 1, linearPCM: block.linearPCM(as: format), as: format)
      #expect(back.interleaved == samples, "\(format)")
    }
    let loud = SampleBlock(start: 0, channels: 1, interleaved: [2, -2, .nan]).linearPCM(as: .integer16)
    #expect(loud == [0xFF, 0x7F, 0, 0x80, 0, 0])
  }

  @Test func `the memory of a pool's pictures is used again`() throws {
    let pool = try PixelBufferPool(format: .bgra, size: PixelSize(width: 16, height: 16))
    var picture: PixelBuffer? = pool.makePixelBuffer()
    try picture?.withMutableBytes(ofPlane: 0) { $0[5] = 77 }
    picture = nil
    let again = pool.makePixelBuffer()
    #expect(try again.withBytes(ofPlane: 0) { $0[5] } == 77)
    #expect(throws: CompositingError.self) {
      _ = try PixelBufferPool(format: .bgra, size: PixelSize(width: 0, height: 16))
    }
  }
}
