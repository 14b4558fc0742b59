import AVFoundation
import MobileCoreServices
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers
import VideoToolbox

/// What programs name besides the verbs of editing: layers of players, formats, keys.
@Suite("Names") struct NameTests {
  @Test func `a player's layer says where its pictures would be seen`() async throws {
    let item = AVPlayerItem(url: try await Films.first())
    let layer = AVPlayerLayer(player: AVPlayer(playerItem: item))
    layer.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    #expect(layer.videoGravity == .resizeAspect && layer.player?.currentItem === item)
    #expect(await Poll.eventually { item.status == .readyToPlay } && layer.isReadyForDisplay)
    // 320 × 180 in a square.
    #expect(layer.videoRect == CGRect(x: 0, y: 87.5, width: 400, height: 225))
    layer.videoGravity = .resizeAspectFill
    #expect(abs(layer.videoRect.height - 400) < 1e-9 && layer.videoRect.midX == 200 && layer.videoRect.width > 700)
    layer.videoGravity = .resize
    #expect(layer.videoRect == layer.bounds)
    #expect(!AVPlayerLayer().isReadyForDisplay && AVPlayerLayer().videoRect == .zero)
    #expect(
      AVMakeRect(aspectRatio: CGSize(width: 16, height: 9), insideRect: CGRect(x: 0, y: 0, width: 32, height: 32))
        == CGRect(x: 0, y: 7, width: 32, height: 18))
    #expect(AVSynchronizedLayer(playerItem: item).playerItem === item)
  }

  @Test func `a player's layer says that its pictures are there, also of an item that comes later`() async throws {
    let layer = AVPlayerLayer()
    let told = Mutex<[Bool]>([])
    let observation = layer.observe(\.isReadyForDisplay, options: [.initial, .new]) { layer, change in
      told.withLock { $0.append(change.newValue ?? layer.isReadyForDisplay) }
    }
    let player = AVPlayer()
    layer.player = player
    player.replaceCurrentItem(with: AVPlayerItem(url: try await Films.second()))
    #expect(await Poll.eventually { told.withLock { $0.last == true } })
    layer.player = nil
    #expect(told.withLock { $0 } == [false, true, false])
    observation.invalidate()
    #expect(
      CGSize(width: 1, height: 2).equalTo(CGSize(width: 1, height: 2)) && !CGPoint.zero.equalTo(CGPoint(x: 1, y: 0)))
  }

  @Test func `an output's delegate is called once for the next requested picture`() async throws {
    final class Listener: NSObject, AVPlayerItemOutputPullDelegate, @unchecked Sendable {
      // @unchecked: counted on one queue, read behind it.
      let queue = DispatchQueue(label: "pictures")
      var count = 0
      func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) { count += 1 }
    }
    let item = AVPlayerItem(url: try await Films.first())
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    let listener = Listener()
    output.setDelegate(listener, queue: listener.queue)
    #expect(output.delegate === listener && output.delegateQueue === listener.queue)
    item.add(output)
    let player = AVPlayer(playerItem: item)
    output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
    #expect(await player.seek(to: frames(3), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await Poll.eventually { listener.queue.sync { listener.count == 1 } })
    // The next picture was not requested.
    #expect(await player.seek(to: frames(9), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(listener.queue.sync { listener.count } == 1)
    output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
    #expect(await player.seek(to: frames(12), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await Poll.eventually { listener.queue.sync { listener.count == 2 } })
  }

  @Test func `what counts for a network is kept, and a file has no log of one`() {
    let item = AVPlayerItem(url: URL(filePath: "/none.mov"))
    #expect(item.preferredPeakBitRate == 0 && item.preferredMaximumResolution == .zero)
    (item.preferredPeakBitRate, item.preferredMaximumResolution) = (1_000_000, CGSize(width: 640, height: 360))
    #expect(item.preferredPeakBitRate == 1_000_000 && item.preferredMaximumResolution.width == 640)
    #expect(item.accessLog() == nil && item.errorLog() == nil)
  }

  @Test func `descriptions of formats are made of their parts`() throws {
    let video = try CMVideoFormatDescription(
      videoCodecType: .h264, width: 640, height: 360,
      extensions: .init(base: [kCMFormatDescriptionExtension_ColorPrimaries: kCVImageBufferColorPrimaries_ITU_R_709_2]))
    #expect(video.mediaType == .video && video.mediaSubType == .h264 && video.dimensions.width == 640)
    #expect(video.extensions[.colorPrimaries] == .colorPrimaries(.itu_R_709_2))
    #expect(throws: (any Error).self) { try CMFormatDescription(videoCodecType: .hevc, width: 0, height: 360) }
    var made: CMVideoFormatDescription?
    let status = CMVideoFormatDescriptionCreate(
      allocator: kCFAllocatorDefault, codecType: kCMVideoCodecType_AppleProRes422LT, width: 64, height: 48,
      extensions: nil, formatDescriptionOut: &made)
    #expect(status == noErr && made?.mediaSubType == .proRes422LT && made?.dimensions.height == 48)
    #expect(
      CMVideoFormatDescriptionCreate(
        allocator: nil, codecType: kCMVideoCodecType_H264, width: -1, height: 1, extensions: nil,
        formatDescriptionOut: &made) != noErr)
  }

  @Test func `the channels of a film's sound stand where the description says`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    let format = try #require(try await track.load(.formatDescriptions).first)
    var size = 0
    let layout = try #require(CMAudioFormatDescriptionGetChannelLayout(format, sizeOut: &size))
    #expect(AudioChannelLayoutTag_GetNumberOfChannels(layout.pointee.mChannelLayoutTag) > 0)
    #expect(size == MemoryLayout<AudioChannelLayout>.size)
    let picture = try CMVideoFormatDescription(videoCodecType: .h264, width: 2, height: 2)
    #expect(CMAudioFormatDescriptionGetChannelLayout(picture, sizeOut: &size) == nil && size == 0)
  }

  @Test func `what is attached to a picture is read at once`() throws {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, 4, 4, kCVPixelFormatType_32BGRA, nil, &buffer)
    let picture = try #require(buffer)
    let shape = [
      kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 4, kCVImageBufferPixelAspectRatioVerticalSpacingKey: 3,
    ]
    CVBufferSetAttachment(picture, kCVImageBufferPixelAspectRatioKey, shape, .shouldPropagate)
    let all = try #require(CVBufferGetAttachments(picture, .shouldPropagate))
    #expect((all[kCVImageBufferPixelAspectRatioKey] as? [String: Int]) == shape)
    #expect(CVBufferGetAttachments(picture, .shouldNotPropagate) == nil)
    // A format that is not made here is refused.
    #expect(CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_ARGB2101010LEPacked, nil, &buffer) != kCVReturnSuccess)
  }

  @Test func `a layer keeps what is asked of its drawing`() {
    let layer = CALayer()
    #expect(layer.magnificationFilter == .linear && !layer.allowsEdgeAntialiasing && layer.presentation() == nil)
    (layer.magnificationFilter, layer.isOpaque, layer.shouldRasterize) = (.nearest, true, true)
    #expect(layer.magnificationFilter == .nearest && layer.isOpaque && layer.model() === layer)
  }

  @Test func `older names of types are those of the newer ones`() {
    let kind = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "png", nil)?.takeRetainedValue()
    #expect(kind == kUTTypePNG && UTType.utf8PlainText.conforms(to: .text))
    #expect(UTTypeCopyPreferredTagWithClass(kUTTypeMP3, kUTTagClassMIMEType)?.takeRetainedValue() == "audio/mpeg")
    #expect(NSEC_PER_SEC == 1_000 * NSEC_PER_MSEC && AVVideoCodecType.proRes422LT.rawValue == "apcs")
    #expect(kVTHDRMetadataInsertionMode_Auto as String == "Auto")
  }
}

