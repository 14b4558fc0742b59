/// The parts that an engine finds installed on this machine: its libraries, the elements it uses, and the kinds of file it reads.
///
/// ```swift
/// for element in try Engine.installation().missing {
///   print(element.factory, element.serves, element.package ?? "")
/// }
/// ```
public struct Installation: Hashable, Sendable {
  /// The libraries underneath.
  public var libraries: [Library]
  /// Every element that the engine uses by name, by purpose.
  public var elements: [Element]
  /// The kinds of file that the engine reads.
  public var containers: [Container]
  /// The fonts in which letters are drawn, by kind of letter.
  public var fonts: [Font]

  /// An installation of these parts.
  public init(
    libraries: [Library] = [], elements: [Element] = [], containers: [Container] = [], fonts: [Font] = []
  ) {
    self.libraries = libraries
    self.elements = elements
    self.containers = containers
    self.fonts = fonts
  }

  /// The elements that something cannot be done without: those that are not installed, where no other of the same purpose
  /// serves all that they do.
  public var missing: [Element] {
    elements.filter { element in
      !element.isInstalled && !element.needsDevice && !element.serves.allSatisfy { isServed($0, by: element.purpose) }
    }
  }

  /// Whether an installed element of `purpose` serves `what`.
  public func isServed(_ what: String, by purpose: Purpose) -> Bool {
    elements.contains { $0.purpose == purpose && $0.isInstalled && $0.serves.contains(what) }
  }

  /// The media that the elements of `purpose` serve, installed or not, each once.
  public func served(by purpose: Purpose) -> [String] {
    var seen: Set<String> = []
    return elements(for: purpose).flatMap(\.serves).filter { seen.insert($0).inserted }
  }

  /// The elements of one purpose.
  public func elements(for purpose: Purpose) -> [Element] { elements.filter { $0.purpose == purpose } }

  /// A library and its version.
  public struct Library: Hashable, Sendable {
    /// The common name.
    public var name: String
    /// The version as it reports it: "1.22.0".
    public var version: String

    /// The library called `name`.
    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  /// The purposes of elements.
  public enum Purpose: String, Hashable, Sendable, Codable, CaseIterable {
    /// Elements that every film needs.
    case plumbing
    /// Mixers of pictures and sounds.
    case mixing
    /// Demuxers, which find the streams of a file.
    case demuxers
    /// Parsers, which find the packets of a stream.
    case parsers
    /// Decoders of pictures.
    case pictureDecoders
    /// Decoders of sound.
    case soundDecoders
    /// Encoders of pictures and sound.
    case encoders
  }

  /// An element that the engine uses.
  public struct Element: Hashable, Sendable {
    /// The factory, as `gst-inspect-1.0` lists it.
    public var factory: String
    /// The element's purpose.
    public var purpose: Purpose
    /// The codecs, containers and abilities that need it.
    public var serves: [String]
    /// The Debian package that holds it.
    public var package: String?
    /// The version of the plugin it comes from; nil where it is not installed.
    public var version: String?
    /// Whether it drives a device, and is there only where that is: a graphics card's decoder.
    public var needsDevice: Bool

    /// Whether it is installed.
    public var isInstalled: Bool { version != nil }

    /// The element that `factory` makes.
    public init(
      factory: String, purpose: Purpose, serves: [String], package: String? = nil, version: String?,
      needsDevice: Bool = false
    ) {
      self.factory = factory
      self.purpose = purpose
      self.serves = serves
      self.package = package
      self.version = version
      self.needsDevice = needsDevice
    }
  }

  /// The font of one kind of letter.
  public struct Font: Hashable, Sendable {
    /// The kind, as people call it: "Chinese, Japanese, Korean".
    public var letters: String
    /// The family that fontconfig gives for it; nil where no font has such letters, which are then drawn as boxes.
    public var family: String?
    /// The Debian package of a font that has them.
    public var package: String

    /// The font `family` of `letters`.
    public init(letters: String, family: String?, package: String) {
      (self.letters, self.family, self.package) = (letters, family, package)
    }
  }

  /// A kind of file that is read.
  public struct Container: Hashable, Sendable {
    /// The name in facts and messages.
    public var name: String
    /// The elements it needs that are not installed, by their factories.
    public var missing: [String]

    /// The kind called `name`, for which `missing` elements are not installed.
    public init(name: String, missing: [String] = []) {
      self.name = name
      self.missing = missing
    }
  }
}
