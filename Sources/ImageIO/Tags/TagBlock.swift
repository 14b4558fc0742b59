import Containers
import CoreGraphics
import PictureFiles

/// The tags of a photograph that is written (Exif 2.32 §4.5), of what is said of it under Image I/O's keys.
///
/// ```
///  MM, 42 │ first directory │ its values │ Exif's directory │ its values │ the position's directory │ its values
/// ```
struct TagBlock {
  /// The tags; nil where nothing is said.
  private let bytes: [UInt8]?
  /// Pixels an inch; nil where nothing is said.
  private let resolution: (across: Double, down: Double)?

  private typealias Entry = (tag: Int, stored: TagForm.Stored)

  /// The tags of what `properties` say.
  init(_ properties: [String: Any]) {
    let across = properties.number(kCGImagePropertyDPIWidth)
    resolution = (across ?? properties.number(kCGImagePropertyDPIHeight)).flatMap { value in
      let down = properties.number(kCGImagePropertyDPIHeight) ?? value
      return (0.5...65_535).contains(value) && (0.5...65_535).contains(down) ? (value, down) : nil
    }
    var image = properties.dictionary(kCGImagePropertyTIFFDictionary)
    if let orientation = properties[kCGImagePropertyOrientation] {
      image[kCGImagePropertyTIFFOrientation] = orientation
    }
    if let resolution {
      image[kCGImagePropertyTIFFXResolution] = resolution.across
      image[kCGImagePropertyTIFFYResolution] = resolution.down
      image[kCGImagePropertyTIFFResolutionUnit] = 2
    }
    // Tags of the file itself, which another file's would contradict.
    for key in [
      kCGImagePropertyTIFFCompression, kCGImagePropertyTIFFPhotometricInterpretation, kCGImagePropertyTIFFTileWidth,
      kCGImagePropertyTIFFTileLength,
    ] { image[key] = nil }
    var exif = properties.dictionary(kCGImagePropertyExifDictionary)
    let gps = properties.dictionary(kCGImagePropertyGPSDictionary)
    guard !image.isEmpty || !exif.isEmpty || !gps.isEmpty else {
      bytes = nil
      return
    }
    // As every picture that is written here says: sRGB, and the version.
    exif[kCGImagePropertyExifColorSpace] = 1
    if exif[kCGImagePropertyExifVersion] == nil { exif[kCGImagePropertyExifVersion] = "0232" }
    bytes = Self.block(
      Self.entries(.image, image), Self.entries(.exif, exif), Self.entries(.gps, gps))
  }

