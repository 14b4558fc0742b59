package import EditingModel
package import FoundationEssentials

/// The file that an asset's `uri` names: a path relative to the project, or a `file:` URI (RFC 8089).
package struct MediaPath {
  /// The file.
  package let url: URL

  /// The file that `uri` names in a project of the folder `baseURL`.
  package init(uri: String, baseURL: URL) throws(MediaPathError) {
    let path = try Self.path(of: uri)
    guard !path.utf8.contains(0) else {
      throw MediaPathError(message: "The path has a null character.", expected: "the path of a file")
    }
    let folder = baseURL.absoluteURL.path
    self.url = URL(
      filePath: path.hasPrefix("/") ? path : (folder.hasSuffix("/") ? folder : folder + "/") + path,
      directoryHint: .notDirectory)
  }

  /// The `uri` of the file `url` in a project of the folder `baseURL`: relative where the file lies in that folder.
  package static func uri(of url: URL, baseURL: URL) -> String {
    let path = url.absoluteURL.path
    let folder = baseURL.absoluteURL.path
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    guard path.hasPrefix(prefix), path.utf8.count > prefix.utf8.count else { return url.absoluteURL.absoluteString }
    let relative = String(path.dropFirst(prefix.count))
    // A colon in the first component would read as a scheme (RFC 3986, section 4.2).
    return scheme(of: relative) == nil ? relative : "./" + relative
  }

  private static func path(of uri: String) throws(MediaPathError) -> String {
    guard let scheme = scheme(of: uri) else { return uri }
    guard scheme.lowercased() == "file" else {
      throw MediaPathError(
        message: "The address has the scheme \(scheme.shortened).",
        expected: "a path or a file: URI (a path with a colon in it can begin with ./)")
    }
    var path = uri.dropFirst(scheme.count + 1)
    if path.hasPrefix("//") {
      let host = path.dropFirst(2).prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else {
        throw MediaPathError(
          message: "The address names the host \(String(host).shortened).",
          expected: "a file of this machine: file:///…")
      }
      path = path.dropFirst(2 + host.count)
    }
    guard path.hasPrefix("/"), !path.contains(where: { $0 == "?" || $0 == "#" }) else {
      throw MediaPathError(
        message: "The file: URI has no absolute path, or a ? or # that is not escaped.",
        expected: "file:/// and an absolute path, with %3F for ? and %23 for #")
    }
    guard let decoded = percentDecoded(path) else {
      throw MediaPathError(message: "The % escapes of the URI give no UTF-8 text.", expected: "%25 where a % is meant")
    }
    return decoded
  }

  /// The text before the first colon, if it can be a scheme (RFC 3986, section 3.1).
  private static func scheme(of uri: String) -> String? {
    guard let colon = uri.firstIndex(of: ":") else { return nil }
    let scheme = uri[..<colon]
    let isScheme =
      (scheme.first?.isASCII ?? false) && (scheme.first?.isLetter ?? false)
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return isScheme ? String(scheme) : nil
  }

  /// The text with every `%41` replaced by its byte; nil where an escape is broken or the bytes are not UTF-8.
  private static func percentDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimalDigit), let low = rest.popFirst().flatMap(hexadecimalDigit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.flatMap(UInt8.init(exactly:))
  }
}

/// The reason for which a `uri` does not name a file.
package struct MediaPathError: Error, Diagnosed {
  /// The fault, and the expected value.
  package var diagnostic: Diagnostic

  init(message: String, expected: String) {
    diagnostic = Diagnostic(message, expected: expected)
  }
}
