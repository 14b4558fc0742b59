import AVFoundation
import CoreAudioTypes
import CoreServices
import Testing

/// Names of the frameworks below AVFoundation, and what they do.
@Suite("Names of Core Audio, Core Video and Mach")
struct CoreNameTests {
  /// Formats that Core Video names, by their letters, and that no buffer has here.
  private static let unread: [(OSType, String)] = [
    (kCVPixelFormatType_30RGB_r210, "r210"), (kCVPixelFormatType_30RGBLEPackedWideGamut, "w30r"),
    (kCVPixelFormatType_30RGBLE_8A_BiPlanar, "b3a8"), (kCVPixelFormatType_40ARGBLEWideGamut, "w40a"),
    (kCVPixelFormatType_40ARGBLEWideGamutPremultiplied, "w40m"), (kCVPixelFormatType_4444AYpCbCrFloat, "r4fl"),
    (kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange, "sv22"),
    (kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange, "sv44"),
    (kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar, "s4as"), (kCVPixelFormatType_14Bayer_GRBG, "grb4"),
    (kCVPixelFormatType_14Bayer_RGGB, "rgg4"), (kCVPixelFormatType_14Bayer_BGGR, "bgg4"),
    (kCVPixelFormatType_14Bayer_GBRG, "gbr4"), (kCVPixelFormatType_16VersatileBayer, "bp16"),
    (kCVPixelFormatType_96VersatileBayerPacked12, "btp2"), (kCVPixelFormatType_64RGBA_DownscaledProResRAW, "bp64"),
    (kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarFullRange, "&xf0"),
    (kCVPixelFormatType_Lossless_30RGBLEPackedWideGamut, "&w3r"),
    (kCVPixelFormatType_Lossless_30RGBLE_8A_BiPlanar, "&b38"), (kCVPixelFormatType_OneComponent8, "L008"),
    (kCVPixelFormatType_64RGBAHalf, "RGhA"), (kCVPixelFormatType_DepthFloat32, "fdep"),
  ]

  @Test func `formats that are not made have their letters, and neither buffers nor pools of them are made`() {
    for (format, letters) in Self.unread {
      #expect(format == letters.utf8.reduce(0) { $0 << 8 | FourCharCode($1) }, "\(letters)")
      var (buffer, pool) = (CVPixelBuffer?.none, CVPixelBufferPool?.none)
      #expect(CVPixelBufferCreate(nil, 16, 16, format, nil, &buffer) == kCVReturnInvalidPixelFormat && buffer == nil)
      let attributes: [String: Any] = [
        kCVPixelBufferPixelFormatTypeKey: format, kCVPixelBufferWidthKey: 16, kCVPixelBufferHeightKey: 16,
      ]
      #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnInvalidPixelFormat && pool == nil)
      #expect(CVPixelFormatDescriptionCreateWithPixelFormatType(nil, format) == nil)
    }
  }

  @Test func `buffers have from the first what their attributes say is attached to them`() throws {
    let attributes: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 16,
      kCVPixelBufferHeightKey: 8,
      kCVBufferPropagatedAttachmentsKey: [kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_601_4],
      kCVBufferNonPropagatedAttachmentsKey: [
        kCVBufferMovieTimeKey: [kCVBufferTimeValueKey: 5, kCVBufferTimeScaleKey: 30]
      ],
    ]
    var (pool, pooled, made) = (CVPixelBufferPool?.none, CVPixelBuffer?.none, CVPixelBuffer?.none)
    #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnSuccess)
    #expect(CVPixelBufferPoolCreatePixelBuffer(nil, try #require(pool), &pooled) == kCVReturnSuccess)
    #expect(CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, attributes, &made) == kCVReturnSuccess)
    for buffer in [try #require(pooled), try #require(made)] {
      var mode = CVAttachmentMode.shouldNotPropagate
      #expect(CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, &mode) as? String == "ITU_R_601_4")
      #expect(mode == .shouldPropagate)
      let time = CVBufferCopyAttachment(buffer, kCVBufferMovieTimeKey, &mode) as? [String: Int]
      #expect(time == ["TimeValue": 5, "TimeScale": 30] && mode == .shouldNotPropagate)
    }
    let said = CVPixelBufferPoolGetPixelBufferAttributes(try #require(pool))
    #expect(said?[kCVBufferPropagatedAttachmentsKey] as? [String: String] != nil)
  }

  /// A value that looks at its buffer when it ends.
  private final class Looking {
    weak var buffer: CVPixelBuffer?
    let ended: (Bool) -> Void
    init(_ buffer: CVPixelBuffer, _ ended: @escaping (Bool) -> Void) { (self.buffer, self.ended) = (buffer, ended) }
    deinit { ended(buffer.map { CVBufferHasAttachment($0, "Other") } ?? false) }
  }

