import AVFoundation
import Synchronization
import TestSupport
import Testing
import VideoToolbox

/// Packets decoded and pictures encoded outside of files.
@Suite("Sessions of Video Toolbox")
struct VideoToolboxTests {
  /// Thirty pictures, most of them with references on both sides if `reordered`.
  private static func film(_ codec: FilmCodec = .h264, reordered: Bool = true) async throws -> URL {
    try await IndexedFilm(film: 63) {
      ($0.frameCount, $0.timing, $0.codec) = (30, .constant(FrameRate(30)), codec)
      if codec == .h264 { $0.options = ["-g", "12", "-bf", reordered ? "2" : "0"] }
    }.url()
  }

  private static var bgra: CFDictionary { [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA] }

  private static func decoder(
    of packet: CMSampleBuffer?, as attributes: CFDictionary? = bgra,
    _ record: VTDecompressionOutputCallbackRecord? = nil
  ) throws -> VTDecompressionSession {
    var session: VTDecompressionSession?
    let format = try #require(packet?.formatDescription)
    var status = noErr
    if var record {
      status = VTDecompressionSessionCreate(
        allocator: nil, formatDescription: format, decoderSpecification: nil, imageBufferAttributes: attributes,
        outputCallback: &record, decompressionSessionOut: &session)
    } else {
      status = VTDecompressionSessionCreate(
        allocator: nil, formatDescription: format, decoderSpecification: nil, imageBufferAttributes: attributes,
        outputCallback: nil, decompressionSessionOut: &session)
    }
    #expect(status == noErr)
    return try #require(session)
  }

  private static func number(_ time: CMTime) -> Int { Int(time.convertScale(30, method: .default).value) }

  // MARK: Decoding

