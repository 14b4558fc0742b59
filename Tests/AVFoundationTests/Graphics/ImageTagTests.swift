import AVFoundation
import ImageIO
import TestSupport
import Testing

/// Orientation, thumbnails and tags of pictures, by Image I/O's names.
@Suite("Tags of pictures, by Image I/O's names")
struct ImageTagTests: ImageStage {
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
}
