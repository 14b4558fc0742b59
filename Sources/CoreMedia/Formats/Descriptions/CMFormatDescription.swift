// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Containers
public import CoreVideo
package import EditingModel
import MediaFormats
import Synchronization

/// The format of a track's media (`CMFormatDescription`). Immutable. Threads: any.
@safe public final class CMFormatDescription: Sendable, Hashable {
  /// The engine's description of it.
  package let format: FormatDescription
  /// The format of sound; nil of pictures.
  public let audioStreamBasicDescription: AudioStreamBasicDescription?
  /// The extensions that its program stated.
  private let stated: Extensions
  /// Properties of the format that the engine has no place for; nil without them.
  let statement: Statement?

  // SAFETY: the pointer is to memory of its own, which is written once and lives as long as the object.
  private let streamDescription: SendablePointer<AudioStreamBasicDescription>?
  private let layoutDescription: SendablePointer<AudioChannelLayout>?
  private let formatItem: SendablePointer<AudioFormatListItem>?
  private let cookieMemory: StoredBytes?
  /// The memory of the parameter sets of H.264 or HEVC; nil until their addresses are requested.
  private let parameterMemory = Mutex<[StoredBytes]?>(nil)

  @safe private struct SendablePointer<Value>: @unchecked Sendable {
    // @unchecked: what it points to does not change.
    let pointer: UnsafeMutablePointer<Value>

    init(_ value: Value) {
      unsafe pointer = .allocate(capacity: 1)
      unsafe pointer.initialize(to: value)
    }
  }

  /// The description that `format` is, with what a program says besides.
  package convenience init(_ format: FormatDescription, stating extensions: Extensions = Extensions()) {
    self.init(
      format, AudioStreamBasicDescription(format), layoutTag: ManagedAudioChannelLayout(format)?.tag,
      stating: extensions)
  }

  /// The description of sound of the format `stream`, and of the layout of this tag, where it has one.
  package convenience init(
    _ stream: AudioStreamBasicDescription, layoutTag: AudioChannelLayoutTag? = nil,
    stating extensions: Extensions = Extensions()
  ) {
    self.init(FormatDescription(stream), stream, layoutTag: layoutTag, stating: extensions)
  }

  /// The same, with the decoder's configuration `cookie`.
  convenience init(
    _ stream: AudioStreamBasicDescription, layoutTag: AudioChannelLayoutTag?, cookie: [UInt8],
    stating extensions: Extensions = Extensions()
  ) {
    self.init(
      FormatDescription(stream), stream, layoutTag: layoutTag, stating: extensions,
      cookie.isEmpty ? nil : Statement(type: .audio, subType: .init(rawValue: stream.mFormatID), cookie: cookie))
  }

  /// The description of media that the engine does not know, as `statement` says.
  convenience init(_ statement: Statement, stating extensions: Extensions = Extensions()) {
    let letters = FormatDescription.text(statement.subType.rawValue)
    self.init(
      FormatDescription(codecType: letters, codec: letters, media: .data(DataFormat(codecType: letters, bytes: []))),
      nil, layoutTag: nil, stating: extensions, statement)
  }

  /// The description that `format` and, of sound, `stream` are.
  private init(
    _ format: FormatDescription, _ stream: AudioStreamBasicDescription?, layoutTag: AudioChannelLayoutTag?,
    stating stated: Extensions = Extensions(), _ statement: Statement? = nil
  ) {
    (self.format, audioStreamBasicDescription, self.stated) = (format, stream, stated)
    self.statement = statement
    streamDescription = audioStreamBasicDescription.map { SendablePointer($0) }
    layoutDescription = layoutTag.map {
      var layout = AudioChannelLayout()
      layout.mChannelLayoutTag = $0
      return SendablePointer(layout)
    }
    formatItem = stream.map { SendablePointer(AudioFormatListItem(mASBD: $0, mChannelLayoutTag: layoutTag ?? 0)) }
    let cookie = statement?.cookie ?? (stream == nil ? [] : format.privateData)
    cookieMemory = cookie.isEmpty ? nil : StoredBytes(cookie)
  }

