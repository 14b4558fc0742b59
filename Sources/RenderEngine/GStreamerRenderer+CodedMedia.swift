import Containers
public import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaWriting
public import Rendering

/// Media in their encoded form, for copies into other films.
extension GStreamerRenderer {
  /// The coded pictures of a file's video track.
  public func codedPictures(
    of source: CompositionTrackSegment.Source
  ) async throws -> Result<CodedPictures, UncopiedMedia> {
    try await cancellable(named: "packets") { cancellation in
      try self.index(of: source, cancellation)
        .codedPictures(ofVideoTrack: source.trackIndex, cancellation: cancellation)
    }
  }

  /// The coded sound of a file's audio track.
  public func codedSound(
    of source: CompositionTrackSegment.Source
  ) async throws -> Result<CodedSound, UncopiedMedia> {
    // The tracks of a film in which it stands are not known here.
    guard soundProcessing.tracks.isEmpty else { return .failure(UncopiedMedia("A processor changes the sound.")) }
    return try await cancellable(named: "packets") { cancellation in
      try self.soundIndex(of: source, cancellation)
        .codedSound(ofAudioTrack: source.trackIndex, cancellation: cancellation)
    }
  }

  /// libavcodec's encoder.
  public func pictureEncoder(_ coding: PicturePacketCoding) throws -> any PicturePacketEncoder {
    try PacketPictures(coding)
  }

  /// GStreamer's converter, by the filter that reads sound at other rates.
  public func soundConverter(from input: SoundFormat, to output: SoundFormat) throws -> any SoundConverter {
    try translating { try Framework.start() }
    do {
      return try FilteredSound(from: input, to: output)
    } catch {
      throw RenderError(
        .unsupported,
        "Sound of \(input.sampleRate) samples a second and \(input.layout.channels) channels is not made into \(output.sampleRate) and \(output.layout.channels).",
        remedy: "Choose usual rates and speakers.", underlying: "\(error)")
    }
  }

  /// The index of the file of `source`, an audio track.
  func soundIndex(of source: CompositionTrackSegment.Source, _ cancellation: Cancellation) throws -> MediaIndex {
    try index(of: source, "audio", cancellation) { $0.facts.audioTracks.count }
  }

  /// The index of the file of `source`, a video track.
  func index(of source: CompositionTrackSegment.Source, _ cancellation: Cancellation) throws -> MediaIndex {
    try index(of: source, "video", cancellation) { $0.videoAccess.count }
  }

  /// The index of the file of `source`, after a check that the file has the track: `trackCount` returns its number of
  /// tracks of `kind`.
  private func index(
    of source: CompositionTrackSegment.Source, _ kind: String, _ cancellation: Cancellation,
    _ trackCount: (MediaIndex) -> Int
  ) throws -> MediaIndex {
    let index = try MediaIndexStore.shared(damagePolicy).index(of: source.asset, cancellation: cancellation)
    let count = trackCount(index)
    guard (0..<count).contains(source.trackIndex) else {
      throw RenderError(
        .invalidModel, "The file has no \(kind) track number \(source.trackIndex).",
        remedy: "Ask for one of its \(count) \(kind) tracks.", asset: source.asset)
    }
    return index
  }
}
