import CoreGraphics

extension PictureFacts {
  /// The properties of picture number `index` of the file, which is of `kind`, under Image I/O's keys.
  func properties(of index: Int, _ kind: PictureKind) -> [String: Any] {
    var properties = TagName.properties(of: tags)
    properties[kCGImagePropertyPixelWidth] = NSNumber(value: width)
    properties[kCGImagePropertyPixelHeight] = NSNumber(value: height)
    properties[kCGImagePropertyDepth] = NSNumber(value: depth)
    properties[kCGImagePropertyColorModel] = colorModel
    if hasAlpha { properties[kCGImagePropertyHasAlpha] = kCFBooleanTrue }
    if isIndexed { properties[kCGImagePropertyIsIndexed] = kCFBooleanTrue }
    if let orientation { properties[kCGImagePropertyOrientation] = NSNumber(value: orientation.rawValue) }
    if let resolution {
      properties[kCGImagePropertyDPIWidth] = NSNumber(value: resolution.across)
      properties[kCGImagePropertyDPIHeight] = NSNumber(value: resolution.down)
    }
    if let names = AnimationNames(kind), let animation {
      properties[names.dictionary] = names.times(of: index, animation)
    }
    if let png {
      properties[kCGImagePropertyPNGDictionary] = png.properties.merged(
        with: properties.dictionary(kCGImagePropertyPNGDictionary))
    }
    if let jfif { properties[kCGImagePropertyJFIFDictionary] = jfif.properties }
    return properties
  }

  /// Pixels an inch; nil where the file says none.
  private var resolution: (across: Double, down: Double)? {
    if let meter = png?.pixelsPerMeter {
      return ((Double(meter.across) * 0.0254).rounded(), (Double(meter.down) * 0.0254).rounded())
    }
    if let jfif, jfif.unit > 0, jfif.density.across > 0, jfif.density.down > 0 {
      let factor = jfif.unit == 2 ? 2.54 : 1
      return (Double(jfif.density.across) * factor, Double(jfif.density.down) * factor)
    }
    let said = TagName.properties(of: tags).dictionary(kCGImagePropertyTIFFDictionary)
    guard let across = said.number(kCGImagePropertyTIFFXResolution),
      let down = said.number(kCGImagePropertyTIFFYResolution), across > 0, down > 0
    else { return nil }
    let factor = said.integer(kCGImagePropertyTIFFResolutionUnit) == 3 ? 2.54 : 1
    return (across * factor, down * factor)
  }
}

extension PNGHeader {
  /// The properties, under Image I/O's keys.
  fileprivate var properties: [String: Any] {
    var properties: [String: Any] = [kCGImagePropertyPNGInterlaceType: NSNumber(value: interlacing)]
    if let pixelsPerMeter {
      properties[kCGImagePropertyPNGXPixelsPerMeter] = NSNumber(value: pixelsPerMeter.across)
      properties[kCGImagePropertyPNGYPixelsPerMeter] = NSNumber(value: pixelsPerMeter.down)
    }
    if let gamma { properties[kCGImagePropertyPNGGamma] = NSNumber(value: gamma) }
    if let intent { properties[kCGImagePropertyPNGsRGBIntent] = NSNumber(value: intent) }
    return properties
  }
}

extension JFIFHeader {
  /// The properties, under Image I/O's keys.
  fileprivate var properties: [String: Any] {
    [
      kCGImagePropertyJFIFVersion: version.map { NSNumber(value: $0) },
      kCGImagePropertyJFIFDensityUnit: NSNumber(value: unit),
      kCGImagePropertyJFIFXDensity: NSNumber(value: density.across),
      kCGImagePropertyJFIFYDensity: NSNumber(value: density.down),
    ]
  }
}
