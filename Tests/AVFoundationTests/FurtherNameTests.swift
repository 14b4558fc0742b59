import AVFoundation
import TestSupport
import Testing
import VideoToolbox

@Suite("Names that programs ask for")
struct FurtherNameTests {
  @Test func `as many properties are loaded at once as eight`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let six = try await asset.load(.duration, .tracks, .isPlayable, .isReadable, .isComposable, .preferredRate)
    #expect(six.0 == frames(30) && six.1.count == 2 && six.2 && six.3 && six.4 && six.5 == 1)
    let seven = try await asset.load(
      .duration, .tracks, .isPlayable, .isReadable, .isComposable, .preferredRate, .preferredVolume)
    #expect(seven.6 == 1 && seven.0 == six.0)
    let eight = try await asset.load(
      .duration, .tracks, .isPlayable, .isReadable, .isComposable, .preferredRate, .preferredVolume,
      .hasProtectedContent)
    #expect(!eight.7 && eight.1.count == 2)
    await #expect(throws: (any Error).self) {
      try await AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mp4"))
        .load(.isPlayable, .isReadable, .isComposable, .preferredRate, .preferredVolume, .duration)
    }
  }

  @Test func `loading by keys is waited for`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    await asset.loadValues(forKeys: ["duration", "tracks"])
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
    let missing = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mp4"))
    await missing.loadValues(forKeys: ["tracks"])
    #expect(missing.statusOfValue(forKey: "tracks", error: nil) == .failed)
    let track = try #require(asset.tracks.first)
    await track.loadValues(forKeys: ["naturalSize"])
    #expect(track.statusOfValue(forKey: "naturalSize", error: nil) == .loaded)
  }

  @Test func `objects are compared by identity, and loading states by value`() async throws {
    let (first, second) = (CMMemoryPoolCreate(options: nil), CMMemoryPoolCreate(options: nil))
    #expect(first == first && first != second && Set([first, second, first]).count == 2)
    let context = try #require(
      CGContext(
        data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    #expect(Set([context, context]).count == 1)
    let asset = AVURLAsset(url: try await Films.first())
    let duration = try await asset.load(.duration)
    #expect(asset.status(of: .duration) == .loaded(duration) && asset.status(of: .isPlayable) != .loaded(false))
  }

  @Test func `identifiers are spaces and keys`() {
    typealias Item = AVMetadataItem
    #expect(
      Item.identifier(forKey: AVMetadataKey.id3MetadataKeyTrackNumber.rawValue, keySpace: .id3)?.rawValue
        == "id3/TRCK")
    let subtitle = Item.identifier(forKey: AVMetadataKey.iTunesMetadataKeyTrackSubTitle.rawValue, keySpace: .iTunes)
    #expect(subtitle == .iTunesMetadataTrackSubTitle && subtitle?.rawValue == "itsk/%A9st3")
    #expect(Item.keySpace(forIdentifier: .iTunesMetadataTrackSubTitle) == .iTunes)
    #expect(Item.key(forIdentifier: .iTunesMetadataTrackSubTitle) as? String == "©st3")
    let content = Item.identifier(
      forKey: NSString(string: "com.apple.quicktime.content.identifier"), keySpace: .quickTimeMetadata)
    #expect(content == .quickTimeMetadataContentIdentifier)
    #expect(
      Item.identifier(forKey: AVMetadataKey.quickTimeUserDataKeyCreationDate.rawValue, keySpace: .quickTimeUserData)
        == .quickTimeUserDataCreationDate)
    #expect(
      Item.identifier(forKey: AVMetadataKey.commonKeyIdentifier.rawValue, keySpace: .common)
        == .commonIdentifierAssetIdentifier)
    #expect(Item.identifier(forKey: 5, keySpace: .iTunes) == nil && Item.identifier(forKey: "", keySpace: .id3) == nil)
    #expect(Item.keySpace(forIdentifier: AVMetadataIdentifier("title")) == nil)
  }

  @Test func `an error is an object of Foundation's, and comes of one`() {
    let time = NSValue(time: frames(3))
    let error = AVError(.decodeFailed, userInfo: [AVErrorTimeKey: time])
    #expect(error._nsError.domain == AVFoundationErrorDomain && error._nsError.code == -11_821)
    #expect(AVError(_nsError: error._nsError) == error && AVError(_nsError: error._nsError).time == frames(3))
    let other = AVError(_nsError: NSError(domain: NSPOSIXErrorDomain, code: 2))
    #expect(other.code == .unknown && (other.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 2)
    #expect(AVError(_nsError: NSError(domain: AVFoundationErrorDomain, code: -1)).code == .unknown)
    #expect(AVError.Code(rawValue: -11_873) == .unsupportedDeviceActiveFormat)
  }

  @Test func `a buffer of nothing has no parts`() {
    let buffer = AVAudioBuffer()
    #expect(buffer.audioBufferList.pointee.mNumberBuffers == 0 && buffer.format.channelCount == 0)
    #expect(buffer.format.sampleRate == 0 && buffer.format.commonFormat == .otherFormat)
    #expect(MPEG4ObjectID.aac_Main.rawValue == 1 && MPEG4ObjectID.aac_Scalable.rawValue == 6)
  }

  @Test func `channels in order alone are as many as are added to the tag`() throws {
    let nine = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | 9))
    let format = AVAudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: 48_000, interleaved: true, channelLayout: nine)
    #expect(nine.channelCount == 9 && format.channelCount == 9)
    let eight = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_AudioUnit_8))
    #expect(eight.channelCount == 8 && eight.layoutTag == kAudioChannelLayoutTag_Octagonal)
    #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder) == nil)
  }

  @Test func `formats that are not read have their numbers, and make no buffer`() {
    #expect(kCVPixelFormatType_Lossless_32BGRA == 0x2642_4741 && kCVPixelFormatType_Lossy_32BGRA == 0x2D42_4741)
    #expect(kCVPixelFormatType_8IndexedGray_WhiteIsZero == 40 && kCVPixelFormatType_16LE565 == 0x4C35_3635)
    var buffer: CVPixelBuffer?
    for format in [kCVPixelFormatType_TwoComponent32Float, kCVPixelFormatType_1Monochrome] {
      #expect(CVPixelBufferCreate(nil, 16, 16, format, nil, &buffer) == kCVReturnInvalidPixelFormat && buffer == nil)
    }
  }

  @Test func `a graphics card that has to encode or decode is not found`() throws {
    var encoder: VTCompressionSession?
    func create(_ specification: CFDictionary) -> OSStatus {
      VTCompressionSessionCreate(
        allocator: nil, width: 64, height: 64, codecType: kCMVideoCodecType_H264, encoderSpecification: specification,
        imageBufferAttributes: nil, compressedDataAllocator: nil, outputCallback: nil, refcon: nil,
        compressionSessionOut: &encoder)
    }
    #expect(
      create([kVTVideoEncoderSpecification_RequiredEncoderGPURegistryID: 7]) == kVTCouldNotFindVideoEncoderErr
        && encoder == nil)
    #expect(create([kVTVideoEncoderSpecification_PreferredEncoderGPURegistryID: 7]) == noErr)
    let session = try #require(encoder)
    #expect(
      VTSessionSetProperty(session, key: kVTCompressionPropertyKey_HeroEye, value: "left" as NSString)
        == kVTPropertyNotSupportedErr)
    VTCompressionSessionInvalidate(session)
    var storage: VTMultiPassStorage?
    #expect(
      VTMultiPassStorageCreate(
        allocator: nil, fileURL: nil, timeRange: .zero, options: nil, multiPassStorageOut: &storage)
        == kVTCouldNotCreateInstanceErr && storage == nil)
  }

  @Test(arguments: [kCMVideoCodecType_H264, kCMVideoCodecType_HEVC])
  func `a lone frame of low latency comes back without another one, and is decoded at once`(
    codec: CMVideoCodecType
  ) async throws {
    let picture = try PixelBuffers.picture(320, 180) { column, _ in column < 160 ? [0, 0, 255, 255] : [255, 0, 0, 255] }
    var encoder: VTCompressionSession?
    VTCompressionSessionCreate(
      allocator: nil, width: 320, height: 180, codecType: codec,
      encoderSpecification: [kVTVideoEncoderSpecification_EnableLowLatencyRateControl: true],
      imageBufferAttributes: nil, compressedDataAllocator: nil, outputCallback: nil, refcon: nil,
      compressionSessionOut: &encoder)
    let session = try #require(encoder)
    for key in [kVTCompressionPropertyKey_RealTime, kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality] {
      #expect(VTSessionSetProperty(session, key: key, value: kCFBooleanTrue) == noErr)
    }
    #expect(VTCompressionSessionPrepareToEncodeFrames(session) == noErr)
    let packets = Kept<[CMSampleBuffer]>([])
    let now = CMClockGetTime(.hostTimeClock)
    let status = VTCompressionSessionEncodeFrame(
      session, imageBuffer: picture, presentationTimeStamp: now, duration: .invalid, frameProperties: nil,
      infoFlagsOut: nil
    ) { status, _, packet in
      #expect(status == noErr)
      packets.change { $0 += [packet].compactMap(\.self) }
    }
    #expect(status == noErr)
    await Poll.eventually { !packets.value.isEmpty }
    let packet = try #require(packets.value.first)
    #expect(packet.presentationTimeStamp == now && packet.formatDescription?.mediaSubType.rawValue == codec)
    #expect(packet.sampleAttachments[0][.notSync] as? Bool != true)
    VTCompressionSessionInvalidate(session)

    var decoder: VTDecompressionSession?
    VTDecompressionSessionCreate(
      allocator: nil, formatDescription: try #require(packet.formatDescription), decoderSpecification: nil,
      imageBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA], outputCallback: nil,
      decompressionSessionOut: &decoder)
    let decoding = try #require(decoder)
    let shown = Kept<[CVPixelBuffer?]>([])
    #expect(
      VTDecompressionSessionDecodeFrame(decoding, sampleBuffer: packet, flags: [], infoFlagsOut: nil) {
        _, _, buffer, _, _ in shown.change { $0.append(buffer) }
      } == noErr)
    let buffer = try #require(shown.value.first ?? nil)
    #expect(CVPixelBufferGetWidth(buffer) == 320 && CVPixelBufferGetHeight(buffer) == 180)
    let row = PixelBuffers.bytes(of: buffer, row: 90).map { Int($0) }
    #expect(row[80 * 4 + 2] > 200 && row[80 * 4] < 60 && row[240 * 4] > 200 && row[240 * 4 + 2] < 60)
    VTDecompressionSessionInvalidate(decoding)
  }
}
