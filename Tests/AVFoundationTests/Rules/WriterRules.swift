import AVFoundation
import TestSupport
import Testing

@Suite("Rules of writers")
struct WriterRules {
  private let settings: [String: Any] = [
    AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 36,
  ]

  private func input() -> AVAssetWriterInput { AVAssetWriterInput(mediaType: .video, outputSettings: settings) }

  private func writer(_ folder: ScratchFolder, _ type: AVFileType = .mov) throws -> AVAssetWriter {
    try AVAssetWriter(outputURL: folder.url("film.mov"), fileType: type)
  }

  /// AVAssetWriter.h, "outputURL", "outputFileType": those it was made with.
  @Test func `a writer says its file and type`() throws {
    let folder = try ScratchFolder()
    let writer = try writer(folder)
    #expect(writer.outputURL == folder.url("film.mov") && writer.outputFileType == .mov)
  }

  /// AVAssetWriter.h, "status", "error", "inputs", "metadata": nothing yet.
  @Test func `a fresh writer has not begun, and has nothing`() throws {
    let writer = try writer(try ScratchFolder())
    #expect(writer.status == .unknown && writer.error == nil && writer.inputs.isEmpty && writer.metadata.isEmpty)
  }

  /// AVAssetWriter.h, "initWithURL:fileType:error:": no file is written before writing starts.
  @Test func `a fresh writer writes no file`() throws {
    let folder = try ScratchFolder()
    let writer = try writer(folder)
    #expect(try folder.names().isEmpty)
    withExtendedLifetime(writer) {}
  }

  /// AVAssetWriter.h, "shouldOptimizeForNetworkUse": NO by default.
  @Test func `a fresh writer does not optimize for networks`() throws {
    #expect(try !writer(try ScratchFolder()).shouldOptimizeForNetworkUse)
  }

  /// AVAssetWriter.h, "movieFragmentInterval": kCMTimeInvalid by default.
  @Test func `a fresh writer writes no fragments`() throws {
    #expect(try !writer(try ScratchFolder()).movieFragmentInterval.isValid)
  }

  /// AVAssetWriter.h, "movieTimeScale": 0 by default.
  @Test func `a fresh writer chooses the timescale itself`() throws {
    #expect(try writer(try ScratchFolder()).movieTimeScale == 0)
  }

  /// AVAssetWriter.h, "AVAssetWriterStatus": 0 to 4.
  @Test func `the numbers of states are Apple's`() {
    let states: [AVAssetWriter.Status] = [.unknown, .writing, .completed, .failed, .cancelled]
    #expect(states.map(\.rawValue) == [0, 1, 2, 3, 4])
  }

  /// AVAssetWriter.h, "availableMediaTypes": pictures and sound in a QuickTime movie.
  @Test func `a QuickTime movie takes pictures and sound`() throws {
    let types = try writer(try ScratchFolder()).availableMediaTypes
    #expect(types.contains(.video) && types.contains(.audio))
  }

  /// AVAssetWriter.h, "canAddInput:": pictures are not for a file of sound.
  @Test func `a file of sound takes no pictures`() throws {
    let writer = try AVAssetWriter(outputURL: try ScratchFolder().url("sound.m4a"), fileType: .m4a)
    #expect(!writer.canAdd(input()))
  }

  /// AVAssetWriter.h, "addInput:": those that were added.
  @Test func `inputs are those that were added`() throws {
    let (writer, input) = (try writer(try ScratchFolder()), input())
    writer.add(input)
    #expect(writer.inputs == [input])
  }

  /// AVAssetWriter.h, "canAddInput:": not twice.
  @Test func `an input cannot be added twice`() throws {
    let (writer, input) = (try writer(try ScratchFolder()), input())
    writer.add(input)
    #expect(!writer.canAdd(input))
  }

  /// AVAssetWriter.h, "canAddInput:": not an input of another writer.
  @Test func `an input of another writer cannot be added`() throws {
    let (first, second, input) = (try writer(try ScratchFolder()), try writer(try ScratchFolder()), input())
    first.add(input)
    #expect(!second.canAdd(input))
  }

  /// AVAssetWriterInput.h, "expectsMediaDataInRealTime": NO by default.
  @Test func `a fresh input does not expect data in real time`() { #expect(!input().expectsMediaDataInRealTime) }

  /// AVAssetWriterInput.h, "transform": CGAffineTransformIdentity by default.
  @Test func `a fresh input turns nothing`() { #expect(input().transform == .identity) }

  /// AVAssetWriterInput.h, "mediaTimeScale": 0 by default.
  @Test func `a fresh input chooses the timescale itself`() { #expect(input().mediaTimeScale == 0) }

  /// AVAssetWriterInput.h, "languageCode", "extendedLanguageTag": nil by default.
  @Test func `a fresh input has no language`() {
    #expect(input().languageCode == nil && input().extendedLanguageTag == nil)
  }

  /// AVAssetWriterInput.h, "marksOutputTrackAsEnabled": YES by default.
  @Test func `a fresh input makes an enabled track`() { #expect(input().marksOutputTrackAsEnabled) }

  /// AVAssetWriterInput.h, "performsMultiPassEncodingIfSupported": NO by default.
  @Test func `a fresh input is encoded in one pass`() { #expect(!input().performsMultiPassEncodingIfSupported) }

  /// AVAssetWriterInput.h, "mediaType", "outputSettings", "sourceFormatHint": those it was made with.
  @Test func `an input says what it is made with`() {
    #expect(input().mediaType == .video && input().outputSettings?.count == 3 && input().sourceFormatHint == nil)
    #expect(AVAssetWriterInput(mediaType: .audio, outputSettings: nil).outputSettings == nil)
  }

  /// AVAssetWriterInput.h, "AVAssetWriterInputPixelBufferAdaptor".
  @Test func `an adaptor says its input and its attributes`() {
    let input = input()
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input, sourcePixelBufferAttributes: [kCVPixelBufferWidthKey as String: 64])
    #expect(adaptor.assetWriterInput === input && adaptor.sourcePixelBufferAttributes?.count == 1)
  }

  /// AVAssetWriterInput.h, "pixelBufferPool": one pool, while the file is written.
  @Test func `an adaptor has one pool`() throws {
    let folder = try ScratchFolder()
    let (writer, input) = (try writer(folder), input())
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    writer.add(input)
    #expect(writer.startWriting())
    let pool = try #require(adaptor.pixelBufferPool)
    #expect(adaptor.pixelBufferPool === pool)
    writer.cancelWriting()
  }

  /// AVAssetWriter.h, "cancelWriting": the file is deleted.
  @Test func `a cancelled writer leaves no file`() throws {
    let folder = try ScratchFolder()
    let writer = try writer(folder)
    writer.add(input())
    #expect(writer.startWriting())
    writer.cancelWriting()
    #expect(try folder.names().isEmpty && writer.status == .cancelled)
  }
}
