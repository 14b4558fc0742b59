// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Containers
public import CoreGraphics
import Synchronization

/// Pictures of a file or of bytes, to be read (`CGImageSource`): JPEG, PNG, GIF, WebP, TIFF, BMP, Targa, JPEG 2000, HEIF and AVIF, and
/// animations of PNG, GIF, WebP, HEIF and AVIF.
///
/// Nothing is decoded before it is asked for. Threads: any; images and properties block until they are there. Lock order: only `state`.
public final class CGImageSource: Sendable {
  private struct State: Sendable {
    /// The file; nil of bytes that are no picture, or not all there.
    var contents: SourceContents?
    /// Whether there are bytes.
    var hasBytes = false
    /// Whether all bytes are there.
    var isFinal = true
  }

  private let state: Mutex<State>
  /// The type that the bytes probably have.
  private let hint: String?

  /// The pictures of `file`; of bytes that come later where that is nil.
  fileprivate init(_ file: SourceFile?, _ options: [String: Any]?) {
    hint = options?[kCGImageSourceTypeIdentifierHint] as? String
    state = Mutex(State(isFinal: file != nil))
    if let file { take(file, isFinal: true) }
  }

  /// Takes `file` for the source's.
  fileprivate func take(_ file: SourceFile, isFinal: Bool) {
    let head = (try? FileBytes(file.url.path, isReadOnly: true).read(at: 0, PictureKind.headSize)) ?? []
    let kind = PictureKind(head, name: file.name, hint: hint)
    state.withLock { state in
      state = State(
        contents: kind.map { SourceContents(file, $0, isWhole: isFinal) }, hasBytes: !head.isEmpty, isFinal: isFinal)
    }
  }

  /// Takes the first part of the bytes, or all of them where `isFinal`.
  fileprivate func take(_ bytes: Data, isFinal: Bool) {
    let ending = hint == PictureKind.targa.rawValue ? PictureKind.targaEnding : ""
    if let file = SourceFile(bytes, ending: ending) { take(file, isFinal: isFinal) }
  }

  /// The pictures; nil where the bytes are none that are read here.
  var contents: SourceContents? { state.withLock(\.contents) }

  /// The facts of picture number `index`, with the file; nil where there is no such picture.
  func facts(of index: Int) -> (contents: SourceContents, facts: PictureFacts)? {
    guard let contents, isWhole || index == 0, let facts = contents.facts, (0..<facts.count).contains(index) else {
      return nil
    }
    return (contents, facts)
  }

  /// Whether all bytes are there.
  private var isWhole: Bool { state.withLock(\.isFinal) }

  /// The state of the source.
  fileprivate var status: CGImageSourceStatus {
    let state = state.withLock { $0 }
    guard state.isFinal else { return state.contents == nil ? .statusReadingHeader : .statusIncomplete }
    guard let contents = state.contents else { return state.hasBytes ? .statusUnknownType : .statusInvalidData }
    return contents.facts == nil ? .statusInvalidData : .statusComplete
  }
}

/// The state of a source (`CGImageSourceStatus`).
public enum CGImageSourceStatus: Int32, Sendable {
  /// The bytes end too early.
  case statusUnexpectedEOF = -5
  /// The bytes are damaged, or none.
  case statusInvalidData = -4
  /// The bytes are of no type that is read here.
  case statusUnknownType = -3
  /// The header has not come yet.
  case statusReadingHeader = -2
  /// Not all bytes have come yet.
  case statusIncomplete = -1
  /// All is there.
  case statusComplete = 0
}

/// The pictures of the file at `url`; nil where it cannot be read. A file that is no picture gives a source of none.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  let url = url as URL
  guard url.isFileURL, (try? FileBytes(url.path, isReadOnly: true)) != nil else {
    Complaint.report("\(url.lastPathComponent) cannot be read.")
    return nil
  }
  return CGImageSource(SourceFile(url), options)
}

/// The pictures of `data`, with a copy among the temporary files as long as the source lives; nil where there is no
/// room for it. Bytes that are no picture give an empty source.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  let source = CGImageSource(nil, options)
  source.take(data.content, isFinal: true)
  return source
}

/// The pictures of the bytes of `provider`, as ``CGImageSourceCreateWithData(_:_:)``.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource?
{
  provider.data.flatMap { CGImageSourceCreateWithData($0, options) }
}

/// A source of bytes that come little by little, by ``CGImageSourceUpdateData(_:_:_:)``.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource { CGImageSource(nil, options) }

/// Gives `isrc` all bytes that have come so far, and says whether they are all. Before, what the header says is known, and there are no
/// pixels.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
  isrc.take(data.content, isFinal: final)
}

/// Gives `isrc` all bytes that have come so far, and says whether they are all, as ``CGImageSourceUpdateData(_:_:_:)``.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
  if let data = provider.data { CGImageSourceUpdateData(isrc, data, final) }
}

/// The identifier of the file's type, such as `public.png`; nil where it is none that is read here.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.contents?.kind.rawValue }

/// The identifiers of all types that are read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { PictureKind.allCases.map(\.rawValue) }

/// The number of pictures: one of a still, none where the bytes are no picture.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.contents?.facts?.count ?? 0 }

/// The number of the primary picture: 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// The state of `isrc`.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// The state of picture number `index`.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  let status = isrc.status
  return status == .statusComplete && isrc.facts(of: index) == nil ? .statusUnexpectedEOF : status
}

/// Forgets picture number `index`: nothing is kept.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {}

extension CGImageSource: Hashable {
  /// A source equals itself alone (`CFEqual`).
  public static func == (left: CGImageSource, right: CGImageSource) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
