import AVFoundation
import ImageIO
import TestSupport
import Testing

@Suite("Files of pictures, by Image I/O's names")
struct ImageIOTests {
  /// Three columns of red, green and blue over three of white, grey and black, ten pixels wide and high each, shifted by `shift`.
  private func picture(shift: Int = 0, size: Int = 10) throws -> CGImage {
    let context = try #require(
      CGContext(
        data: nil, width: 3 * size, height: 2 * size, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
    for number in 0..<6 {
      let level = Self.colors[(number + shift) % 6].map { CGFloat($0) / 255 }
      context.setFillColor(red: level[0], green: level[1], blue: level[2], alpha: 1)
      context.fill(CGRect(x: number % 3 * size, y: (1 - number / 3) * size, width: size, height: size))
    }
    return try #require(context.makeImage())
  }

  private static let colors: [[UInt8]] = [
    [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [128, 128, 128], [0, 0, 0],
  ]

  /// The colors in the middle of the six fields of `image`.
  private func fields(_ image: CGImage) throws -> [[UInt8]] {
    let data = try #require(image.dataProvider?.data) as Data
    return (0..<6).map { number in
      let (column, row) = ((2 * (number % 3) + 1) * image.width / 6, (2 * (number / 3) + 1) * image.height / 4)
      let place = row * image.bytesPerRow + column * image.bitsPerPixel / 8
      return Array(data[place..<place + 3])
    }
  }

  /// The colors in the middle of six fields of the first picture of a file, as ffmpeg reads it.
  private func fieldsByWitness(_ file: URL, width: Int, height: Int, frame: Int = 0) async throws -> [[UInt8]] {
    let bytes = try await MediaTools.ffmpegOutput([
      "-i", file.path, "-vf", "select=eq(n\\,\(frame))", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24",
    ])
    try #require(bytes.count == 3 * width * height)
    return (0..<6).map { number in
      let place =
        3 * ((2 * (number / 3) + 1) * height / 4 * width + (2 * (number % 3) + 1) * width / 6) + bytes.startIndex
      return Array(bytes[place..<place + 3])
    }
  }

  private func distance(_ left: [[UInt8]], _ right: [[UInt8]]) -> Int {
    zip(left.joined(), right.joined()).map { abs(Int($0) - Int($1)) }.max() ?? .max
  }

  private func write(
    _ images: [CGImage], to url: URL, as type: String, file: [String: Any]? = nil, each: [String: Any]? = nil
  ) throws -> Bool {
    let destination = try #require(
      CGImageDestinationCreateWithURL(url as CFURL, type as CFString, images.count, nil))
    if let file { CGImageDestinationSetProperties(destination, file as CFDictionary) }
    for image in images { CGImageDestinationAddImage(destination, image, each as CFDictionary?) }
    return CGImageDestinationFinalize(destination)
  }

  private func source(_ url: URL) throws -> CGImageSource {
    try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
  }

  private func properties(_ url: URL, _ index: Int = 0) throws -> [String: Any] {
    try #require(CGImageSourceCopyPropertiesAtIndex(source(url), index, nil))
  }

  @Test func `a PNG is the picture, bit for bit`() async throws {
    let folder = try ScratchFolder()
    let (file, image) = (folder.url.appending(path: "a.png"), try picture())
    #expect(try write([image], to: file, as: "public.png"))
    let read = try #require(CGImageSourceCreateImageAtIndex(source(file), 0, nil))
    #expect(read.width == 30 && read.height == 20 && read.alphaInfo == .noneSkipLast)
    #expect(read.dataProvider?.data == image.dataProvider?.data)
    #expect(try await fieldsByWitness(file, width: 30, height: 20) == Self.colors)
    let source = try source(file)
    #expect(CGImageSourceGetType(source) == "public.png" && CGImageSourceGetCount(source) == 1)
    #expect(CGImageSourceGetStatus(source) == .statusComplete && CGImageSourceGetPrimaryImageIndex(source) == 0)
    let said = try properties(file)
    #expect(said[kCGImagePropertyPixelWidth] as? Int == 30 && said[kCGImagePropertyPixelHeight] as? Int == 20)
    #expect(said[kCGImagePropertyDepth] as? Int == 8 && said[kCGImagePropertyColorModel] as? String == "RGB")
    #expect(said[kCGImagePropertyHasAlpha] == nil && said[kCGImagePropertyOrientation] == nil)
  }

  @Test func `alpha is kept by PNG, and laid over a color by JPEG`() throws {
    let folder = try ScratchFolder()
    let context = try #require(
      CGContext(
        data: nil, width: 16, height: 16, bitsPerComponent: 8, bytesPerRow: 64, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 16, height: 8))
    let image = try #require(context.makeImage())
    let (png, jpeg) = (folder.url.appending(path: "a.png"), folder.url.appending(path: "a.jpg"))
    #expect(try write([image], to: png, as: "public.png"))
    let read = try #require(CGImageSourceCreateImageAtIndex(source(png), 0, nil))
    let bytes = try #require(read.dataProvider?.data) as Data
    #expect(Array(bytes.prefix(4)) == [0, 0, 0, 0] && Array(bytes.suffix(4)) == [255, 0, 0, 255])
    #expect(try properties(png)[kCGImagePropertyHasAlpha] as? Bool == true)
    #expect(try write([image], to: jpeg, as: "public.jpeg"))
    #expect(
      distance(
        Array(try fields(CGImageSourceCreateImageAtIndex(source(jpeg), 0, nil)!)[..<3]),
        [[UInt8]](repeating: [255, 255, 255], count: 3)) < 12)
    let blue: [String: Any] = [kCGImageDestinationBackgroundColor: CGColor(red: 0, green: 0, blue: 1, alpha: 1)]
    #expect(try write([image], to: jpeg, as: "public.jpeg", each: blue))
    #expect(
      distance(
        Array(try fields(CGImageSourceCreateImageAtIndex(source(jpeg), 0, nil)!)[..<3]),
        [[UInt8]](repeating: [0, 0, 255], count: 3)) < 12)
  }

  @Test(arguments: ["public.jpeg", "org.webmproject.webp"])
  func `a quality says how much is lost`(type: String) async throws {
    let folder = try ScratchFolder()
    let (image, name) = (try picture(size: 40), type == "public.jpeg" ? "jpg" : "webp")
    var sizes: [Int] = []
    for quality in [0.2, 0.95] {
      let file = folder.url.appending(path: "\(quality).\(name)")
      #expect(try write([image], to: file, as: type, each: [kCGImageDestinationLossyCompressionQuality: quality]))
      let read = try #require(CGImageSourceCreateImageAtIndex(source(file), 0, nil))
      #expect(distance(try fields(read), Self.colors) < 40)
      if quality > 0.9 { #expect(distance(try fields(read), Self.colors) < 8) }
      #expect(distance(try await fieldsByWitness(file, width: 120, height: 80), Self.colors) < 40)
      sizes.append(try Data(contentsOf: file).count)
      #expect(try CGImageSourceGetType(source(file)) == type)
    }
    #expect(sizes[0] < sizes[1])
  }

  @Test func `a GIF has its pictures, their times and its count`() async throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "a.gif")
    let images = try (0..<3).map { try picture(shift: $0) }
    let type = "com.compuserve.gif"
    let destination = try #require(CGImageDestinationCreateWithURL(file as CFURL, type as CFString, 3, nil))
    CGImageDestinationSetProperties(
      destination,
      [kCGImagePropertyGIFDictionary as String: [kCGImagePropertyGIFLoopCount as String: 2]] as CFDictionary)
    for (image, delay) in zip(images, [0.1, 0.25, 0.01]) {
      CGImageDestinationAddImage(
        destination, image,
        [kCGImagePropertyGIFDictionary as String: [kCGImagePropertyGIFDelayTime as String: delay]] as CFDictionary)
    }
    #expect(CGImageDestinationFinalize(destination) && !CGImageDestinationFinalize(destination))
    let source = try source(file)
    #expect(CGImageSourceGetCount(source) == 3)
    // Out of their order, too.
    for index in [2, 0, 1] {
      let read = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
      #expect(try fields(read) == fields(images[index]))
      #expect(try await fieldsByWitness(file, width: 30, height: 20, frame: index) == fields(images[index]))
    }
    #expect(CGImageSourceCreateImageAtIndex(source, 3, nil) == nil)
    let whole = try #require(CGImageSourceCopyProperties(source, nil)?[kCGImagePropertyGIFDictionary] as? [String: Any])
    #expect(whole[kCGImagePropertyGIFLoopCount] as? Int == 2)
    let times = try (0..<3).map { index in
      let said = try #require(properties(file, index)[kCGImagePropertyGIFDictionary] as? [String: Any])
      return [kCGImagePropertyGIFDelayTime, kCGImagePropertyGIFUnclampedDelayTime].map { said[$0] as? Double }
    }
    #expect(times == [[0.1, 0.1], [0.25, 0.25], [0.1, 0.01]])
  }

  @Test func `a picture is as stored, and its thumbnail upright`() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "a.jpg")
    let said: [String: Any] = [
      kCGImagePropertyOrientation: CGImagePropertyOrientation.right.rawValue, kCGImagePropertyDPIWidth: 300,
      kCGImagePropertyDPIHeight: 300, kCGImageDestinationLossyCompressionQuality: 1.0,
    ]
    #expect(try write([picture(size: 100)], to: file, as: "public.jpeg", each: said))
    let read = try properties(file)
    #expect(read[kCGImagePropertyOrientation] as? UInt32 == 6 && read[kCGImagePropertyDPIWidth] as? Double == 300)
    #expect(read[kCGImagePropertyPixelWidth] as? Int == 300)
    let stored = try #require(CGImageSourceCreateImageAtIndex(source(file), 0, nil))
    #expect(stored.width == 300)
    #expect(distance(try fields(stored), Self.colors) < 8)
    let options: [String: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 60,
    ]
    let small = try #require(CGImageSourceCreateThumbnailAtIndex(source(file), 0, options as CFDictionary))
    #expect(small.width == 60 && small.height == 40)
    #expect(distance(try fields(small), Self.colors) < 12)
    let upright = try #require(
      CGImageSourceCreateThumbnailAtIndex(
        source(file), 0, options.merging([kCGImageSourceCreateThumbnailWithTransform: true]) { $1 }))
    #expect(upright.width == 40 && upright.height == 60)
    // Turned clockwise: what was at the bottom left is at the top left.
    let data = try #require(upright.dataProvider?.data) as Data
    let corner = (5 * upright.bytesPerRow + 5 * upright.bitsPerPixel / 8)
    #expect(distance([Array(data[corner..<corner + 3])], [[255, 255, 255]]) < 12)
    #expect(CGImageSourceCreateThumbnailAtIndex(try source(file), 0, nil) == nil)
    let tiny =
      [kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 7] as CFDictionary
    let least = try #require(CGImageSourceCreateThumbnailAtIndex(source(file), 0, tiny))
    #expect(least.width == 7 && least.height == 5)
  }

  @Test(arguments: 1...8) func `every orientation is that of a still`(number: UInt32) throws {
    let folder = try ScratchFolder()
    let (png, webP) = (folder.url.appending(path: "a.png"), folder.url.appending(path: "a.webp"))
    let said: [String: Any] = [
      kCGImagePropertyOrientation: number, kCGImageDestinationLossyCompressionQuality: 1.0,
    ]
    #expect(try write([picture()], to: png, as: "public.png", each: said))
    #expect(try write([picture()], to: webP, as: "org.webmproject.webp", each: said))
    let options: [String: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
    ]
    // The engine turns the first one, and the bitmap context the second.
    let (first, second) = try (
      #require(CGImageSourceCreateThumbnailAtIndex(source(png), 0, options)),
      #require(CGImageSourceCreateThumbnailAtIndex(source(webP), 0, options))
    )
    #expect(first.width == (number < 5 ? 30 : 20) && second.width == first.width && second.height == first.height)
    #expect(first.dataProvider?.data == second.dataProvider?.data)
    #expect(try properties(png)[kCGImagePropertyOrientation] as? UInt32 == number)
    #expect(try properties(webP)[kCGImagePropertyOrientation] as? UInt32 == number)
  }

  @Test(arguments: ["public.jpeg", "public.png", "org.webmproject.webp"])
  func `what a photograph says comes back`(type: String) throws {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data as CFMutableData, type as CFString, 1, nil))
    let said: [String: Any] = [
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "House", kCGImagePropertyTIFFModel: "Box 2"],
      kCGImagePropertyExifDictionary: [
        kCGImagePropertyExifDateTimeOriginal: "2024:05:31 12:34:56", kCGImagePropertyExifExposureTime: 1.0 / 125,
        kCGImagePropertyExifISOSpeedRatings: [400], kCGImagePropertyExifUserComment: "a word",
        kCGImagePropertyExifExposureBiasValue: -0.5, kCGImagePropertyExifLensSpecification: [24, 70, 2.8, 4],
      ] as [String: Any],
      kCGImagePropertyGPSDictionary: [
        kCGImagePropertyGPSLatitude: 48.8566, kCGImagePropertyGPSLatitudeRef: "N",
        kCGImagePropertyGPSTimeStamp: "10:34:56", kCGImagePropertyGPSAltitudeRef: 0,
      ] as [String: Any],
    ]
    CGImageDestinationAddImage(destination, try picture(), said as CFDictionary)
    #expect(CGImageDestinationFinalize(destination))
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    let read = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    let tiff = try #require(read[kCGImagePropertyTIFFDictionary] as? [String: Any])
    let exif = try #require(read[kCGImagePropertyExifDictionary] as? [String: Any])
    let gps = try #require(read[kCGImagePropertyGPSDictionary] as? [String: Any])
    #expect(
      tiff[kCGImagePropertyTIFFMake] as? String == "House" && tiff[kCGImagePropertyTIFFModel] as? String == "Box 2")
    #expect(exif[kCGImagePropertyExifDateTimeOriginal] as? String == "2024:05:31 12:34:56")
    #expect(exif[kCGImagePropertyExifExposureTime] as? Double == 1.0 / 125)
    #expect(exif[kCGImagePropertyExifISOSpeedRatings] as? [Int] == [400])
    #expect(exif[kCGImagePropertyExifUserComment] as? String == "a word")
    #expect(exif[kCGImagePropertyExifExposureBiasValue] as? Double == -0.5)
    #expect(exif[kCGImagePropertyExifLensSpecification] as? [Double] == [24, 70, 2.8, 4])
    #expect(exif[kCGImagePropertyExifVersion] as? [Int] == [2, 3, 2])
    let latitude = try #require(gps[kCGImagePropertyGPSLatitude] as? Double)
    #expect(abs(latitude - 48.8566) < 1e-6 && gps[kCGImagePropertyGPSLatitudeRef] as? String == "N")
    #expect(gps[kCGImagePropertyGPSTimeStamp] as? String == "10:34:56")
    #expect(gps[kCGImagePropertyGPSAltitudeRef] as? Int == 0)
    // The picture is what it was.
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(distance(try fields(image), Self.colors) < 24)
  }

  @Test func `a photograph in HEIF is upright, and says what it is`() async throws {
    let folder = try ScratchFolder()
    let (jpeg, heic) = (folder.url.appending(path: "a.jpg"), folder.url.appending(path: "a.heic"))
    let said: [String: Any] = [
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "House"], kCGImagePropertyOrientation: 6,
      kCGImageDestinationLossyCompressionQuality: 1.0,
    ]
    #expect(try write([picture(size: 40)], to: jpeg, as: "public.jpeg", each: said))
    try await MediaTools.run("heif-enc", ["-q", "95", "-o", heic.path, jpeg.path])
    let source = try source(heic)
    #expect(CGImageSourceGetType(source) == "public.heic" && CGImageSourceGetCount(source) == 1)
    let read = try properties(heic)
    #expect((read[kCGImagePropertyTIFFDictionary] as? [String: Any])?[kCGImagePropertyTIFFMake] as? String == "House")
    #expect(read[kCGImagePropertyOrientation] == nil)
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(image.width == read[kCGImagePropertyPixelWidth] as? Int)
    #expect(image.height == read[kCGImagePropertyPixelHeight] as? Int)
  }

  @Test func `a copy keeps what its source says, but for what is said instead`() throws {
    let folder = try ScratchFolder()
    let (first, second) = (folder.url.appending(path: "a.jpg"), folder.url.appending(path: "b.jpg"))
    let said: [String: Any] = [
      kCGImagePropertyOrientation: 3, kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "House"],
      kCGImagePropertyGPSDictionary: [kCGImagePropertyGPSLatitude: 1.5],
    ]
    #expect(try write([picture()], to: first, as: "public.jpeg", each: said))
    let destination = try #require(CGImageDestinationCreateWithURL(second as CFURL, "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImageFromSource(
      destination, try source(first), 0,
      [kCGImagePropertyOrientation: 1, kCGImagePropertyGPSDictionary: kCFNull!] as [String: Any] as CFDictionary)
    #expect(CGImageDestinationFinalize(destination))
    let read = try properties(second)
    #expect(read[kCGImagePropertyOrientation] as? Int == 1 && read[kCGImagePropertyGPSDictionary] == nil)
    #expect((read[kCGImagePropertyTIFFDictionary] as? [String: Any])?[kCGImagePropertyTIFFMake] as? String == "House")
  }

  @Test(arguments: ["tiff", "bmp", "jp2", "webp", "apng", "tga", "avif"])
  func `pictures that others wrote are read`(ending: String) async throws {
    let folder = try ScratchFolder()
    let (png, file) = (folder.url.appending(path: "a.png"), folder.url.appending(path: "b.\(ending)"))
    #expect(try write([picture(size: 40)], to: png, as: "public.png"))
    let options = ["webp": ["-lossless", "1"], "avif": ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "5"]]
    try await MediaTools.ffmpeg(["-i", png.path] + (options[ending] ?? []) + [file.path])
    let image = try #require(CGImageSourceCreateImageAtIndex(source(file), 0, nil))
    #expect(image.width == 120 && image.height == 80)
    #expect(distance(try fields(image), Self.colors) < (["jp2", "avif"].contains(ending) ? 24 : 1))
    #expect(try properties(file)[kCGImagePropertyPixelWidth] as? Int == 120)
    // The same of bytes, which have no name.
    let hint = [kCGImageSourceTypeIdentifierHint: "com.truevision.tga-image"] as CFDictionary
    let bytes = try #require(
      CGImageSourceCreateWithData(Data(contentsOf: file) as CFData, ending == "tga" ? hint : nil))
    #expect(try CGImageSourceGetType(bytes) == CGImageSourceGetType(source(file)))
    #expect(CGImageSourceCreateImageAtIndex(bytes, 0, nil)?.dataProvider?.data == image.dataProvider?.data)
  }

  @Test(arguments: 1...8) func `a TIFF is as stored, however its decoder turns it`(number: UInt32) throws {
    let folder = try ScratchFolder()
    let (png, tiff) = (folder.url.appending(path: "a.png"), folder.url.appending(path: "a.tiff"))
    let image = try picture()
    #expect(try write([image], to: png, as: "public.png", each: [kCGImagePropertyOrientation: number]))
    let pixels = try #require(image.dataProvider?.data) as Data
    // Size, depth, no packing, RGB, one strip, the orientation, three samples, the strip's rows and bytes.
    let entries: [(UInt16, UInt16, UInt32)] = [
      (256, 3, 30), (257, 3, 20), (258, 3, 8), (259, 3, 1), (262, 3, 2), (273, 4, 134), (274, 3, number), (277, 3, 3),
      (278, 3, 20), (279, 4, 1_800),
    ]
    var file: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 10, 0]
    for (tag, type, value) in entries {
      // Three depths do not fit into their entry.
      let (count, stored): (UInt32, UInt32) = tag == 258 ? (3, 1_934) : (1, value)
      for part in [tag, type] { file += [UInt8(truncatingIfNeeded: part), UInt8(part >> 8)] }
      for part in [count, stored] { file += (0..<4).map { UInt8(truncatingIfNeeded: part >> (8 * $0)) } }
    }
    file += [0, 0, 0, 0]
    for place in stride(from: pixels.startIndex, to: pixels.endIndex, by: 4) { file += pixels[place..<place + 3] }
    try Data(file + [8, 0, 8, 0, 8, 0]).write(to: tiff)
    let read = try #require(CGImageSourceCreateImageAtIndex(source(tiff), 0, nil))
    #expect(read.width == 30 && read.height == 20)
    #expect(try fields(read) == Self.colors)
    #expect(try properties(tiff)[kCGImagePropertyOrientation] as? UInt32 == number)
    let options: [String: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
      kCGImageSourceThumbnailMaxPixelSize: 30,
    ]
    let (first, second) = try (
      #require(CGImageSourceCreateThumbnailAtIndex(source(png), 0, options)),
      #require(CGImageSourceCreateThumbnailAtIndex(source(tiff), 0, options))
    )
    #expect(first.dataProvider?.data == second.dataProvider?.data)
  }

  @Test func `animations of every kind have their pictures and times`() async throws {
    let folder = try ScratchFolder()
    let gif = folder.url.appending(path: "a.gif")
    let images = try (0..<3).map { try picture(shift: $0, size: 40) }
    let delay: [String: Any] = [kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFDelayTime: 0.2]]
    #expect(try write(images, to: gif, as: "com.compuserve.gif", each: delay))
    #expect(
      try (CGImageSourceCopyProperties(source(gif), nil)?[kCGImagePropertyGIFDictionary] as? [String: Any])?[
        kCGImagePropertyGIFLoopCount] == nil)
    let kinds: [(name: String, options: [String], dictionary: String, delay: String, loops: String)] = [
      (
        "a.apng", ["-plays", "3"], kCGImagePropertyPNGDictionary, kCGImagePropertyAPNGDelayTime,
        kCGImagePropertyAPNGLoopCount
      ),
      (
        "a.webp", ["-lossless", "1", "-loop", "3"], kCGImagePropertyWebPDictionary, kCGImagePropertyWebPDelayTime,
        kCGImagePropertyWebPLoopCount
      ),
      (
        "a.avif", ["-c:v", "libaom-av1", "-crf", "5"], kCGImagePropertyAVISDictionary, kCGImagePropertyHEICSDelayTime,
        ""
      ),
    ]
    for kind in kinds {
      let file = folder.url.appending(path: kind.name)
      try await MediaTools.ffmpeg(["-i", gif.path] + kind.options + [file.path])
      let source = try source(file)
      #expect(CGImageSourceGetCount(source) == 3, "\(kind.name)")
      for index in [1, 0, 2] {
        let image = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
        #expect(
          distance(try fields(image), try fields(images[index])) < (kind.name == "a.avif" ? 24 : 1), "\(kind.name)")
        let said = try #require(properties(file, index)[kind.dictionary] as? [String: Any])
        #expect(said[kind.delay] as? Double == 0.2, "\(kind.name)")
      }
      let whole = try #require(CGImageSourceCopyProperties(source, nil)?[kind.dictionary] as? [String: Any])
      if !kind.loops.isEmpty { #expect(whole[kind.loops] as? Int == 3, "\(kind.name)") }
      // A thumbnail of whole pixels.
      let options: [String: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 7,
      ]
      let small = try #require(CGImageSourceCreateThumbnailAtIndex(source, 1, options as CFDictionary))
      #expect(small.width == 7 && small.height == 5, "\(kind.name)")
    }
  }

  @Test func `bytes come little by little`() throws {
    let data = NSMutableData()
    let destination = try #require(
      CGImageDestinationCreateWithData(data as CFMutableData, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, try picture(), nil)
    #expect(CGImageDestinationFinalize(destination))
    let source = CGImageSourceCreateIncremental(nil)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
    CGImageSourceUpdateData(source, (data as Data).prefix(data.length - 20) as CFData, false)
    #expect(CGImageSourceGetStatus(source) == .statusIncomplete)
    #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil)?[kCGImagePropertyPixelWidth] as? Int == 30)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    CGImageSourceUpdateData(source, data as CFData, true)
    #expect(try fields(#require(CGImageSourceCreateImageAtIndex(source, 0, nil))) == Self.colors)
  }

  @Test func `what is no picture gives nothing`() throws {
    let folder = try ScratchFolder()
    let text = folder.url.appending(path: "a.png")
    try Data("no picture, but a text of some length that is called one".utf8).write(to: text)
    let source = try source(text)
    #expect(CGImageSourceGetCount(source) == 0 && CGImageSourceGetType(source) == nil)
    #expect(CGImageSourceGetStatus(source) == .statusUnknownType)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
    #expect(CGImageSourceCreateWithURL(folder.url.appending(path: "none.png") as CFURL, nil) == nil)
    // A mark, and nothing that goes with it.
    for mark in [[0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("GIF89a".utf8)]
      as [[UInt8]]
    {
      let damaged = try #require(CGImageSourceCreateWithData(Data(mark + [1, 2, 3]) as CFData, nil))
      #expect(CGImageSourceGetStatus(damaged) == .statusInvalidData && CGImageSourceGetCount(damaged) == 0)
      #expect(CGImageSourceCreateImageAtIndex(damaged, 0, nil) == nil)
    }
  }

  @Test func `failed writing is reported`() throws {
    let folder = try ScratchFolder()
    let image = try picture()
    #expect(try !write([image], to: folder.url.appending(path: "none/a.png"), as: "public.png"))
    let file = folder.url.appending(path: "a.gif")
    #expect(CGImageDestinationCreateWithURL(file as CFURL, "public.tiff" as CFString, 1, nil) == nil)
    #expect(CGImageDestinationCreateWithURL(file as CFURL, "public.png" as CFString, 2, nil) == nil)
    let few = try #require(CGImageDestinationCreateWithURL(file as CFURL, "com.compuserve.gif" as CFString, 2, nil))
    CGImageDestinationAddImage(few, image, nil)
    #expect(!CGImageDestinationFinalize(few))
    #expect(try !write([image, picture(size: 20)], to: file, as: "com.compuserve.gif"))
    #expect(!FileManager.default.fileExists(atPath: file.path))
    // Numbers that are none say nothing.
    let nothing: [String: Any] = [
      kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFDelayTime: Double.nan],
      kCGImagePropertyDPIWidth: -Double.infinity,
      kCGImagePropertyExifDictionary: [
        kCGImagePropertyExifFNumber: Double.nan, kCGImagePropertyExifISOSpeedRatings: [-1],
      ],
      kCGImagePropertyOrientation: "left", kCGImageDestinationLossyCompressionQuality: Double.nan,
    ]
    #expect(try write([image], to: folder.url.appending(path: "a.jpg"), as: "public.jpeg", each: nothing))
    #expect(try write([image], to: folder.url.appending(path: "b.gif"), as: "com.compuserve.gif", each: nothing))
    let limit: [String: Any] = [kCGImageDestinationImageMaxPixelSize: 15]
    #expect(try write([image], to: file, as: "com.compuserve.gif", file: limit))
    #expect(try properties(file)[kCGImagePropertyPixelWidth] as? Int == 15)
  }
}
