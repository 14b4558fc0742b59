package import EditingModel
import FoundationEssentials
package import Layers
import MediaFormats
import MediaTime

/// Finds the frames that an animation tool's layers are drawn with, or shown on as tracks, and their pictures.
struct OverlayPlanner {
  /// The output's frames, which are equally far apart where there are layers.
  let timeline: FrameTimeline
  let output: OutputFrame
  let lookup: FactsLookup

  /// The layers of `videoComposition`; nil where there are none, or none of them is ever seen.
  func plan(_ videoComposition: VideoComposition) throws(RenderError) -> LayerOverlay? {
    guard let tool = videoComposition.animationTool else { return nil }
    let pictures = try pictures(of: tool.files(of: tool.pictures))
    let sizes = Dictionary(pictures.map { ($0.contents, $0.facts.uprightSize) }) { first, _ in first }
    let tree = tool.tree(in: videoComposition.renderSize, pictureSizes: sizes)
    var frames: [Range<Int>] = []
    let visible = visibleFrames(of: tree)
    for instruction in videoComposition.instructions where instruction.enablePostProcessing {
      let range = try RationalRange(instruction.timeRange, of: "an instruction")
      guard range.overlaps(timeline.window.range) else { continue }
      let shown = try exactly(time: range.start) { () throws(RationalError) in
        try timeline.frames(of: range)
      }
      for part in visible.map({ $0.clamped(to: shown) }) where !part.isEmpty {
        if let last = frames.last, last.upperBound == part.lowerBound {
          frames[frames.count - 1] = last.lowerBound..<part.upperBound
        } else {
          frames.append(part)
        }
      }
    }
    guard !frames.isEmpty else { return nil }
    return LayerOverlay(
      layer: tree, renderTransform: output.transform, frames: frames, pictures: pictures,
      fontSubstitutes: lookup.fontSubstitutes.filter { tool.fontFamilies.contains($0.key) })
  }

  /// The trees of `videoComposition` that are tracks, with the frames on which something of them may be seen.
  func layerTracks(of videoComposition: VideoComposition) throws(RenderError) -> [LayerTrack] {
    guard let tool = videoComposition.animationTool else { return [] }
    let size = videoComposition.renderSize
    return try tool.additionalLayers.map { additional throws(RenderError) in
      LayerTrack(
        trackID: additional.trackID, renderSize: PixelSize(width: Int(size.width), height: Int(size.height)),
        drawing: LayerOverlay(
          layer: additional.layer, renderTransform: output.transform,
          frames: visibleFrames(of: additional.layer).filter { !$0.isEmpty },
          pictures: try pictures(of: tool.files(of: additional.layer.pictures)),
          fontSubstitutes: lookup.fontSubstitutes.filter { additional.layer.fontFamilies.contains($0.key) }))
    }
  }

  /// The frames on which something of `layer` may be seen. A tree that shows the movie makes all of them.
  private func visibleFrames(of layer: Layer) -> [Range<Int>] {
    guard !layer.showsVideo else { return [0..<timeline.count] }
    return layer.visibleTimes().map { time in
      let first = frame(atOrBefore: time.lowerBound)
      return first..<max(first, frame(atOrAfter: time.upperBound))
    }
  }

  /// A frame that is not after `seconds`, and less than two before.
  private func frame(atOrBefore seconds: Double) -> Int {
    let number = place(of: seconds)
    return number > 0 ? Int(min(Double(timeline.count), max(0, number.rounded(.down) - 1))) : 0
  }

  /// The first frame that is not before `seconds`: what ends between two frames is seen on the earlier one.
  private func frame(atOrAfter seconds: Double) -> Int {
    // A layer that ends at a frame's time, as nearly as times are rounded, is not seen on it.
    Int(min(Double(timeline.count), max(0, (place(of: seconds) - 1e-6).rounded(.up))))
  }

  /// The place of `seconds`, in frames.
  private func place(of seconds: Double) -> Double {
    (seconds - timeline.window.range.start.seconds) / timeline.frameDuration.seconds
  }

  private func pictures(of files: [(contents: LayerContents, asset: AssetReference)]) throws(RenderError)
    -> [LayerOverlay.Picture]
  {
    var pictures: [LayerOverlay.Picture] = []
    for (contents, asset) in files {
      let (source, facts) = try lookup.picture(in: asset)
      pictures.append(LayerOverlay.Picture(contents, source: source, facts: facts))
    }
    return pictures
  }
}

extension AnimationTool {
  /// The files of the pictures in all trees, in the order of their names.
  package var files: [(contents: LayerContents, asset: AssetReference)] { files(of: allPictures) }

  /// The files among `pictures`, in the order of their names.
  fileprivate func files(of pictures: Set<LayerContents>) -> [(contents: LayerContents, asset: AssetReference)] {
    pictures.compactMap { contents -> (String, LayerContents)? in
      if case .image(let uri) = contents { (uri, contents) } else { nil }
    }.sorted { $0.0 < $1.0 }.map { ($0.1, AssetReference(url: file(of: $0.0))) }
  }
}

extension FactsLookup {
  /// The video track that `asset` shows by itself, and what it holds.
  fileprivate func picture(
    in asset: AssetReference
  ) throws(RenderError) -> (CompositionTrackSegment.Source, VideoTrackFacts) {
    guard let media = media(of: asset) else {
      throw RenderError(
        .mediaMissing, "Nothing is known about \(asset.url.path), which a layer shows.",
        remedy: "Look whether the file is there.")
    }
    guard let facts = media.defaultVideo else {
      throw RenderError(
        .invalidModel, "\(asset.url.path), which a layer shows, holds no picture.", remedy: "Give the layer a picture.")
    }
    return (CompositionTrackSegment.Source(asset: asset, trackIndex: media.defaultVideoTrack), facts)
  }
}

extension VideoTrackFacts {
  /// The picture's size in square pixels, upright.
  fileprivate var uprightSize: Size {
    let upright = orientation.transform(for: naturalSize).boundingBox(of: Rectangle(naturalSize))
    return Size(width: upright.width, height: upright.height)
  }
}
