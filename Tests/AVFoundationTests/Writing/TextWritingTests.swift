import AVFoundation
import Foundation
import TestSupport
import Testing

/// Tracks of text, subtitles and captions, written and read as movies have them.
@Suite("Text in movies")
struct TextWritingTests {
  /// A description of timed text in a place of 320 by 60 pixels, yellow and bold.
  private static func format(_ mediaType: CMMediaType = kCMMediaType_Subtitle) throws -> CMFormatDescription {
    let extensions: [CFString: Any] = [
      kCMTextFormatDescriptionExtension_DisplayFlags: kCMTextDisplayFlag_fillTextRegion,
      kCMTextFormatDescriptionExtension_HorizontalJustification: 1,
      kCMTextFormatDescriptionExtension_VerticalJustification: kCMTextJustification_bottom_right,
      kCMTextFormatDescriptionExtension_BackgroundColor: [
        kCMTextFormatDescriptionColor_Red: 0, kCMTextFormatDescriptionColor_Green: 0,
        kCMTextFormatDescriptionColor_Blue: 64, kCMTextFormatDescriptionColor_Alpha: 128,
      ],
      kCMTextFormatDescriptionExtension_DefaultTextBox: [
        kCMTextFormatDescriptionRect_Top: 0, kCMTextFormatDescriptionRect_Left: 0,
        kCMTextFormatDescriptionRect_Bottom: 60, kCMTextFormatDescriptionRect_Right: 320,
      ],
      kCMTextFormatDescriptionExtension_DefaultStyle: [
        kCMTextFormatDescriptionStyle_StartChar: 0, kCMTextFormatDescriptionStyle_EndChar: 0,
        kCMTextFormatDescriptionStyle_Font: 1, kCMTextFormatDescriptionStyle_FontFace: 1,
        kCMTextFormatDescriptionStyle_FontSize: 24,
        kCMTextFormatDescriptionStyle_ForegroundColor: [
          kCMTextFormatDescriptionColor_Red: 255, kCMTextFormatDescriptionColor_Green: 255,
          kCMTextFormatDescriptionColor_Blue: 0, kCMTextFormatDescriptionColor_Alpha: 255,
        ],
      ] as [CFString: Any],
      kCMTextFormatDescriptionExtension_FontTable: ["1": "Sans-Serif"],
    ]
    var made: CMFormatDescription?
    let status = unsafe CMFormatDescriptionCreate(
      allocator: kCFAllocatorDefault, mediaType: mediaType, mediaSubType: kCMTextFormatType_3GText,
      extensions: extensions as CFDictionary, formatDescriptionOut: &made)
    #expect(status == noErr)
    return try #require(made)
  }

  /// A sample of timed text: how long it is, and itself.
  private static func sample(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
  }

  private static func buffer(
    _ bytes: [UInt8], as format: CMFormatDescription, for range: CMTimeRange
  ) throws -> CMSampleBuffer {
    let block = try CMBlockBuffer(length: bytes.count)
    try unsafe bytes.withUnsafeBytes { try unsafe block.replaceDataBytes(with: $0) }
    let timing = CMSampleTimingInfo(
      duration: range.duration, presentationTimeStamp: range.start, decodeTimeStamp: .invalid)
    return try CMSampleBuffer(
      dataBuffer: block, formatDescription: format, numSamples: 1, sampleTimings: [timing], sampleSizes: [bytes.count])
  }

  /// The samples of the first track of `mediaType` of `asset`.
  private static func samples(
    of asset: AVAsset, _ mediaType: AVMediaType
  ) throws -> [(bytes: [UInt8], range: CMTimeRange)] {
    let track = try #require(asset.tracks(withMediaType: mediaType).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    #expect(reader.canAdd(output))
    reader.add(output)
    #expect(reader.startReading())
    var found: [([UInt8], CMTimeRange)] = []
    while let sample = output.copyNextSampleBuffer() {
      let bytes = try #require(try sample.dataBuffer?.dataBytes())
      found.append((Array(bytes), CMTimeRange(start: sample.presentationTimeStamp, duration: sample.duration)))
    }
    #expect(reader.status == .completed)
    return found
  }

