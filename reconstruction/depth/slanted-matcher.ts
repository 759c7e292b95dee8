import type { Lens } from '../geometry.ts'
import { relativePose, scaleLens } from '../geometry.ts'
import { type GreyView, layOut, openKernels, pixelTransfer } from './kernels.ts'

/** Passes over all pixels at each size, the full one first; each smaller size halves the one before. */
const passes = [1, 3, 6]
/** Passes that also look for agreement with the depths of the neighbours. */
const agreementPasses = 2
/** Random planes, and changes of its own plane, that a pixel tries in a pass. */
const wildDraws = 2
const draws = 3
/** Largest change in the first pass of the smallest size, of the others, and of those for agreement, as a share of the depth. */
const firstRange = 0.4
const range = 0.08
const agreementRange = 0.04
/** Factor from pass to pass. */
const narrowing = 0.6
const leastRange = 0.02
/** Neighbours that a pixel is compared with: those that fit best of all. At the smallest size it is compared with all. */
const comparedViews = 3
const agreementViews = 4
/** Maximum cost of a known pixel: the mean over two neighbours (0 equal, 1 unrelated) plus the costs of contradictions. */
const worstCost = 1.2
/** Pixels farther than this share of the range are unknown: mostly sky, which seems to move with the camera. */
const farShare = 0.6
const unseenCost = 2
/** Levels of a neighbour's pyramid (assembly/slanted.ts). */
const pyramidLevels = 3
const scratchBytes = 2560

type DepthRange = { near: number; far: number }

/**
 * Finds a plane for each pixel of a view. Holds about 60 bytes a pixel.
 *
 * A plane is stored as f32[4] for each pixel, a, b, c and its cost: the inverse depth at pixel (x, y) of it is a x + b y + c.
 */
export class SlantedMatcher {
  readonly #kernels = openKernels()
  readonly #offsets
  readonly #lens: Lens
  readonly #views: readonly GreyView[]

