// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Containers
public import CoreVideo
import EditingModel
import MediaFormats
public import MediaTime

// SAFETY: out parameters are written once.

/// The format of timecode.
public typealias CMTimeCodeFormatDescription = CMFormatDescription

/// A count of frames in 32 bits (`'cn32'`).
public let kCMTimeCodeFormatType_Counter32: CMTimeCodeFormatType = 0x636E_3332
/// A count of frames in 64 bits (`'cn64'`).
public let kCMTimeCodeFormatType_Counter64: CMTimeCodeFormatType = 0x636E_3634
/// Numbers of frames are dropped from the count, so that it keeps pace with the clock: SMPTE's drop frame.
public let kCMTimeCodeFlag_DropFrame: UInt32 = 1
/// The count begins anew at 24 hours.
public let kCMTimeCodeFlag_24HourMax: UInt32 = 2
/// The count may be below zero.
public let kCMTimeCodeFlag_NegTimesOK: UInt32 = 4

extension CMFormatDescription {
  /// The names of timecode.
  public enum TimeCode {
    /// The counting of a timecode.
    public struct Flag: OptionSet, Hashable, Sendable {
      /// Bits.
      public var rawValue: UInt32
      /// The flags of these bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      /// Numbers of frames are dropped from the count, so that it keeps pace with the clock.
      public static let dropFrame = Flag(rawValue: kCMTimeCodeFlag_DropFrame)
      /// The count begins anew at 24 hours.
      public static let twentyFourHourMax = Flag(rawValue: kCMTimeCodeFlag_24HourMax)
      /// The count may be below zero.
      public static let negTimesOK = Flag(rawValue: kCMTimeCodeFlag_NegTimesOK)
    }
  }

  /// The format of timecode with frames of `frameDuration` and `frameQuanta` frames in a counted second: for 29.97
  /// frames a second 1,001 over 30,000, and 30. `extensions` are kept, and not written.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where a duration or a count is not positive, or there is no such type.
  public convenience init(
    timeCodeFormatType: MediaSubType, frameDuration: CMTime, frameQuanta: Int, flags: TimeCode.Flag,
    extensions: Extensions? = nil
  ) throws {
    guard
      let format = Self.timecode(
        timeCodeFormatType.rawValue, frameDuration, frameQuanta: UInt32(clamping: frameQuanta), flags.rawValue)
    else { throw NSError(kCMFormatDescriptionError_InvalidParameter) }
    self.init(format, stating: extensions ?? Extensions())
  }

  fileprivate static func timecode(
    _ type: CMTimeCodeFormatType, _ frameDuration: CMTime, frameQuanta: UInt32, _ flags: UInt32
  ) -> FormatDescription? {
    let letters = FormatDescription.text(type)
    guard frameDuration.isNumeric, frameDuration.value > 0, frameDuration.value <= Int64(UInt32.max),
      frameDuration.timescale > 0, (1...255).contains(frameQuanta), TimecodeDescription.codecTypes.contains(letters)
    else { return nil }
    let timecode = TimecodeDescription(
      flags: flags, timescale: Int64(frameDuration.timescale), frameDuration: frameDuration.value,
      frameQuanta: Int(frameQuanta))
    return FormatDescription(timecode.format(called: letters))
  }

  private var counting: TimecodeDescription? { format.data.flatMap(TimecodeDescription.init) }

  /// The duration of a frame of timecode; invalid of other media.
  public var frameDuration: CMTime {
    counting.map { CMTime(value: $0.frameDuration, timescale: CMTimeScale(clamping: $0.timescale)) } ?? .invalid
  }
  /// Frames that a second of the count has; 0 of other media.
  public var frameQuanta: Int { counting?.frameQuanta ?? 0 }
  /// The counting of the timecode.
  public var timeCodeFlags: TimeCode.Flag { TimeCode.Flag(rawValue: counting?.flags ?? 0) }
}

/// Stores a description of timecode (`CMTimeCodeFormatDescriptionCreate`).
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` where a duration or a count is not positive, or there is no such type.
@discardableResult
public func CMTimeCodeFormatDescriptionCreate(
  allocator: CFAllocator?, timeCodeFormatType: CMTimeCodeFormatType, frameDuration: CMTime, frameQuanta: UInt32,
  flags: UInt32, extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMTimeCodeFormatDescription?>
) -> OSStatus {
  guard
    let format = CMFormatDescription.timecode(timeCodeFormatType, frameDuration, frameQuanta: frameQuanta, flags)
  else { return kCMFormatDescriptionError_InvalidParameter }
  unsafe formatDescriptionOut.pointee = CMFormatDescription(format, stating: .init(base: extensions))
  return noErr
}

/// The duration of a frame (`CMTimeCodeFormatDescriptionGetFrameDuration`).
public func CMTimeCodeFormatDescriptionGetFrameDuration(_ description: CMTimeCodeFormatDescription) -> CMTime {
  description.frameDuration
}

/// Frames that a second of the count has (`CMTimeCodeFormatDescriptionGetFrameQuanta`).
public func CMTimeCodeFormatDescriptionGetFrameQuanta(_ description: CMTimeCodeFormatDescription) -> UInt32 {
  UInt32(clamping: description.frameQuanta)
}

/// Its counting (`CMTimeCodeFormatDescriptionGetTimeCodeFlags`).
public func CMTimeCodeFormatDescriptionGetTimeCodeFlags(_ description: CMTimeCodeFormatDescription) -> UInt32 {
  description.timeCodeFlags.rawValue
}
