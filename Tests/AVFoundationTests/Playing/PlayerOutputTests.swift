import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Outputs of a player's item that tell of texts and statements when the player comes to them.
@Suite("Outputs of text and metadata")
struct PlayerOutputTests {
  // MARK: Text

  @Test func `text comes at its time, ends at its end, and has the file's style`() async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await TextFilms.film(in: folder))
    let reader = Reader()
    let output = AVPlayerItemLegibleOutput()
    output.setDelegate(reader, queue: reader.queue)
    #expect(output.delegate === reader && output.delegateQueue === reader.queue)
    item.add(output)
    try await TextFilms.select(0, of: item)
    let player = AVPlayer(playerItem: item)
    player.play()
    #expect(await Poll.eventually { reader.texts.count == 4 })
    #expect(reader.texts == [["one two"], [], ["three"], []])
    // Matroska's times are rounded.
    let apart = zip(reader.entries, [0.1, 0.3, 0.5, 0.7]).map { abs($0.time.seconds - $1) }
    #expect(apart.allSatisfy { $0 < 0.002 }, "\(apart)")
    let first = try #require(reader.entries.first?.strings.first)
    let italic = NSAttributedString.Key(rawValue: kCMTextMarkupAttribute_ItalicStyle as String)
    #expect(first.attribute(italic, at: 0, effectiveRange: nil) as? Bool == true)
    #expect(first.attribute(italic, at: 4, effectiveRange: nil) == nil)
    let alignment = NSAttributedString.Key(rawValue: kCMTextMarkupAttribute_Alignment as String)
    #expect(
      first.attribute(alignment, at: 0, effectiveRange: nil) as? String
        == kCMTextMarkupAlignmentType_Middle as String)
    #expect(reader.flushes == 0 && item.outputs == [output])
  }

  @Test func `after a jump the sequence begins anew with what is read there`() async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await TextFilms.film(in: folder))
    let reader = Reader()
    let output = AVPlayerItemLegibleOutput()
    output.setDelegate(reader, queue: reader.queue)
    item.add(output)
    try await TextFilms.select(0, of: item)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(18), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await Poll.eventually { reader.texts == [["three"]] })
    #expect(reader.entries.first?.time == frames(18))
    #expect(await player.seek(to: frames(12), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await player.seek(to: frames(6), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await Poll.eventually { reader.texts == [["three"], ["one two"]] })
    #expect(reader.flushes >= 2)
    // Other options are read where the player stands.
    try await TextFilms.select(1, of: item)
    #expect(await Poll.eventually { reader.texts.last == ["eins"] })
    let texts = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
    item.select(nil, in: texts)
    #expect(await Poll.eventually { reader.texts.last == [] })
    item.remove(output)
    #expect(item.outputs.isEmpty)
    let other = AVPlayerItem(asset: item.asset)
    other.add(output)
    #expect(other.outputs == [output])
    item.add(output)
    #expect(item.outputs.isEmpty)
  }

  @Test func `text is given as pictures that lie at the bottom of the film`() async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await TextFilms.film(in: folder))
    let painter = Painter()
    let output = AVPlayerItemRenderedLegibleOutput(videoDisplaySize: CGSize(width: 640, height: 360))
    output.setDelegate(painter, queue: painter.queue)
    #expect(output.videoDisplaySize == CGSize(width: 640, height: 360) && output.delegate === painter)
    item.add(output)
    try await TextFilms.select(0, of: item)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(18), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await Poll.eventually { painter.images.count == 1 })
    let images = try #require(painter.images.first)
    let image = try #require(images.first)
    let (width, height) = (CVPixelBufferGetWidth(image.pixelBuffer), CVPixelBufferGetHeight(image.pixelBuffer))
    #expect(images.count == 1 && width > 20 && width < 400 && height > 8 && height < 120)
    // In the middle, in the lower half.
    let middle = image.position.x + Double(width) / 2
    #expect(abs(middle - 320) < 20 && image.position.y > 180 && image.position.y + Double(height) <= 360)
    #expect(CVPixelBufferGetPixelFormatType(image.pixelBuffer) == kCVPixelFormatType_32BGRA)
  }

  @Test func `rules of style count where the file says nothing, for the text that they select`() async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await TextFilms.film(in: folder))
    let (size, color) = (kCMTextMarkupAttribute_RelativeFontSize, kCMTextMarkupAttribute_ForegroundColorARGB)
    let rules = try [
      #require(AVTextStyleRule(textMarkupAttributes: [size as String: 150])),
      #require(AVTextStyleRule(textMarkupAttributes: [color as String: [1, 1, 0, 0]], textSelector: "::cue(i)")),
      #require(AVTextStyleRule(textMarkupAttributes: [color as String: [1, 0, 0, 0]], textSelector: ".loud")),
    ]
    let list = try PropertyListSerialization.data(
      fromPropertyList: AVTextStyleRule.propertyList(for: rules), format: .xml, options: 0)
    let stored = try PropertyListSerialization.propertyList(from: list, options: [], format: nil)
    item.textStyleRules = AVTextStyleRule.textStyleRules(fromPropertyList: stored)
    #expect(item.textStyleRules?.map(\.textSelector) == [nil, "::cue(i)", ".loud"])
    #expect(AVTextStyleRule.textStyleRules(fromPropertyList: "none") == nil)
    let reader = Reader()
    let output = AVPlayerItemLegibleOutput()
    output.setDelegate(reader, queue: reader.queue)
    item.add(output)
    try await TextFilms.select(0, of: item)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(6), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await Poll.eventually { reader.entries.count == 1 })
    let string = try #require(reader.entries.first?.strings.first)
    func value(_ key: CFString, at place: Int) -> Any? {
      string.attribute(NSAttributedString.Key(rawValue: key as String), at: place, effectiveRange: nil)
    }
    #expect([0, 4].map { (value(size, at: $0) as? NSNumber)?.intValue } == [150, 150])
    #expect((value(color, at: 0) as? [Any])?.compactMap { ($0 as? NSNumber)?.intValue } == [1, 1, 0, 0])
    #expect(value(color, at: 4) == nil)
  }

  // MARK: Metadata

  @Test func `groups of metadata come in order, with their track, filtered by identifiers`() async throws {
    let folder = try ScratchFolder()
    let url = try await TextFilms.statements(in: folder)
    let item = AVPlayerItem(url: url)
    let (all, words) = (Listener(), Listener())
    let outputs = [
      AVPlayerItemMetadataOutput(identifiers: nil), AVPlayerItemMetadataOutput(identifiers: ["mdta/org.demo.word"]),
    ]
    for (output, listener) in zip(outputs, [all, words]) {
      output.setDelegate(listener, queue: listener.queue)
      item.add(output)
    }
    outputs[1].advanceIntervalForDelegateInvocation = 10
    let player = AVPlayer(playerItem: item)
    player.play()
    #expect(await Poll.eventually { all.entries.count == 3 && words.entries.count == 2 })
    #expect(all.entries.map(\.value) == ["Anfang", "48", "Ende"] && words.entries.map(\.value) == ["Anfang", "Ende"])
    #expect(all.entries.map(\.range) == [frames(3, 6), frames(6, 15), frames(15, 21)])
    #expect(Set(all.entries.map(\.trackID)).count == 1)
    #expect(all.entries.first?.trackID == item.asset.tracks(withMediaType: .metadata).first?.trackID)
    #expect(await player.seek(to: frames(20), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await Poll.eventually { all.entries.count == 4 && all.flushes == 1 })
    #expect(all.entries.last?.value == "Ende")
  }

  @Test func `an item's timed metadata is what it stated last, and its timebase goes as it does`() async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await TextFilms.statements(in: folder))
    #expect(item.timedMetadata == nil)
    let timebase = try #require(item.timebase)
    #expect(item.timebase === timebase && timebase.rate == 0 && timebase.time == .zero)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(16), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await Poll.eventually { item.timedMetadata?.first?.stringValue == "Ende" })
    #expect(await Poll.eventually { timebase.time == frames(16) } && item.outputs.isEmpty, "\(timebase.time)")
    player.rate = 0.01
    #expect(await Poll.eventually { timebase.rate == 0.01 && timebase.time > frames(16) })
    let apart = abs((timebase.time - item.currentTime()).seconds)
    #expect(apart < 0.1 && timebase.sourceClock == CMClock.hostTimeClock)
    player.pause()
    #expect(await Poll.eventually { timebase.rate == 0 && timebase.time == item.currentTime() })
  }

  @Test func `times of the machine's clock are times of the item`() async throws {
    let item = AVPlayerItem(url: try await Films.second())
    let output = AVPlayerItemLegibleOutput()
    #expect(output.advanceIntervalForDelegateInvocation == 0 && output.textStylingResolution == .default)
    #expect(!output.suppressesPlayerRendering)
    output.suppressesPlayerRendering = true
    output.textStylingResolution = .sourceAndRulesOnly
    #expect(output.suppressesPlayerRendering && output.textStylingResolution == .sourceAndRulesOnly)
    item.add(output)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(9), toleranceBefore: .zero, toleranceAfter: .zero))
    let now = DispatchTime.now().uptimeNanoseconds
    #expect(output.itemTime(forMachAbsoluteTime: Int64(now)) == frames(9))
    #expect(output.itemTime(forHostTime: Double(now) / 1_000_000_000 + 100) == frames(9))
  }
}

