import AVFoundation
import Foundation
import TestSupport
import Testing

/// Tracks of metadata that holds for a while, written and read as programs do that make Live Photos.
@Suite("Timed metadata")
struct TimedMetadataTests {
  /// A statement of a number of eight bits at a moment: which frame of the film is the still picture.
  private static func stillImageTime(_ number: Int8 = 0) -> AVMutableMetadataItem {
    let item = AVMutableMetadataItem()
    item.key = "com.apple.quicktime.still-image-time" as NSString
    item.keySpace = AVMetadataKeySpace(rawValue: "mdta")
    item.value = NSNumber(value: number)
    item.dataType = kCMMetadataBaseDataType_SInt8 as String
    return item
  }

  private static func text(_ value: String, _ key: String, language: String? = nil) -> AVMutableMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: "mdta/\(key)")
    (item.value, item.dataType) = (value as NSString, kCMMetadataBaseDataType_UTF8 as String)
    item.extendedLanguageTag = language
    return item
  }

  /// A film whose pictures are copied, with `groups` beside them; `type` is what the film is.
  private func film(
    _ groups: [AVTimedMetadataGroup], _ name: String, as type: AVFileType, format: CMFormatDescription,
    in folder: ScratchFolder
  ) async throws -> URL {
    let asset = AVURLAsset(url: try await Films.first())
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: folder.url(name), fileType: type)
    let pictures = AVAssetWriterInput(
      mediaType: .video, outputSettings: nil,
      sourceFormatHint: (track.formatDescriptions[0] as? CMFormatDescription))
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    #expect(writer.canAdd(pictures) && writer.canAdd(input))
    writer.add(pictures)
    writer.add(input)
    let kind = AVAssetTrack.AssociationType.metadataReferent.rawValue
    #expect(input.canAddTrackAssociation(withTrackOf: pictures, type: kind))
    input.addTrackAssociation(withTrackOf: pictures, type: kind)
    #expect(writer.startWriting() && reader.startReading())
    writer.startSession(atSourceTime: .zero)
    for group in groups { #expect(adaptor.append(group)) }
    input.markAsFinished()
    while let buffer = output.copyNextSampleBuffer() { #expect(pictures.append(buffer)) }
    pictures.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    return folder.url(name)
  }

  /// What the track of metadata of `url` states.
  private func groups(in url: URL) throws -> [AVTimedMetadataGroup] {
    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .metadata).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    reader.add(output)
    #expect(reader.startReading())
    var found: [AVTimedMetadataGroup] = []
    while let group = adaptor.nextTimedMetadataGroup() { found.append(group) }
    #expect(reader.status == .completed)
    return found
  }

  @Test("the moment of the still picture is written and read", arguments: [AVFileType.mov, .mp4])
  func stillImage(type: AVFileType) async throws {
    let specification: NSDictionary = [
      kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier as NSString:
        "mdta/com.apple.quicktime.still-image-time",
      kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType as NSString: "com.apple.metadata.datatype.int8",
    ]
    var made: CMFormatDescription?
    CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
      allocator: kCFAllocatorDefault, metadataType: kCMMetadataFormatType_Boxed,
      metadataSpecifications: [specification] as CFArray, formatDescriptionOut: &made)
    let format = try #require(made)
    #expect(CMFormatDescriptionGetMediaType(format) == kCMMediaType_Metadata)
    #expect(CMFormatDescriptionGetMediaSubType(format) == kCMMetadataFormatType_Boxed)
    let folder = try ScratchFolder()
    let group = AVTimedMetadataGroup(items: [Self.stillImageTime(-1)], timeRange: frames(12, 13))
    let url = try await film([group], "live.\(type == .mov ? "mov" : "mp4")", as: type, format: format, in: folder)

    let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .metadata).first)
    let description = try #require(track.formatDescriptions.first as? CMFormatDescription)
    #expect(
      CMMetadataFormatDescriptionGetIdentifiers(description) as? [String]
        == ["mdta/com.apple.quicktime.still-image-time"])
    // An empty sample stands before it.
    #expect(track.timeRange == CMTimeRange(start: .zero, end: frames(13)))
    let found = try groups(in: url)
    #expect(found.map(\.timeRange) == [frames(12, 13)])
    let item = try #require(found.first?.items.first)
    #expect(item.identifier?.rawValue == "mdta/com.apple.quicktime.still-image-time")
    #expect(item.numberValue == -1 && item.dataType == "com.apple.metadata.datatype.int8" && item.time == frames(12))
    // Another reader's opinion.
    let listed = try await MediaTools.ffprobe([
      "-show_entries", "stream=codec_type,codec_tag_string,nb_frames", "-of", "csv=p=0", url.path,
    ])
    #expect(listed.contains("data,mebx,2"), "\(listed)")
    #expect(listed.contains("video,avc1,30"), "\(listed)")
  }

  @Test func `groups with gaps between them hold when they are said to`() async throws {
    let place = "+48.2082+016.3738/"
    let all = [
      AVTimedMetadataGroup(
        items: [
          Self.text(place, "com.apple.quicktime.location.ISO6709"),
          Self.text("Anfang", "org.demo.word", language: "de"),
        ],
        timeRange: frames(3, 6)),
      // Holds until the next one.
      AVTimedMetadataGroup(
        items: [Self.text("Mitte", "org.demo.word", language: "de")],
        timeRange: CMTimeRange(start: frames(10), duration: .invalid)),
      AVTimedMetadataGroup(
        items: [Self.text("Ende", "org.demo.word", language: "de"), Self.text("end", "org.demo.word", language: "en")],
        timeRange: frames(15, 21)),
    ]
    let every = AVTimedMetadataGroup(
      items: [
        Self.text("", "com.apple.quicktime.location.ISO6709"), Self.text("", "org.demo.word", language: "de"),
        Self.text("", "org.demo.word", language: "en"),
      ], timeRange: .zero)
    let format = try #require(every.copyFormatDescription())
    let folder = try ScratchFolder()
    let found = try groups(in: try await film(all, "words.mov", as: .mov, format: format, in: folder))
    #expect(found.map(\.timeRange) == [frames(3, 6), frames(10, 15), frames(15, 21)])
    #expect(found.map { $0.items.compactMap(\.stringValue) } == [[place, "Anfang"], ["Mitte"], ["Ende", "end"]])
    #expect(found.last?.items.map(\.extendedLanguageTag) == ["de", "en"])
  }

  @Test func `a group that the format has no place for is refused`() async throws {
    let format = try #require(
      AVTimedMetadataGroup(items: [Self.stillImageTime()], timeRange: .zero).copyFormatDescription())
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("refused.mov"), fileType: .mov)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    #expect(!adaptor.append(AVTimedMetadataGroup(items: [Self.text("x", "org.demo.other")], timeRange: frames(0, 1))))
    // A number that is too large for the type.
    let large = Self.stillImageTime()
    for value in [300, 0.5, -129] as [Double] {
      large.value = NSNumber(value: value)
      #expect(!adaptor.append(AVTimedMetadataGroup(items: [large], timeRange: frames(0, 1))))
    }
    #expect(!adaptor.append(AVTimedMetadataGroup(items: [large], timeRange: frames(0, 1))))
    writer.cancelWriting()
    let other = try AVAssetWriter(outputURL: folder.url("other.wav"), fileType: .wav)
    #expect(!other.canAdd(AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)))
  }

  @Test(
    "values of every type are the same when they are read",
    arguments: [
      (kCMMetadataBaseDataType_SInt8, NSNumber(value: -7)), (kCMMetadataBaseDataType_SInt16, NSNumber(value: -30_000)),
      (kCMMetadataBaseDataType_SInt32, NSNumber(value: -2_000_000_000)),
      (kCMMetadataBaseDataType_SInt64, NSNumber(value: Int64.min)),
      (kCMMetadataBaseDataType_UInt8, NSNumber(value: 200)),
      (kCMMetadataBaseDataType_UInt16, NSNumber(value: 60_000)),
      (kCMMetadataBaseDataType_UInt32, NSNumber(value: 4_000_000_000)),
      (kCMMetadataBaseDataType_Float32, NSNumber(value: Float(0.1))),
      (kCMMetadataBaseDataType_Float64, NSNumber(value: 0.1)),
    ] as [(String, NSNumber)])
  func numbers(type: String, value: NSNumber) throws {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: "mdta/org.demo.number")
    (item.value, item.dataType) = (value, type)
    let group = AVTimedMetadataGroup(items: [item], timeRange: frames(0, 1))
    #expect(try Self.read(group).items.first?.numberValue == value)
  }

  @Test func `rectangles and bytes are the same when they are read`() throws {
    let face = AVMutableMetadataItem()
    face.identifier = AVMetadataIdentifier(rawValue: "mdta/org.demo.face")
    face.value = NSDictionary(dictionary: ["X": 1.5, "Y": 2, "Width": 30, "Height": 40])
    face.dataType = kCMMetadataBaseDataType_RectF32
    let bytes = AVMutableMetadataItem()
    bytes.identifier = AVMetadataIdentifier(rawValue: "mdta/org.demo.bytes")
    bytes.value = NSData(data: Data([1, 0, 255]))
    bytes.dataType = kCMMetadataBaseDataType_RawData
    let found = try Self.read(AVTimedMetadataGroup(items: [face, bytes], timeRange: frames(0, 1)))
    let rectangle = try #require(found.items[0].value as? NSDictionary)
    #expect(rectangle["X"] as? Double == 1.5 && rectangle["Height"] as? Double == 40)
    #expect(found.items[1].dataValue == Data([1, 0, 255]))
  }

  /// `group`, written and read in memory alone.
  private static func read(_ group: AVTimedMetadataGroup) throws -> AVTimedMetadataGroup {
    let folder = try ScratchFolder()
    let format = try #require(group.copyFormatDescription())
    let writer = try AVAssetWriter(outputURL: folder.url("alone.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    #expect(AVAssetWriterInputMetadataAdaptor(assetWriterInput: input).append(group))
    let done = DispatchSemaphore(value: 0)
    writer.finishWriting { done.signal() }
    #expect(done.wait(timeout: .now() + 60) == .success)
    let asset = AVURLAsset(url: folder.url("alone.mov"))
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(asset.tracks(withMediaType: .metadata).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    reader.add(output)
    #expect(reader.startReading())
    return try #require(adaptor.nextTimedMetadataGroup())
  }
}
