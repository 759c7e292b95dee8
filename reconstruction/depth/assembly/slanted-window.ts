// The windows of slanted.ts: what they work on, and how well the window of a pixel fits its image in a neighbour under a plane.

/** Samples of a window: 6 x 6, two pixels apart, so that it reaches 5 pixels from its centre. */
const SIDE: i32 = 6
const SAMPLES: i32 = SIDE * SIDE
const REACH: i32 = 5
const WINDOW_AREA: f32 = 100
/** Standard deviations of the weights of a window: by distance, pixels, and by difference of grey. */
const SPATIAL_SIGMA: f32 = 4
const TONE_SIGMA: f32 = 30
/** Cost of a plane that a neighbour does not see: that of the opposite picture. */
export const UNSEEN: f32 = 2
/** Least variance of a window, grey values squared. Below it noise decides. */
const LEAST_VARIANCE: f32 = 3
/** Smallest and largest area of a window's image, in areas of the window. */
const LEAST_AREA: f32 = 0.04
const MOST_AREA: f32 = 40
/** A window's image of more than this area is sampled in the next smaller picture. */
const SMALLER_AREA: f32 = 2.5
/** Levels of a neighbour's pyramid, each half the size of the one before. */
const LEVELS: i32 = 3

// Offsets in the scratch area of 2,560 bytes: f32[SAMPLES] of the samples' offsets, grey values, weights and so on;
// f32[256] weights by difference of grey; the chosen neighbours and their costs, up to 16 each.
const OFFSETS_X: usize = 0
const OFFSETS_Y: usize = SAMPLES * 4
const GREYS: usize = SAMPLES * 8
const WEIGHTS: usize = SAMPLES * 12
const PRODUCTS: usize = SAMPLES * 16
const SPATIAL: usize = SAMPLES * 20
const TONES: usize = SAMPLES * 24
export const CHOICE: usize = SAMPLES * 24 + 1024
export const COSTS: usize = SAMPLES * 24 + 1024 + 64

export let width: i32 = 0
export let height: i32 = 0
let reference: usize = 0
export let count: i32 = 0
export let transfers: usize = 0
let pictures: usize = 0
export let scratch: usize = 0
export let planes: usize = 0
export let least: f32 = 0
export let most: f32 = 0
export let focal: f32 = 0
export let centreX: f32 = 0
export let centreY: f32 = 0
// Sums over the window in the reference.
let weightSum: f32 = 0
let mean: f32 = 0
let variance: f32 = 0