/// A delegate for text.
private final class Reader: NSObject, AVPlayerItemLegibleOutputPushDelegate, Sendable {
  struct Entry: @unchecked Sendable {
    // @unchecked: strings that are not changed.
    let time: CMTime
    let strings: [NSAttributedString]
  }

  let queue = DispatchQueue(label: "texts")
  private let kept = Mutex<(entries: [Entry], flushes: Int)>(([], 0))

  var entries: [Entry] { kept.withLock(\.entries) }
  var texts: [[String]] { entries.map { $0.strings.map(\.string) } }
  var flushes: Int { kept.withLock(\.flushes) }

  func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
  ) {
    let entry = Entry(time: itemTime, strings: strings)
    kept.withLock { $0.entries.append(entry) }
  }

  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { kept.withLock { $0.flushes += 1 } }
}

/// A delegate for pictures of text.
private final class Painter: NSObject, AVPlayerItemRenderedLegibleOutputPushDelegate, Sendable {
  let queue = DispatchQueue(label: "pictures of text")
  private let kept = Mutex<[[AVRenderedCaptionImage]]>([])

  var images: [[AVRenderedCaptionImage]] { kept.withLock { $0 } }

  func renderedLegibleOutput(
    _ output: AVPlayerItemRenderedLegibleOutput, didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage],
    forItemTime itemTime: CMTime
  ) {
    kept.withLock { $0.append(captionImages) }
  }
}

