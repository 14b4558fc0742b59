import Containers
import CoreGraphics

/// A tag of a photograph, and what Image I/O calls it.
struct TagName: Sendable {
  /// The directory.
  let directory: ExifField.Directory
  /// Its number there.
  let tag: Int
  /// Image I/O's key.
  let key: String
  /// The form of its values.
  let form: TagForm

  /// The tags that are read and written.
  static let all =
    image.map { TagName(directory: .image, tag: $0.0, key: $0.1, form: $0.2) }
    + exif.map { TagName(directory: .exif, tag: $0.0, key: $0.1, form: $0.2) }
    + gps.map { TagName(directory: .gps, tag: $0.0, key: $0.1, form: $0.2) }

  /// The key of a directory's dictionary.
  static func dictionary(of directory: ExifField.Directory) -> String {
    switch directory {
    case .image: kCGImagePropertyTIFFDictionary
    case .exif: kCGImagePropertyExifDictionary
    case .gps: kCGImagePropertyGPSDictionary
    }
  }

  /// The dictionaries of what `fields` say.
  static func properties(of fields: [ExifField]) -> [String: Any] {
    var found: [String: [String: Any]] = [:]
    for field in fields {
      guard let name = all.first(where: { $0.directory == field.directory && $0.tag == field.tag }),
        let value = name.form.property(field.value)
      else { continue }
      found[dictionary(of: field.directory), default: [:]][name.key] = value
    }
    return found
  }

  private typealias Row = (Int, String, TagForm)

  private static let image: [Row] = [
    (0x0103, kCGImagePropertyTIFFCompression, .short), (0x0106, kCGImagePropertyTIFFPhotometricInterpretation, .short),
    (0x010D, kCGImagePropertyTIFFDocumentName, .text), (0x010E, kCGImagePropertyTIFFImageDescription, .text),
    (0x010F, kCGImagePropertyTIFFMake, .text), (0x0110, kCGImagePropertyTIFFModel, .text),
    (0x0112, kCGImagePropertyTIFFOrientation, .short), (0x011A, kCGImagePropertyTIFFXResolution, .real),
    (0x011B, kCGImagePropertyTIFFYResolution, .real), (0x0128, kCGImagePropertyTIFFResolutionUnit, .short),
    (0x0131, kCGImagePropertyTIFFSoftware, .text), (0x0132, kCGImagePropertyTIFFDateTime, .text),
    (0x013B, kCGImagePropertyTIFFArtist, .text), (0x013C, kCGImagePropertyTIFFHostComputer, .text),
    (0x013E, kCGImagePropertyTIFFWhitePoint, .reals), (0x013F, kCGImagePropertyTIFFPrimaryChromaticities, .reals),
    (0x0142, kCGImagePropertyTIFFTileWidth, .long), (0x0143, kCGImagePropertyTIFFTileLength, .long),
    (0x8298, kCGImagePropertyTIFFCopyright, .text),
  ]

