// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

// Names alone: IPTC's fields are neither read nor written.

/// The kind of object.
public let kCGImagePropertyIPTCObjectTypeReference: CFString = "ObjectTypeReference"
/// The kind of content.
public let kCGImagePropertyIPTCObjectAttributeReference: CFString = "ObjectAttributeReference"
/// The title.
public let kCGImagePropertyIPTCObjectName: CFString = "ObjectName"
/// The state of the editing.
public let kCGImagePropertyIPTCEditStatus: CFString = "EditStatus"
/// Whether it replaces another one.
public let kCGImagePropertyIPTCEditorialUpdate: CFString = "EditorialUpdate"
/// Its urgency.
public let kCGImagePropertyIPTCUrgency: CFString = "Urgency"
/// The subject, by its number.
public let kCGImagePropertyIPTCSubjectReference: CFString = "SubjectReference"
/// The category.
public let kCGImagePropertyIPTCCategory: CFString = "Category"
/// Further categories.
public let kCGImagePropertyIPTCSupplementalCategory: CFString = "SupplementalCategory"
/// The identifier of a recurring item.
public let kCGImagePropertyIPTCFixtureIdentifier: CFString = "FixtureIdentifier"
/// Words to find it by: an array.
public let kCGImagePropertyIPTCKeywords: CFString = "Keywords"
/// The code of the place that is shown.
public let kCGImagePropertyIPTCContentLocationCode: CFString = "ContentLocationCode"
/// The name of the place that is shown.
public let kCGImagePropertyIPTCContentLocationName: CFString = "ContentLocationName"
/// The first day of use.
public let kCGImagePropertyIPTCReleaseDate: CFString = "ReleaseDate"
/// The first time of use.
public let kCGImagePropertyIPTCReleaseTime: CFString = "ReleaseTime"
/// The last day of use.
public let kCGImagePropertyIPTCExpirationDate: CFString = "ExpirationDate"
/// The last time of use.
public let kCGImagePropertyIPTCExpirationTime: CFString = "ExpirationTime"
/// Instructions for its use.
public let kCGImagePropertyIPTCSpecialInstructions: CFString = "SpecialInstructions"
/// The action to take on an earlier item.
public let kCGImagePropertyIPTCActionAdvised: CFString = "ActionAdvised"
/// The service of an earlier one.
public let kCGImagePropertyIPTCReferenceService: CFString = "ReferenceService"
/// The day of an earlier one.
public let kCGImagePropertyIPTCReferenceDate: CFString = "ReferenceDate"
/// The number of an earlier one.
public let kCGImagePropertyIPTCReferenceNumber: CFString = "ReferenceNumber"
/// The day of its making.
public let kCGImagePropertyIPTCDateCreated: CFString = "DateCreated"
/// The time of its making.
public let kCGImagePropertyIPTCTimeCreated: CFString = "TimeCreated"
/// The day on which it became numbers.
public let kCGImagePropertyIPTCDigitalCreationDate: CFString = "DigitalCreationDate"
/// The time at which it became numbers.
public let kCGImagePropertyIPTCDigitalCreationTime: CFString = "DigitalCreationTime"
/// The program that made it.
public let kCGImagePropertyIPTCOriginatingProgram: CFString = "OriginatingProgram"
/// The version of what made it.
public let kCGImagePropertyIPTCProgramVersion: CFString = "ProgramVersion"
/// The time of day of its use.
public let kCGImagePropertyIPTCObjectCycle: CFString = "ObjectCycle"
/// The manufacturer.
public let kCGImagePropertyIPTCByline: CFString = "Byline"
/// The title of who made it.
public let kCGImagePropertyIPTCBylineTitle: CFString = "BylineTitle"
/// The city.
public let kCGImagePropertyIPTCCity: CFString = "City"
/// The place in the city.
public let kCGImagePropertyIPTCSubLocation: CFString = "SubLocation"
/// The province.
public let kCGImagePropertyIPTCProvinceState: CFString = "Province/State"
/// The country's code.
public let kCGImagePropertyIPTCCountryPrimaryLocationCode: CFString = "Country/PrimaryLocationCode"
/// The country.
public let kCGImagePropertyIPTCCountryPrimaryLocationName: CFString = "Country/PrimaryLocationName"
/// The reference of its transmission's origin.
public let kCGImagePropertyIPTCOriginalTransmissionReference: CFString = "OriginalTransmissionReference"
/// The headline.
public let kCGImagePropertyIPTCHeadline: CFString = "Headline"
/// Who provides it.
public let kCGImagePropertyIPTCCredit: CFString = "Credit"
/// Who owned it first.
public let kCGImagePropertyIPTCSource: CFString = "Source"
/// Who owns it.
public let kCGImagePropertyIPTCCopyrightNotice: CFString = "CopyrightNotice"
/// The contact.
public let kCGImagePropertyIPTCContact: CFString = "Contact"
/// The caption.
public let kCGImagePropertyIPTCCaptionAbstract: CFString = "Caption/Abstract"
/// Who wrote that.
public let kCGImagePropertyIPTCWriterEditor: CFString = "Writer/Editor"
/// The kind of picture.
public let kCGImagePropertyIPTCImageType: CFString = "ImageType"
/// Its shape.
public let kCGImagePropertyIPTCImageOrientation: CFString = "ImageOrientation"
/// The language.
public let kCGImagePropertyIPTCLanguageIdentifier: CFString = "LanguageIdentifier"
/// The number of its stars.
public let kCGImagePropertyIPTCStarRating: CFString = "StarRating"
/// The contact of who made it.
public let kCGImagePropertyIPTCCreatorContactInfo: CFString = "CreatorContactInfo"
/// The terms of use.
public let kCGImagePropertyIPTCRightsUsageTerms: CFString = "RightsUsageTerms"
/// The kinds of scene.
public let kCGImagePropertyIPTCScene: CFString = "Scene"
