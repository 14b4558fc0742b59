// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

/// A file of pictures, or bytes, to be written (`CGImageDestination`): PNG, JPEG and WebP of one picture, and GIF of any number.
///
/// Nothing is written before ``CGImageDestinationFinalize(_:)``. Threads: one at a time.
public final class CGImageDestination {
  private let target: Target
  private let format: DestinationFormat
  /// The number of announced pictures.
  private let count: Int
  private var pictures: [DestinationPicture] = []
  private var properties: [String: Any]
  private var isOver = false

  private enum Target {
    case file(URL)
    case bytes(NSMutableData)

    var name: String {
      switch self {
      case .file(let url): url.lastPathComponent
      case .bytes: "The picture"
      }
    }
  }

  /// A destination of `type`, an identifier; nil for one that is not written, and for more pictures than it holds.
  private init?(_ target: Target, _ type: String, _ count: Int, _ options: [String: Any]?) {
    guard let format = DestinationFormat(rawValue: type) else {
      Complaint.report("No picture of the type \(type) is written; PNG, JPEG, GIF and WebP are.")
      return nil
    }
    guard count == 1 || count > 1 && format == .gif else {
      Complaint.report("\(count) pictures are not written into one file of the type \(type); into a GIF they are.")
      return nil
    }
    (self.target, self.format, self.count, properties) = (target, format, count, options ?? [:])
  }

  /// A destination of `type` into the file at `url`.
  fileprivate convenience init?(_ url: URL, _ type: String, _ count: Int, _ options: [String: Any]?) {
    self.init(.file(url), type, count, options)
  }

  /// A destination of `type` into `data`.
  fileprivate convenience init?(_ data: NSMutableData, _ type: String, _ count: Int, _ options: [String: Any]?) {
    self.init(.bytes(data), type, count, options)
  }

  /// Adds what `properties` say to what is said of the file.
  fileprivate func add(_ properties: [String: Any]) { self.properties = self.properties.merged(with: properties) }

  /// Adds `image`.
  fileprivate func add(_ image: CGImage, _ properties: [String: Any]) {
    guard !isOver, pictures.count < count else {
      Complaint.report("\(target.name): \(count) pictures were announced, and another one is left out.")
      return
    }
    pictures.append(DestinationPicture(image: image, properties: properties))
  }

  /// Writes the pictures; whether that was done.
  fileprivate func finish() -> Bool {
    defer { isOver = true }
    guard !isOver, pictures.count == count else {
      if !isOver {
        Complaint.report("\(target.name): \(count) pictures were announced, and \(pictures.count) were added.")
      }
      return false
    }
    let bytes = Complaint.reporting(of: target.name) {
      try format == .gif
        ? GIFBytes(pictures, properties).bytes : StillBytes(pictures[0], properties, format).bytes
    }
    guard let bytes else { return false }
    switch target {
    case .bytes(let data): data.append(bytes)
    case .file(let url):
      guard (try? bytes.write(to: url, options: .atomic)) != nil else {
        Complaint.report("\(url.path) cannot be written.")
        return false
      }
    }
    return true
  }
}

/// A destination of `count` pictures of `type`, an identifier such as `public.png`, in the file at `url`, which is replaced; nil for a type
/// that is not written, for more than one picture of a type that has one, and for a URL of no file.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  let url = url as URL
  guard url.isFileURL else {
    Complaint.report("\(url) is no file.")
    return nil
  }
  return CGImageDestination(url, type, count, options)
}

/// A destination of `count` pictures of `type`, an identifier such as `public.png`, whose bytes are put behind those of `data`; nil for a
/// type that is not written, and for more than one picture of a type that has one.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(data, type, count, options)
}

/// The identifiers of the types that are written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { DestinationFormat.allCases.map(\.rawValue) }

/// Sets properties of the file, such as a GIF's loop count; they also apply to each picture whose own properties do not
/// set them.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.add(properties ?? [:])
}

/// Adds `image`, with what `properties` say of it: its quality, its orientation, how long it is shown, the tags of a photograph.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
  idst.add(image, properties ?? [:])
}

/// Adds picture number `index` of `isrc`, with what its file says of it, and what `properties` say instead; `kCFNull`, an `NSNull`, leaves
/// a statement out. A picture that cannot be read is left out. Blocks while it is decoded.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
  let said = CGImageSourceCopyPropertiesAtIndex(isrc, index, nil) ?? [:]
  idst.add(image, said.merged(with: properties ?? [:]))
}

/// Writes the file, or the bytes. Blocks. False where that is not done: of fewer pictures than announced, for a folder that is missing or
/// cannot be written to, for a second time, and for pictures that the type does not hold; then a file that stood there is as it was.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finish() }

extension CGImageDestination: Hashable {
  /// A destination equals itself alone (`CFEqual`).
  public static func == (left: CGImageDestination, right: CGImageDestination) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
