import Compositing
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import TestSupport

/// How a file is read: its facts, when each frame is shown and what it shows, and the samples of each sound.
struct ReadFile {
  let url: URL

  /// How many samples of a channel have a hash of their own, so that a difference has a place.
  private static let samplesOfHash = 4_096

  /// The row of the file; what cannot be read stands in it in the program's words.
  func row(name: String) async -> BaselineRow {
    var row = BaselineRow(name: name, values: [:])
    row.values["facts"] = await facts()
    let asset = URLAsset(url: url)
    do {
      for (number, track) in try await asset.load(.tracks).enumerated() {
        switch track.mediaType {
        case .video: try await readPictures(track, of: asset, "pictures \(number)", into: &row)
        case .audio: try await readSound(track, of: asset, "sound \(number)", into: &row)
        }
      }
    } catch {
      row.values["error"] = [words(error)]
    }
    return row
  }

  /// What `gstedit probe` says, a line each, or why it does not.
  private func facts() async -> [String] {
    let run = ProgramRun(ProgramLocation.gstedit, ["probe", "--json", url.path])
    guard let outcome = try? await run.outcome() else { return ["not started"] }
    let text = outcome.ending == .exited(0) ? outcome.outputText : "\(outcome.ending)\n\(outcome.errorText)"
    return text.replacing(url.path, with: "FILE").split(separator: "\n").map(String.init)
  }

  private func readPictures(
    _ track: AssetTrack, of asset: URLAsset, _ name: String, into row: inout BaselineRow
  ) async throws {
    var (times, frames): ([String], [String]) = ([], [])
    row.values["\(name) error"] = try await read(track, of: asset, as: .video) { buffer in
      guard let picture = buffer.pixelBuffer else { return }
      times.append("\(buffer.presentationTime)+\(buffer.duration)")
      frames.append(try hash(of: picture))
    }
    row.values["\(name) times"] = times
    row.values["\(name) frames"] = frames
  }

  /// Gives `body` what is read of `track`; returns what that ended with before its end, in words.
  private func read(
    _ track: AssetTrack, of asset: URLAsset, as settings: ReaderOutputSettings, _ body: (SampleBuffer) throws -> Void
  ) async throws -> [String]? {
    let output = AssetReaderTrackOutput(track: track, outputSettings: settings)
    let reader = AssetReader(asset: asset)
    try reader.add(output)
    try reader.startReading()
    do {
      for try await buffer in output.sampleBuffers { try body(buffer) }
      return nil
    } catch {
      return [words(error)]
    }
  }

  private func hash(of picture: PixelBuffer) throws -> String {
    var hash = BaselineHash()
    for (number, plane) in picture.planes.enumerated() {
      try picture.withBytes(ofPlane: number) { bytes in
        for row in 0..<plane.height { hash.add(bytes, in: plane.row(row)) }
      }
    }
    return "\(picture) \(hash.text)"
  }

  private func readSound(
    _ track: AssetTrack, of asset: URLAsset, _ name: String, into row: inout BaselineRow
  ) async throws {
    var (hash, count, hashes, first): (BaselineHash, Int, [String], String?) = (BaselineHash(), 0, [], nil)
    row.values["\(name) error"] = try await read(track, of: asset, as: .audio) { buffer in
      guard let block = buffer.samples else { return }
      first = first ?? "\(buffer.presentationTime)"
      for start in stride(from: 0, to: block.interleaved.count, by: max(1, block.channels)) {
        for sample in block.interleaved[start..<min(start + max(1, block.channels), block.interleaved.count)] {
          hash.add(sample.bitPattern)
        }
        count += 1
        if count % Self.samplesOfHash == 0 { hashes.append(hash.text) }
      }
    }
    row.values["\(name) start"] = [first ?? "none"]
    row.values["\(name) count"] = ["\(count)"]
    row.values["\(name) samples"] = hashes + [hash.text]
  }

  private func words(_ error: any Error) -> String { "\(error)".replacing(url.path, with: "FILE") }
}
