// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

// MARK: Apple

/// The identifier that pairs a photograph with its film, in the dictionary of Apple's cameras; neither read nor written.
public let kCGImagePropertyMakerAppleContentIdentifier: CFString = "17"

// MARK: Groups of pictures

/// The groups of pictures that belong together: an array of dictionaries; not read.
public let kCGImagePropertyGroups: CFString = "Groups"
/// The number of a group.
public let kCGImagePropertyGroupIndex: CFString = "GroupIndex"
/// The number of the left eye's picture.
public let kCGImagePropertyGroupImageIndexLeft: CFString = "GroupImageIndexLeft"
/// The number of the right eye's picture.
public let kCGImagePropertyGroupImageIndexRight: CFString = "GroupImageIndexRight"
/// The kind of a group.
public let kCGImagePropertyGroupType: CFString = "GroupType"
/// A picture for each eye.
public let kCGImagePropertyGroupTypeStereoPair: CFString = "StereoPair"

// MARK: Targa

/// The packing of the pixels.
public let kCGImagePropertyTGACompression: CFString = "Compression"

// MARK: HEIF, WebP and others by their auxiliary pictures

/// The distances of things.
public let kCGImageAuxiliaryDataTypeDepth: CFString = "kCGImageAuxiliaryDataTypeDepth"
/// The disparity of things for two eyes.
public let kCGImageAuxiliaryDataTypeDisparity: CFString = "kCGImageAuxiliaryDataTypeDisparity"
/// The matte of a person.
public let kCGImageAuxiliaryDataTypePortraitEffectsMatte: CFString = "kCGImageAuxiliaryDataTypePortraitEffectsMatte"
/// The gain map for a display of high dynamic range.
public let kCGImageAuxiliaryDataTypeHDRGainMap: CFString = "kCGImageAuxiliaryDataTypeHDRGainMap"
/// The bytes.
public let kCGImageAuxiliaryDataInfoData: CFString = "kCGImageAuxiliaryDataInfoData"
/// The description of the bytes.
public let kCGImageAuxiliaryDataInfoDataDescription: CFString = "kCGImageAuxiliaryDataInfoDataDescription"
/// The metadata of the bytes.
public let kCGImageAuxiliaryDataInfoMetadata: CFString = "kCGImageAuxiliaryDataInfoMetadata"
