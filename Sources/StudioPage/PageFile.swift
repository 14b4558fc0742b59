import CStudioPage

// SAFETY: names and bytes are constants of the program; they are copied.

/// A file of the studio's page, which is in the program.
package struct PageFile: Sendable {
  /// Its name, without a folder.
  package let name: String
  /// The file's bytes.
  package let bytes: [UInt8]

  /// All of them, in the order of their names.
  package static let all: [PageFile] = (0..<gstedit_page_file_count()).map { index in
    let file = unsafe gstedit_page_file_at(index)
    return unsafe PageFile(
      name: String(cString: file.name), bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
  }

  /// The file called `name`; nil where there is none.
  package static func named(_ name: String) -> PageFile? { all.first { $0.name == name } }

  /// Its media type, with the encoding of texts.
  package var type: String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}