/// Chapters, as groups of their titles.
@Suite("Chapters") struct ChapterTests {
  @Test func `chapters are groups of one title for their time`() async throws {
    let folder = try ScratchFolder()
    let text = """
      ;FFMETADATA1
      [CHAPTER]
      TIMEBASE=1/30
      START=0
      END=10
      title=Dawn
      [CHAPTER]
      TIMEBASE=1/30
      START=10
      END=30
      title=Day

      """
    try folder.write(text, to: "chapters.txt")
    let file = folder.url("film.mp4")
    try await MediaTools.ffmpeg([
      "-i", try await Films.first().path, "-i", folder.url("chapters.txt").path, "-map_metadata", "1", "-map_chapters",
      "1", "-codec", "copy", file.path,
    ])
    let asset = AVURLAsset(url: file)
    let locales = try await asset.load(.availableChapterLocales)
    #expect(locales.count == 1 && asset.availableChapterLocales == locales)
    let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["de", "en"])
    #expect(groups.map { $0.items.first?.stringValue } == ["Dawn", "Day"])
    #expect(groups.map { $0.items.first?.commonKey } == [.commonKeyTitle, .commonKeyTitle])
    // MP4 counts milliseconds.
    let day = try #require(groups.last?.timeRange)
    #expect(groups.first?.timeRange.start == .zero && groups.first?.timeRange.end == day.start)
    #expect(abs(day.start.seconds - 1 / 3) < 0.001 && abs(day.end.seconds - 1) < 0.001)
    let locale = try #require(locales.first)
    #expect(asset.chapterMetadataGroups(withTitleLocale: locale).count == 2)
    #expect(asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "zu")).isEmpty)
    #expect(asset.chapterMetadataGroups(bestMatchingPreferredLanguages: []).count == 2)
    #expect(AVMutableComposition().chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"]).isEmpty)
    let copy = try #require(groups[0].mutableCopy() as? AVMutableTimedMetadataGroup)
    copy.timeRange = frames(0, 5)
    #expect(groups[0].timeRange.end == day.start && copy.items.count == 1)
  }

  @Test func `an assistant's settings are written`() async throws {
    let assistant = try #require(AVOutputSettingsAssistant(preset: .preset1280x720))
    #expect(assistant.videoSettings?[AVVideoWidthKey] as? Int == 1_280 && assistant.outputFileType == .mov)
    assistant.sourceVideoFormat = try CMVideoFormatDescription(videoCodecType: .h264, width: 1_000, height: 1_000)
    #expect(assistant.videoSettings?[AVVideoWidthKey] as? Int == 720)
    assistant.sourceVideoFormat = try CMVideoFormatDescription(videoCodecType: .h264, width: 320, height: 180)
    assistant.sourceVideoAverageFrameDuration = frames(1)
    let settings = try #require(assistant.videoSettings)
    #expect(settings[AVVideoWidthKey] as? Int == 320 && settings[AVVideoHeightKey] as? Int == 180)
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("film.mov"), fileType: assistant.outputFileType)
    #expect(writer.canApply(outputSettings: settings, forMediaType: .video))
    #expect(writer.canApply(outputSettings: assistant.audioSettings, forMediaType: .audio))
    #expect(AVOutputSettingsAssistant(preset: AVOutputSettingsPreset(rawValue: "none")) == nil)
  }
}
