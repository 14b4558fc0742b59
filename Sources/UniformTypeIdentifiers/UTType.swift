public import Foundation

/// A type of files or data (`UTType`), of those that films, sound and pictures have.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
  /// The identifier: `public.mpeg-4`.
  public let identifier: String
  /// The type that one that is declared is of the kind of; nil of those that are known here.
  private let declaredSupertype: String?

  private init(named identifier: String, of supertype: String? = nil) {
    (self.identifier, declaredSupertype) = (identifier, supertype)
  }

  /// A type of the program's own, of the kind of `supertype`; one that is known here is that.
  public init(exportedAs identifier: String, conformingTo supertype: UTType? = nil) {
    self.init(named: identifier, of: KnownType.all[identifier] == nil ? supertype?.identifier : nil)
  }

  /// A type of another program's, of the kind of `supertype`; one that is known here is that.
  public init(importedAs identifier: String, conformingTo supertype: UTType? = nil) {
    self.init(exportedAs: identifier, conformingTo: supertype)
  }

  /// The type of the identifier `identifier`; nil for one that is not known here.
  public init?(_ identifier: String) {
    guard KnownType.all[identifier] != nil else { return nil }
    self.init(named: identifier)
  }

  /// The type of files whose names end in `filenameExtension`, where it conforms to `supertype`; nil where none is known here.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(of: filenameExtension, among: \.endings, conformingTo: supertype)
  }

  /// The type of data of the MIME type `mimeType`, where it conforms to `supertype`; nil where none is known here.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(of: mimeType, among: \.mimeTypes, conformingTo: supertype)
  }

  /// The type that has the name `tag` of the kind `tagClass`, where it conforms to `supertype`; nil where none is known here.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    switch tagClass {
    case .filenameExtension: self.init(filenameExtension: tag, conformingTo: supertype ?? .data)
    case .mimeType: self.init(mimeType: tag, conformingTo: supertype ?? .data)
    default: return nil
    }
  }

  /// The first type that has `name`, in small letters, among its `names`.
  private init?(of name: String, among names: KeyPath<KnownType, [String]>, conformingTo supertype: UTType) {
    let name = name.lowercased()
    let found = KnownType.order.map { UTType(named: $0) }.first { type in
      type.record?[keyPath: names].contains(name) == true && type.conforms(to: supertype)
    }
    guard let found else { return nil }
    self = found
  }

  private var record: KnownType? { KnownType.all[identifier] }

  /// The usual ending of its files' names.
  public var preferredFilenameExtension: String? { record?.endings.first }
  /// Its MIME type.
  public var preferredMIMEType: String? { record?.mimeTypes.first }
  /// Its endings and its MIME types.
  public var tags: [UTTagClass: [String]] {
    guard let record else { return [:] }
    var tags: [UTTagClass: [String]] = [:]
    if !record.endings.isEmpty { tags[.filenameExtension] = record.endings }
    if !record.mimeTypes.isEmpty { tags[.mimeType] = record.mimeTypes }
    return tags
  }
  /// Every type that it conforms to, but for itself.
  public var supertypes: Set<UTType> {
    (record?.parents ?? declaredSupertype.map { [$0] } ?? []).reduce(into: []) { all, parent in
      let type = UTType(named: parent)
      all.insert(type)
      all.formUnion(type.supertypes)
    }
  }
  /// Whether it is `type`, or one of that kind.
  public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }
  /// Whether it is another type than `type`, and of that kind.
  public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }
  /// Whether `type` is another type, and of its kind.
  public func isSupertype(of type: UTType) -> Bool { type.supertypes.contains(self) }
  /// The identifier.
  public var description: String { identifier }

  /// Anything that is a file, or a part of one.
  public static let item = UTType(named: "public.item")
  /// Anything with a content of its own.
  public static let content = UTType(named: "public.content")
  /// Bytes.
  public static let data = UTType(named: "public.data")
  /// Films, sound, and both.
  public static let audiovisualContent = UTType(named: "public.audiovisual-content")
  /// Films, with or without sound.
  public static let movie = UTType(named: "public.movie")
  /// Films without sound.
  public static let video = UTType(named: "public.video")
  /// Sound.
  public static let audio = UTType(named: "public.audio")
  /// QuickTime's films.
  public static let quickTimeMovie = UTType(named: "com.apple.quicktime-movie")
  /// MPEG-4's films.
  public static let mpeg4Movie = UTType(named: "public.mpeg-4")
  /// MPEG-4's sound.
  public static let mpeg4Audio = UTType(named: "public.mpeg-4-audio")
  /// Apple's sound in MPEG-4.
  public static let appleProtectedMPEG4Audio = UTType(named: "com.apple.protected-mpeg-4-audio")
  /// Apple's films in MPEG-4.
  public static let appleProtectedMPEG4Video = UTType(named: "com.apple.protected-mpeg-4-video")
  /// MPEG's films.
  public static let mpeg = UTType(named: "public.mpeg")
  /// MPEG-2's films.
  public static let mpeg2Video = UTType(named: "public.mpeg-2-video")
  /// Transport streams of MPEG-2.
  public static let mpeg2TransportStream = UTType(named: "public.mpeg-2-transport-stream")
  /// AVI's films.
  public static let avi = UTType(named: "public.avi")
  /// MP3.
  public static let mp3 = UTType(named: "public.mp3")
  /// WAVE.
  public static let wav = UTType(named: "com.microsoft.waveform-audio")
  /// AIFF.
  public static let aiff = UTType(named: "public.aiff-audio")
  /// MIDI.
  public static let midi = UTType(named: "public.midi-audio")
  /// Pictures.
  public static let image = UTType(named: "public.image")
  /// JPEG.
  public static let jpeg = UTType(named: "public.jpeg")
  /// PNG.
  public static let png = UTType(named: "public.png")
  /// GIF.
  public static let gif = UTType(named: "com.compuserve.gif")
  /// TIFF.
  public static let tiff = UTType(named: "public.tiff")
  /// BMP.
  public static let bmp = UTType(named: "com.microsoft.bmp")
  /// HEIF.
  public static let heif = UTType(named: "public.heif")
  /// HEIF with HEVC.
  public static let heic = UTType(named: "public.heic")
  /// WebP.
  public static let webP = UTType(named: "org.webmproject.webp")
  /// SVG.
  public static let svg = UTType(named: "public.svg-image")
  /// Text.
  public static let text = UTType(named: "public.text")
  /// Text without looks.
  public static let plainText = UTType(named: "public.plain-text")
  /// JSON.
  public static let json = UTType(named: "public.json")
  /// Places in files, and on the net.
  public static let url = UTType(named: "public.url")
  /// Places in files.
  public static let fileURL = UTType(named: "public.file-url")
  /// Folders.
  public static let folder = UTType(named: "public.folder")
  /// Text in UTF-8.
  public static let utf8PlainText = UTType(named: "public.utf8-plain-text")
  /// Text in UTF-16.
  public static let utf16PlainText = UTType(named: "public.utf16-plain-text")
  /// Rich text.
  public static let rtf = UTType(named: "public.rtf")
  /// HTML.
  public static let html = UTType(named: "public.html")
  /// XML.
  public static let xml = UTType(named: "public.xml")
  /// YAML.
  public static let yaml = UTType(named: "public.yaml")
  /// Values between commas.
  public static let commaSeparatedText = UTType(named: "public.comma-separated-values-text")
  /// Programs' text.
  public static let sourceCode = UTType(named: "public.source-code")
  /// Swift.
  public static let swiftSource = UTType(named: "public.swift-source")
  /// Property lists.
  public static let propertyList = UTType(named: "com.apple.property-list")
  /// PDF.
  public static let pdf = UTType(named: "com.adobe.pdf")
  /// Archives.
  public static let archive = UTType(named: "public.archive")
  /// Zip archives.
  public static let zip = UTType(named: "public.zip-archive")
  /// Gzip archives.
  public static let gzip = UTType(named: "org.gnu.gnu-zip-archive")
  /// Folders, packages among them.
  public static let directory = UTType(named: "public.directory")
  /// Folders that stand for one thing.
  public static let package = UTType(named: "public.package")
  /// Programs.
  public static let executable = UTType(named: "public.executable")
  /// Fonts.
  public static let font = UTType(named: "public.font")
  /// The picture of a camera's sensor, unprocessed.
  public static let rawImage = UTType(named: "public.camera-raw-image")
  /// Icons of Windows.
  public static let ico = UTType(named: "com.microsoft.ico")
  /// Icons of macOS.
  public static let icns = UTType(named: "com.apple.icns")
  /// OpenEXR.
  public static let exr = UTType(named: "com.ilm.openexr-image")
  /// A photo with a film.
  public static let livePhoto = UTType(named: "com.apple.live-photo")
  /// Lists of media.
  public static let playlist = UTType(named: "public.playlist")
  /// Lists of media as M3U has them.
  public static let m3uPlaylist = UTType(named: "public.m3u-playlist")
}

/// A kind of name that types have (`UTTagClass`).
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  /// A word.
  public let rawValue: String
  /// The kind of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The endings of files' names.
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  /// MIME types.
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension URL {
  /// The place with the usual ending of `contentType`, unless it has one of its endings.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    guard let ending = contentType.preferredFilenameExtension,
      contentType.tags[.filenameExtension]?.contains(pathExtension.lowercased()) != true
    else { return self }
    return appendingPathExtension(ending)
  }

  /// The place `partialName` in it, with the usual ending of `contentType`.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    appendingPathComponent(partialName).appendingPathExtension(for: contentType)
  }
}
