public import MediaFormats
public import Rendering

/// The choice of pictures and sounds of a film that are packets of its media, unchanged, instead of being encoded
/// (smart rendering).
public enum SmartRenderingPolicy: String, Hashable, Sendable, CaseIterable {
  /// None: everything is encoded.
  case off
  /// All that can be of a film in H.264 of 8 bits and 4:2:0, of media of the profiles Baseline, Main and High, which is what decoders of
  /// every kind decode. Where none of its pictures can be, everything is encoded, the sound too.
  case automatic
  /// All that can be.
  case always

  /// Whether packets are looked for that can stand in a film of `picture`, written as `settings`, complete.
  public func looksForCopies(in picture: PicturePlan?, as settings: ExportSettings) -> Bool {
    switch self {
    case .off: false
    case .automatic: settings.video?.codec == .h264 && picture?.pixelFormat == .yuv420p
    case .always: true
    }
  }

  /// `pictures`, where packets of their profile are copied; elsewhere why they are not.
  package func copied(_ pictures: CodedPictures) -> Result<CodedPictures, UncopiedMedia> {
    guard self == .automatic, pictures.codec == .h264 else { return .success(pictures) }
    guard let profile = pictures.profile, ["baseline", "main", "high"].contains(profile) else {
      return .failure(
        UncopiedMedia(
          "The media's profile of H.264 is \(pictures.profile ?? "not known"), which many decoders do not decode."))
    }
    return .success(pictures)
  }

  /// Whether packets of sound are copied beside pictures in `segments`; nil of a film without pictures.
  func copiesSound(beside segments: SegmentPlan?) -> Bool {
    switch self {
    case .off: false
    case .automatic: segments?.hasCopies == true
    case .always: true
    }
  }
}
