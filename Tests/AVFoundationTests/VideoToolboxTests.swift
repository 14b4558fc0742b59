import AVFoundation
import Synchronization
import TestSupport
import Testing
import VideoToolbox

/// Packets decoded and pictures encoded outside of files.
@Suite("Sessions of Video Toolbox")
struct VideoToolboxTests {
  /// Thirty pictures, of which most need others on both sides where they are reordered.
  private static func film(_ codec: FilmCodec = .h264, reordered: Bool = true) async throws -> URL {
    try await IndexedFilm(film: 63) {
      ($0.frameCount, $0.timing, $0.codec) = (30, .constant(FrameRate(30)), codec)
      if codec == .h264 { $0.options = ["-g", "12", "-bf", reordered ? "2" : "0"] }
    }.url()
  }

  private static func samples(of url: URL, as settings: [String: Any]? = nil) throws -> [CMSampleBuffer] {
    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    #expect(reader.startReading())
    var samples: [CMSampleBuffer] = []
    while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
    return samples
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
    let packets = try Self.samples(of: try await Self.film(codec))
    #expect(packets.count == 30)
    let shown = Shown([])
    let record = VTDecompressionOutputCallbackRecord(
      decompressionOutputCallback: { _, _, status, flags, buffer, time, _ in
        #expect(status == noErr && flags.contains(.asynchronous))
        shown.add((Self.number(time), buffer?.reading))
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
        #expect(shown.all.count == 10)
      }
    }
    #expect(VTDecompressionSessionWaitForAsynchronousFrames(session) == noErr)
    let found = shown.all
    #expect(found.count == 30 && Set(found.map(\.0)) == Set(0..<30))
    #expect(found.dropFirst(10).map(\.0) == found.dropFirst(10).map(\.0).sorted())
    #expect(found.allSatisfy { $0.1 == Films.frames(63, [$0.0])[0] })
    VTDecompressionSessionInvalidate(session)
  }

