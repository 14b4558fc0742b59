// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// SAFETY: out parameters are written once; formats, layouts and cookies are read where the caller says, as many bytes as he says; those that
// are given out stand in memory of their own, which is written once and lives as long as the description.

/// A format in which sound can be decoded (`AudioFormatListItem`).
public struct AudioFormatListItem: Hashable, Sendable {
  /// The format.
  public var mASBD: AudioStreamBasicDescription
  /// Its channels.
  public var mChannelLayoutTag: AudioChannelLayoutTag

  /// All zero.
  public init() { self.init(mASBD: AudioStreamBasicDescription(), mChannelLayoutTag: 0) }
  /// The fields as they are.
  public init(mASBD: AudioStreamBasicDescription, mChannelLayoutTag: AudioChannelLayoutTag) {
    (self.mASBD, self.mChannelLayoutTag) = (mASBD, mChannelLayoutTag)
  }
}

extension CMFormatDescription {
  /// The description of sound of the format `audioStreamBasicDescription`, with the channels `layout` and the decoder's
  /// configuration `magicCookie`.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layout: ManagedAudioChannelLayout? = nil,
    magicCookie: Data? = nil, extensions: Extensions? = nil
  ) throws {
    self.init(
      audioStreamBasicDescription, layoutTag: layout?.tag, cookie: Array(magicCookie ?? Data()),
      stating: extensions ?? Extensions())
  }

  /// The same, with the layout of `layoutSize` bytes at `layout`; its tag alone is read.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookie: Data?, extensions: Extensions? = nil
  ) throws {
    let tag = unsafe layoutSize >= 4 ? layout?.pointee.mChannelLayoutTag : nil
    self.init(
      audioStreamBasicDescription, layoutTag: tag, cookie: Array(magicCookie ?? Data()),
      stating: extensions ?? Extensions())
  }

  /// The decoder's configuration, set before the first packet: the program's or the file's; of AAC its specific
  /// configuration without the descriptors around it. Nil where none is known.
  public var magicCookie: Data? { unsafe withMagicCookie { unsafe $0.map { unsafe Data($0) } } }

  /// Calls `body` with the decoder's configuration; with nil where none is known.
  public func withMagicCookie<Result>(_ body: (UnsafeRawBufferPointer?) throws -> Result) rethrows -> Result {
    guard let cookie = storedCookie else { return try body(nil) }
    return try withExtendedLifetime(self) {
      try unsafe body(UnsafeRawBufferPointer(start: cookie.start, count: cookie.count))
    }
  }

  /// The formats in which its sound can be decoded, the richest first: one; none of pictures.
  public var audioFormatList: [AudioFormatListItem] { mostCompatibleFormat.map { [$0] } ?? [] }
  /// The richest of them; nil of pictures.
  public var richestDecodableFormat: AudioFormatListItem? { mostCompatibleFormat }
  /// The format with the widest support among decoders; nil of pictures.
  public var mostCompatibleFormat: AudioFormatListItem? {
    withExtendedLifetime(self) { unsafe formatList?.pointee }
  }

  // MARK: Comparing

  /// The parts of two formats of sound to compare (`CMFormatDescription.EqualityMask`).
  public struct EqualityMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: CMAudioFormatDescriptionMask
    /// The parts that these bits name.
    public init(rawValue: CMAudioFormatDescriptionMask) { self.rawValue = rawValue }
    /// The format.
    public static let streamBasicDescription = EqualityMask(
      rawValue: kCMAudioFormatDescriptionMask_StreamBasicDescription)
    /// The decoder's configuration.
    public static let magicCookie = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_MagicCookie)
    /// The channels.
    public static let channelLayout = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_ChannelLayout)
    /// The extensions.
    public static let extensions = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_Extensions)
    /// All.
    public static let all = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_All)
  }

  /// Whether it equals `otherFormatDescription` in all parts of `equalityMask`, and in which of them.
  public func equalTo(
    _ otherFormatDescription: CMAudioFormatDescription, equalityMask: EqualityMask = .all
  ) -> (Bool, equalityMask: EqualityMask) {
    var same: EqualityMask = []
    if audioStreamBasicDescription == otherFormatDescription.audioStreamBasicDescription {
      same.insert(.streamBasicDescription)
    }
    if magicCookie == otherFormatDescription.magicCookie { same.insert(.magicCookie) }
    if audioChannelLayout == otherFormatDescription.audioChannelLayout { same.insert(.channelLayout) }
    if extensions.isEqual(to: otherFormatDescription.extensions) { same.insert(.extensions) }
    same.formIntersection(equalityMask)
    return (same == equalityMask, same)
  }
}