function sum4(v: v128): f32 {
  return (
    f32x4.extract_lane(v, 0) +
    f32x4.extract_lane(v, 1) +
    (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
  )
}

/**
 * Sets what the other functions work on. reference u8[height][width]; transfers as for `sweep`; pictures u32[count] byte offsets of
 * pyramids of LEVELS pictures u8; planes as in slanted.ts; least and most inverse depth; the lens of the reference, pixels.
 */
export function openSlanted(
  _width: i32,
  _height: i32,
  _reference: usize,
  _count: i32,
  _transfers: usize,
  _pictures: usize,
  _scratch: usize,
  _planes: usize,
  _least: f32,
  _most: f32,
  _focal: f32,
  _centreX: f32,
  _centreY: f32,
): void {
  width = _width
  height = _height
  reference = _reference
  count = _count
  transfers = _transfers
  pictures = _pictures
  scratch = _scratch
  planes = _planes
  least = _least
  most = _most
  focal = _focal
  centreX = _centreX
  centreY = _centreY
  for (let j = 0; j < SAMPLES; j++) {
    const dx = <f32>((j % SIDE) * 2 - REACH)
    const dy = <f32>((j / SIDE) * 2 - REACH)
    store<f32>(scratch + OFFSETS_X + (j << 2), dx)
    store<f32>(scratch + OFFSETS_Y + (j << 2), dy)
    store<f32>(
      scratch + SPATIAL + (j << 2),
      Mathf.exp(-(dx * dx + dy * dy) / (2 * SPATIAL_SIGMA * SPATIAL_SIGMA)),
    )
  }
  for (let j = 0; j < 256; j++)
    store<f32>(scratch + TONES + (j << 2), Mathf.exp(-(<f32>(j * j)) / (2 * TONE_SIGMA * TONE_SIGMA)))
}

/** Reads the window around a pixel of the reference. False if it leaves the picture or is plain. */
export function readWindow(x: i32, y: i32): bool {
  if (x < REACH || y < REACH || x >= width - REACH || y >= height - REACH) return false
  const at = reference + y * width + x
  const centre = <i32>load<u8>(at)
  let sums = f32x4.splat(0)
  let products = f32x4.splat(0)
  let squares = f32x4.splat(0)
  for (let row = 0; row < SIDE; row++) {
    const from = at + (row * 2 - REACH) * width - REACH
    for (let column = 0; column < SIDE; column++) {
      const grey = <i32>load<u8>(from + column * 2)
      const j = (row * SIDE + column) << 2
      store<f32>(scratch + GREYS + j, <f32>grey)
      store<f32>(
        scratch + WEIGHTS + j,
        load<f32>(scratch + SPATIAL + j) * load<f32>(scratch + TONES + (abs(grey - centre) << 2)),
      )
    }
  }
  for (let j: usize = 0; j < <usize>(SAMPLES * 4); j += 16) {
    const grey = v128.load(scratch + GREYS + j)
    const weight = v128.load(scratch + WEIGHTS + j)
    const product = f32x4.mul(weight, grey)
    v128.store(scratch + PRODUCTS + j, product)
    sums = f32x4.add(sums, weight)
    products = f32x4.add(products, product)
    squares = f32x4.add(squares, f32x4.mul(product, grey))
  }
  weightSum = sum4(sums)
  mean = sum4(products) / weightSum
  variance = sum4(squares) / weightSum - mean * mean
  return variance >= LEAST_VARIANCE
}

/** 1 minus the weighted correlation of the window at (x, y) with its image in neighbour k under the plane; 0 to 2. */
export function viewCost(k: i32, x: f32, y: f32, a: f32, b: f32, c: f32): f32 {
  const m = transfers + k * 48
  const tx = load<f32>(m, 36)
  const ty = load<f32>(m, 40)
  const tz = load<f32>(m, 44)
  const h0 = load<f32>(m) + tx * a
  const h1 = load<f32>(m, 4) + tx * b
  const h3 = load<f32>(m, 12) + ty * a
  const h4 = load<f32>(m, 16) + ty * b
  const h6 = load<f32>(m, 24) + tz * a
  const h7 = load<f32>(m, 28) + tz * b
  // Homogeneous position of the window's centre.
  const cx = h0 * x + h1 * y + load<f32>(m, 8) + tx * c
  const cy = h3 * x + h4 * y + load<f32>(m, 20) + ty * c
  const cz = h6 * x + h7 * y + load<f32>(m, 32) + tz * c
  // The corners: if they are inside, everything between them is.
  const signX = f32x4(-5, 5, 5, -5)
  const signY = f32x4(-5, -5, 5, 5)
  const z = f32x4.add(
    f32x4.splat(cz),
    f32x4.add(f32x4.mul(f32x4.splat(h6), signX), f32x4.mul(f32x4.splat(h7), signY)),
  )
  if (!i32x4.all_true(f32x4.gt(z, f32x4.splat(1e-6)))) return UNSEEN
  const u = f32x4.div(
    f32x4.add(
      f32x4.splat(cx),
      f32x4.add(f32x4.mul(f32x4.splat(h0), signX), f32x4.mul(f32x4.splat(h1), signY)),
    ),
    z,
  )
  const v = f32x4.div(
    f32x4.add(
      f32x4.splat(cy),
      f32x4.add(f32x4.mul(f32x4.splat(h3), signX), f32x4.mul(f32x4.splat(h4), signY)),
    ),
    z,
  )
  const inside = v128.and(
    v128.and(f32x4.ge(u, f32x4.splat(0)), f32x4.lt(u, f32x4.splat(<f32>(width - 4)))),
    v128.and(f32x4.ge(v, f32x4.splat(0)), f32x4.lt(v, f32x4.splat(<f32>(height - 4)))),
  )
  if (!i32x4.all_true(inside)) return UNSEEN
  const area =
    (0.5 *
      ((f32x4.extract_lane(u, 2) - f32x4.extract_lane(u, 0)) *
        (f32x4.extract_lane(v, 3) - f32x4.extract_lane(v, 1)) -
        (f32x4.extract_lane(u, 3) - f32x4.extract_lane(u, 1)) *
          (f32x4.extract_lane(v, 2) - f32x4.extract_lane(v, 0)))) /
    WINDOW_AREA
  if (area < LEAST_AREA || area > MOST_AREA) return UNSEEN
  let picture = <usize>load<u32>(pictures + (k << 2))
  let columns = width
  let scale: f32 = 1
  let shift: f32 = 0
  let rows = height
  let limit = SMALLER_AREA
  for (let level = 1; level < LEVELS && area > limit; level++) {
    picture += columns * rows
    columns >>= 1
    rows >>= 1
    scale *= 0.5
    shift = 0.5 * shift - 0.25
    limit *= 4
  }
  const vScale = f32x4.splat(scale)
  const vShift = f32x4.splat(shift)
  const vColumns = i32x4.splat(columns)
  const low = i32x4.splat(255)
  const zero = f32x4.splat(0)
  let sums = f32x4.splat(0)
  let squares = f32x4.splat(0)
  let products = f32x4.splat(0)
  for (let j: usize = 0; j < <usize>(SAMPLES * 4); j += 16) {
    const dx = v128.load(scratch + OFFSETS_X + j)
    const dy = v128.load(scratch + OFFSETS_Y + j)
    const sz = f32x4.div(
      vScale,
      f32x4.add(f32x4.splat(cz), f32x4.add(f32x4.mul(f32x4.splat(h6), dx), f32x4.mul(f32x4.splat(h7), dy))),
    )
    const su = f32x4.max(
      zero,
      f32x4.add(
        f32x4.mul(
          f32x4.add(
            f32x4.splat(cx),
            f32x4.add(f32x4.mul(f32x4.splat(h0), dx), f32x4.mul(f32x4.splat(h1), dy)),
          ),
          sz,
        ),
        vShift,
      ),
    )
    const sv = f32x4.max(
      zero,
      f32x4.add(
        f32x4.mul(
          f32x4.add(
            f32x4.splat(cy),
            f32x4.add(f32x4.mul(f32x4.splat(h3), dx), f32x4.mul(f32x4.splat(h4), dy)),
          ),
          sz,
        ),
        vShift,
      ),
    )
    const iu = i32x4.trunc_sat_f32x4_s(su)
    const iv = i32x4.trunc_sat_f32x4_s(sv)
    const fu = f32x4.sub(su, f32x4.convert_i32x4_s(iu))
    const fv = f32x4.sub(sv, f32x4.convert_i32x4_s(iv))
    const q = i32x4.add(i32x4.mul(iv, vColumns), iu)
    const q0 = picture + i32x4.extract_lane(q, 0)
    const q1 = picture + i32x4.extract_lane(q, 1)
    const q2 = picture + i32x4.extract_lane(q, 2)
    const q3 = picture + i32x4.extract_lane(q, 3)
    const above = i32x4(load<u16>(q0), load<u16>(q1), load<u16>(q2), load<u16>(q3))
    const below = i32x4(
      load<u16>(q0 + columns),
      load<u16>(q1 + columns),
      load<u16>(q2 + columns),
      load<u16>(q3 + columns),
    )
    const a0 = f32x4.convert_i32x4_s(v128.and(above, low))
    const a1 = f32x4.convert_i32x4_s(i32x4.shr_u(above, 8))
    const b0 = f32x4.convert_i32x4_s(v128.and(below, low))
    const b1 = f32x4.convert_i32x4_s(i32x4.shr_u(below, 8))
    const top = f32x4.add(a0, f32x4.mul(fu, f32x4.sub(a1, a0)))
    const bottom = f32x4.add(b0, f32x4.mul(fu, f32x4.sub(b1, b0)))
    const grey = f32x4.add(top, f32x4.mul(fv, f32x4.sub(bottom, top)))
    const weighted = f32x4.mul(grey, v128.load(scratch + WEIGHTS + j))
    sums = f32x4.add(sums, weighted)
    squares = f32x4.add(squares, f32x4.mul(weighted, grey))
    products = f32x4.add(products, f32x4.mul(grey, v128.load(scratch + PRODUCTS + j)))
  }
  const theirMean = sum4(sums) / weightSum
  const theirVariance = sum4(squares) / weightSum - theirMean * theirMean
  if (theirVariance < LEAST_VARIANCE * 0.5) return UNSEEN
  const covariance = sum4(products) / weightSum - theirMean * mean
  return min(UNSEEN, max(<f32>0, 1 - covariance / Mathf.sqrt(variance * theirVariance)))
}
