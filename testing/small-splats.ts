import { gzipSync } from 'node:zlib'

/** An SPZ file (version 2) of a grid of red and green splats in a plane of 2 m, which faces the camera at +Z. */
export function smallSplats(side = 20): Buffer {
  const count = side * side
  const head = Buffer.alloc(16)
  head.write('NGSP', 0, 'latin1')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(count, 8)
  // Positions have 12 bits after the point.
  head.writeUInt8(12, 13)
  const positions = Buffer.alloc(count * 9)
  const colours = Buffer.alloc(count * 3)
  for (let at = 0; at < count; at++) {
    const [x, y] = [at % side, Math.floor(at / side)].map((step) => (2 * step) / (side - 1) - 1) as [
      number,
      number,
    ]
    positions.writeIntLE(Math.round(x * 4_096), at * 9, 3)
    positions.writeIntLE(Math.round(y * 4_096), at * 9 + 3, 3)
    colours[at * 3 + (at % 2)] = 255
  }
  const opaque = Buffer.alloc(count, 255)
  // A logarithm: about 7 cm.
  const scales = Buffer.alloc(count * 3, Math.round((Math.log(0.07) + 10) * 16))
  const upright = Buffer.alloc(count * 3, 128)
  return gzipSync(Buffer.concat([head, positions, opaque, colours, scales, upright]))
}