/// The parts of two formats of sound to compare, a bit each.
public typealias CMAudioFormatDescriptionMask = UInt32
/// The format.
public let kCMAudioFormatDescriptionMask_StreamBasicDescription: CMAudioFormatDescriptionMask = 1
/// The decoder's configuration.
public let kCMAudioFormatDescriptionMask_MagicCookie: CMAudioFormatDescriptionMask = 2
/// The channels.
public let kCMAudioFormatDescriptionMask_ChannelLayout: CMAudioFormatDescriptionMask = 4
/// The extensions.
public let kCMAudioFormatDescriptionMask_Extensions: CMAudioFormatDescriptionMask = 8
/// All.
public let kCMAudioFormatDescriptionMask_All: CMAudioFormatDescriptionMask = 15

/// Whether two formats of sound are equal in all parts of `equalityMask`; stores the parts in which they are.
public func CMAudioFormatDescriptionEqual(
  _ formatDescription: CMAudioFormatDescription, otherFormatDescription: CMAudioFormatDescription,
  equalityMask: CMAudioFormatDescriptionMask, equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
  let found = formatDescription.equalTo(otherFormatDescription, equalityMask: .init(rawValue: equalityMask))
  unsafe equalityMaskOut?.pointee = found.equalityMask.rawValue
  return found.0
}

/// Stores a description of sound of the format `asbd` (`CMAudioFormatDescriptionCreate`), with the tag of the layout at
/// `layout`, and the decoder's configuration at `magicCookie`.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafeRawPointer?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  let tag = unsafe layoutSize >= 4 ? layout?.loadUnaligned(as: AudioChannelLayoutTag.self) : nil
  let cookie = unsafe magicCookie.map {
    unsafe Array(UnsafeRawBufferPointer(start: $0, count: max(0, magicCookieSize)))
  }
  unsafe formatDescriptionOut.pointee = CMFormatDescription(
    asbd.pointee, layoutTag: tag, cookie: cookie ?? [], stating: .init(base: extensions))
  return noErr
}

/// The channel layout of sound, and through `sizeOut` its size in bytes; nil of pictures. The memory is valid as long
/// as `description` lives (`CMAudioFormatDescriptionGetChannelLayout`).
public func CMAudioFormatDescriptionGetChannelLayout(
  _ description: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
  let layout = unsafe description.channelLayout
  unsafe sizeOut?.pointee = unsafe layout == nil ? 0 : MemoryLayout<AudioChannelLayout>.size
  return unsafe layout
}

/// The decoder's configuration, and through `sizeOut` its size in bytes; nil where none is known. The memory is valid
/// as long as `description` lives (`CMAudioFormatDescriptionGetMagicCookie`).
public func CMAudioFormatDescriptionGetMagicCookie(
  _ description: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  let cookie = description.storedCookie
  unsafe sizeOut?.pointee = cookie?.count ?? 0
  return unsafe cookie.map { unsafe UnsafeRawPointer($0.start) }
}

/// The formats in which sound can be decoded, and through `sizeOut` their size in bytes; nil of pictures
/// (`CMAudioFormatDescriptionGetFormatList`).
public func CMAudioFormatDescriptionGetFormatList(
  _ description: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
  let list = unsafe description.formatList
  unsafe sizeOut?.pointee = unsafe list == nil ? 0 : MemoryLayout<AudioFormatListItem>.size
  return unsafe list
}

/// The richest format in which sound can be decoded; nil of pictures.
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
  _ description: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? { unsafe description.formatList }

/// The format of sound that most decoders decode; nil of pictures.
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
  _ description: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? { unsafe description.formatList }