  @Test("subtitles are read as they were written", arguments: [AVFileType.mov, .mp4])
  func subtitles(type: AVFileType) async throws {
    let format = try Self.format()
    let folder = try ScratchFolder()
    let url = folder.url(type == .mov ? "words.mov" : "words.mp4")
    let writer = try AVAssetWriter(url: url, fileType: type)
    let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil, sourceFormatHint: format)
    input.extendedLanguageTag = "de-CH"
    input.naturalSize = CGSize(width: 640, height: 60)
    #expect(writer.availableMediaTypes.contains(.subtitle) && writer.canAdd(input))
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let words = [("Grüezi", frames(0, 10)), ("", frames(10, 12)), ("Adieu", frames(12, 30))]
    for (text, range) in words { #expect(input.append(try Self.buffer(Self.sample(text), as: format, for: range))) }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")

    let asset = AVURLAsset(url: url)
    let track = try #require(try await asset.loadTracks(withMediaType: .subtitle).first)
    #expect(track.extendedLanguageTag == "de-CH" && track.naturalSize == CGSize(width: 640, height: 60))
    let found = try Self.samples(of: asset, .subtitle)
    #expect(found.map(\.bytes) == words.map { Self.sample($0.0) } && found.map(\.range) == words.map(\.1))
    let read = try #require(try await track.load(.formatDescriptions).first)
    #expect(read == format && read.mediaType == .subtitle && read.mediaSubType == .mobile3GPP)
    // Another reader's opinion.
    let listed = try await MediaTools.ffprobe([
      "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0", url.path,
    ])
    #expect(listed.contains("mov_text,640,60"), "\(listed)")
  }

  @Test func `between samples of text stands one without words`() async throws {
    let format = try Self.format(kCMMediaType_Text)
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("gap.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .text, outputSettings: nil)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for (text, range) in [("a", frames(3, 6)), ("b", frames(9, 12))] {
      #expect(input.append(try Self.buffer(Self.sample(text), as: format, for: range)))
    }
    await writer.finishWriting()
    let found = try Self.samples(of: AVURLAsset(url: folder.url("gap.mov")), .text)
    #expect(found.map(\.bytes) == [[0, 0], Self.sample("a"), [0, 0], Self.sample("b")])
    #expect(found.map(\.range) == [frames(0, 3), frames(3, 6), frames(6, 9), frames(9, 12)])
  }

  @Test("text that pictures name as their chapters is read as such", arguments: [AVFileType.mov, .mp4])
  func chapters(type: AVFileType) async throws {
    let format = try Self.format(kCMMediaType_Text)
    let source = AVURLAsset(url: try await Films.first())
    let video = try #require(try await source.loadTracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: source)
    let output = AVAssetReaderTrackOutput(track: video, outputSettings: nil)
    reader.add(output)
    let folder = try ScratchFolder()
    let url = folder.url(type == .mov ? "chapters.mov" : "chapters.mp4")
    let writer = try AVAssetWriter(url: url, fileType: type)
    let pictures = AVAssetWriterInput(
      mediaType: .video, outputSettings: nil, sourceFormatHint: try await video.load(.formatDescriptions).first)
    let text = AVAssetWriterInput(mediaType: .text, outputSettings: nil, sourceFormatHint: format)
    text.marksOutputTrackAsEnabled = false
    writer.add(pictures)
    writer.add(text)
    let kind = AVAssetTrack.AssociationType.chapterList.rawValue
    #expect(pictures.canAddTrackAssociation(withTrackOf: text, type: kind))
    #expect(!text.canAddTrackAssociation(withTrackOf: pictures, type: kind))
    pictures.addTrackAssociation(withTrackOf: text, type: kind)
    #expect(writer.startWriting() && reader.startReading())
    writer.startSession(atSourceTime: .zero)
    for (title, range) in [("Anfang", frames(0, 12)), ("Ende", frames(12, 30))] {
      #expect(text.append(try Self.buffer(Self.sample(title), as: format, for: range)))
    }
    text.markAsFinished()
    while let sample = output.copyNextSampleBuffer() { #expect(pictures.append(sample)) }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let asset = AVURLAsset(url: url)
    let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["de"])
    #expect(groups.map(\.timeRange) == [frames(0, 12), frames(12, 30)])
    #expect(groups.map { $0.items.first?.stringValue } == ["Anfang", "Ende"])
    let track = try #require(try await asset.loadTracks(withMediaType: .text).first)
    #expect(!track.isEnabled)
  }

