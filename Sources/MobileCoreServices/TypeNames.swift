// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import UniformTypeIdentifiers

/// ``UTType/movie``, by its older name.
public let kUTTypeMovie = UTType.movie.identifier
/// ``UTType/video``, by its older name.
public let kUTTypeVideo = UTType.video.identifier
/// ``UTType/audio``, by its older name.
public let kUTTypeAudio = UTType.audio.identifier
/// ``UTType/quickTimeMovie``, by its older name.
public let kUTTypeQuickTimeMovie = UTType.quickTimeMovie.identifier
/// ``UTType/mpeg4Movie``, by its older name.
public let kUTTypeMPEG4 = UTType.mpeg4Movie.identifier
/// ``UTType/mpeg4Audio``, by its older name.
public let kUTTypeMPEG4Audio = UTType.mpeg4Audio.identifier
/// ``UTType/mpeg``, by its older name.
public let kUTTypeMPEG = UTType.mpeg.identifier
/// ``UTType/mp3``, by its older name.
public let kUTTypeMP3 = UTType.mp3.identifier
/// ``UTType/wav``, by its older name.
public let kUTTypeWaveformAudio = UTType.wav.identifier
/// ``UTType/image``, by its older name.
public let kUTTypeImage = UTType.image.identifier
/// ``UTType/jpeg``, by its older name.
public let kUTTypeJPEG = UTType.jpeg.identifier
/// ``UTType/png``, by its older name.
public let kUTTypePNG = UTType.png.identifier
/// ``UTType/gif``, by its older name.
public let kUTTypeGIF = UTType.gif.identifier

/// Whether the type called `inUTI` is one of the kind of `inConformsToUTI`.
public func UTTypeConformsTo(_ inUTI: String, _ inConformsToUTI: String) -> Bool {
  guard let type = UTType(inUTI), let kind = UTType(inConformsToUTI) else { return inUTI == inConformsToUTI }
  return type.conforms(to: kind)
}