  private static let exif: [Row] = [
    (0x829A, kCGImagePropertyExifExposureTime, .real), (0x829D, kCGImagePropertyExifFNumber, .real),
    (0x8822, kCGImagePropertyExifExposureProgram, .short), (0x8824, kCGImagePropertyExifSpectralSensitivity, .text),
    (0x8827, kCGImagePropertyExifISOSpeedRatings, .shorts), (0x8830, kCGImagePropertyExifSensitivityType, .short),
    (0x8831, kCGImagePropertyExifStandardOutputSensitivity, .long),
    (0x8832, kCGImagePropertyExifRecommendedExposureIndex, .long), (0x8833, kCGImagePropertyExifISOSpeed, .long),
    (0x8834, kCGImagePropertyExifISOSpeedLatitudeyyy, .long), (0x8835, kCGImagePropertyExifISOSpeedLatitudezzz, .long),
    (0x9000, kCGImagePropertyExifVersion, .version), (0x9003, kCGImagePropertyExifDateTimeOriginal, .text),
    (0x9004, kCGImagePropertyExifDateTimeDigitized, .text), (0x9010, kCGImagePropertyExifOffsetTime, .text),
    (0x9011, kCGImagePropertyExifOffsetTimeOriginal, .text), (0x9012, kCGImagePropertyExifOffsetTimeDigitized, .text),
    (0x9101, kCGImagePropertyExifComponentsConfiguration, .untypedBytes),
    (0x9102, kCGImagePropertyExifCompressedBitsPerPixel, .real),
    (0x9201, kCGImagePropertyExifShutterSpeedValue, .signedReal), (0x9202, kCGImagePropertyExifApertureValue, .real),
    (0x9203, kCGImagePropertyExifBrightnessValue, .signedReal),
    (0x9204, kCGImagePropertyExifExposureBiasValue, .signedReal),
    (0x9205, kCGImagePropertyExifMaxApertureValue, .real), (0x9206, kCGImagePropertyExifSubjectDistance, .real),
    (0x9207, kCGImagePropertyExifMeteringMode, .short), (0x9208, kCGImagePropertyExifLightSource, .short),
    (0x9209, kCGImagePropertyExifFlash, .short), (0x920A, kCGImagePropertyExifFocalLength, .real),
    (0x9214, kCGImagePropertyExifSubjectArea, .shorts), (0x9286, kCGImagePropertyExifUserComment, .comment),
    (0x9290, kCGImagePropertyExifSubsecTime, .text), (0x9291, kCGImagePropertyExifSubsecTimeOriginal, .text),
    (0x9292, kCGImagePropertyExifSubsecTimeDigitized, .text), (0xA000, kCGImagePropertyExifFlashPixVersion, .version),
    (0xA001, kCGImagePropertyExifColorSpace, .short), (0xA002, kCGImagePropertyExifPixelXDimension, .long),
    (0xA003, kCGImagePropertyExifPixelYDimension, .long), (0xA004, kCGImagePropertyExifRelatedSoundFile, .text),
    (0xA20B, kCGImagePropertyExifFlashEnergy, .real), (0xA20E, kCGImagePropertyExifFocalPlaneXResolution, .real),
    (0xA20F, kCGImagePropertyExifFocalPlaneYResolution, .real),
    (0xA210, kCGImagePropertyExifFocalPlaneResolutionUnit, .short),
    (0xA214, kCGImagePropertyExifSubjectLocation, .shorts), (0xA215, kCGImagePropertyExifExposureIndex, .real),
    (0xA217, kCGImagePropertyExifSensingMethod, .short), (0xA300, kCGImagePropertyExifFileSource, .untypedByte),
    (0xA301, kCGImagePropertyExifSceneType, .untypedByte), (0xA401, kCGImagePropertyExifCustomRendered, .short),
    (0xA402, kCGImagePropertyExifExposureMode, .short), (0xA403, kCGImagePropertyExifWhiteBalance, .short),
    (0xA404, kCGImagePropertyExifDigitalZoomRatio, .real), (0xA405, kCGImagePropertyExifFocalLenIn35mmFilm, .short),
    (0xA406, kCGImagePropertyExifSceneCaptureType, .short), (0xA407, kCGImagePropertyExifGainControl, .short),
    (0xA408, kCGImagePropertyExifContrast, .short), (0xA409, kCGImagePropertyExifSaturation, .short),
    (0xA40A, kCGImagePropertyExifSharpness, .short), (0xA40C, kCGImagePropertyExifSubjectDistRange, .short),
    (0xA420, kCGImagePropertyExifImageUniqueID, .text), (0xA430, kCGImagePropertyExifCameraOwnerName, .text),
    (0xA431, kCGImagePropertyExifBodySerialNumber, .text), (0xA432, kCGImagePropertyExifLensSpecification, .reals),
    (0xA433, kCGImagePropertyExifLensMake, .text), (0xA434, kCGImagePropertyExifLensModel, .text),
    (0xA435, kCGImagePropertyExifLensSerialNumber, .text), (0xA460, kCGImagePropertyExifCompositeImage, .short),
    (0xA500, kCGImagePropertyExifGamma, .real),
  ]

  private static let gps: [Row] = [
    (0, kCGImagePropertyGPSVersion, .bytes), (1, kCGImagePropertyGPSLatitudeRef, .text),
    (2, kCGImagePropertyGPSLatitude, .degrees), (3, kCGImagePropertyGPSLongitudeRef, .text),
    (4, kCGImagePropertyGPSLongitude, .degrees), (5, kCGImagePropertyGPSAltitudeRef, .byte),
    (6, kCGImagePropertyGPSAltitude, .real), (7, kCGImagePropertyGPSTimeStamp, .clock),
    (8, kCGImagePropertyGPSSatellites, .text), (9, kCGImagePropertyGPSStatus, .text),
    (10, kCGImagePropertyGPSMeasureMode, .text), (11, kCGImagePropertyGPSDOP, .real),
    (12, kCGImagePropertyGPSSpeedRef, .text), (13, kCGImagePropertyGPSSpeed, .real),
    (14, kCGImagePropertyGPSTrackRef, .text), (15, kCGImagePropertyGPSTrack, .real),
    (16, kCGImagePropertyGPSImgDirectionRef, .text), (17, kCGImagePropertyGPSImgDirection, .real),
    (18, kCGImagePropertyGPSMapDatum, .text), (19, kCGImagePropertyGPSDestLatitudeRef, .text),
    (20, kCGImagePropertyGPSDestLatitude, .degrees), (21, kCGImagePropertyGPSDestLongitudeRef, .text),
    (22, kCGImagePropertyGPSDestLongitude, .degrees), (23, kCGImagePropertyGPSDestBearingRef, .text),
    (24, kCGImagePropertyGPSDestBearing, .real), (25, kCGImagePropertyGPSDestDistanceRef, .text),
    (26, kCGImagePropertyGPSDestDistance, .real), (27, kCGImagePropertyGPSProcessingMethod, .comment),
    (28, kCGImagePropertyGPSAreaInformation, .comment), (29, kCGImagePropertyGPSDateStamp, .text),
    (30, kCGImagePropertyGPSDifferental, .short), (31, kCGImagePropertyGPSHPositioningError, .real),
  ]
}