  @Test(arguments: [true, false]) func `a frame that is wanted at once is there when the call returns`(
    isReordered: Bool
  ) async throws {
    let packets = try Self.samples(of: try await Self.film(reordered: isReordered)).prefix(isReordered ? 9 : 30)
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
      let luma = Self.luma(of: buffer)
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

  @Test func `pictures between two groups are there at once, which refer to both`() async throws {
    let packets = try Self.samples(of: try await Self.film(.h264OpenGroups))
    let session = try Self.decoder(of: packets.first)
    let shown = Shown([])
    for (place, packet) in packets.enumerated() {
      // The last packets at once, one after the other.
      let flags: VTDecodeFrameFlags = place < 23 ? ._EnableAsynchronousDecompression : []
      if place == 23 { VTDecompressionSessionWaitForAsynchronousFrames(session) }
      VTDecompressionSessionDecodeFrame(session, sampleBuffer: packet, flags: flags, infoFlagsOut: nil) {
        status, _, buffer, time, _ in
        #expect(status == noErr)
        shown.add((Self.number(time), buffer?.reading))
      }
      if place >= 23 { #expect(shown.all.count == place + 1) }
    }
    #expect(Set(shown.all.map(\.0)) == Set(0..<30))
    #expect(shown.all.allSatisfy { $0.1 == Films.frames(63, [$0.0])[0] })
  }

  @Test func `pictures are given in the format and the size that are asked for`() async throws {
    let packet = try #require(try Self.samples(of: try await Self.film()).first)
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
    #expect(Self.bytes(of: try #require(black), row: 0).prefix(4) == [255, 0, 0, 0])
    var pool: CVPixelBufferPool?
    #expect(
      VTSessionCopyProperty(
        session, key: kVTDecompressionPropertyKey_PixelBufferPool, allocator: nil, valueOut: &pool) == noErr)
    let pooled = CVPixelBufferPoolGetPixelBufferAttributes(try #require(pool))
    #expect(pooled?[kCVPixelBufferWidthKey] as? Int == 64)
  }

  @Test func `what is not decoded is refused`() async throws {
    let packet = try #require(try Self.samples(of: try await Self.film()).first)
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
    let pictures = try Self.samples(of: try await Self.film(), as: Self.bgra).compactMap(\.imageBuffer)
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
    let read = try Self.samples(of: url, as: Self.bgra)
    #expect(read.map { Self.number($0.presentationTimeStamp) } == Array(0..<30))
    #expect(read.compactMap { $0.imageBuffer?.reading } == Films.frames(63, 0..<30))
  }

  @Test(arguments: [1, 2]) func `one picture or two alone are decoded in time`(count: Int) throws {
    let session = try Self.encoder(kCMVideoCodecType_HEVC, nil)
    let packets = Kept<[CMSampleBuffer]>([])
    let picture = try Self.picture(320, 180) { _, _ in [10, 200, 30, 255] }
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
    let pictures = try Self.samples(of: try await Self.film(), as: Self.bgra).compactMap(\.imageBuffer).prefix(8)
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

  @Test func `properties are set, told and refused`() throws {
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

  // MARK: Transfers

  /// A picture of `width` × `height` whose pixels are those of `color`, in BGRA.
  private static func picture(
    _ width: Int, _ height: Int, _ color: (_ column: Int, _ row: Int) -> [UInt8]
  ) throws -> CVPixelBuffer {
    let picture = try empty(width, height, kCVPixelFormatType_32BGRA)
    CVPixelBufferLockBaseAddress(picture, [])
    defer { CVPixelBufferUnlockBaseAddress(picture, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(picture))
    for row in 0..<height {
      for column in 0..<width {
        for (index, byte) in color(column, row).enumerated() {
          base.storeBytes(
            of: byte, toByteOffset: row * CVPixelBufferGetBytesPerRow(picture) + column * 4 + index, as: UInt8.self)
        }
      }
    }
    return picture
  }

  private static func empty(_ width: Int, _ height: Int, _ type: OSType) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, width, height, type, nil, &made)
    return try #require(made)
  }

  private static func bytes(of buffer: CVPixelBuffer, plane: Int = 0, row: Int) -> [UInt8] {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let isPlanar = CVPixelBufferIsPlanar(buffer)
    let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer)
    let stride = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
    guard let base else { return [] }
    return (0..<stride).map { base.load(fromByteOffset: row * stride + $0, as: UInt8.self) }
  }

  private static func luma(of buffer: CVPixelBuffer) -> [UInt8] {
    (0..<CVPixelBufferGetHeight(buffer)).flatMap { bytes(of: buffer, row: $0).prefix(CVPixelBufferGetWidth(buffer)) }
  }

  @Test func `pictures go to luma and chroma, and back`() throws {
    let colors: [[UInt8]] = [[255, 255, 255, 255], [0, 0, 255, 255], [255, 0, 0, 255], [0, 0, 0, 255]]
    let source = try Self.picture(32, 16) { column, _ in colors[column / 8] }
    let (middle, back) = (
      try Self.empty(32, 16, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
      try Self.empty(32, 16, kCVPixelFormatType_32BGRA)
    )
    var made: VTPixelTransferSession?
    #expect(VTPixelTransferSessionCreate(allocator: nil, pixelTransferSessionOut: &made) == noErr)
    let session = try #require(made)
    VTSessionSetProperty(
      session, key: kVTPixelTransferPropertyKey_DestinationYCbCrMatrix, value: kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    #expect(VTPixelTransferSessionTransferImage(session, from: source, to: middle) == noErr)
    // White, red, blue and black by BT.709, of the limited range.
    let (luma, chroma) = (Self.bytes(of: middle, row: 8), Self.bytes(of: middle, plane: 1, row: 4))
    for (place, (y, cb, cr)) in [(235, 128, 128), (63, 102, 240), (32, 240, 118), (16, 128, 128)].enumerated() {
      #expect(abs(Int(luma[place * 8 + 4]) - y) <= 2)
      #expect(abs(Int(chroma[place * 8 + 4]) - cb) <= 2 && abs(Int(chroma[place * 8 + 5]) - cr) <= 2)
    }
    let matrix = CVBufferCopyAttachment(middle, kCVImageBufferYCbCrMatrixKey, nil) as? CFString
    #expect(matrix == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    #expect(VTPixelTransferSessionTransferImage(session, from: middle, to: back) == noErr)
    let pixels = Self.bytes(of: back, row: 8)
    for (place, color) in colors.enumerated() {
      let pixel = pixels[(place * 8 + 4) * 4..<(place * 8 + 5) * 4]
      #expect(zip(pixel, color).allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "\(pixel) of \(color)")
    }
    var image: CGImage?
    #expect(VTCreateCGImageFromCVPixelBuffer(middle, options: nil, imageOut: &image) == noErr)
    #expect(Pixels(try #require(image))[12, 8].isNear(255, 0, 0, 3))
    let half = try Self.empty(32, 16, kCVPixelFormatType_422YpCbCr10)
    #expect(VTPixelTransferSessionTransferImage(session, from: source, to: half) == kVTPixelTransferNotSupportedErr)
    VTPixelTransferSessionInvalidate(session)
    #expect(VTPixelTransferSessionTransferImage(session, from: source, to: middle) == kVTInvalidSessionErr)
  }

  @Test func `pictures of another shape are stretched, fitted or cut`() throws {
    // Red on the left, green in the middle, blue on the right; twice as wide as high.
    let source = try Self.picture(64, 32) { column, _ in
      column < 16 ? [0, 0, 255, 255] : column < 48 ? [0, 255, 0, 255] : [255, 0, 0, 255]
    }
    var made: VTPixelTransferSession?
    VTPixelTransferSessionCreate(allocator: nil, pixelTransferSessionOut: &made)
    let session = try #require(made)
    func transferred(_ mode: CFString) throws -> (Int, Int) -> [UInt8] {
      VTSessionSetProperty(session, key: kVTPixelTransferPropertyKey_ScalingMode, value: mode)
      let target = try Self.empty(32, 32, kCVPixelFormatType_32BGRA)
      #expect(VTPixelTransferSessionTransferImage(session, from: source, to: target) == noErr)
      return { column, row in Array(Self.bytes(of: target, row: row)[column * 4..<column * 4 + 4]) }
    }
    let (red, green, black) = ([0, 0, 255, 255], [0, 255, 0, 255], [0, 0, 0, 255]) as ([UInt8], [UInt8], [UInt8])
    let stretched = try transferred(kVTScalingMode_Normal)
    #expect(stretched(2, 1) == red && stretched(16, 30) == green)
    let fitted = try transferred(kVTScalingMode_Letterbox)
    #expect(fitted(2, 1) == black && fitted(2, 16) == red && fitted(16, 16) == green && fitted(16, 30) == black)
    let cut = try transferred(kVTScalingMode_Trim)
    #expect(cut(2, 1) == green && cut(29, 30) == green)
  }

  @Test func `pictures are turned and mirrored`() throws {
    let source = try Self.picture(4, 2) { column, row in [UInt8(column * 20), UInt8(row * 100), 0, 255] }
    var made: VTPixelRotationSession?
    #expect(VTPixelRotationSessionCreate(nil, &made) == noErr)
    let session = try #require(made)
    #expect(VTSessionSetProperty(session, key: kVTPixelRotationPropertyKey_Rotation, value: kVTRotation_CW90) == noErr)
    let turned = try Self.empty(2, 4, kCVPixelFormatType_32BGRA)
    #expect(VTPixelRotationSessionRotateImage(session, source, turned) == noErr)
    // The first row goes down the right side.
    for column in 0..<4 {
      let row = Self.bytes(of: turned, row: column)
      #expect(Array(row[4..<6]) == [UInt8(column * 20), 0] && Array(row[0..<2]) == [UInt8(column * 20), 100])
    }
    VTSessionSetProperty(session, key: kVTPixelRotationPropertyKey_Rotation, value: kVTRotation_0)
    VTSessionSetProperty(session, key: kVTPixelRotationPropertyKey_FlipHorizontalOrientation, value: kCFBooleanTrue)
    let mirrored = try Self.empty(4, 2, kCVPixelFormatType_32BGRA)
    #expect(VTPixelRotationSessionRotateImage(session, source, mirrored) == noErr)
    #expect(Self.bytes(of: mirrored, row: 0)[0] == 60 && Self.bytes(of: mirrored, row: 0)[12] == 0)
    #expect(VTPixelRotationSessionRotateImage(session, source, turned) == kVTPixelRotationNotSupportedErr)
  }
}

private final class Kept<Value: Sendable>: Sendable {
  private let kept: Mutex<Value>
  init(_ value: Value) { kept = Mutex(value) }

  var value: Value { kept.withLock { $0 } }
  func change(_ change: (inout Value) -> Void) { kept.withLock { change(&$0) } }
}

/// Frames as they came: their numbers, and what they show.
private final class Shown: Sendable {
  private let kept: Mutex<[(Int, FrameReading?)]>
  init(_ first: [(Int, FrameReading?)]) { kept = Mutex(first) }

  var all: [(Int, FrameReading?)] { kept.withLock { $0 } }
  func add(_ frame: (Int, FrameReading?)) { kept.withLock { $0.append(frame) } }
}