  @Test func `attachments may look at their buffer when they are replaced or removed`() throws {
    var (made, other, ended) = (CVPixelBuffer?.none, CVPixelBuffer?.none, [Bool]())
    #expect(CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess)
    #expect(CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, &other) == kCVReturnSuccess)
    let (buffer, source) = (try #require(made), try #require(other))
    func attach() { CVBufferSetAttachment(buffer, "Looking", Looking(buffer) { ended.append($0) }, .shouldPropagate) }
    CVBufferSetAttachment(buffer, "Other", 1, .shouldPropagate)
    attach()
    attach()
    CVBufferRemoveAttachment(buffer, "Looking")
    attach()
    CVBufferSetAttachment(source, "Looking", 2, .shouldPropagate)
    CVBufferPropagateAttachments(source, buffer)
    attach()
    CVBufferRemoveAllAttachments(buffer)
    #expect(ended == [true, true, true, false])
  }

  @Test func `the machine's counter counts nanoseconds, by every name`() {
    var (info, other) = (mach_timebase_info_data_t(), mach_timebase_info())
    #expect(mach_timebase_info(&info) == KERN_SUCCESS && mach_timebase_info(&other) == KERN_SUCCESS)
    #expect(info == other && info == mach_timebase_info(numer: 1, denom: 1))
    let times = [mach_absolute_time(), CVGetCurrentHostTime(), AudioGetCurrentHostTime(), mach_absolute_time()]
    #expect(times == times.sorted() && times[0] > 0)
    let clock = CMClockMakeHostTimeFromSystemUnits(times[0])
    let now = CMClockGetTime(CMClockGetHostTimeClock())
    #expect(clock <= now && now.seconds - clock.seconds < 60)
    #expect(AudioConvertHostTimeToNanos(times[0]) == times[0] && AudioConvertNanosToHostTime(7) == 7)
    #expect(AVAudioTime.seconds(forHostTime: UInt64(AudioGetHostClockFrequency())) == 1)
    #expect(AudioGetHostClockMinimumTimeDelta() == 1)
  }

  @Test func `flags of formats have Core Audio's values`() {
    #expect(kLinearPCMFormatFlagsSampleFractionShift == 7 && kLinearPCMFormatFlagsSampleFractionMask == 0x1F80)
    #expect(kLinearPCMFormatFlagIsNonMixable == kAudioFormatFlagIsNonMixable)
    #expect(kLinearPCMFormatFlagsAreAllClear == kAudioFormatFlagsAreAllClear)
    let bits = [
      kAppleLosslessFormatFlag_16BitSourceData, kAppleLosslessFormatFlag_20BitSourceData,
      kAppleLosslessFormatFlag_24BitSourceData, kAppleLosslessFormatFlag_32BitSourceData,
    ]
    #expect(bits == [1, 2, 3, 4])
  }

  @Test func `a converter says what its channels are for, and cannot be interrupted`() throws {
    func format(_ channels: UInt32) -> AudioStreamBasicDescription {
      AudioStreamBasicDescription(
        mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4 * channels,
        mFramesPerPacket: 1, mBytesPerFrame: 4 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 32,
        mReserved: 0)
    }
    func made(_ channels: UInt32, _ wanted: UInt32) throws -> AudioConverterRef {
      var (from, to, made) = (format(channels), format(wanted), AudioConverterRef?.none)
      #expect(AudioConverterNew(&from, &to, &made) == noErr)
      return try #require(made)
    }
    let (converter, surround) = (try made(1, 2), try made(6, 6))
    var (layout, size) = (AudioChannelLayout(), UInt32(MemoryLayout<AudioChannelLayout>.size))
    #expect(AudioConverterGetProperty(converter, kAudioConverterOutputChannelLayout, &size, &layout) == noErr)
    #expect(layout.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo && layout.mNumberChannelDescriptions == 0)
    size = UInt32(MemoryLayout<AudioChannelLayout>.size)
    #expect(AudioConverterSetProperty(converter, kAudioConverterOutputChannelLayout, size, &layout) == noErr)
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
    #expect(
      AudioConverterSetProperty(converter, kAudioConverterOutputChannelLayout, size, &layout)
        == kAudioConverterErr_OperationNotSupported)
    #expect(
      AudioConverterSetProperty(converter, kAudioConverterOutputChannelLayout, 2, &layout)
        == kAudioConverterErr_BadPropertySizeError)
    #expect(
      AudioConverterGetProperty(surround, kAudioConverterInputChannelLayout, &size, &layout)
        == kAudioConverterErr_PropertyNotSupported)
    var canResume: UInt32 = 7
    size = 4
    #expect(
      AudioConverterGetProperty(converter, kAudioConverterPropertyCanResumeFromInterruption, &size, &canResume)
        == kAudioConverterErr_PropertyNotSupported && canResume == 7)
    for used in [converter, surround] { AudioConverterDispose(used) }
  }

  @Test func `kinds of file and of keys are known by their names`() {
    #expect(AVFileType.SCC.rawValue == "com.scenarist.closed-caption" && AVFileType.heif.rawValue == "public.heif")
    #expect(AVMetadataKeySpace.hlsDateRange.rawValue == "lsdr")
    #expect(
      AVMetadataItem.identifier(forKey: "X-AD-ID", keySpace: .hlsDateRange)
        == AVMetadataIdentifier(rawValue: "lsdr/X-AD-ID"))
    #expect(kUTTypeMPEG4 == AVFileType.mp4.rawValue)
  }

  @Test func `channels are named by labels, bits and layouts`() {
    #expect(AudioChannelBitmap([.bit_Left, .bit_Right, .bit_LFEScreen]).rawValue == 0b1011)
    #expect(AudioChannelBitmap.bit_CenterTopMiddle == .bit_TopCenterSurround)
    #expect(kAudioChannelLabel_RightSurroundDirect == 11 && kAudioChannelLabel_LeftTopMiddle == 49)
    #expect(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_Atmos_7_1_4) == 12)
    #expect(kAudioChannelLayoutTag_ITU_3_2_1 == kAudioChannelLayoutTag_MPEG_5_1_A)
    #expect(kAudioChannelLayoutTag_Atmos_7_1_2 == 12_845_066 && kAudioChannelLabel_RightEdgeOfScreen == 66)
  }
}
