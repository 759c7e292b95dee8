import { readFileSync } from 'node:fs'
import type { Lens, Pose } from '../geometry.ts'
import { relativePose } from '../geometry.ts'

/** Penalties of semi-global matching for a step of one plane and for a jump; costs reach 128. */
const smallPenalty = 8
const largePenalty = 90
/** A pixel whose two smallest distances sum to more counts as unseen. Random pictures give about 62. */
const worstCost = 52

/** The exports of kernels.wasm; assembly/kernels.ts says what each does. All arguments are byte offsets or counts. */
export type Kernels = {
  memory: WebAssembly.Memory
  heapBase(): number
  census(grey: number, width: number, height: number, out: number): void
  sweep(
    reference: number,
    count: number,
    transfers: number,
    censuses: number,
    inverseDepths: number,
    planes: number,
    width: number,
    height: number,
    scratch: number,
    costs: number,
  ): void
  aggregate(
    costs: number,
    grey: number,
    width: number,
    height: number,
    planes: number,
    small: number,
    large: number,
    sums: number,
    lines: number,
    minima: number,
  ): void
  pickDepths(
    sums: number,
    costs: number,
    pixels: number,
    planes: number,
    far: number,
    step: number,
    worst: number,
    depths: number,
  ): void
  openSlanted(
    width: number,
    height: number,
    reference: number,
    count: number,
    transfers: number,
    pictures: number,
    scratch: number,
    planes: number,
    leastInverse: number,
    mostInverse: number,
    focal: number,
    centreX: number,
    centreY: number,
  ): void
  openAgreement(maps: number, returns: number): void
  startPlanes(seed: number): void
  improvePlanes(
    backwards: boolean,
    draws: number,
    range: number,
    wild: number,
    seed: number,
    views: number,
  ): void
  enlargePlanes(from: number, columns: number, rows: number, to: number, width: number, height: number): void
}

const pageBytes = 65_536

export function openKernels(): Kernels {
  const module = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))
  return new WebAssembly.Instance(module, {}).exports as unknown as Kernels
}

/** Lays areas of the given sizes side by side from the heap's base, each at a multiple of 16 bytes, and grows the memory. */
export function layOut<Name extends string>(
  kernels: Kernels,
  sizes: Record<Name, number>,
): Record<Name, number> {
  let at = kernels.heapBase()
  const offsets = {} as Record<Name, number>
  for (const name of Object.keys(sizes) as Name[]) {
    at = Math.ceil(at / 16) * 16
    offsets[name] = at
    at += sizes[name]
  }
  const missing = Math.ceil((at - kernels.memory.buffer.byteLength) / pageBytes)
  if (missing > 0) kernels.memory.grow(missing)
  return offsets
}

/** One picture of the sweep: `grey` is u8[height][width]. */
export type GreyView = { readonly pose: Pose; readonly grey: Uint8Array }

/**
 * Computes depth maps of one picture size. Holds about 3 * planes bytes a pixel, and the census of the views used last.
 */
export class DepthSweep {
  readonly #kernels = openKernels()
  readonly #offsets
  readonly #lens: Lens
  readonly #planes: number
  readonly #views: readonly GreyView[]
  /** The view whose census is in each slot, and its last use. */
  readonly #slots: { view: number; used: number }[]
  #clock = 0

