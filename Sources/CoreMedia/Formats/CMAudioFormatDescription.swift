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
  /// The description of sound of the format `audioStreamBasicDescription`, of the channels `layout`, whose decoder is told `magicCookie` first.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layout: ManagedAudioChannelLayout? = nil,
    magicCookie: Data? = nil, extensions: Extensions? = nil
  ) throws {
    self.init(
      audioStreamBasicDescription, layoutTag: layout?.tag, cookie: Array(magicCookie ?? Data()),
      stating: extensions ?? Extensions())
  }

  /// The same, with the layout of `layoutSize` bytes at `layout`, of which the tag counts.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookie: Data?, extensions: Extensions? = nil
  ) throws {
    let tag = unsafe layoutSize >= 4 ? layout?.pointee.mChannelLayoutTag : nil
    self.init(
      audioStreamBasicDescription, layoutTag: tag, cookie: Array(magicCookie ?? Data()),
      stating: extensions ?? Extensions())
  }

  /// What a decoder of sound is told before the first packet: what a program stated, or what the file has: of AAC its specific configuration,
  /// without the descriptors around it. Nil where nothing is known.
  public var magicCookie: Data? { unsafe withMagicCookie { unsafe $0.map { unsafe Data($0) } } }

  /// Calls `body` with what a decoder of sound is told before the first packet; with nil where nothing is known.
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
  /// The one that most decoders decode; nil of pictures.
  public var mostCompatibleFormat: AudioFormatListItem? {
    withExtendedLifetime(self) { unsafe formatList?.pointee }
  }

  // MARK: Comparing

  /// What of two formats of sound is compared (`CMFormatDescription.EqualityMask`).
  public struct EqualityMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: CMAudioFormatDescriptionMask
    /// What these bits mean.
    public init(rawValue: CMAudioFormatDescriptionMask) { self.rawValue = rawValue }
    /// The format.
    public static let streamBasicDescription = EqualityMask(
      rawValue: kCMAudioFormatDescriptionMask_StreamBasicDescription)
    /// What a decoder is told first.
    public static let magicCookie = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_MagicCookie)
    /// The channels.
    public static let channelLayout = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_ChannelLayout)
    /// What else is said.
    public static let extensions = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_Extensions)
    /// All.
    public static let all = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_All)
  }

  /// Whether it is the same as `otherFormatDescription` in all that `equalityMask` says, and in what of that it is.
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

/// What of two formats of sound is compared, a bit each.
public typealias CMAudioFormatDescriptionMask = UInt32
/// The format.
public let kCMAudioFormatDescriptionMask_StreamBasicDescription: CMAudioFormatDescriptionMask = 1
/// What a decoder is told first.
public let kCMAudioFormatDescriptionMask_MagicCookie: CMAudioFormatDescriptionMask = 2
/// The channels.
public let kCMAudioFormatDescriptionMask_ChannelLayout: CMAudioFormatDescriptionMask = 4
/// What else is said.
public let kCMAudioFormatDescriptionMask_Extensions: CMAudioFormatDescriptionMask = 8
/// All.
public let kCMAudioFormatDescriptionMask_All: CMAudioFormatDescriptionMask = 15

/// Whether two formats of sound are the same in all that `equalityMask` says; stores in what of that they are.
public func CMAudioFormatDescriptionEqual(
  _ formatDescription: CMAudioFormatDescription, otherFormatDescription: CMAudioFormatDescription,
  equalityMask: CMAudioFormatDescriptionMask, equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
  let found = formatDescription.equalTo(otherFormatDescription, equalityMask: .init(rawValue: equalityMask))
  unsafe equalityMaskOut?.pointee = found.equalityMask.rawValue
  return found.0
}

/// Stores a description of sound of the format `asbd` (`CMAudioFormatDescriptionCreate`), with the tag of the layout at `layout`, whose decoder
/// is told the bytes at `magicCookie` first.
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

/// The channels of sound, and through `sizeOut` how many bytes say so; nil of pictures. It stands there as long as `description` lives
/// (`CMAudioFormatDescriptionGetChannelLayout`).
public func CMAudioFormatDescriptionGetChannelLayout(
  _ description: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
  let layout = unsafe description.channelLayout
  unsafe sizeOut?.pointee = unsafe layout == nil ? 0 : MemoryLayout<AudioChannelLayout>.size
  return unsafe layout
}

/// What a decoder of sound is told before the first packet, and through `sizeOut` how many bytes; nil where nothing is known. It stands there
/// as long as `description` lives (`CMAudioFormatDescriptionGetMagicCookie`).
public func CMAudioFormatDescriptionGetMagicCookie(
  _ description: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  let cookie = description.storedCookie
  unsafe sizeOut?.pointee = cookie?.count ?? 0
  return unsafe cookie.map { unsafe UnsafeRawPointer($0.start) }
}

/// The formats in which sound can be decoded, and through `sizeOut` how many bytes say so; nil of pictures
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
