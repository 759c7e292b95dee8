import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aggregate, census, pickDepths, sweep } from '../testing/depth-kernels.ts'
import { layOut, openKernels } from './kernels.ts'

const planes = 32

const scenes = fc.record({
  width: fc.integer({ min: 10, max: 26 }),
  height: fc.integer({ min: 8, max: 20 }),
  neighbours: fc.integer({ min: 1, max: 4 }),
  contrast: fc.constantFrom(3, 40, 255),
  seed: fc.integer(),
})

test('the kernels give the same bits as their readable implementations', () => {
  let [picked, refused] = [0, 0]
  fc.assert(
    fc.property(scenes, ({ width, height, neighbours, contrast, seed }) => {
      const kernels = openKernels()
      const random = generator(seed)
      const pixels = width * height
      const at = layOut(kernels, {
        grey: pixels,
        references: pixels * 8 * (neighbours + 1),
        transfers: neighbours * 48,
        censusOffsets: neighbours * 4,
        inverseDepths: planes * 4,
        scratch: neighbours * planes,
        costs: pixels * planes,
        sums: pixels * planes * 2,
        lines: 2 * width * (2 * planes + 32),
        minima: 2 * width * 2,
        depths: pixels * 4,
      })
      const { buffer } = kernels.memory
      const greys = Array.from({ length: neighbours + 1 }, () =>
        Uint8Array.from({ length: pixels }, () => random() * contrast),
      )
      const codes = greys.map((grey, k) => {
        new Uint8Array(buffer, at.grey, pixels).set(grey)
        kernels.census(at.grey, width, height, at.references + k * pixels * 8)
        const code = census(grey, width, height)
        expect(new BigUint64Array(buffer, at.references + k * pixels * 8, pixels)).toEqual(code)
        return code
      })

      // Close to the identity, and now and then behind the camera.
      const transfers = Float32Array.from({ length: neighbours * 12 }, (_, k) => {
        const place = k % 12
        const noise = random() - 0.5
        return place < 9 ? (place % 4 === 0 ? 1 : 0) + noise * (place > 5 ? 0.02 : 0.2) : noise * 8
      })
      const inverseDepths = Float32Array.from({ length: planes }, (_, d) => 0.05 + d * 0.02)
      new Float32Array(buffer, at.transfers, transfers.length).set(transfers)
      new Float32Array(buffer, at.inverseDepths, planes).set(inverseDepths)
      new Uint32Array(buffer, at.censusOffsets, neighbours).set(
        greys.slice(1).map((_, k) => at.references + (k + 1) * pixels * 8),
      )
      kernels.sweep(
        at.references,
        neighbours,
        at.transfers,
        at.censusOffsets,
        at.inverseDepths,
        planes,
        width,
        height,
        at.scratch,
        at.costs,
      )
      const costs = sweep({ codes, transfers, inverseDepths, width, height })
      expect(new Uint8Array(buffer, at.costs, costs.length)).toEqual(costs)

      const grey = greys[0]!
      new Uint8Array(buffer, at.grey, pixels).set(grey)
      kernels.aggregate(at.costs, at.grey, width, height, planes, 8, 90, at.sums, at.lines, at.minima)
      const sums = aggregate({ costs, grey, width, height, planes, small: 8, large: 90 })
      expect(new Uint16Array(buffer, at.sums, sums.length)).toEqual(sums)

      kernels.pickDepths(at.sums, at.costs, pixels, planes, 0.05, 0.02, 100, at.depths)
      const depths = pickDepths({ sums, costs, planes, far: 0.05, step: 0.02, worst: 100 })
      expect(new Float32Array(buffer, at.depths, pixels)).toEqual(depths)
      for (const depth of depths) depth === 0 ? refused++ : picked++
    }),
    { numRuns: 25 },
  )
  expect(Math.min(picked, refused)).toBeGreaterThan(50)
})

test('compiling the source again gives the committed bytes', {
  tags: 'thorough',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kernels-'))
  try {
    const root = join(import.meta.dirname, '../..')
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const [, ...words] = (scripts['build:kernels'] as string).split(' ')
    const built = join(folder, 'kernels.wasm')
    words[words.indexOf('-o') + 1] = built
    const asc = join(root, 'node_modules/assemblyscript/bin/asc.js')
    await promisify(execFile)(process.execPath, [asc, ...words], { cwd: root })
    const committed = await readFile(join(import.meta.dirname, 'kernels.wasm'))
    expect((await readFile(built)).equals(committed)).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Mulberry32: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}