/// A delegate for metadata.
private final class Listener: NSObject, AVPlayerItemMetadataOutputPushDelegate, Sendable {
  struct Entry: Sendable {
    let range: CMTimeRange
    let value: String?
    let trackID: CMPersistentTrackID?
  }

  let queue = DispatchQueue(label: "statements")
  private let kept = Mutex<(entries: [Entry], flushes: Int)>(([], 0))

  var entries: [Entry] { kept.withLock(\.entries) }
  var flushes: Int { kept.withLock(\.flushes) }

  func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?
  ) {
    for group in groups {
      let entry = Entry(
        range: group.timeRange, value: group.items.first?.stringValue, trackID: track?.assetTrack?.trackID)
      kept.withLock { $0.entries.append(entry) }
    }
  }

  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { kept.withLock { $0.flushes += 1 } }
}

/// Films with something to tell.
private enum TextFilms {
  /// A second of pictures with English text, its first word slanted, and German text.
  static func film(in folder: ScratchFolder) async throws -> URL {
    let english = try folder.write(
      "1\n00:00:00,100 --> 00:00:00,300\n<i>one</i> two\n\n2\n00:00:00,500 --> 00:00:00,700\nthree\n",
      to: "english.srt")
    let german = try folder.write("1\n00:00:00,100 --> 00:00:00,300\neins\n", to: "german.srt")
    let file = folder.url("texts.mkv")
    try await MediaTools.ffmpeg([
      "-i", try await Films.second().path, "-i", english.path, "-i", german.path, "-map", "0:v", "-map", "1:s", "-map",
      "2:s", "-c:v", "copy", "-c:s", "subrip", "-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=ger",
      file.path,
    ])
    return file
  }

  /// Has the text with this number be presented.
  static func select(_ number: Int, of item: AVPlayerItem) async throws {
    let texts = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
    item.select(texts.options[number], in: texts)
  }

  /// A second of pictures with statements of words and of a number.
  static func statements(in folder: ScratchFolder) async throws -> URL {
    let groups = [
      AVTimedMetadataGroup(items: [statement("Anfang", "word")], timeRange: frames(3, 6)),
      AVTimedMetadataGroup(items: [statement("48", "number")], timeRange: frames(6, 15)),
      AVTimedMetadataGroup(items: [statement("Ende", "word")], timeRange: frames(15, 21)),
    ]
    let format = try #require(
      AVTimedMetadataGroup(items: [statement("", "word"), statement("", "number")], timeRange: .zero)
        .copyFormatDescription())
    let asset = AVURLAsset(url: try await Films.second())
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    let url = folder.url("statements.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let pictures = AVAssetWriterInput(
      mediaType: .video, outputSettings: nil, sourceFormatHint: (track.formatDescriptions[0] as? CMFormatDescription))
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)
    writer.add(pictures)
    writer.add(input)
    #expect(writer.startWriting() && reader.startReading())
    writer.startSession(atSourceTime: .zero)
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    for group in groups { #expect(adaptor.append(group)) }
    input.markAsFinished()
    while let buffer = output.copyNextSampleBuffer() { #expect(pictures.append(buffer)) }
    pictures.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    return url
  }

  private static func statement(_ value: String, _ key: String) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: "mdta/org.demo.\(key)")
    (item.value, item.dataType) = (value as NSString, kCMMetadataBaseDataType_UTF8 as String)
    return item
  }
}
