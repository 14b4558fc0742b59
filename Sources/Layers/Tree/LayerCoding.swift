extension Layer: PropertyCoded, Codable {
  init() { self.init(.layer) }

  /// The properties that every layer has.
  static var properties: [CodedProperty<Layer>] {
    [
      .value("name", \.name), .value("bounds", \.bounds), .value("position", \.position),
      .value("zPosition", \.zPosition), .value("anchorPoint", \.anchorPoint), .value("anchorPointZ", \.anchorPointZ),
      .value("transform", \.transform), .value("sublayerTransform", \.sublayerTransform),
      .value("preservesDepth", \.preservesDepth), .value("isGeometryFlipped", \.isGeometryFlipped),
      .value("isHidden", \.isHidden),
      .value("isDoubleSided", \.isDoubleSided), .value("opacity", \.opacity), .value("blendMode", \.blendMode),
      .value("masksToBounds", \.masksToBounds), .value("backgroundColor", \.backgroundColor),
      .value("cornerRadius", \.cornerRadius), .value("maskedCorners", \.maskedCorners),
      .value("cornerCurve", \.cornerCurve), .value("borderWidth", \.borderWidth), .value("borderColor", \.borderColor),
      .value("shadowColor", \.shadowColor), .value("shadowOpacity", \.shadowOpacity),
      .value("shadowOffset", \.shadowOffset), .value("shadowRadius", \.shadowRadius),
      .value("shadowPath", \.shadowPath), .value("contents", \.contents), .value("contentsRect", \.contentsRect),
      .value("contentsCenter", \.contentsCenter), .value("contentsGravity", \.contentsGravity),
      .value("contentsScale", \.contentsScale),
    ] + MediaTiming.properties.map { $0.lifted(\.timing) } + [
      .value("animations", \.animations), .value("sublayers", \.sublayers), .value("mask", \.mask),
    ]
  }

  /// Reads `type` (`layer` where there is none) and the properties of that kind of layer, all in one object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PropertyName.self)
    let name = try container.decodeIfPresent(String.self, forKey: PropertyName("type")) ?? "layer"
    // Scripts stand in plans alone: a project names the file.
    guard let kind = (LayerKind.standards + [.script(ScriptLayer())]).first(where: { $0.name == name }) else {
      throw UnknownName(name, of: "type of layer", among: LayerKind.standards.map(\.name))
        .decodingError(at: container.codingPath + [PropertyName("type")])
    }
    let properties = Self.properties + kind.properties
    try container.refuseNames(besides: Set(properties.map(\.name) + ["type"]))
    self.init(kind)
    try container.decode(properties, into: &self)
  }

  /// Writes `type`, but of a plain layer, and what is not the default.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PropertyName.self)
    if kind != .layer { try container.encode(kind.name, forKey: PropertyName("type")) }
    try container.encode(Self.properties + kind.properties, of: self, unless: Layer(kind))
  }
}