  /** @param neighbours maximum number of neighbours of one view */
  constructor(options: { lens: Lens; planes: number; neighbours: number; views: readonly GreyView[] }) {
    const { lens, planes, neighbours, views } = options
    if (planes % 16 !== 0) throw new RangeError('the number of planes is not a multiple of 16')
    this.#lens = lens
    this.#planes = planes
    this.#views = views
    const pixels = lens.width * lens.height
    const slots = 3 * (neighbours + 1)
    this.#slots = Array.from({ length: slots }, () => ({ view: -1, used: -1 }))
    this.#offsets = layOut(this.#kernels, {
      grey: pixels,
      depths: pixels * 4,
      transfers: neighbours * 48,
      censusOffsets: neighbours * 4,
      inverseDepths: planes * 4,
      scratch: neighbours * planes,
      lines: 2 * lens.width * (2 * planes + 32),
      minima: 2 * lens.width * 2,
      costs: pixels * planes,
      sums: pixels * planes * 2,
      censuses: slots * pixels * 8,
    })
  }

  /** Depths f32[height][width] of a view, 0 where unknown; a fresh array. */
  depthMap(view: number, neighbours: readonly number[], range: { near: number; far: number }): Float32Array {
    const kernels = this.#kernels
    const at = this.#offsets
    const { width, height } = this.#lens
    const planes = this.#planes
    this.#clock++
    const reference = this.#census(view)
    const others = neighbours.map((other) => this.#census(other))
    const { buffer } = kernels.memory
    new Uint32Array(buffer, at.censusOffsets, others.length).set(others)
    const transfers = new Float32Array(buffer, at.transfers, neighbours.length * 12)
    neighbours.forEach((other, k) => {
      const pose = relativePose(this.#views[view]!.pose, this.#views[other]!.pose)
      transfers.set(pixelTransfer(this.#lens, pose), k * 12)
    })
    const far = 1 / range.far
    const step = (1 / range.near - far) / (planes - 1)
    const inverseDepths = new Float32Array(buffer, at.inverseDepths, planes)
    for (let d = 0; d < planes; d++) inverseDepths[d] = far + step * d
    kernels.sweep(
      reference,
      neighbours.length,
      at.transfers,
      at.censusOffsets,
      at.inverseDepths,
      planes,
      width,
      height,
      at.scratch,
      at.costs,
    )
    new Uint8Array(buffer, at.grey, width * height).set(this.#views[view]!.grey)
    kernels.aggregate(
      at.costs,
      at.grey,
      width,
      height,
      planes,
      smallPenalty,
      largePenalty,
      at.sums,
      at.lines,
      at.minima,
    )
    kernels.pickDepths(at.sums, at.costs, width * height, planes, far, step, worstCost, at.depths)
    return new Float32Array(buffer, at.depths, width * height).slice()
  }

  /** The byte offset of a view's census. If it is in no slot it is computed into the least recently used one. */
  #census(view: number): number {
    const { width, height } = this.#lens
    let slot = this.#slots.findIndex((candidate) => candidate.view === view)
    if (slot === -1) {
      slot = this.#slots.reduce(
        (best, candidate, k) => (candidate.used < this.#slots[best]!.used ? k : best),
        0,
      )
      new Uint8Array(this.#kernels.memory.buffer, this.#offsets.grey, width * height).set(
        this.#views[view]!.grey,
      )
      this.#kernels.census(this.#offsets.grey, width, height, this.#slotOffset(slot))
      this.#slots[slot]!.view = view
    }
    this.#slots[slot]!.used = this.#clock
    return this.#slotOffset(slot)
  }

  #slotOffset(slot: number): number {
    return this.#offsets.censuses + slot * this.#lens.width * this.#lens.height * 8
  }
}

/**
 * The 3x3 matrix M = K R K^-1 (row-major) and the vector t = K T, such that pixel p of the reference at inverse depth w
 * lies at M p + w t, homogeneous, in the other view; both have the same lens K.
 */
export function pixelTransfer({ focalX, focalY, centreX, centreY }: Lens, pose: Pose): number[] {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = pose.rotation
  const [tx, ty, tz] = pose.translation
  const rows = [
    [focalX * r0 + centreX * r6, focalX * r1 + centreX * r7, focalX * r2 + centreX * r8],
    [focalY * r3 + centreY * r6, focalY * r4 + centreY * r7, focalY * r5 + centreY * r8],
    [r6, r7, r8],
  ] as [number, number, number][]
  return [
    ...rows.flatMap(([a, b, c]) => [
      a / focalX,
      b / focalY,
      c - (a * centreX) / focalX - (b * centreY) / focalY,
    ]),
    focalX * tx + centreX * tz,
    focalY * ty + centreY * tz,
    tz,
  ]
}
