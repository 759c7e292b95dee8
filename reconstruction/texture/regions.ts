import type { Mesh } from '../surface/mesh.ts'

/** Regions along the longest side of the scene. */
const regionsAlong = 48

/**
 * Splits the triangles into regions: those in the same cube of space that face the same of six directions.
 *
 * @returns the region of each triangle, u32[triangles], numbered by first triangle
 */
export function regionsOf({ positions, indices }: Mesh): { regions: Uint32Array; count: number } {
  const low = [0, 1, 2].map((axis) => extreme(positions, axis, Math.min))
  const high = [0, 1, 2].map((axis) => extreme(positions, axis, Math.max))
  const edge = Math.max(...high.map((value, axis) => value - low[axis]!)) / regionsAlong || 1
  const numbers = new Map<number, number>()
  const regions = new Uint32Array(indices.length / 3)
  for (let triangle = 0; triangle < regions.length; triangle++) {
    const [a, b, c] = [0, 1, 2].map((corner) => 3 * indices[3 * triangle + corner]!) as [
      number,
      number,
      number,
    ]
    let key = facing(positions, a, b, c)
    for (let axis = 0; axis < 3; axis++)
      key = key * (regionsAlong + 1) + Math.floor((positions[a + axis]! - low[axis]!) / edge)
    let region = numbers.get(key)
    if (region === undefined) {
      region = numbers.size
      numbers.set(key, region)
    }
    regions[triangle] = region
  }
  return { regions, count: numbers.size }
}

/** The axis that a triangle faces most, 0..2, or 3..5 for its negative direction. a, b, c: offsets of its corners. */
function facing(positions: Float32Array, a: number, b: number, c: number): number {
  const side = (corner: number, axis: number) => positions[corner + axis]! - positions[a + axis]!
  const normal = [0, 1, 2].map((axis) => {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
    return side(b, u) * side(c, v) - side(b, v) * side(c, u)
  })
  const sizes = normal.map(Math.abs)
  const most = sizes.indexOf(Math.max(...sizes))
  return normal[most]! > 0 ? most : most + 3
}

function extreme(positions: Float32Array, axis: number, choose: (a: number, b: number) => number): number {
  let value = positions[axis]!
  for (let at = axis; at < positions.length; at += 3) value = choose(value, positions[at]!)
  return value
}