  /** @param neighbours most neighbours of one view */
  constructor({ lens, neighbours, views }: { lens: Lens; neighbours: number; views: readonly GreyView[] }) {
    this.#lens = lens
    this.#views = views
    const pixels = lens.width * lens.height
    this.#offsets = layOut(this.#kernels, {
      scratch: scratchBytes,
      transfers: neighbours * 48,
      returns: neighbours * 48,
      pictures: neighbours * 4,
      maps: neighbours * 4,
      reference: pixels,
      planes: pixels * 16,
      smaller: pixels * 4,
      // A sum of quarters is at most a third; the kernel reads a little past the end.
      pyramids: neighbours * (Math.ceil((pixels * 4) / 3) + 64),
      inverseDepths: neighbours * pixels * 4,
    })
  }

  /** Planes f32[height][width][4] from the pictures alone; a fresh array. */
  findPlanes(view: number, neighbours: readonly number[], depths: DepthRange): Float32Array {
    const { improvePlanes, startPlanes, enlargePlanes, openAgreement } = this.#kernels
    const at = this.#offsets
    openAgreement(0, 0)
    const smallest = passes.length - 1
    for (let level = smallest; level >= 0; level--) {
      const isFirst = level === smallest
      const { width, height } = this.#open(view, neighbours, depths, level)
      if (isFirst) startPlanes(view + 1)
      else {
        const [columns, rows] = [this.#lens.width >> (level + 1), this.#lens.height >> (level + 1)]
        const bytes = new Uint8Array(this.#kernels.memory.buffer)
        bytes.copyWithin(at.smaller, at.planes, at.planes + columns * rows * 16)
        enlargePlanes(at.smaller, columns, rows, at.planes, width, height)
      }
      for (let pass = 0; pass < passes[level]!; pass++)
        improvePlanes(
          pass % 2 === 1,
          draws,
          Math.max(leastRange, (isFirst ? firstRange : range) * narrowing ** pass),
          isFirst ? wildDraws : 0,
          seedOf(view, level, pass),
          isFirst ? neighbours.length : comparedViews,
        )
    }
    return this.#planes().slice()
  }

  /**
   * Improves planes so that they agree with what was found for the neighbours.
   *
   * @param planes what `findPlanes` returned for the view
   * @param depthMaps what `depthsOf` returned, for all views
   * @returns the depths f32[height][width], 0 where unknown
   */
  agree(
    view: number,
    neighbours: readonly number[],
    depths: DepthRange,
    given: { planes: Float32Array; depthMaps: readonly Float32Array[] },
  ): Float32Array {
    const at = this.#offsets
    const pixels = this.#lens.width * this.#lens.height
    this.#open(view, neighbours, depths, 0)
    this.#planes().set(given.planes)
    const { buffer } = this.#kernels.memory
    neighbours.forEach((other, k) => {
      const map = at.inverseDepths + k * pixels * 4
      new Uint32Array(buffer, at.maps)[k] = map
      const inverse = new Float32Array(buffer, map, pixels)
      given.depthMaps[other]!.forEach((depth, pixel) => {
        inverse[pixel] = depth === 0 ? 0 : 1 / depth
      })
      const pose = relativePose(this.#views[other]!.pose, this.#views[view]!.pose)
      new Float32Array(buffer, at.returns + k * 48).set(pixelTransfer(this.#lens, pose))
    })
    this.#kernels.openAgreement(at.maps, at.returns)
    for (let pass = 0; pass < agreementPasses; pass++)
      this.#kernels.improvePlanes(
        pass % 2 === 1,
        draws,
        agreementRange * narrowing ** pass,
        0,
        seedOf(view, passes.length, pass),
        agreementViews,
      )
    return depthsOf(this.#planes(), this.#lens, { worstCost, farthest: farShare * depths.far })
  }

  #planes(): Float32Array {
    return new Float32Array(
      this.#kernels.memory.buffer,
      this.#offsets.planes,
      this.#lens.width * this.#lens.height * 4,
    )
  }

  /** Lays out pictures and transfers at one size, halved `level` times. @returns the size */
  #open(view: number, neighbours: readonly number[], depths: DepthRange, level: number): Lens {
    const at = this.#offsets
    const { buffer } = this.#kernels.memory
    const bytes = new Uint8Array(buffer)
    const lens = halved(this.#lens, level)
    bytes.set(pyramidOf(this.#views[view]!.grey, this.#lens, level, 1)[0]!, at.reference)
    let next = at.pyramids
    neighbours.forEach((other, k) => {
      new Uint32Array(buffer, at.pictures)[k] = next
      for (const picture of pyramidOf(this.#views[other]!.grey, this.#lens, level, pyramidLevels)) {
        bytes.set(picture, next)
        next += picture.length
      }
      const pose = relativePose(this.#views[view]!.pose, this.#views[other]!.pose)
      new Float32Array(buffer, at.transfers + k * 48).set(pixelTransfer(lens, pose))
    })
    this.#kernels.openSlanted(
      lens.width,
      lens.height,
      at.reference,
      neighbours.length,
      at.transfers,
      at.pictures,
      at.scratch,
      at.planes,
      1 / depths.far,
      1 / depths.near,
      lens.focalX,
      lens.centreX,
      lens.centreY,
    )
    return lens
  }
}

/** The depths of planes, 0 where unknown: where no neighbour sees the plane, the cost is too large, or the depth. */
export function depthsOf(
  planes: Float32Array,
  { width, height }: { width: number; height: number },
  limits: { worstCost: number; farthest: number } = { worstCost: unseenCost, farthest: Number.MAX_VALUE },
): Float32Array {
  const depths = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const inverse = planes[4 * at]! * x + planes[4 * at + 1]! * y + planes[4 * at + 2]!
      if (planes[4 * at + 3]! < limits.worstCost && inverse * limits.farthest > 1) depths[at] = 1 / inverse
    }
  return depths
}

function seedOf(view: number, level: number, pass: number): number {
  return view * 131 + level * 17 + pass
}

/** A picture halved `from` times and the next ones, `count` in all. A pixel is the mean of four. */
function pyramidOf(grey: Uint8Array, { width, height }: Lens, from: number, count: number): Uint8Array[] {
  const levels = [grey]
  for (let level = 1; level < from + count; level++)
    levels.push(halve(levels.at(-1)!, width >> (level - 1), height >> (level - 1)))
  return levels.slice(from)
}

function halve(grey: Uint8Array, width: number, height: number): Uint8Array {
  const [columns, rows] = [width >> 1, height >> 1]
  const half = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const at = 2 * (y * width + x)
      half[y * columns + x] = (grey[at]! + grey[at + 1]! + grey[at + width]! + grey[at + width + 1]! + 2) >> 2
    }
  return half
}

/** The lens of a picture halved some times. A last odd row or column is dropped, so the scale is exact. */
function halved(lens: Lens, level: number): Lens {
  const factor = 2 ** level
  const [width, height] = [lens.width >> level, lens.height >> level]
  const whole = { ...lens, width: width * factor, height: height * factor }
  return scaleLens(whole, width, height)
}
