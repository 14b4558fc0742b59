import AVFoundation
import ImageIO
import TestSupport
import Testing

@Suite("Files of pictures, by Image I/O's names")
struct ImageIOTests: ImageStage {
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

  @Test func `images are made of the bytes of PNG and JPEG, each of its own`() throws {
    let (folder, image) = (try ScratchFolder(), try picture())
    func provider(_ type: String) throws -> CGDataProvider {
      let file = folder.url.appending(path: type)
      #expect(try write([image], to: file, as: type))
      return try #require(CGDataProvider(data: try Data(contentsOf: file) as CFData))
    }
    let (png, jpeg) = (try provider("public.png"), try provider("public.jpeg"))
    let first = try #require(
      CGImage(pngDataProviderSource: png, decode: nil, shouldInterpolate: false, intent: .perceptual))
    #expect(first.dataProvider?.data == image.dataProvider?.data && first.width == 30 && first.height == 20)
    #expect(!first.shouldInterpolate && first.renderingIntent == .perceptual)
    let second = try #require(
      CGImage(jpegDataProviderSource: jpeg, decode: nil, shouldInterpolate: true, intent: .defaultIntent))
    #expect(second.width == 30 && second.height == 20 && second.shouldInterpolate)
    #expect(CGImage(pngDataProviderSource: jpeg, decode: nil, shouldInterpolate: true, intent: .defaultIntent) == nil)
    #expect(CGImage(jpegDataProviderSource: png, decode: nil, shouldInterpolate: true, intent: .defaultIntent) == nil)
    #expect(
      CGImage(pngDataProviderSource: png, decode: [0, 1], shouldInterpolate: true, intent: .defaultIntent) == nil)
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
