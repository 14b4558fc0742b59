import AVFoundation
import Foundation
import TestSupport
import Testing

/// Pictures of another shape than the one that is written (`AVVideoScalingModeKey`).
@Suite("Sizes that are written")
struct WritingSizeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The luma of the middle row of a film of 96 × 48, of a picture of 64 × 48 in the format `type` that is white all over; nothing where it
  /// is as wide.
  private func row(_ type: OSType, mode: String?) async throws -> [UInt8] {
    let url = folder.url("\(UUID()).mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    var settings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.proRes422, AVVideoWidthKey: 96, AVVideoHeightKey: 48,
    ]
    if let mode { settings[AVVideoScalingModeKey] = mode }
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: nil)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    #expect(adaptor.append(try white(type), withPresentationTime: .zero))
    input.markAsFinished()
    writer.endSession(atSourceTime: frames(1))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")

    let asset = AVURLAsset(url: url)
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    #expect(track.naturalSize == CGSize(width: 96, height: 48))
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange])
    reader.add(output)
    #expect(reader.startReading())
    let picture = try #require(output.copyNextSampleBuffer()?.imageBuffer)
    return Array(PixelBuffers.bytes(of: picture, plane: 0, row: 24).prefix(96))
  }

  /// White, 64 × 48.
  private func white(_ type: OSType) throws -> CVPixelBuffer {
    if type == kCVPixelFormatType_32BGRA { return try PixelBuffers.picture(64, 48) { _, _ in [255, 255, 255, 255] } }
    let picture = try PixelBuffers.empty(64, 48, type)
    CVPixelBufferLockBaseAddress(picture, [])
    defer { CVPixelBufferUnlockBaseAddress(picture, []) }
    for (plane, level) in [Int32(235), 128].enumerated() {
      let start = try #require(CVPixelBufferGetBaseAddressOfPlane(picture, plane))
      memset(
        start, level, CVPixelBufferGetBytesPerRowOfPlane(picture, plane) * CVPixelBufferGetHeightOfPlane(picture, plane)
      )
    }
    return picture
  }

  private static let types = [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]

  @Test("a picture is fitted inside on black", arguments: types)
  func inside(type: OSType) async throws {
    let row = try await row(type, mode: AVVideoScalingModeResizeAspect)
    #expect(row[0..<12].allSatisfy { $0 < 22 } && row[84...].allSatisfy { $0 < 22 }, "\(row)")
    #expect(row[20..<76].allSatisfy { $0 > 228 }, "\(row)")
  }

  @Test("a picture fills all that is written, or is stretched to it", arguments: types)
  func fill(type: OSType) async throws {
    for mode in [AVVideoScalingModeResizeAspectFill, AVVideoScalingModeResize, nil] {
      let row = try await row(type, mode: mode)
      #expect(row.allSatisfy { $0 > 228 }, "\(mode ?? "nil"): \(row)")
    }
  }

  /// Programs give sizes as they have them: of `CGSize`, as `Float`, in boxes.
  @Test func `a pool's attributes are numbers of any type`() throws {
    let sizes: [(Any, Any)] = [
      (Float(64), Float(48)), (CGFloat(64), 48.0), (NSNumber(value: 64), Int32(48)),
      (CGFloat(64) as AnyObject, UInt32(48)),
    ]
    for (width, height) in sizes {
      let writer = try AVAssetWriter(outputURL: folder.url("\(UUID()).mov"), fileType: .mov)
      let input = AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height])
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(
        assetWriterInput: input,
        sourcePixelBufferAttributes: [
          kCVPixelBufferPixelFormatTypeKey: Int64(kCVPixelFormatType_32ARGB), kCVPixelBufferWidthKey: width,
          kCVPixelBufferHeightKey: height,
        ])
      writer.add(input)
      #expect(writer.startWriting())
      var made: CVPixelBuffer?
      let pool = try #require(adaptor.pixelBufferPool, "\(width)")
      #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made) == kCVReturnSuccess)
      let buffer = try #require(made)
      #expect(CVPixelBufferGetWidth(buffer) == 64 && CVPixelBufferGetHeight(buffer) == 48)
      writer.cancelWriting()
    }
  }

  /// Programs allocate the place of a buffer without initializing it: C writes it without a look at what is there.
  @Test func `a buffer is put into memory that was allocated alone`() throws {
    let place = UnsafeMutablePointer<CVPixelBuffer?>.allocate(capacity: 1)
    defer { place.deallocate() }
    var pool: CVPixelBufferPool?
    let attributes: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32ARGB, kCVPixelBufferWidthKey: 8,
      kCVPixelBufferHeightKey: 4,
    ]
    CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
    let made = try #require(pool)
    for makes in [
      { CVPixelBufferPoolCreatePixelBuffer(nil, made, place) },
      { CVPixelBufferCreate(nil, 8, 4, kCVPixelFormatType_32ARGB, nil, place) },
    ] {
      memset(place, 0xA5, MemoryLayout<CVPixelBuffer?>.size)
      #expect(makes() == kCVReturnSuccess)
      #expect(place.pointee.map(CVPixelBufferGetWidth) == 8)
      place.deinitialize(count: 1)
    }
  }
}
