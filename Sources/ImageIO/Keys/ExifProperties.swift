// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

/// Seconds that light was let in.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// The focal length over the opening.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// The program that chose the exposure, by Exif's number.
public let kCGImagePropertyExifExposureProgram: CFString = "ExposureProgram"
/// The spectral sensitivity of each channel, as text.
public let kCGImagePropertyExifSpectralSensitivity: CFString = "SpectralSensitivity"
/// The sensor's sensitivities: an array.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// The conversion from light to samples.
public let kCGImagePropertyExifOECF: CFString = "OECF"
/// The kind of sensitivities, by Exif's number.
public let kCGImagePropertyExifSensitivityType: CFString = "SensitivityType"
/// The standard output sensitivity.
public let kCGImagePropertyExifStandardOutputSensitivity: CFString = "StandardOutputSensitivity"
/// The recommended exposure index.
public let kCGImagePropertyExifRecommendedExposureIndex: CFString = "RecommendedExposureIndex"
/// The ISO speed.
public let kCGImagePropertyExifISOSpeed: CFString = "ISOSpeed"
/// The ISO speed latitude, downward.
public let kCGImagePropertyExifISOSpeedLatitudeyyy: CFString = "ISOSpeedLatitudeyyy"
/// The ISO speed latitude, upward.
public let kCGImagePropertyExifISOSpeedLatitudezzz: CFString = "ISOSpeedLatitudezzz"
/// Exif's version: an array of numbers.
public let kCGImagePropertyExifVersion: CFString = "ExifVersion"
/// When the picture was taken: "2024:05:31 12:00:00".
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// When the picture became numbers: "2024:05:31 12:00:00".
public let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// The offset from universal time of the clock at the file's change: "+02:00".
public let kCGImagePropertyExifOffsetTime: CFString = "OffsetTime"
/// The offset from universal time of the clock at the taking: "+02:00".
public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// The offset from universal time of the clock at the digitizing: "+02:00".
public let kCGImagePropertyExifOffsetTimeDigitized: CFString = "OffsetTimeDigitized"
/// The order of components: an array of numbers.
public let kCGImagePropertyExifComponentsConfiguration: CFString = "ComponentsConfiguration"
/// Bits of a pixel, packed.
public let kCGImagePropertyExifCompressedBitsPerPixel: CFString = "CompressedBitsPerPixel"
/// The shutter's speed in powers of two.
public let kCGImagePropertyExifShutterSpeedValue: CFString = "ShutterSpeedValue"
/// The opening in powers of the root of two.
public let kCGImagePropertyExifApertureValue: CFString = "ApertureValue"
/// The brightness in powers of two.
public let kCGImagePropertyExifBrightnessValue: CFString = "BrightnessValue"
/// By how many powers of two the exposure was changed.
public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// The lens' largest opening in powers of the root of two.
public let kCGImagePropertyExifMaxApertureValue: CFString = "MaxApertureValue"
/// Meters to the subject.
public let kCGImagePropertyExifSubjectDistance: CFString = "SubjectDistance"
/// The mode of metering light, by Exif's number.
public let kCGImagePropertyExifMeteringMode: CFString = "MeteringMode"
/// The kind of light, by Exif's number.
public let kCGImagePropertyExifLightSource: CFString = "LightSource"
/// Whether the flash fired, and how, by Exif's number.
public let kCGImagePropertyExifFlash: CFString = "Flash"
/// Millimeters of the focal length.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// The place of the subject: an array of numbers.
public let kCGImagePropertyExifSubjectArea: CFString = "SubjectArea"
/// Bytes of the maker's own; neither read nor written.
public let kCGImagePropertyExifMakerNote: CFString = "MakerNote"
/// Words of the user's.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"
/// The part of a second of the file's change, as digits.
public let kCGImagePropertyExifSubsecTime: CFString = "SubsecTime"
/// The part of a second of the taking, as digits.
public let kCGImagePropertyExifSubsecTimeOrginal: CFString = "SubsecTimeOriginal"
/// The part of a second of the taking, as digits.
public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// The part of a second of the digitizing, as digits.
public let kCGImagePropertyExifSubsecTimeDigitized: CFString = "SubsecTimeDigitized"
/// FlashPix' version: an array of numbers.
public let kCGImagePropertyExifFlashPixVersion: CFString = "FlashPixVersion"
/// 1 for sRGB, 65,535 where nothing is said.
public let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// Pixels across.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// Pixels down.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// The name of a sound that belongs to the picture.
public let kCGImagePropertyExifRelatedSoundFile: CFString = "RelatedSoundFile"
/// The flash's energy.
public let kCGImagePropertyExifFlashEnergy: CFString = "FlashEnergy"
/// The spatial frequency response: the rendering of fine structures.
public let kCGImagePropertyExifSpatialFrequencyResponse: CFString = "SpatialFrequencyResponse"
/// Pixels across on the sensor, in the unit.
public let kCGImagePropertyExifFocalPlaneXResolution: CFString = "FocalPlaneXResolution"
/// Pixels down on the sensor, in the unit.
public let kCGImagePropertyExifFocalPlaneYResolution: CFString = "FocalPlaneYResolution"
/// The unit: 2 for an inch, 3 for a centimeter.
public let kCGImagePropertyExifFocalPlaneResolutionUnit: CFString = "FocalPlaneResolutionUnit"
/// The place of the subject: an array of two numbers.
public let kCGImagePropertyExifSubjectLocation: CFString = "SubjectLocation"
/// The exposure index.
public let kCGImagePropertyExifExposureIndex: CFString = "ExposureIndex"
/// The kind of sensor, by Exif's number.
public let kCGImagePropertyExifSensingMethod: CFString = "SensingMethod"
/// The source of the picture, by Exif's number.
public let kCGImagePropertyExifFileSource: CFString = "FileSource"
/// 1 for a picture that was taken directly.
public let kCGImagePropertyExifSceneType: CFString = "SceneType"
/// The pattern of the sensor's colors.
public let kCGImagePropertyExifCFAPattern: CFString = "CFAPattern"
/// Whether the picture was worked on, by Exif's number.
public let kCGImagePropertyExifCustomRendered: CFString = "CustomRendered"
/// Whether the exposure was set by hand, by Exif's number.
public let kCGImagePropertyExifExposureMode: CFString = "ExposureMode"
/// Whether white was set by hand, by Exif's number.
public let kCGImagePropertyExifWhiteBalance: CFString = "WhiteBalance"
/// By how much the picture was enlarged.
public let kCGImagePropertyExifDigitalZoomRatio: CFString = "DigitalZoomRatio"
/// Millimeters of the focal length that has the same view on film.
public let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// The kind of scene, by Exif's number.
public let kCGImagePropertyExifSceneCaptureType: CFString = "SceneCaptureType"
/// The amplification of samples, by Exif's number.
public let kCGImagePropertyExifGainControl: CFString = "GainControl"
/// The change of contrast, by Exif's number.
public let kCGImagePropertyExifContrast: CFString = "Contrast"
/// The change of saturation, by Exif's number.
public let kCGImagePropertyExifSaturation: CFString = "Saturation"
/// The change of sharpness, by Exif's number.
public let kCGImagePropertyExifSharpness: CFString = "Sharpness"
/// The camera's settings.
public let kCGImagePropertyExifDeviceSettingDescription: CFString = "DeviceSettingDescription"
/// The distance of the subject, by Exif's number.
public let kCGImagePropertyExifSubjectDistRange: CFString = "SubjectDistRange"
/// An identifier of the picture.
public let kCGImagePropertyExifImageUniqueID: CFString = "ImageUniqueID"
/// Who owns the camera.
public let kCGImagePropertyExifCameraOwnerName: CFString = "CameraOwnerName"
/// The camera's number.
public let kCGImagePropertyExifBodySerialNumber: CFString = "BodySerialNumber"
/// The lens' focal lengths and openings: an array of four numbers.
public let kCGImagePropertyExifLensSpecification: CFString = "LensSpecification"
/// Who made the lens.
public let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// The lens.
public let kCGImagePropertyExifLensModel: CFString = "LensModel"
/// The lens' number.
public let kCGImagePropertyExifLensSerialNumber: CFString = "LensSerialNumber"
/// The file's gamma.
public let kCGImagePropertyExifGamma: CFString = "Gamma"
/// Whether the picture is made of several, by Exif's number.
public let kCGImagePropertyExifCompositeImage: CFString = "CompositeImage"
/// The number of pictures that it is made of.
public let kCGImagePropertyExifSourceImageNumberOfCompositeImage: CFString = "SourceImageNumberOfCompositeImage"
/// The exposure time of each of them.
public let kCGImagePropertyExifSourceExposureTimesOfCompositeImage: CFString = "SourceExposureTimesOfCompositeImage"

// MARK: What else is known of lens and camera

/// The lens, as numbers.
public let kCGImagePropertyExifAuxLensInfo: CFString = "LensInfo"
/// The lens.
public let kCGImagePropertyExifAuxLensModel: CFString = "LensModel"
/// The camera's number.
public let kCGImagePropertyExifAuxSerialNumber: CFString = "SerialNumber"
/// The lens' number.
public let kCGImagePropertyExifAuxLensID: CFString = "LensID"
/// The number of the one lens.
public let kCGImagePropertyExifAuxLensSerialNumber: CFString = "LensSerialNumber"
/// The picture's number.
public let kCGImagePropertyExifAuxImageNumber: CFString = "ImageNumber"
/// By how much the flash was changed.
public let kCGImagePropertyExifAuxFlashCompensation: CFString = "FlashCompensation"
/// Who owns the camera.
public let kCGImagePropertyExifAuxOwnerName: CFString = "OwnerName"
/// The camera's program.
public let kCGImagePropertyExifAuxFirmware: CFString = "Firmware"
