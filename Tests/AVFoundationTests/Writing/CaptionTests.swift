import AVFoundation
import Foundation
import TestSupport
import Testing

/// Captions: how they look, in which groups they are read, and as samples of movies.
@Suite("Captions")
struct CaptionTests {
  private static let yellow = CGColor(red: 1, green: 1, blue: 0, alpha: 1)

  /// A caption of two words, the second one bold, slanted, underlined and yellow.
  private static func caption(_ range: CMTimeRange = frames(0, 10)) -> AVMutableCaption {
    let caption = AVMutableCaption("Grüezi mitenand", timeRange: range)
    let word = NSRange(location: 7, length: 8)
    caption.setFontWeight(.bold, in: word)
    caption.setFontStyle(.italic, in: word)
    caption.setDecoration(.underline, in: word)
    caption.setTextColor(yellow, in: word)
    return caption
  }

  @Test func `letters look as they are said to, as far as they do so together`() throws {
    let caption = Self.caption()
    let text = caption.text
    let second = try #require(text.firstIndex(of: "m"))
    let (weight, range) = caption.fontWeight(at: second)
    #expect(weight == .bold && text[range] == "mitenand")
    let (usual, before) = caption.fontWeight(at: text.startIndex)
    #expect(usual == .unknown && text[before] == "Grüezi ")
    #expect(caption.textColor(at: second).0 == Self.yellow && caption.textColor(at: text.startIndex).0 == nil)
    #expect(caption.fontStyle(at: second).0 == .italic && caption.decoration(at: second).0 == .underline)
    #expect(caption.backgroundColor(at: second).0 == nil && caption.textCombine(at: second).0 == .none)
    #expect(text[caption.textCombine(at: second).1] == text[...])
    // What lies behind the text is left out.
    caption.removeFontStyle(in: NSRange(location: 11, length: 100))
    #expect(text[caption.fontStyle(at: second).1] == "mite")
    caption.setRuby(AVCaption.Ruby(text: "hello"), in: NSRange(location: 0, length: 6))
    #expect(caption.ruby(at: text.startIndex).0 == AVCaptionRuby(text: "hello") && caption.ruby(at: second).0 == nil)
    #expect(caption.fontWeight(at: text.endIndex).1.isEmpty)
    let copy = try #require(caption.copy() as? AVCaption)
    caption.text = "Adieu"
    #expect(caption.fontWeight(at: caption.text.startIndex).0 == .unknown && copy.text == "Grüezi mitenand")
    #expect(copy.fontWeight(at: second).0 == .bold && !(copy is AVMutableCaption))
  }

  @Test func `a caption keeps a copy of its region`() throws {
    let caption = Self.caption()
    #expect(caption.region == nil && caption.textAlignment == .start && caption.animation == .none)
    caption.region = .appleITTBottom
    (caption.textAlignment, caption.animation) = (.center, .characterReveal)
    #expect(caption.region == .appleITTBottom && caption.region != .appleITTTop)
    #expect(caption.textAlignment == .center && caption.animation == .characterReveal)
    let own = AVMutableCaptionRegion(identifier: "own")
    own.origin = AVCaptionPoint(
      x: AVCaptionDimensionMake(10, .percent), y: AVCaptionDimension(value: 3, units: .cells))
    (own.displayAlignment, own.scroll) = (.after, .rollUp)
    caption.region = own
    own.displayAlignment = .before
    #expect(caption.region?.displayAlignment == .after && caption.region?.scroll == .rollUp)
    #expect(caption.region?.origin.x.value == 10 && caption.region?.size.width.units == .unspecified)
    #expect(AVMutableCaptionRegion() == AVMutableCaptionRegion() && own != AVMutableCaptionRegion())
    #expect(AVCaptionRegion.appleITTRight.writingMode == .topToBottomAndRightToLeft)
  }

  @Test func `captions are grouped wherever one begins or ends`() {
    let grouper = AVCaptionGrouper()
    for (text, range) in [("a", frames(0, 10)), ("b", frames(4, 10)), ("c", frames(15, 20))] {
      grouper.add(AVCaption(text, timeRange: range))
    }
    let first = grouper.flushAddedCaptions(upTo: frames(12))
    #expect(first.map { $0.captions.map(\.text) } == [["a"], ["a", "b"]])
    #expect(first.map(\.timeRange) == [frames(0, 4), frames(4, 10)])
    let rest = grouper.flushAddedCaptions(upTo: .positiveInfinity)
    #expect(rest.map { $0.captions.map(\.text) } == [[], ["c"]])
    #expect(rest.map(\.timeRange) == [frames(10, 15), frames(15, 20)])
    #expect(grouper.flushAddedCaptions(upTo: .positiveInfinity).isEmpty)
    #expect(AVCaptionGroup(timeRange: frames(0, 1)).captions.isEmpty)
  }

  @Test("captions are read from movies as they were written", arguments: [AVMediaType.subtitle, .text])
  func movie(mediaType: AVMediaType) async throws {
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("captions.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: mediaType, outputSettings: nil)
    let adaptor = AVAssetWriterInputCaptionAdaptor(assetWriterInput: input)
    #expect(adaptor.assetWriterInput === input)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    #expect(adaptor.append(Self.caption()))
    let both = [AVCaption("one", timeRange: frames(10, 20)), AVCaption("two", timeRange: frames(10, 20))]
    #expect(adaptor.append(AVCaptionGroup(captions: both, timeRange: frames(10, 20))))
    #expect(adaptor.append(AVCaptionGroup(timeRange: frames(20, 24))))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")

    let asset = AVURLAsset(url: folder.url("captions.mov"))
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(try await asset.loadTracks(withMediaType: mediaType).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let captions = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
    reader.add(output)
    #expect(reader.startReading())
    var groups: [AVCaptionGroup] = []
    while let group = captions.nextCaptionGroup() { groups.append(group) }
    #expect(groups.map(\.timeRange) == [frames(0, 10), frames(10, 20), frames(20, 24)])
    #expect(groups.map { $0.captions.map(\.text) } == [["Grüezi mitenand"], ["one\ntwo"], []])
    let first = try #require(groups.first?.captions.first)
    let second = try #require(first.text.firstIndex(of: "m"))
    let (weight, range) = first.fontWeight(at: second)
    #expect(weight == .bold && first.text[range] == "mitenand")
    #expect(first.fontStyle(at: second).0 == .italic && first.decoration(at: second).0 == .underline)
    #expect(first.textColor(at: second).0 == Self.yellow && first.textColor(at: first.text.startIndex).0 == nil)
    #expect(captions.captionsNotPresentInPreviousGroups(in: groups[1]) == groups[1].captions)
  }

  @Test func `captions have no place in closed captions`() throws {
    let format = try CMFormatDescription(mediaType: .closedCaption, mediaSubType: .cea608)
    let input = AVAssetWriterInput(mediaType: .closedCaption, outputSettings: nil, sourceFormatHint: format)
    #expect(!AVAssetWriterInputCaptionAdaptor(assetWriterInput: input).append(Self.caption()))
  }
}
