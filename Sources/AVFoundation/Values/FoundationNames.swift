// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// What Apple's Foundation has beyond the one of Swift on Linux, and code beside AVFoundation uses. Where Foundation has a member of the same name,
// that one is taken.

/// An integer, as C's headers of Apple call it.
public typealias NSInteger = Int
/// An integer of 0 or more, as C's headers of Apple call it.
public typealias NSUInteger = UInt

extension URL {
  /// The user's folder of a kind, whether or not it is there; the home folder where the system has none of the kind.
  private static func folder(_ kind: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: kind, in: .userDomainMask).first ?? FileManager.default.homeDirectoryForCurrentUser
  }

  /// The user's programs.
  @_disfavoredOverload public static var applicationDirectory: URL { folder(.applicationDirectory) }
  /// Data that programs keep for the user.
  @_disfavoredOverload public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
  /// Data that programs can make again.
  @_disfavoredOverload public static var cachesDirectory: URL { folder(.cachesDirectory) }
  /// The desktop.
  @_disfavoredOverload public static var desktopDirectory: URL { folder(.desktopDirectory) }
  /// The user's documents.
  @_disfavoredOverload public static var documentsDirectory: URL { folder(.documentDirectory) }
  /// The downloads.
  @_disfavoredOverload public static var downloadsDirectory: URL { folder(.downloadsDirectory) }
  /// Data that belong to programs.
  @_disfavoredOverload public static var libraryDirectory: URL { folder(.libraryDirectory) }
  /// The user's films.
  @_disfavoredOverload public static var moviesDirectory: URL { folder(.moviesDirectory) }
  /// The user's music.
  @_disfavoredOverload public static var musicDirectory: URL { folder(.musicDirectory) }
  /// The user's pictures.
  @_disfavoredOverload public static var picturesDirectory: URL { folder(.picturesDirectory) }
  /// Data that others may see.
  @_disfavoredOverload public static var sharedPublicDirectory: URL { folder(.sharedPublicDirectory) }
}

extension Progress {
  private func number<Value: LosslessStringConvertible>(_ key: ProgressUserInfoKey) -> Value? {
    (userInfo[key] as? NSNumber).flatMap { Value($0.stringValue) } ?? userInfo[key] as? Value
  }

  /// Time that it still takes, in seconds; nil where nothing said so.
  @_disfavoredOverload public var estimatedTimeRemaining: TimeInterval? {
    get { number(.estimatedTimeRemainingKey) }
    set { setUserInfoObject(newValue, forKey: .estimatedTimeRemainingKey) }
  }
  /// Bytes that are done a second; nil where nothing said so.
  @_disfavoredOverload public var throughput: Int? {
    get { number(.throughputKey) }
    set { setUserInfoObject(newValue, forKey: .throughputKey) }
  }
  /// Number of files; nil where nothing said so.
  @_disfavoredOverload public var fileTotalCount: Int? {
    get { number(.fileTotalCountKey) }
    set { setUserInfoObject(newValue, forKey: .fileTotalCountKey) }
  }
  /// Number of files that are done; nil where nothing said so.
  @_disfavoredOverload public var fileCompletedCount: Int? {
    get { number(.fileCompletedCountKey) }
    set { setUserInfoObject(newValue, forKey: .fileCompletedCountKey) }
  }
  /// The file that it is about; nil where nothing said so.
  @_disfavoredOverload public var fileURL: URL? {
    get { userInfo[.fileURLKey] as? URL }
    set { setUserInfoObject(newValue, forKey: .fileURLKey) }
  }
}

extension ProcessInfo {
  /// Whether a program for iOS runs as one for macOS: no.
  @_disfavoredOverload public var isMacCatalystApp: Bool { false }
  /// Whether a program for iOS runs on macOS: no.
  @_disfavoredOverload public var isiOSAppOnMac: Bool { false }
  /// Whether the user wants power to be spared: not known here, so no.
  @_disfavoredOverload public var isLowPowerModeEnabled: Bool { false }
}
