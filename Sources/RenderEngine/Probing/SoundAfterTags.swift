import Containers
import GStreamer
import MediaDecoding

/// Streams of sound without a container that stand behind tags of ID3v2, as HLS has them, or in the samples' chunk of WAVE: tags and
/// chunks are no part of what is read.
extension MediaContainer {
  /// The part of `file` behind its tags, or in its chunk of samples; nil where it is all of it, or another kind of file.
  func windowAfterTags(of file: FileBytes) throws -> HeaderCorrection? {
    let tagged: [ElementName] = [.mpegAudioParser, .aacParser, .ac3Parser, .dtsParser]
    guard case .single = self, tagged.contains(where: parses) else { return nil }
    let samples = parses(.waveParser) ? nil : try WaveFile(file)?.samples
    return try Self.windowAfterTags(of: file, in: samples).map { HeaderCorrection(fields: [], window: $0) }
  }

  /// The bytes of `file` behind its tags, or of its `samples`, and behind a first frame of MP3 that is a tag; nil where it has none.
  fileprivate static func windowAfterTags(of file: FileBytes, in samples: Range<UInt64>? = nil) throws -> Range<UInt64>?
  {
    var start = try samples?.lowerBound ?? ID3Tag.endOfTags(in: file)
    let end = min(samples?.upperBound ?? file.count, file.count)
    // QUIRK: MP3: `mpegaudioparse` takes the table of Fraunhofer's encoder for sound. In: GStreamer 1.22. Test: "a table of
    // Fraunhofer's encoder is no sound".
    if let length = MP3Frame.tableLength(try file.read(at: start, 40)) { start += UInt64(length) }
    return start > 0 && start < end ? start..<end : nil
  }
}

extension MediaProbe {
  /// The container in `file` behind its tags, or FLAC; nil where there are none, or it is something else.
  func containerAfterTags(of file: FileBytes) throws -> MediaContainer? {
    if try FLACFile(file) != nil { return .flac }
    guard let window = try MediaContainer.windowAfterTags(of: file) else { return nil }
    do {
      let found = try findContainer(in: HeaderCorrection(fields: [], window: window))
      if found == .mpegAudio { return .mp3 }
      return [.adts, .ac3, .dts].contains(found) ? found : nil
    } catch {
      // Bytes between the tag and the sound are passed over by the parser of MP3.
      try cancellation.check()
      return nil
    }
  }
}
