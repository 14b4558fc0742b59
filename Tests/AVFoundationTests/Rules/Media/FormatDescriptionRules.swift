import AVFoundation
import Testing

@Suite("Rules of format descriptions")
struct FormatDescriptionRules {
  private func video(
    _ width: Int32, _ height: Int32, _ codec: CMVideoCodecType = kCMVideoCodecType_H264
  ) throws -> CMVideoFormatDescription {
    var description: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: codec, width: width, height: height, extensions: nil,
      formatDescriptionOut: &description)
    return try #require(description)
  }

  private func sound() throws -> CMAudioFormatDescription {
    var stream = AudioStreamBasicDescription()
    (stream.mSampleRate, stream.mFormatID, stream.mChannelsPerFrame) = (44_100, kAudioFormatLinearPCM, 2)
    (stream.mBitsPerChannel, stream.mBytesPerFrame, stream.mBytesPerPacket) = (16, 4, 4)
    (stream.mFramesPerPacket, stream.mFormatFlags) = (1, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked)
    return try CMFormatDescription(audioStreamBasicDescription: stream)
  }

  /// CMFormatDescription.h, "CMFormatDescriptionGetMediaType": kCMMediaType_Video.
  @Test func `a description of pictures is of video`() throws {
    #expect(CMFormatDescriptionGetMediaType(try video(64, 36)) == kCMMediaType_Video)
  }

  /// CMFormatDescription.h, "CMFormatDescriptionGetMediaSubType": the codec.
  @Test func `the subtype of pictures is their codec`() throws {
    #expect(CMFormatDescriptionGetMediaSubType(try video(64, 36, kCMVideoCodecType_HEVC)) == kCMVideoCodecType_HEVC)
  }

  /// CMFormatDescription.h, "CMVideoFormatDescriptionGetDimensions".
  @Test func `dimensions are those it is made with`() throws {
    let size = CMVideoFormatDescriptionGetDimensions(try video(64, 36))
    #expect(size.width == 64 && size.height == 36)
  }

  /// CMFormatDescription.h, "CMFormatDescriptionEqual": by what they say.
  @Test func `descriptions that say the same are equal`() throws {
    #expect(CMFormatDescriptionEqual(try video(64, 36), otherFormatDescription: try video(64, 36)))
    #expect(try video(64, 36) !== video(64, 36))
  }

  /// CMFormatDescription.h, "CMFormatDescriptionEqual": by size and codec.
  @Test func `descriptions of another size or codec are not equal`() throws {
    #expect(!CMFormatDescriptionEqual(try video(64, 36), otherFormatDescription: try video(64, 38)))
    #expect(
      !CMFormatDescriptionEqual(try video(64, 36), otherFormatDescription: try video(64, 36, kCMVideoCodecType_HEVC)))
  }

  /// CMFormatDescription.h, "CMFormatDescriptionGetExtension": NULL where there is none.
  @Test func `an extension that is not there is nil`() throws {
    #expect(CMFormatDescriptionGetExtension(try video(64, 36), extensionKey: "none" as CFString) == nil)
  }

  /// CMFormatDescription.h, "CMVideoFormatDescriptionGetPresentationDimensions": without extensions, the dimensions.
  @Test func `pictures without aperture and aspect are shown as they are encoded`() throws {
    let size = CMVideoFormatDescriptionGetPresentationDimensions(
      try video(64, 36), usePixelAspectRatio: true, useCleanAperture: true)
    #expect(size == CGSize(width: 64, height: 36))
  }

  /// CMFormatDescription.h, "kCMFormatDescriptionExtension_PixelAspectRatio": widths in square pixels.
  @Test func `an aspect of pixels widens the presentation only`() throws {
    var made: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: kCMVideoCodecType_H264, width: 720, height: 576,
      extensions: [
        kCVImageBufferPixelAspectRatioKey as String: [
          kCVImageBufferPixelAspectRatioHorizontalSpacingKey as String: 16,
          kCVImageBufferPixelAspectRatioVerticalSpacingKey as String: 15,
        ]
      ] as CFDictionary, formatDescriptionOut: &made)
    let description = try #require(made)
    let size = CMVideoFormatDescriptionGetPresentationDimensions(
      description, usePixelAspectRatio: true, useCleanAperture: false)
    #expect(size == CGSize(width: 768, height: 576))
    #expect(CMVideoFormatDescriptionGetDimensions(description).width == 720)
  }

  /// CMFormatDescription.h, "CMFormatDescriptionGetExtensions": those it is made with.
  @Test func `a description keeps an extension of the program's own`() throws {
    var made: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: kCMVideoCodecType_H264, width: 64, height: 36,
      extensions: ["org.example.own": "value"] as CFDictionary, formatDescriptionOut: &made)
    let value = CMFormatDescriptionGetExtension(try #require(made), extensionKey: "org.example.own" as CFString)
    #expect(value as? String == "value")
  }

  /// CMFormatDescription.h, "CMVideoFormatDescriptionCreateForImageBuffer": the subtype is the pixel format.
  @Test func `a description of a picture has its pixel format and size`() throws {
    var picture: CVPixelBuffer?
    CVPixelBufferCreate(nil, 10, 6, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, &picture)
    let description = try CMFormatDescription(imageBuffer: try #require(picture))
    #expect(CMFormatDescriptionGetMediaSubType(description) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    #expect(description.dimensions.width == 10 && description.dimensions.height == 6)
  }

  /// CMFormatDescription.h, "CMAudioFormatDescriptionCreate": the subtype is the stream's format.
  @Test func `a description of sound is of audio and of the stream's format`() throws {
    #expect(CMFormatDescriptionGetMediaType(try sound()) == kCMMediaType_Audio)
    #expect(CMFormatDescriptionGetMediaSubType(try sound()) == kAudioFormatLinearPCM)
  }

  /// CMFormatDescription.h, "CMAudioFormatDescriptionGetStreamBasicDescription": as it was given.
  @Test func `a description of sound keeps its stream's description`() throws {
    let description = try sound()
    let stream = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(description)).pointee
    #expect(stream.mSampleRate == 44_100 && stream.mChannelsPerFrame == 2 && stream.mBytesPerFrame == 4)
    withExtendedLifetime(description) {}
  }

  /// CMFormatDescription.h, "CMAudioFormatDescriptionGetStreamBasicDescription": NULL of other media.
  @Test func `a description of pictures has no stream of sound`() throws {
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(try video(64, 36)) == nil)
  }

  /// CMFormatDescription.h, "CMAudioFormatDescriptionGetChannelLayout": NULL where there is none.
  @Test func `sound described without a layout has none`() throws {
    var size = 7
    #expect(CMAudioFormatDescriptionGetChannelLayout(try sound(), sizeOut: &size) == nil && size == 0)
  }
}
