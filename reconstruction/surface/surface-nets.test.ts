import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BlockIndex, type BlockVolume, blockVoxels, truncationVoxels } from './block-volume.ts'
import { type Mesh, trianglesAcross } from './mesh.ts'
import { surfaceNets } from './surface-nets.ts'

const offset = fc.double({ min: -9, max: 9, noNaN: true })
const spheres = fc.record({
  centre: fc.tuple(offset, offset, offset),
  radius: fc.double({ min: 4, max: 14, noNaN: true }),
  voxel: fc.constantFrom(0.01, 1, 3),
})

describe('the surface of a sphere', () => {
  test('is found to half a voxel, without gaps, facing outwards', () => {
    fc.assert(
      fc.property(spheres, ({ centre, radius, voxel }) => {
        const mesh = surfaceNets(sphere(centre, radius, voxel))
        const worst = Math.max(
          ...vertices(mesh).map((at) => Math.abs(distanceTo(at, centre, voxel) - radius * voxel)),
        )
        expect(worst).toBeLessThan(voxel / 2)
        expect(mesh.indices.length).toBeGreaterThan(3 * 200)
        expect(trianglesAcross(mesh).includes(-1)).toBe(false)
        // The volume under the surface is positive, and nearly the sphere's, only when all triangles face outwards.
        const volume = (4 / 3) * Math.PI * (radius * voxel) ** 3
        expect(Math.abs(enclosed(mesh) / volume - 1)).toBeLessThan(0.1)
      }),
      { numRuns: 8 },
    )
  })

  test('ends where distances are unknown', () => {
    const volume = sphere([0, 0, 0], 10, 1)
    const { coordinates } = volume.blocks
    for (let block = 0; block < volume.blocks.count; block++)
      if (coordinates[3 * block]! < 0) volume.weights.fill(0, block * blockVoxels, (block + 1) * blockVoxels)
    const mesh = surfaceNets(volume)
    expect(Math.min(...vertices(mesh).map(([x]) => x))).toBeGreaterThan(0)
    expect(trianglesAcross(mesh).filter((other) => other === -1).length).toBeGreaterThan(20)
  })
})

test('a block is found by its coordinates among any number of blocks', () => {
  const part = fc.integer({ min: -40, max: 40 })
  const place = fc.tuple(part, part, part)
  fc.assert(
    fc.property(fc.uniqueArray(place, { selector: String, maxLength: 4000, size: 'max' }), (places) => {
      const index = new BlockIndex()
      const numbers = places.map(([x, y, z]) => index.add(x, y, z))
      expect(numbers).toEqual(places.map((_, k) => k))
      expect(places.map(([x, y, z]) => index.find(x, y, z))).toEqual(numbers)
      expect(places.map(([x, y, z]) => index.add(x, y, z))).toEqual(numbers)
      expect([...index.coordinates]).toEqual(places.flat())
      expect(index.find(41, 0, 0)).toBe(-1)
    }),
    { numRuns: 10 },
  )
})

/** Distances of voxel centres from a sphere; centre and radius in voxels. */
function sphere(centre: readonly number[], radius: number, voxel: number): BlockVolume {
  const blocks = new BlockIndex()
  for (let z = -4; z < 4; z++) for (let y = -4; y < 4; y++) for (let x = -4; x < 4; x++) blocks.add(x, y, z)
  const { coordinates } = blocks
  const distances = new Float32Array(blocks.count * blockVoxels)
  for (let at = 0; at < distances.length; at++) {
    const block = Math.floor(at / blockVoxels)
    const offset = [at & 7, (at >> 3) & 7, (at >> 6) & 7]
    const place = offset.map((part, axis) => coordinates[3 * block + axis]! * 8 + part + 0.5)
    const distance = Math.hypot(...place.map((value, axis) => value - centre[axis]!)) - radius
    distances[at] = Math.max(-1, Math.min(1, distance / truncationVoxels))
  }
  return { blocks, voxel, distances, weights: new Float32Array(distances.length).fill(1) }
}

function vertices({ positions }: Mesh): [number, number, number][] {
  return Array.from({ length: positions.length / 3 }, (_, k) => [
    positions[3 * k]!,
    positions[3 * k + 1]!,
    positions[3 * k + 2]!,
  ])
}

function distanceTo(at: readonly number[], centre: readonly number[], voxel: number): number {
  return Math.hypot(...at.map((value, axis) => value - centre[axis]! * voxel))
}

function enclosed(mesh: Mesh): number {
  const all = vertices(mesh)
  let sum = 0
  for (let at = 0; at < mesh.indices.length; at += 3) {
    const corner = (k: number) => all[mesh.indices[at + k]!]!
    const [a, b, c] = [corner(0), corner(1), corner(2)]
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0])
  }
  return sum / 6
}
