// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreVideo

/// The result of a function: 0 for success.
public typealias OSStatus = Int32
/// It is done.
public let noErr: OSStatus = 0

extension NSError {
  /// The error of the domain `NSOSStatusErrorDomain` that `status` is.
  convenience init(_ status: OSStatus) { self.init(domain: NSOSStatusErrorDomain, code: Int(status)) }

  /// Throws what `status` says, unless it is done.
  static func check(_ status: OSStatus) throws { guard status == noErr else { throw NSError(status) } }
}

/// The number of a track; unique among those of its asset.
public typealias CMPersistentTrackID = Int32
/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
/// A count.
public typealias CMItemCount = Int
/// An index.
public typealias CMItemIndex = Int
/// The kind of media, four letters.
public typealias CMMediaType = FourCharCode

/// Pictures (`'vide'`).
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// Sound (`'soun'`).
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E
/// Picture and sound by turns (`'muxx'`).
public let kCMMediaType_Muxed: CMMediaType = 0x6D75_7878
/// Text (`'text'`).
public let kCMMediaType_Text: CMMediaType = 0x7465_7874
/// Captions (`'clcp'`).
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636C_6370
/// Subtitles (`'sbtl'`).
public let kCMMediaType_Subtitle: CMMediaType = 0x7362_746C
/// Timecode (`'tmcd'`).
public let kCMMediaType_TimeCode: CMMediaType = 0x746D_6364
/// Metadata (`'meta'`).
public let kCMMediaType_Metadata: CMMediaType = 0x6D65_7461

extension FourCharCode {
  /// The number of four letters; of others, which movies do not have, spaces fill it up.
  package init(letters: String) {
    let bytes = Array(letters.utf8.prefix(4))
    self = (0..<4).reduce(0) { $0 << 8 | FourCharCode($1 < bytes.count ? bytes[$1] : 0x20) }
  }
}

/// Width and height of a video, in stored pixels.
public struct CMVideoDimensions: Hashable, Sendable {
  /// Pixels across.
  public var width: Int32
  /// Pixels down.
  public var height: Int32

  /// No pixels.
  public init() { (width, height) = (0, 0) }
  /// `width` by `height` pixels.
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}
