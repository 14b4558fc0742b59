public import Foundation

/// A playlist of HTTP Live Streaming, read line by line (RFC 8216 §4.1), as a witness of what a program wrote.
public struct Playlist: Sendable {
  /// A tag: its name without `#`, and what stands behind the colon.
  public struct Tag: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// What stands behind the colon; empty where there is none.
    public var value: String
  }

  /// A line that is a URI, with the tags that stand before it and behind the URI before.
  public struct Entry: Sendable, Hashable {
    /// The URI.
    public var uri: String
    /// The tags before it.
    public var tags: [Tag]

    /// The value of the last tag called `name`; nil where there is none.
    public func value(_ name: String) -> String? { tags.last { $0.name == name }?.value }
  }

  /// All lines, empty ones included.
  public var lines: [String]
  /// All tags, in order.
  public var tags: [Tag] = []
  /// All URIs, in order.
  public var entries: [Entry] = []

  /// Reads `text`.
  public init(_ text: String) {
    lines = text.components(separatedBy: "\n")
    var waiting: [Tag] = []
    for line in lines where !line.isEmpty {
      guard line.hasPrefix("#") else {
        entries.append(Entry(uri: line, tags: waiting))
        waiting = []
        continue
      }
      guard line.hasPrefix("#EXT") else { continue }
      let parts = line.dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let tag = Tag(name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
      tags.append(tag)
      waiting.append(tag)
    }
  }

  /// Reads the file at `url`.
  public init(contentsOf url: URL) throws { self.init(try String(contentsOf: url, encoding: .utf8)) }

  /// The values of the tags called `name`.
  public func values(_ name: String) -> [String] { tags.filter { $0.name == name }.map(\.value) }

  /// Whether it lists media playlists, and no segments.
  public var isMultivariant: Bool { tags.contains { ["EXT-X-STREAM-INF", "EXT-X-MEDIA"].contains($0.name) } }

  /// Seconds of each segment.
  public var durations: [Double] {
    entries.compactMap { $0.value("EXTINF").flatMap { Double($0.prefix { $0 != "," }) } }
  }

  /// The part of its file that `entry` is; nil for all of it.
  public static func range(of entry: Entry) -> (offset: Int, length: Int)? {
    guard let parts = entry.value("EXT-X-BYTERANGE")?.split(separator: "@"), parts.count == 2,
      let length = Int(parts[0]), let offset = Int(parts[1])
    else { return nil }
    return (offset, length)
  }
}

/// An attribute list (RFC 8216 §4.2).
public struct AttributeList: Sendable {
  /// The attributes, in order, with the quotes of those that have some.
  public var attributes: [(name: String, value: String)] = []

  /// Reads `text`; nil where it is none: a name that is no name or comes twice, a value that ends nowhere.
  public init?(_ text: String) {
    var rest = text[...]
    while !rest.isEmpty {
      guard let sign = rest.firstIndex(of: "=") else { return nil }
      let name = String(rest[..<sign])
      guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "-") }),
        !attributes.contains(where: { $0.name == name })
      else { return nil }
      rest = rest[rest.index(after: sign)...]
      var value: Substring
      if rest.first == "\"" {
        guard let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
        value = rest[...end]
        rest = rest[rest.index(after: end)...]
      } else {
        value = rest.prefix { $0 != "," }
        guard !value.isEmpty, !value.contains("\""), !value.contains(" ") else { return nil }
        rest = rest[value.endIndex...]
      }
      attributes.append((name, String(value)))
      guard rest.first == "," || rest.isEmpty else { return nil }
      rest = rest.dropFirst()
    }
  }

  /// The value of the attribute called `name`; nil where there is none.
  public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The same without its quotes; nil where it has none, too.
  public func quoted(_ name: String) -> String? {
    guard let value = self[name], value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return nil }
    return String(value.dropFirst().dropLast())
  }
}
