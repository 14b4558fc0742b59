import MediaFormats

@testable import ColorConversion

/// A planar picture in arrays, as a test writes it down: samples of each component, row by row.
struct TestPicture: Equatable {
  var description: PictureDescription
  var planes: [[UInt16]]

  /// A picture all of whose samples `value` gives: of component `component`, at `x`, `y` among its own samples.
  init(_ description: PictureDescription, value: (_ component: Int, _ x: Int, _ y: Int) -> UInt16) {
    self.description = description
    planes = description.samples.components.indices.map { component in
      let (width, height) = description.extent(ofComponent: component)
      return (0..<width * height).map { value(component, $0 % width, $0 / width) }
    }
  }

  /// The sample of component `component` at `x`, `y` among its own.
  func sample(_ component: Int, _ x: Int, _ y: Int) -> UInt16 {
    planes[component][y * description.extent(ofComponent: component).width + x]
  }

  /// The picture as `target` describes it. The planes begin `misalignment` bytes off zimg's alignment.
  func converted(
    to target: PictureDescription, orientation: Orientation = .up, misalignment: Int = 0
  ) throws -> TestPicture {
    let converter = try PictureConverter(from: description, to: target, orientation: orientation)
    let input = TestMemory(description, misalignment: misalignment)
    let output = TestMemory(target, misalignment: misalignment)
    input.write(planes)
    try unsafe converter.convert(input.addresses, into: output.addresses)
    var result = self
    result.description = target
    result.planes = output.read()
    return result
  }
}

extension PictureDescription {
  /// Samples across and down of component `component`.
  func extent(ofComponent component: Int) -> (width: Int, height: Int) {
    let shifts = samples.shifts(ofComponent: component)
    return (
      (size.width + (1 << shifts.across) - 1) >> shifts.across, (size.height + (1 << shifts.down) - 1) >> shifts.down
    )
  }
}

/// The memory of a picture, however its samples lie.
@safe private final class TestMemory {
  let addresses: [PlaneAddress]
  private let description: PictureDescription
  private let memory: UnsafeMutableRawPointer

  init(_ description: PictureDescription, misalignment: Int) {
    self.description = description
    var offsets: [Int] = []
    var rows: [Int] = []
    var end = misalignment
    for plane in 0..<description.samples.planeCount {
      var (rowBytes, height) = (0, 0)
      for (number, component) in description.samples.components.enumerated() where component.plane == plane {
        let extent = description.extent(ofComponent: number)
        rowBytes = max(rowBytes, (extent.width * component.step + 31) & ~31)
        height = max(height, extent.height)
      }
      offsets.append(end)
      rows.append(rowBytes + misalignment)
      end += (rowBytes + misalignment) * height
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: end + 64, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: end + 64)
    unsafe self.memory = memory
    unsafe addresses = unsafe zip(offsets, rows).map { unsafe PlaneAddress(start: memory + $0, bytesPerRow: $1) }
  }

  deinit { unsafe memory.deallocate() }

  private func place(_ component: Int, _ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    let layout = description.samples.components[component]
    let plane = unsafe addresses[layout.plane]
    return unsafe plane.start + y * plane.bytesPerRow + layout.offset + x * layout.step
  }

  func write(_ planes: [[UInt16]]) {
    let samples = description.samples
    for component in planes.indices {
      let width = description.extent(ofComponent: component).width
      for (index, value) in planes[component].enumerated() {
        let place = unsafe place(component, index % width, index / width)
        if samples.bitDepth == 8 {
          unsafe place.storeBytes(of: UInt8(value), as: UInt8.self)
        } else {
          let stored = value << UInt16(samples.unusedLowBits)
          unsafe place.storeBytes(of: samples.isBigEndian ? stored.byteSwapped : stored, as: UInt16.self)
        }
      }
    }
  }

  func read() -> [[UInt16]] {
    let samples = description.samples
    return samples.components.indices.map { component in
      let (width, height) = description.extent(ofComponent: component)
      return (0..<width * height).map { index in
        let place = unsafe place(component, index % width, index / width)
        if samples.bitDepth == 8 { return UInt16(unsafe place.load(as: UInt8.self)) }
        let stored = unsafe place.loadUnaligned(as: UInt16.self)
        return (samples.isBigEndian ? stored.byteSwapped : stored) >> UInt16(samples.unusedLowBits)
      }
    }
  }
}