  @Test func `languages of subtitles stand for one another`() async throws {
    let format = try Self.format()
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("languages.mov"), fileType: .mov)
    let inputs = ["de", "fr"].map { tag in
      let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil, sourceFormatHint: format)
      input.extendedLanguageTag = tag
      writer.add(input)
      return input
    }
    let group = AVAssetWriterInputGroup(inputs: inputs, defaultInput: inputs[1])
    #expect(writer.canAdd(group))
    writer.add(group)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for (input, word) in zip(inputs, ["Guten Tag", "Bonjour"]) {
      #expect(input.append(try Self.buffer(Self.sample(word), as: format, for: frames(0, 30))))
    }
    await writer.finishWriting()
    let movie = AVMovie(url: folder.url("languages.mov"))
    #expect(movie.tracks.map(\.alternateGroupID) == [1, 1] && movie.tracks.map(\.isEnabled) == [false, true])
    let options = try #require(try await movie.loadMediaSelectionGroup(for: .legible)).options
    #expect(options.map(\.extendedLanguageTag) == ["de", "fr"])
  }

  @Test func `captions are read as they were written`() async throws {
    let format = try CMFormatDescription(mediaType: .closedCaption, mediaSubType: .cea608)
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("captions.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .closedCaption, outputSettings: nil, sourceFormatHint: format)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let pair: [UInt8] = [0, 0, 0, 10] + Array("cdat".utf8) + [0x94, 0x20]
    #expect(input.append(try Self.buffer(pair, as: format, for: frames(0, 3))))
    await writer.finishWriting()
    let asset = AVURLAsset(url: folder.url("captions.mov"))
    let found = try Self.samples(of: asset, .closedCaption)
    #expect(found.map(\.bytes) == [pair] && found.map(\.range) == [frames(0, 3)])
    let read = try #require(asset.tracks(withMediaType: .closedCaption).first?.formatDescriptions.first)
    let description = try #require(read as? CMFormatDescription)
    #expect(description.mediaType == .closedCaption && description.mediaSubType == .cea608)
  }

  @Test func `a movie that is edited keeps its text`() async throws {
    let format = try Self.format()
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("whole.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for (text, range) in [("one", frames(0, 10)), ("two", frames(10, 20)), ("three", frames(20, 30))] {
      #expect(input.append(try Self.buffer(Self.sample(text), as: format, for: range)))
    }
    await writer.finishWriting()
    let movie = try AVMutableMovie(url: folder.url("whole.mov"), options: nil, error: ())
    movie.removeTimeRange(frames(10, 20))
    try movie.writeHeader(to: folder.url("cut.mov"), fileType: .mov)
    let found = try Self.samples(of: AVURLAsset(url: folder.url("cut.mov")), .subtitle)
    #expect(found.map(\.bytes) == [Self.sample("one"), Self.sample("three")])
    #expect(found.map(\.range) == [frames(0, 10), frames(10, 20)])
  }

  @Test func `files and hints that have no place for text are refused`() throws {
    let folder = try ScratchFolder()
    let format = try Self.format()
    let wave = try AVAssetWriter(url: folder.url("sound.wav"), fileType: .wav)
    #expect(!wave.canAdd(AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil, sourceFormatHint: format)))
    let writer = try AVAssetWriter(url: folder.url("film.mov"), fileType: .mov)
    #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .text, outputSettings: nil, sourceFormatHint: format)))
    #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .subtitle, outputSettings: [:])))
    #expect(writer.canApply(outputSettings: nil, forMediaType: .text))
    #expect(!wave.canApply(outputSettings: nil, forMediaType: .text))
  }

  @Test func `what a description of text says is there again`() throws {
    let format = try Self.format()
    var flags: CMTextDisplayFlags = 0
    #expect(unsafe CMTextFormatDescriptionGetDisplayFlags(format, displayFlagsOut: &flags) == noErr)
    #expect(flags == kCMTextDisplayFlag_fillTextRegion)
    var (across, down): (CMTextJustificationValue, CMTextJustificationValue) = (0, 0)
    #expect(
      unsafe CMTextFormatDescriptionGetJustification(format, horizontalOut: &across, verticalOut: &down) == noErr)
    #expect(across == kCMTextJustification_centered && down == kCMTextJustification_bottom_right)
    var box = CGRect.zero
    #expect(
      unsafe CMTextFormatDescriptionGetDefaultTextBox(
        format, originIsAtTopLeft: false, heightOfTextTrack: 180, defaultTextBoxOut: &box) == noErr)
    #expect(box == CGRect(x: 0, y: 120, width: 320, height: 60))
    var (font, isBold, isItalic, size): (UInt16, Bool, Bool, CGFloat) = (0, false, true, 0)
    var color: [CGFloat] = [0, 0, 1, 0]
    #expect(
      unsafe CMTextFormatDescriptionGetDefaultStyle(
        format, localFontIDOut: &font, boldOut: &isBold, italicOut: &isItalic, underlineOut: nil, fontSizeOut: &size,
        colorComponentsOut: &color) == noErr)
    #expect(font == 1 && isBold && !isItalic && size == 24 && color == [1, 1, 0, 1])
    var name: CFString?
    #expect(unsafe CMTextFormatDescriptionGetFontName(format, localFontID: 1, fontNameOut: &name) == noErr)
    #expect(name == "Sans-Serif")
    #expect(
      unsafe CMTextFormatDescriptionGetFontName(format, localFontID: 7, fontNameOut: &name)
        == kCMFormatDescriptionError_ValueNotAvailable)
    let box3G = CMFormatDescriptionGetExtension(
      format, extensionKey: kCMTextFormatDescriptionExtension_DefaultTextBox)
    #expect(((box3G as? [CFString: Any])?[kCMTextFormatDescriptionRect_Right] as? NSNumber)?.intValue == 320)
  }

  @Test func `descriptions of text are the same in a movie's bytes`() throws {
    let quickTime = try CMFormatDescription(
      mediaType: .text, mediaSubType: .qt,
      extensions: .init(base: [
        kCMTextFormatDescriptionExtension_TextJustification: 1,
        kCMTextFormatDescriptionExtension_DefaultFontName: "Geneva",
        kCMTextFormatDescriptionExtension_DefaultStyle: [
          kCMTextFormatDescriptionStyle_FontSize: 12, kCMTextFormatDescriptionStyle_Height: 16,
          kCMTextFormatDescriptionStyle_Ascent: 13,
        ],
      ]))
    for format in [quickTime, try Self.format(), try Self.format(kCMMediaType_Text)] {
      var block: CMBlockBuffer?
      #expect(
        unsafe CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
          allocator: nil, textFormatDescription: format, flavor: nil, blockBufferOut: &block) == noErr)
      var read: CMFormatDescription?
      #expect(
        unsafe CMTextFormatDescriptionCreateFromBigEndianTextDescriptionBlockBuffer(
          allocator: nil, bigEndianTextDescriptionBlockBuffer: try #require(block), flavor: nil,
          mediaType: format.mediaType.rawValue, formatDescriptionOut: &read) == noErr)
      #expect(read == format)
    }
    var name: CFString?
    let style = quickTime.extensions[kCMTextFormatDescriptionExtension_DefaultStyle] as? [CFString: Any]
    let number = try #require(style?[kCMTextFormatDescriptionStyle_Font] as? NSNumber).uint16Value
    #expect(unsafe CMTextFormatDescriptionGetFontName(quickTime, localFontID: number, fontNameOut: &name) == noErr)
    #expect(name == "Geneva" && (style?[kCMTextFormatDescriptionStyle_Ascent] as? NSNumber)?.intValue == 13)
    var read: CMFormatDescription?
    let short: [UInt8] = [0, 0, 0, 12] + Array("tx3g".utf8) + [0, 0, 0, 0]
    #expect(
      unsafe CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
        allocator: nil, bigEndianTextDescriptionData: short, size: short.count, flavor: nil,
        mediaType: kCMMediaType_Text, formatDescriptionOut: &read) == kCMFormatDescriptionError_InvalidParameter)
  }
  @Test func `what text is like is said in Swift's words`() throws {
    var said = CMFormatDescription.Extensions()
    said[.displayFlags] = .textDisplayFlags([.scrollIn, .scrollDirection_leftToRight])
    said[.verticalJustification] = .textJustification(.bottom)
    said[.defaultTextBox] = .textRect(top: 10, left: 0, bottom: 60, right: 320)
    said[.fontTable] = .fontTable([3: "Serif"])
    said[.defaultStyle] = .mobile3GPPTextDefaultStyle(
      startChar: 0, endChar: 0, localFontID: 3, fontFace: [.bold, .underline], fontSize: 20,
      foregroundColor: .mobile3GPPTextColor(red: 1, green: 0, blue: 1, alpha: 1))
    let format = try CMFormatDescription(mediaType: .subtitle, mediaSubType: .mobile3GPP, extensions: said)
    let flags = try format.displayFlags()
    #expect(flags.rawValue == 0x1A0 && flags.scrollDirection == .scrollDirection_leftToRight)
    #expect(try format.justification() == (.left, .bottom))
    #expect(
      try format.defaultTextBox(originIsAtTopLeft: true, heightOfTextTrack: 60)
        == CGRect(x: 0, y: 10, width: 320, height: 50))
    let style = try format.defaultStyle()
    #expect(style.localFontID == 3 && style.bold && !style.italic && style.underline && style.fontSize == 20)
    #expect(style.colorComponents == [1, 0, 1, 1])
    #expect(try format.fontName(localFontID: 3) == "Serif")
    #expect(throws: CMFormatDescription.Error.valueNotAvailable) { try format.fontName(localFontID: -1) }
    let video = try CMFormatDescription(videoCodecType: .init(string: "avc1"), width: 4, height: 2)
    #expect(throws: CMFormatDescription.Error.valueNotAvailable) { try video.displayFlags() }
    #expect(video.mediaSubType == .h264 && video.nalUnitHeaderLength == nil)
    // Numbers that no movie has room for are as near as can be.
    said[.defaultStyle] = .mobile3GPPTextDefaultStyle(
      startChar: .max, endChar: .min, localFontID: 1, fontFace: .all, fontSize: .max,
      foregroundColor: .mobile3GPPTextColor(red: .nan, green: 2, blue: -1, alpha: 1))
    let strange = try CMFormatDescription(mediaType: .text, mediaSubType: .mobile3GPP, extensions: said)
    let input = AVAssetWriterInput(mediaType: .text, outputSettings: nil, sourceFormatHint: strange)
    #expect(AVAssetWriterInputCaptionAdaptor(assetWriterInput: input).assetWriterInput === input)
    #expect(try strange.defaultStyle().colorComponents == [0, 1, 0, 1])
  }

  @Test func `the font of QuickTime's text is named in its style, too`() throws {
    var said = CMFormatDescription.Extensions()
    said[.defaultStyle] = .qtTextDefaultStyle(
      startChar: 0, height: 16, ascent: 13, localFontID: 2, fontFace: .italic, fontSize: 12,
      foregroundColor: .qtTextColor(red: 0, green: 1, blue: 0, alpha: 1), defaultFontName: "Geneva")
    let format = try CMFormatDescription(mediaType: .text, mediaSubType: .qt, extensions: said)
    #expect(try format.fontName(localFontID: 2) == "Geneva" && format.defaultStyle().colorComponents == [0, 1, 0, 1])
  }
}
