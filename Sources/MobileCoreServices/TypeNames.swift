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
/// ``UTType/tiff``, by its older name.
public let kUTTypeTIFF = UTType.tiff.identifier
/// ``UTType/bmp``, by its older name.
public let kUTTypeBMP = UTType.bmp.identifier
/// ``UTType/ico``, by its older name.
public let kUTTypeICO = UTType.ico.identifier
/// JPEG 2000.
public let kUTTypeJPEG2000 = "public.jpeg-2000"
/// ``UTType/pdf``, by its older name.
public let kUTTypePDF = UTType.pdf.identifier
/// ``UTType/text``, by its older name.
public let kUTTypeText = UTType.text.identifier
/// ``UTType/plainText``, by its older name.
public let kUTTypePlainText = UTType.plainText.identifier
/// ``UTType/avi``, by its older name.
public let kUTTypeAVIMovie = UTType.avi.identifier
/// ``UTType/url``, by its older name.
public let kUTTypeURL = UTType.url.identifier
/// ``UTType/fileURL``, by its older name.
public let kUTTypeFileURL = UTType.fileURL.identifier
/// ``UTType/data``, by its older name.
public let kUTTypeData = UTType.data.identifier
/// The class of what names of files end in.
public let kUTTagClassFilenameExtension = UTTagClass.filenameExtension.rawValue
/// The class of MIME types.
public let kUTTagClassMIMEType = UTTagClass.mimeType.rawValue

/// The identifier of the type with `inTag` of the class `inTagClass`; nil where it is of another kind than `inConformingToUTI`.
public func UTTypeCreatePreferredIdentifierForTag(
  _ inTagClass: String, _ inTag: String, _ inConformingToUTI: String?
) -> UnmanagedString? {
  UTType(
    tag: inTag, tagClass: UTTagClass(rawValue: inTagClass), conformingTo: inConformingToUTI.flatMap { UTType($0) }
  ).map { UnmanagedString(value: $0.identifier) }
}

/// The tag of the class `inTagClass` that things of the type `inUTI` usually have; nil where they have none.
public func UTTypeCopyPreferredTagWithClass(_ inUTI: String, _ inTagClass: String) -> UnmanagedString? {
  UTType(inUTI)?.tags[UTTagClass(rawValue: inTagClass)]?.first.map(UnmanagedString.init(value:))
}

/// A string that Core Foundation's functions return, whose ownership the caller chooses: `Unmanaged<CFString>` of
/// Apple's platforms.
public struct UnmanagedString: Sendable {
  let value: String

  /// The string.
  public func takeRetainedValue() -> String { value }
  /// The string.
  public func takeUnretainedValue() -> String { value }
}

/// Whether the type called `inUTI` is one of the kind of `inConformsToUTI`.
public func UTTypeConformsTo(_ inUTI: String, _ inConformsToUTI: String) -> Bool {
  guard let type = UTType(inUTI), let kind = UTType(inConformsToUTI) else { return inUTI == inConformsToUTI }
  return type.conforms(to: kind)
}
