package import MediaFormats

extension AudioCodec {
  /// The samples that a decoder gives before the sound itself, for which an edit list, the file's own words or a delay
  /// of the picture must make up: one frame of `avenc_aac`; LAME's 576 and a decoder's 529; half a block of AC-3.
  package var priming: Int64 {
    switch self {
    case .aac: 1_024
    case .mp3: 1_105
    case .ac3: 256
    case .opus, .vorbis, .flac, .alac, .pcm: 0
    }
  }
}