  @Test(arguments: [FilmCodec.h264, .hevc]) func `every frame is decoded, and comes in the order in which it is shown`(
    codec: FilmCodec
  ) async throws {
    let packets = try Films.samples(of: try await Self.film(codec))
    #expect(packets.count == 30)
    let shown = Kept<[(Int, FrameReading?)]>([])
    let record = VTDecompressionOutputCallbackRecord(
      decompressionOutputCallback: { _, _, status, flags, buffer, time, _ in
        #expect(status == noErr && flags.contains(.asynchronous))
        shown.change { $0.append((Self.number(time), buffer?.reading)) }
      }, decompressionOutputRefCon: nil)
    let session = try Self.decoder(of: packets.first, record)
    for (place, packet) in packets.enumerated() {
      var flags = VTDecodeInfoFlags()
      #expect(
        VTDecompressionSessionDecodeFrame(
          session, sampleBuffer: packet, flags: [._EnableAsynchronousDecompression, ._EnableTemporalProcessing],
          frameRefcon: nil, infoFlagsOut: &flags) == noErr)
      #expect(flags == .asynchronous)
      // In the middle all come that were given, and the others afterwards.
      if place == 9 {
        #expect(VTDecompressionSessionWaitForAsynchronousFrames(session) == noErr)
        #expect(shown.value.count == 10)
      }
    }
    #expect(VTDecompressionSessionWaitForAsynchronousFrames(session) == noErr)
    let found = shown.value
    #expect(found.count == 30 && Set(found.map(\.0)) == Set(0..<30))
    #expect(found.dropFirst(10).map(\.0) == found.dropFirst(10).map(\.0).sorted())
    #expect(found.allSatisfy { $0.1 == Films.frames(63, [$0.0])[0] })
    VTDecompressionSessionInvalidate(session)
  }

  @Test(arguments: [true, false]) func `a frame that is wanted at once is there when the call returns`(
    isReordered: Bool
  ) async throws {
    let packets = try Films.samples(of: try await Self.film(reordered: isReordered)).prefix(isReordered ? 9 : 30)
    let session = try Self.decoder(of: packets.first, as: nil)
    for packet in packets {
      let shown = Kept<[CVPixelBuffer?]>([])
      var flags = VTDecodeInfoFlags.frameDropped
      let status = VTDecompressionSessionDecodeFrame(session, sampleBuffer: packet, flags: [], infoFlagsOut: &flags) {
        status, _, buffer, time, duration in
        #expect(status == noErr && time == packet.presentationTimeStamp && duration == packet.duration)
        shown.change { $0.append(buffer) }
      }
      #expect(status == noErr)
      let buffer = try #require(shown.value.first ?? nil)
      #expect(shown.value.count == 1 && flags.isEmpty)
      // Without attributes in two planes, as they are decoded.
      #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
      let luma = PixelBuffers.luma(of: buffer)
      #expect(
        FrameReading(luma: luma, width: 320, height: 180)
          == Films.frames(63, [Self.number(packet.presentationTimeStamp)])[0])
    }
    // What is not wanted is decoded, and given without a picture.
    let hidden = Kept(0)
    let next = try #require(packets.first)
    VTDecompressionSessionDecodeFrame(session, sampleBuffer: next, flags: ._DoNotOutputFrame, infoFlagsOut: nil) {
      status, flags, buffer, _, _ in
      #expect(status == noErr && buffer == nil && flags.contains(.frameDropped))
      hidden.change { $0 += 1 }
    }
    #expect(hidden.value == 1)
  }

  @Test(arguments: [FilmCodec.h264, .hevc]) func `packets without attachments are decoded by their bytes alone`(
    codec: FilmCodec
  ) async throws {
    let packets = try Films.samples(of: try await Self.film(codec)).prefix(16).map(Films.unmarked)
    let session = try Self.decoder(of: packets.first)
    let shown = Kept<[(Int, FrameReading?)]>([])
    for (place, packet) in packets.enumerated() {
      // The last ones at once, for which the group is decoded again.
      let flags: VTDecodeFrameFlags = place < 14 ? ._EnableAsynchronousDecompression : []
      if place == 14 { VTDecompressionSessionWaitForAsynchronousFrames(session) }
      VTDecompressionSessionDecodeFrame(session, sampleBuffer: packet, flags: flags, infoFlagsOut: nil) {
        status, _, buffer, time, _ in
        #expect(status == noErr)
        shown.change { $0.append((Self.number(time), buffer?.reading)) }
      }
    }
    #expect(shown.value.count == 16 && Set(shown.value.map(\.0)).count == 16)
    #expect(shown.value.allSatisfy { $0.1 == Films.frames(63, [$0.0])[0] }, "\(shown.value)")
  }

  @Test func `pictures between two groups are there at once, which refer to both`() async throws {
    let packets = try Films.samples(of: try await Self.film(.h264OpenGroups))
    let session = try Self.decoder(of: packets.first)
    let shown = Kept<[(Int, FrameReading?)]>([])
    for (place, packet) in packets.enumerated() {
      // The last packets at once, one after the other.
      let flags: VTDecodeFrameFlags = place < 23 ? ._EnableAsynchronousDecompression : []
      if place == 23 { VTDecompressionSessionWaitForAsynchronousFrames(session) }
      VTDecompressionSessionDecodeFrame(session, sampleBuffer: packet, flags: flags, infoFlagsOut: nil) {
        status, _, buffer, time, _ in
        #expect(status == noErr)
        shown.change { $0.append((Self.number(time), buffer?.reading)) }
      }
      if place >= 23 { #expect(shown.value.count == place + 1) }
    }
    #expect(Set(shown.value.map(\.0)) == Set(0..<30))
    #expect(shown.value.allSatisfy { $0.1 == Films.frames(63, [$0.0])[0] })
  }

  @Test func `pictures are given in the format and the size that are asked for`() async throws {
    let packet = try #require(try Films.samples(of: try await Self.film()).first)
    let attributes: CFDictionary = [
      kCVPixelBufferPixelFormatTypeKey: [kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_32ARGB],
      kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 36,
    ]
    let session = try Self.decoder(of: packet, as: attributes)
    let shown = Kept<CVPixelBuffer?>(nil)
    VTDecompressionSessionDecodeFrame(session, sampleBuffer: packet, flags: [], infoFlagsOut: nil) {
      _, _, buffer, _, _ in shown.change { $0 = buffer }
    }
    let buffer = try #require(shown.value)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32ARGB)
    #expect(CVPixelBufferGetWidth(buffer) == 64 && CVPixelBufferGetHeight(buffer) == 36)
    var black: CVPixelBuffer?
    #expect(VTDecompressionSessionCopyBlackPixelBuffer(session, pixelBufferOut: &black) == noErr)
    #expect(PixelBuffers.bytes(of: try #require(black), row: 0).prefix(4) == [255, 0, 0, 0])
    var pool: CVPixelBufferPool?
    #expect(
      VTSessionCopyProperty(
        session, key: kVTDecompressionPropertyKey_PixelBufferPool, allocator: nil, valueOut: &pool) == noErr)
    let pooled = CVPixelBufferPoolGetPixelBufferAttributes(try #require(pool))
    #expect(pooled?[kCVPixelBufferWidthKey] as? Int == 64)
  }

  @Test func `formats that are not decoded are refused`() async throws {
    let packet = try #require(try Films.samples(of: try await Self.film()).first)
    let format = try #require(packet.formatDescription)
    var session: VTDecompressionSession?
    func make(_ format: CMFormatDescription, _ specification: CFDictionary?, _ attributes: CFDictionary?) -> OSStatus {
      VTDecompressionSessionCreate(
        allocator: nil, formatDescription: format, decoderSpecification: specification,
        imageBufferAttributes: attributes, outputCallback: nil, decompressionSessionOut: &session)
    }
    let bare = try CMFormatDescription(videoCodecType: .h264, width: 320, height: 180)
    #expect(make(bare, nil, nil) == kVTVideoDecoderBadDataErr && session == nil)
    let unknown = try CMFormatDescription(
      videoCodecType: .init(rawValue: kCMVideoCodecType_Cinepak), width: 320, height: 180)
    #expect(make(unknown, nil, nil) == kVTCouldNotFindVideoDecoderErr)
    let hardware: CFDictionary = [kVTVideoDecoderSpecification_RequireHardwareAcceleratedVideoDecoder: true]
    #expect(make(format, hardware, nil) == kVTCouldNotFindVideoDecoderErr)
    #expect(!VTIsHardwareDecodeSupported(kCMVideoCodecType_H264))
    let half: CFDictionary = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_64RGBAHalf]
    #expect(make(format, nil, half) == kVTPixelTransferNotSupportedErr)
    #expect(make(format, nil, nil) == noErr)
    let made = try #require(session)
    #expect(VTDecompressionSessionCanAcceptFormatDescription(made, formatDescription: format))
    #expect(!VTDecompressionSessionCanAcceptFormatDescription(made, formatDescription: unknown))
    let other = try CMSampleBuffer(
      dataBuffer: packet.dataBuffer, formatDescription: unknown, numSamples: 1, sampleTimings: [], sampleSizes: [])
    func decode(_ buffer: CMSampleBuffer) -> OSStatus {
      VTDecompressionSessionDecodeFrame(made, sampleBuffer: buffer, flags: [], frameRefcon: nil, infoFlagsOut: nil)
    }
    #expect(decode(other) == kVTFormatDescriptionChangeNotSupportedErr)
    #expect(decode(packet) == noErr)
    VTDecompressionSessionInvalidate(made)
    #expect(decode(packet) == kVTInvalidSessionErr)
    #expect(VTSessionSetProperty(made, key: kVTDecompressionPropertyKey_RealTime, value: true) == kVTInvalidSessionErr)
  }

  // MARK: Encoding

  @Test(arguments: [kCMVideoCodecType_H264, kCMVideoCodecType_HEVC])
  func `pictures are encoded, written, and read back`(codec: CMVideoCodecType) async throws {
    let pictures = try Films.samples(of: try await Self.film(), as: Self.bgra).compactMap(\.imageBuffer)
    #expect(pictures.count == 30)
    let packets = Kept<[CMSampleBuffer]>([])
    let session = try Self.encoder(codec) { _, _, status, _, packet in
      #expect(status == noErr)
      packets.change { $0 += [packet].compactMap(\.self) }
    }
    for (key, value) in [
      kVTCompressionPropertyKey_Quality: 0.8, kVTCompressionPropertyKey_MaxKeyFrameInterval: 100,
      kVTCompressionPropertyKey_ExpectedFrameRate: 30,
    ] as [CFString: NSNumber] { #expect(VTSessionSetProperty(session, key: key, value: value) == noErr) }
    #expect(VTCompressionSessionPrepareToEncodeFrames(session) == noErr)
    for (place, picture) in pictures.enumerated() {
      let forced: CFDictionary? = place == 17 ? [kVTEncodeFrameOptionKey_ForceKeyFrame: kCFBooleanTrue as Any] : nil
      #expect(
        VTCompressionSessionEncodeFrame(
          session, imageBuffer: picture, presentationTimeStamp: frames(Int64(place)), duration: frames(1),
          frameProperties: forced, sourceFrameRefcon: nil, infoFlagsOut: nil) == noErr)
    }
    #expect(VTCompressionSessionCompleteFrames(session, untilPresentationTimeStamp: .invalid) == noErr)
    let made = packets.value
    #expect(made.count == 30 && Set(made.map { Self.number($0.presentationTimeStamp) }) == Set(0..<30))
    let keys = made.filter { $0.sampleAttachments[0][.notSync] as? Bool != true }
    #expect(Set(keys.map { Self.number($0.presentationTimeStamp) }).isSuperset(of: [0, 17]))
    // Decoded one after the other, none after it is shown.
    let decoded = made.map { $0.decodeTimeStamp.isNumeric ? $0.decodeTimeStamp : $0.presentationTimeStamp }
    #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(decoded, made).allSatisfy { $0 <= $1.presentationTimeStamp })
    let format = try #require(made.first?.formatDescription)
    #expect(format.mediaSubType.rawValue == codec && format.dimensions.width == 320)
    #expect(format.parameterSets.count >= 2 && format.nalUnitHeaderLength == 4)
    for packet in made { #expect(Self.isWhole(packet)) }

    let folder = try ScratchFolder()
    let url = folder.url("encoded.mp4")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for packet in made {
      await Poll.eventually { input.isReadyForMoreMediaData }
      #expect(input.append(packet))
    }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let read = try Films.samples(of: url, as: Self.bgra)
    #expect(read.map { Self.number($0.presentationTimeStamp) } == Array(0..<30))
    #expect(read.compactMap { $0.imageBuffer?.reading } == Films.frames(63, 0..<30))
  }

  @Test(arguments: [1, 2]) func `one picture or two alone are decoded in time`(count: Int) throws {
    let session = try Self.encoder(kCMVideoCodecType_HEVC, nil)
    let packets = Kept<[CMSampleBuffer]>([])
    let picture = try PixelBuffers.picture(320, 180) { _, _ in [10, 200, 30, 255] }
    for place in 0..<count {
      VTCompressionSessionEncodeFrame(
        session, imageBuffer: picture, presentationTimeStamp: frames(Int64(30 + place)), duration: frames(1),
        frameProperties: nil, infoFlagsOut: nil
      ) { _, _, packet in packets.change { $0 += [packet].compactMap(\.self) } }
    }
    VTCompressionSessionCompleteFrames(session, untilPresentationTimeStamp: frames(30))
    let made = packets.value
    #expect(made.map { Self.number($0.presentationTimeStamp) } == Array(30..<30 + count))
    #expect(made.allSatisfy { $0.decodeTimeStamp <= $0.presentationTimeStamp && $0.decodeTimeStamp > frames(20) })
    // What comes behind completed frames can be decoded by itself.
    VTCompressionSessionEncodeFrame(
      session, imageBuffer: picture, presentationTimeStamp: frames(40), duration: frames(1), frameProperties: nil,
      infoFlagsOut: nil
    ) { _, _, packet in packets.change { $0 += [packet].compactMap(\.self) } }
    VTCompressionSessionCompleteFrames(session, untilPresentationTimeStamp: .invalid)
    let last = try #require(packets.value.last)
    #expect(packets.value.count == count + 1 && last.sampleAttachments[0][.notSync] as? Bool != true)
    #expect(last.decodeTimeStamp > made[count - 1].decodeTimeStamp)
  }

  @Test func `in real time a frame's packet comes by itself, and the encoder goes on`() async throws {
    let pictures = try Films.samples(of: try await Self.film(), as: Self.bgra).compactMap(\.imageBuffer).prefix(8)
    let session = try Self.encoder(kCMVideoCodecType_H264, nil)
    VTSessionSetProperties(
      session,
      propertyDictionary: [
        kVTCompressionPropertyKey_RealTime: true, kVTCompressionPropertyKey_AverageBitRate: 400_000,
        kVTCompressionPropertyKey_DataRateLimits: [100_000, 1],
        kVTCompressionPropertyKey_ProfileLevel: kVTProfileLevel_H264_Baseline_AutoLevel,
        kVTCompressionPropertyKey_AllowFrameReordering: false,
      ])
    for (place, picture) in pictures.enumerated() {
      let packets = Kept<[CMSampleBuffer]>([])
      var flags = VTEncodeInfoFlags()
      let status = VTCompressionSessionEncodeFrame(
        session, imageBuffer: picture, presentationTimeStamp: frames(Int64(place)), duration: .invalid,
        frameProperties: nil, infoFlagsOut: &flags
      ) { status, _, packet in
        #expect(status == noErr)
        packets.change { $0 += [packet].compactMap(\.self) }
      }
      #expect(status == noErr)
      #expect(flags == .asynchronous)
      #expect(await Poll.eventually { packets.value.count == 1 })
      let packet = try #require(packets.value.first)
      #expect(packet.presentationTimeStamp == frames(Int64(place)) && !packet.decodeTimeStamp.isValid)
      #expect((packet.sampleAttachments[0][.notSync] as? Bool == true) == (place > 0))
      // The baseline profile has the number 66.
      #expect(packet.formatDescription?.parameterSets.first?[1] == 66)
    }
    var pending: Int?
    VTSessionCopyProperty(
      session, key: kVTCompressionPropertyKey_NumberOfPendingFrames, allocator: nil, valueOut: &pending)
    #expect(pending == 0)
    VTCompressionSessionInvalidate(session)
    let picture = try #require(pictures.first)
    #expect(
      VTCompressionSessionEncodeFrame(
        session, imageBuffer: picture, presentationTimeStamp: .zero, duration: .invalid, frameProperties: nil,
        sourceFrameRefcon: nil, infoFlagsOut: nil) == kVTInvalidSessionErr)
    #expect(VTCompressionSessionGetPixelBufferPool(session) == nil)
  }

  @Test func `properties are set, read and refused`() throws {
    let session = try Self.encoder(kCMVideoCodecType_HEVC, nil)
    #expect(VTSessionSetProperty(session, key: kVTCompressionPropertyKey_RealTime, value: kCFBooleanTrue) == noErr)
    #expect(
      VTSessionSetProperty(session, key: kVTCompressionPropertyKey_AverageBitRate, value: "much") == kVTParameterErr)
    #expect(
      VTSessionSetProperty(session, key: kVTCompressionPropertyKey_H264EntropyMode, value: kVTH264EntropyMode_CABAC)
        == kVTPropertyNotSupportedErr)
    #expect(
      VTSessionSetProperty(session, key: kVTCompressionPropertyKey_UsingHardwareAcceleratedVideoEncoder, value: true)
        == kVTPropertyReadOnlyErr)
    var isLive: Bool?
    var reorders: NSNumber?
    #expect(
      VTSessionCopyProperty(session, key: kVTCompressionPropertyKey_RealTime, allocator: nil, valueOut: &isLive)
        == noErr)
    VTSessionCopyProperty(
      session, key: kVTCompressionPropertyKey_AllowFrameReordering, allocator: nil, valueOut: &reorders)
    #expect(isLive == true && reorders?.boolValue == true)
    var (supported, kept): (CFDictionary?, CFDictionary?) = (nil, nil)
    #expect(VTSessionCopySupportedPropertyDictionary(session, supportedPropertyDictionaryOut: &supported) == noErr)
    let rate = supported?[kVTCompressionPropertyKey_AverageBitRate] as? CFDictionary
    #expect(rate?[kVTPropertyTypeKey] as? CFString == kVTPropertyType_Number)
    #expect(VTSessionCopySerializableProperties(session, allocator: nil, dictionaryOut: &kept) == noErr)
    #expect(kept?.count == 1)
    var encoders: CFArray?
    #expect(VTCopyVideoEncoderList(nil, &encoders) == noErr)
    let types = encoders?.compactMap { ($0 as? CFDictionary)?[kVTVideoEncoderList_CodecType] as? Int } ?? []
    #expect(types == [Int(kCMVideoCodecType_H264), Int(kCMVideoCodecType_HEVC)])
    let pool = try #require(VTCompressionSessionGetPixelBufferPool(session))
    #expect(pool === VTCompressionSessionGetPixelBufferPool(session))
    #expect(CVPixelBufferPoolGetPixelBufferAttributes(pool)?[kCVPixelBufferWidthKey] as? Int == 320)
    var none: VTCompressionSession?
    #expect(
      VTCompressionSessionCreate(
        allocator: nil, width: 320, height: 180, codecType: kCMVideoCodecType_Cinepak, encoderSpecification: nil,
        imageBufferAttributes: nil, compressedDataAllocator: nil, outputCallback: nil, refcon: nil,
        compressionSessionOut: &none) == kVTCouldNotFindVideoEncoderErr && none == nil)
  }

  private static func encoder(
    _ codec: CMVideoCodecType, _ output: VTCompressionOutputCallback?
  ) throws -> VTCompressionSession {
    var session: VTCompressionSession?
    #expect(
      VTCompressionSessionCreate(
        allocator: kCFAllocatorDefault, width: 320, height: 180, codecType: codec, encoderSpecification: nil,
        imageBufferAttributes: bgra, compressedDataAllocator: nil, outputCallback: output, refcon: nil,
        compressionSessionOut: &session) == noErr)
    return try #require(session)
  }

  /// Whether the lengths of the packet's units go exactly to its end.
  private static func isWhole(_ packet: CMSampleBuffer) -> Bool {
    guard let data = packet.dataBuffer, let bytes = try? [UInt8](data.dataBytes()) else { return false }
    var place = 0
    while place + 4 <= bytes.count { place += 4 + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    return place == bytes.count && !bytes.isEmpty
  }
}