  deinit {
    unsafe streamDescription?.pointer.deallocate()
    unsafe layoutDescription?.pointer.deallocate()
    unsafe formatItem?.pointer.deallocate()
  }

  /// Pictures, sound, text, captions, timecode or metadata.
  public var mediaType: MediaType {
    if let statement { return statement.type }
    return switch format.media {
    case .video: .video
    case .audio: .audio
    case .data(let data): data.textMediaType ?? (TimecodeDescription(data) == nil ? .metadata : .timeCode)
    }
  }
  /// The codec's four letters; zero where movies have no name for it.
  public var mediaSubType: MediaSubType {
    if let audio = audioStreamBasicDescription { return MediaSubType(rawValue: audio.mFormatID) }
    if let statement { return statement.subType }
    return MediaSubType(rawValue: format.codecType.map { FourCharCode(letters: $0) } ?? 0)
  }
  /// The stored size; zero of sound.
  public var dimensions: CMVideoDimensions {
    let size = format.video?.dimensions
    return CMVideoDimensions(width: Int32(clamping: size?.width ?? 0), height: Int32(clamping: size?.height ?? 0))
  }
  /// Its extensions.
  public var extensions: Extensions {
    Extensions(values: format.extensionValues.merging(stated.values) { known, _ in known })
  }

  /// The place of the format of sound, as long as the description lives.
  fileprivate var stream: UnsafePointer<AudioStreamBasicDescription>? {
    unsafe streamDescription.map { unsafe UnsafePointer($0.pointer) }
  }

  /// The place of the layout of channels, as long as the description lives.
  var channelLayout: UnsafePointer<AudioChannelLayout>? {
    unsafe layoutDescription.map { unsafe UnsafePointer($0.pointer) }
  }

  /// The place of the one format in which sound can be decoded, as long as the description lives.
  var formatList: UnsafePointer<AudioFormatListItem>? { unsafe formatItem.map { unsafe UnsafePointer($0.pointer) } }

  /// The decoder's configuration of sound, at an address that is valid as long as the description lives.
  var storedCookie: StoredBytes? { cookieMemory }

  /// Its parameter sets, each at a place of its own as long as the description lives.
  var storedParameterSets: [StoredBytes] {
    parameterMemory.withLock { memory in
      let stored = memory ?? parameterSets.map { StoredBytes(Array($0)) }
      memory = stored
      return stored
    }
  }

  /// Formats of the same content are equal (`CMFormatDescriptionEqual`).
  public static func == (left: CMFormatDescription, right: CMFormatDescription) -> Bool {
    left.format == right.format && left.statement == right.statement
      && NSDictionary(dictionary: left.stated.values).isEqual(to: right.stated.values)
  }
  /// Hashes the content.
  public func hash(into hasher: inout Hasher) { hasher.combine(format) }
}

/// The format of pictures.
public typealias CMVideoFormatDescription = CMFormatDescription
/// The format of sound.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A codec of pictures, four letters.
public typealias CMVideoCodecType = FourCharCode

/// H.264 (`'avc1'`).
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
/// HEVC (`'hvc1'`).
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331
/// MPEG-4 Part 2 (`'mp4v'`).
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6D70_3476
/// ProRes 422 (`'apcn'`).
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170_636E
/// ProRes 4444 (`'ap4h'`).
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x6170_3468
/// JPEG (`'jpeg'`).
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6A70_6567
/// AV1 (`'av01'`).
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x6176_3031
/// VP9 (`'vp09'`).
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x7670_3039

