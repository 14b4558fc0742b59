import AVFoundation
import TestSupport
import Testing

@Suite("Tags, and formats of other media")
struct TagTests {
  private func picture() throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 8, 4, kCVPixelFormatType_32BGRA, nil, &buffer)
    return try #require(buffer)
  }

  @Test func `a tag has a value of the type of its category`() {
    let tags: [CMTag] = [
      .mediaType(.video), .videoLayerID(1), .stereoView([.leftEye, .rightEye]), .projectionType(.equirectangular),
      .packingType(.sideBySide), .trackID(7), .pixelFormat(kCVPixelFormatType_32BGRA),
    ]
    #expect(tags.firstValue(matchingCategory: .mediaType) == .video && tags.firstValue(matchingCategory: .trackID) == 7)
    #expect(tags.first(matchingCategory: .stereoView)?.typedValue == [.leftEye, .rightEye])
    #expect(tags.filter(matchingCategory: .projectionType).map(\.typedValue) == [.equirectangular])
    #expect(tags.firstValue(matchingCategory: .channelID) == nil)
    #expect(tags.firstValue(matchingCategory: .packingType) == .sideBySide)
    #expect(tags[1].rawCategory == 0x766C_6179 && tags[1].rawTagValue == .int64(1))
    #expect(tags[1] == CMTag(rawCategory: 0x766C_6179, rawTagValue: .int64(1)) && tags[1] != .videoLayerID(2))
    #expect(CMTag(rawCategory: 0x766C_6179, rawTagValue: .flags(1)).value(onlyIfMatching: .videoLayerID) == nil)
    #expect("\(tags[1])" == "'vlay': 1" && "\(tags[6])" == "'pixf': 'BGRA'")
    let own = CMTypedTag<Double>.Category(rawCategory: 1) {
      if case .float64(let number) = $0 { number } else { nil }
    } tagValueForValue: {
      .float64($0)
    }
    #expect(CMTypedTag(category: own, value: 2.5).value(onlyIfMatching: own) == 2.5)
  }

  @Test func `a sample buffer holds the pictures of both eyes`() throws {
    let eyes = [
      CMTaggedBuffer(tags: [.stereoView(.leftEye), .videoLayerID(0)], pixelBuffer: try picture()),
      CMTaggedBuffer(tags: [.stereoView(.rightEye), .videoLayerID(1)], pixelBuffer: try picture()),
    ]
    let format = try CMTaggedBufferGroupFormatDescription(taggedBuffers: eyes)
    #expect(format.mediaType == .taggedBufferGroup && format.matches(taggedBuffers: eyes))
    #expect(!format.matches(taggedBuffers: eyes.reversed()))
    #expect(throws: (any Error).self) { try CMFormatDescription(taggedBuffers: []) }
    let buffer = try CMSampleBuffer(
      taggedBuffers: eyes, presentationTimeStamp: frames(3), duration: frames(1), formatDescription: format)
    let held = try #require(try CMSampleBuffer(copying: buffer).taggedBuffers)
    #expect(held.map(\.buffer) == eyes.map(\.buffer) && held.map(\.tags) == eyes.map(\.tags))
    #expect(buffer.presentationTimeStamp == frames(3) && buffer.duration == frames(1))
    #expect(CMSampleBufferDataIsReady(buffer) && buffer.imageBuffer == nil)
    #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
      try CMSampleBuffer(
        taggedBuffers: Array(eyes.reversed()), presentationTimeStamp: .zero, duration: frames(1),
        formatDescription: format)
    }
  }

  @Test func `a format of captions says what it is`() throws {
    var made: CMFormatDescription?
    #expect(
      CMFormatDescriptionCreate(
        allocator: nil, mediaType: kCMMediaType_ClosedCaption, mediaSubType: kCMClosedCaptionFormatType_CEA608,
        extensions: ["mine": 5] as CFDictionary, formatDescriptionOut: &made) == noErr)
    let captions = try #require(made)
    #expect(captions.mediaType == .closedCaption && captions.mediaSubType == .cea608 && captions.dimensions.width == 0)
    #expect(CMFormatDescriptionGetExtension(captions, extensionKey: "mine") as? Int == 5)
    let other = try CMFormatDescription(mediaType: .closedCaption, mediaSubType: .cea608)
    #expect(captions != other && captions.equalTo(other, extensionKeysToIgnore: [.init(rawValue: "mine")]))
    #expect(
      !CMFormatDescriptionEqualIgnoringExtensionKeys(
        captions, otherFormatDescription: other, extensionKeysToIgnore: nil,
        sampleDescriptionExtensionAtomKeysToIgnore: nil))
    for keys: CFTypeRef in ["mine" as CFString, ["mine"] as CFArray, NSString(string: "mine"), NSArray(object: "mine")]
    {
      #expect(
        CMFormatDescriptionEqualIgnoringExtensionKeys(
          captions, otherFormatDescription: other, extensionKeysToIgnore: keys,
          sampleDescriptionExtensionAtomKeysToIgnore: nil))
    }
    #expect(try CMFormatDescription(muxedStreamType: .mpeg2Transport) != CMFormatDescription(muxedStreamType: .dv))
    #expect(CFGetTypeID(captions) == CMFormatDescriptionGetTypeID())
    #expect(CMFormatDescription.extensionKeysCommonWithImageBuffers.contains(.colorPrimaries))
  }

  @Test func `a format of sound keeps its cookie and its channels`() throws {
    var stream = AudioStreamBasicDescription()
    (stream.mSampleRate, stream.mFormatID, stream.mFramesPerPacket) = (48_000, kAudioFormatMPEG4AAC, 1_024)
    stream.mChannelsPerFrame = 2
    let mono = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Mono)
    let format = try CMFormatDescription(
      audioStreamBasicDescription: stream, layout: mono, magicCookie: Data([0x11, 0x90]))
    #expect(format.magicCookie == Data([0x11, 0x90]) && format.audioChannelLayout == mono)
    #expect(format.mediaType == .audio && format.mediaSubType == .mpeg4AAC)
    var size = 0
    let place = CMAudioFormatDescriptionGetMagicCookie(format, sizeOut: &size)
    #expect(size == 2 && place?.load(fromByteOffset: 1, as: UInt8.self) == 0x90)
    #expect(format.audioFormatList.map(\.mASBD) == [stream])
    #expect(CMAudioFormatDescriptionGetRichestDecodableFormat(format)?.pointee.mChannelLayoutTag == mono.tag)
    let bare = try CMFormatDescription(audioStreamBasicDescription: stream)
    #expect(bare.magicCookie == nil && bare != format && bare.withMagicCookie { $0 == nil })
    var mask: CMAudioFormatDescriptionMask = 0
    #expect(
      !CMAudioFormatDescriptionEqual(format, otherFormatDescription: bare, equalityMask: 15, equalityMaskOut: &mask))
    #expect(mask == kCMAudioFormatDescriptionMask_StreamBasicDescription | kCMAudioFormatDescriptionMask_Extensions)
  }

  @Test func `what else a format says is read and set by keys`() throws {
    var extensions = CMFormatDescription.Extensions()
    extensions[.pixelAspectRatio] = .pixelAspectRatio(horizontalSpacing: 4, verticalSpacing: 3)
    extensions[.colorPrimaries] = .colorPrimaries(.p3_D65)
    extensions[.depth] = .number(24)
    extensions[.chromaLocationTopField] = .chromaLocation(.bottomLeft)
    extensions[.fieldDetail] = .fieldDetail(.spatialFirstLineEarly)
    let format = try CMFormatDescription(videoCodecType: .h264, width: 30, height: 10, extensions: extensions)
    #expect(format.presentationDimensions() == CGSize(width: 40, height: 10))
    #expect(format.presentationDimensions(usePixelAspectRatio: false).width == 30)
    #expect(format.extensions[.colorPrimaries] == .colorPrimaries(.p3_D65))
    #expect(format.extensions[.depth] == .number(24) && format.extensions[.depth] != .number(8))
    #expect(format.extensions[.vendor] == nil)
    #expect(extensions.count == 5 && extensions.contains { $0.key == .depth && $0.value == .number(24) })
    #expect(Set(extensions.map(\.key)).count == 5 && Set([extensions, extensions]).count == 1)
    #expect(extensions != CMFormatDescription.Extensions() && CMFormatDescription.Extensions().isEmpty)
    #expect(format.extensions[kCVImageBufferChromaLocationTopFieldKey] as? String == "BottomLeft")
    #expect(format.extensions[.fieldDetail]?.propertyListRepresentation as? String == "SpatialFirstLineEarly")
    let keys = [kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: "mdta/com.example.mine"]
    let metadata = try CMFormatDescription(boxedMetadataSpecifications: [keys])
    #expect(metadata.identifiers == ["mdta/com.example.mine"] && metadata.keyWithLocalID(9) == nil)
    #expect(throws: (any Error).self) { try CMFormatDescription(boxedMetadataSpecifications: [[:]]) }
  }
}