  /// `number` in `length` bytes, the highest first.
  static func number(_ number: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - $0))) }
  }

  /// The entries of a directory of `dictionary`, by rising tags.
  private static func entries(_ directory: ExifField.Directory, _ dictionary: [String: Any]) -> [Entry] {
    TagName.all.filter { $0.directory == directory }.compactMap { name in
      dictionary[name.key].flatMap(name.form.stored).map { (name.tag, $0) }
    }
  }

  /// The stored tags: the pointers to the other directories are the last ones of the first directory.
  private static func block(_ image: [Entry], _ exif: [Entry], _ gps: [Entry]) -> [UInt8] {
    func pointer(_ tag: Int, _ place: Int) -> Entry { (tag, .init(type: 4, count: 1, bytes: number(place, 4))) }
    func first(_ exifPlace: Int, _ gpsPlace: Int) -> [UInt8] {
      let all = image + [pointer(0x8769, exifPlace)] + (gps.isEmpty ? [] : [pointer(0x8825, gpsPlace)])
      return directory(all.sorted { $0.tag < $1.tag }, at: 8)
    }
    let exifPlace = 8 + first(0, 0).count
    let second = directory(exif, at: exifPlace)
    let gpsPlace = exifPlace + second.count
    return [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + first(exifPlace, gpsPlace) + second
      + (gps.isEmpty ? [] : directory(gps, at: gpsPlace))
  }

  /// The directory of `entries` at `place`, and behind it the values that have no room in it.
  private static func directory(_ entries: [Entry], at place: Int) -> [UInt8] {
    var (table, values) = (number(entries.count, 2), [UInt8]())
    let end = place + 2 + 12 * entries.count + 4
    for entry in entries {
      table += number(entry.tag, 2) + number(entry.stored.type, 2) + number(entry.stored.count, 4)
      if entry.stored.bytes.count <= 4 {
        table += entry.stored.bytes + [UInt8](repeating: 0, count: 4 - entry.stored.bytes.count)
      } else {
        table += number(end + values.count, 4)
        values += entry.stored.bytes + [UInt8](repeating: 0, count: entry.stored.bytes.count % 2)
      }
    }
    return table + [0, 0, 0, 0] + values
  }

  // MARK: Files

  /// `file`, which the engine has written in `format`, with these tags instead of the engine's.
  func tagged(_ file: [UInt8], _ format: DestinationFormat) -> [UInt8] {
    switch format {
    case .jpeg: jpeg(file)
    case .png: png(file)
    case .webP: webP(file)
    case .gif: file
    }
  }

  /// The segment of Exif stands at the beginning, behind JFIF's.
  private func jpeg(_ file: [UInt8]) -> [UInt8] {
    var file = file
    guard file.count > 20 else { return file }
    let hasJFIF = file[2..<4].elementsEqual([0xFF, 0xE0])
    if let resolution, hasJFIF {
      let (across, down) = (Int(resolution.across.rounded()), Int(resolution.down.rounded()))
      file.replaceSubrange(13..<18, with: [1] + Self.number(across, 2) + Self.number(down, 2))
    }
    guard let bytes else { return file }
    guard bytes.count < 65_500 else {
      Complaint.report("What is said of the picture is more than a JPEG has room for, and is left out.")
      return file
    }
    let place = hasJFIF ? 4 + Int(file.bigEndian(at: 4, 2)) : 2
    guard file.count > place + 10 else { return file }
    let hasTags = file[place..<place + 2].elementsEqual([0xFF, 0xE1])
    let end = hasTags ? place + 2 + Int(file.bigEndian(at: place + 2, 2)) : place
    guard end <= file.count else { return file }
    let content = Array("Exif\0\0".utf8) + bytes
    file.replaceSubrange(place..<end, with: [0xFF, 0xE1] + Self.number(content.count + 2, 2) + content)
    return file
  }

  /// Chunks of its own behind the header's.
  private func png(_ file: [UInt8]) -> [UInt8] {
    guard file.count > 33 else { return file }
    var chunks: [UInt8] = []
    if let resolution {
      func meter(_ inch: Double) -> [UInt8] { Self.number(Int((inch / 0.0254).rounded()), 4) }
      chunks += PNGEncoder.chunk("pHYs", meter(resolution.across) + meter(resolution.down) + [1])
    }
    if let bytes { chunks += PNGEncoder.chunk("eXIf", bytes) }
    return file[..<33] + chunks + file[33...]
  }

  /// The chunk of Exif is the last one.
  private func webP(_ file: [UInt8]) -> [UInt8] {
    guard let bytes, file.count > 20 else { return file }
    var place = 12
    while place + 8 <= file.count, !file[place...].starts(with: "EXIF".utf8) {
      let size = Int(file.littleEndian(at: place + 4, 4))
      place += 8 + size + size % 2
    }
    guard place + 8 <= file.count else { return file }
    func little(_ number: Int) -> [UInt8] { Self.number(number, 4).reversed() }
    let chunk = Array("EXIF".utf8) + little(bytes.count) + bytes + [UInt8](repeating: 0, count: bytes.count % 2)
    let content = file[12..<place] + chunk
    return Array("RIFF".utf8) + little(content.count + 4) + Array("WEBP".utf8) + content
  }
}