extension CMFormatDescription {
  /// The kind of media.
  public struct MediaType: RawRepresentable, Hashable, Sendable {
    /// Four letters as a number.
    public var rawValue: FourCharCode
    /// The kind with this number.
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }
    /// Pictures.
    public static let video = MediaType(rawValue: kCMMediaType_Video)
    /// Sound.
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)
  }

  /// The codec.
  public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// Four letters as a number.
    public var rawValue: FourCharCode
    /// The codec with this number.
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }
    /// H.264.
    public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
    /// HEVC.
    public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
    /// ProRes 422.
    public static let proRes422 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422)
    /// ProRes 4444.
    public static let proRes4444 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes4444)
    /// JPEG.
    public static let jpeg = MediaSubType(rawValue: kCMVideoCodecType_JPEG)
    /// AAC.
    public static let mpeg4AAC = MediaSubType(rawValue: kAudioFormatMPEG4AAC)
    /// Samples as numbers.
    public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
    /// The four letters, in quotes.
    public var description: String { letters(rawValue) }
  }
}

/// Pictures or sound (`CMFormatDescriptionGetMediaType`).
public func CMFormatDescriptionGetMediaType(_ description: CMFormatDescription) -> CMMediaType {
  description.mediaType.rawValue
}

/// The codec (`CMFormatDescriptionGetMediaSubType`).
public func CMFormatDescriptionGetMediaSubType(_ description: CMFormatDescription) -> FourCharCode {
  description.mediaSubType.rawValue
}

/// Its extensions (`CMFormatDescriptionGetExtensions`).
public func CMFormatDescriptionGetExtensions(_ description: CMFormatDescription) -> CFDictionary? {
  let values = description.extensions.values
  return values.isEmpty ? nil : values
}

/// One of the things that it says (`CMFormatDescriptionGetExtension`).
public func CMFormatDescriptionGetExtension(_ description: CMFormatDescription, extensionKey key: CFString) -> Any? {
  description.extensions.values[key]
}

/// Whether two formats are the same (`CMFormatDescriptionEqual`).
public func CMFormatDescriptionEqual(
  _ description: CMFormatDescription?, otherFormatDescription other: CMFormatDescription?
) -> Bool { description == other }

/// The stored size (`CMVideoFormatDescriptionGetDimensions`).
public func CMVideoFormatDescriptionGetDimensions(_ description: CMVideoFormatDescription) -> CMVideoDimensions {
  description.dimensions
}

/// The size at which pictures are seen, in square pixels or in stored ones, of their clean aperture or of all of them
/// (`CMVideoFormatDescriptionGetPresentationDimensions`).
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ description: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  guard let video = description.format.video else { return .zero }
  let aperture = useCleanAperture ? video.cleanAperture : nil
  let width = aperture?.width ?? Double(video.dimensions.width)
  let height = aperture?.height ?? Double(video.dimensions.height)
  return CGSize(width: usePixelAspectRatio ? width * video.pixelAspect.seconds : width, height: height)
}

/// The part of the stored pictures that is meant to be seen: all of them where nothing says; counted from the top, or from the bottom
/// (`CMVideoFormatDescriptionGetCleanAperture`).
public func CMVideoFormatDescriptionGetCleanAperture(
  _ description: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
  guard let video = description.format.video else { return .zero }
  let size = CGSize(width: Double(video.dimensions.width), height: Double(video.dimensions.height))
  guard let part = video.cleanAperture else { return CGRect(origin: .zero, size: size) }
  let y = originIsAtTopLeft ? part.y : size.height - part.y - part.height
  return CGRect(x: part.x, y: y, width: part.width, height: part.height)
}

/// The format of sound, which stands there as long as `description` lives; nil of pictures
/// (`CMAudioFormatDescriptionGetStreamBasicDescription`).
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ description: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { unsafe description.stream }

/// Stores a description of the pictures of `imageBuffer` (`CMVideoFormatDescriptionCreateForImageBuffer`).
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  unsafe formatDescriptionOut.pointee = CMFormatDescription(FormatDescription(of: imageBuffer))
  return noErr
}

extension CMFormatDescription {
  /// The description of the picture in `imageBuffer`.
  package convenience init(pictureIn imageBuffer: CVImageBuffer) { self.init(FormatDescription(of: imageBuffer)) }
}
