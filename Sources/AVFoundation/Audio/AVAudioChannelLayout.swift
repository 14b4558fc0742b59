import CoreMedia
public import Foundation

// SAFETY: the layout is allocated with the object, written once before it is shared, and freed when the last reference
// to it goes. Of a caller's layout, only the fixed fields are read.

/// Speakers of channels (`AVAudioChannelLayout`). Immutable. Threads: any.
@safe open class AVAudioChannelLayout: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes after it is made.
  private let pointer: UnsafeMutablePointer<AudioChannelLayout>

  /// A copy of the layout `layout`.
  public init(layout: UnsafePointer<AudioChannelLayout>) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: layout.pointee)
    super.init()
  }

  /// The standard layout `layoutTag`; nil for tags without a number of channels.
  public convenience init?(layoutTag: AudioChannelLayoutTag) {
    guard AudioChannelLayoutTag_GetNumberOfChannels(layoutTag) > 0 else { return nil }
    self.init(tag: layoutTag)
  }

  /// Mono or stereo; nil for more channels, whose positions must be given by a layout.
  convenience init?(channels: AVAudioChannelCount) {
    switch channels {
    case 1: self.init(tag: kAudioChannelLayoutTag_Mono)
    case 2: self.init(tag: kAudioChannelLayoutTag_Stereo)
    default: return nil
    }
  }

  /// A layout of `channels` channels without positions; nil for 0 channels.
  static func unnamed(_ channels: AVAudioChannelCount) -> AVAudioChannelLayout? {
    AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Unknown | channels)
  }

  /// The layout whose tag is at the beginning of `bytes`.
  convenience init?(bytes: Data) {
    guard let tag = Self.tag(of: bytes) else { return nil }
    self.init(layoutTag: tag)
  }

  /// The tag with which the layout in `bytes` begins, in the machine's order of bytes; nil of fewer bytes.
  static func tag(of bytes: Data) -> AudioChannelLayoutTag? {
    guard bytes.count >= 4 else { return nil }
    return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | AudioChannelLayoutTag($1) }
  }

  private convenience init(tag: AudioChannelLayoutTag) {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    unsafe self.init(layout: &layout)
  }

  deinit { unsafe pointer.deallocate() }

  /// The layout in Core Audio's words, as long as the object is kept.
  public var layout: UnsafePointer<AudioChannelLayout> { unsafe UnsafePointer(pointer) }
  /// The usual layout that it is.
  public var layoutTag: AudioChannelLayoutTag { unsafe pointer.pointee.mChannelLayoutTag }
  /// Number of channels.
  public var channelCount: AVAudioChannelCount {
    let layout = unsafe pointer.pointee
    return switch layout.mChannelLayoutTag {
    case kAudioChannelLayoutTag_UseChannelDescriptions: layout.mNumberChannelDescriptions
    case kAudioChannelLayoutTag_UseChannelBitmap: UInt32(layout.mChannelBitmap.rawValue.nonzeroBitCount)
    default: AudioChannelLayoutTag_GetNumberOfChannels(layout.mChannelLayoutTag)
    }
  }

  /// The layout as settings have it.
  var bytes: Data { unsafe Data(bytes: pointer, count: MemoryLayout<AudioChannelLayout>.size) }

  /// Whether `object` is a layout of the same kind.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioChannelLayout else { return false }
    return layoutTag == other.layoutTag && channelCount == other.channelCount
  }
  /// Of layouts of the same kind, the same number.
  open override var hash: Int { layoutTag.hashValue }
}
