// Matching with slanted windows, as PatchMatch stereo does (Bleyer et al. 2011; Schoenberger et al. 2016; Xu and Tao 2019): each pixel
// has a plane of the scene, takes over its neighbours' where they fit better, and tries random changes. On a plane the inverse
// depth is affine in the pixel: w(x, y) = a x + b y + c. Planes are stored as f32[height][width][4]: a, b, c and the cost. Compiled
// into ../kernels.wasm with kernels.ts; ../slanted-matcher.ts lays out the memory and calls these functions.

import {
  CHOICE,
  COSTS,
  centreX,
  centreY,
  count,
  focal,
  height,
  least,
  most,
  planes,
  readWindow,
  scratch,
  transfers,
  UNSEEN,
  viewCost,
  width,
} from './slanted-window'

/** Cost of the second neighbour where only one sees the plane: that of an unrelated picture. */
const LONELY: f32 = 1
/** Largest cost of a contradiction to a neighbour's depth, and the distance where it is reached, pixels. */
const CONTRADICTION: f32 = 0.5
const MOST_PIXELS: f32 = 3
/** Depths that differ by less are on one surface, as a ratio. */
const SAME_SURFACE: f32 = 1.1
/** Least sine of the angle between a plane and the ray to it. */
const LEAST_FACING: f32 = 0.04
const BYTES_OF_PLANE: i32 = 16

let state: u32 = 1
/** A number in [-1, 1): xorshift (Marsaglia 2003). */
function random(): f32 {
  state ^= state << 13
  state ^= state >> 17
  state ^= state << 5
  return <f32>(<i32>state) * <f32>4.656612873077393e-10
}

let maps: usize = 0
let returns: usize = 0
let chosen: i32 = 0

/**
 * Sets the neighbours' depth maps that the planes should agree with; 0 for none. maps u32[count] byte offsets of inverse depths
 * f32[height][width], 0 where unknown; returns as `transfers`, from the neighbours to the reference.
 */
export function openAgreement(_maps: usize, _returns: usize): void {
  maps = _maps
  returns = _returns
}

/** How far from the pixel the neighbour's depth lies when it is taken back: from 0 to 1, which is `MOST_PIXELS` or more. */
function disagreement(k: i32, x: f32, y: f32, a: f32, b: f32, c: f32): f32 {
  const m = transfers + k * 48
  const w = a * x + b * y + c
  const cz = load<f32>(m, 24) * x + load<f32>(m, 28) * y + load<f32>(m, 32) + load<f32>(m, 44) * w
  const u = (load<f32>(m) * x + load<f32>(m, 4) * y + load<f32>(m, 8) + load<f32>(m, 36) * w) / cz
  const v = (load<f32>(m, 12) * x + load<f32>(m, 16) * y + load<f32>(m, 20) + load<f32>(m, 40) * w) / cz
  const column = <i32>(u + 0.5)
  const row = <i32>(v + 0.5)
  if (column < 0 || row < 0 || column >= width || row >= height) return 1
  const map = <usize>load<u32>(maps + (k << 2))
  let theirs = load<f32>(map + ((row * width + column) << 2))
  if (theirs <= 0) return 1
  const left = <i32>u
  const top = <i32>v
  if (left < width - 1 && top < height - 1) {
    const from = map + ((top * width + left) << 2)
    const under = from + (width << 2)
    const w0 = load<f32>(from)
    const w1 = load<f32>(from, 4)
    const w2 = load<f32>(under)
    const w3 = load<f32>(under, 4)
    const low = min(min(w0, w1), min(w2, w3))
    if (low > 0 && max(max(w0, w1), max(w2, w3)) < low * SAME_SURFACE) {
      const fu = u - <f32>left
      const fv = v - <f32>top
      const upper = w0 + fu * (w1 - w0)
      theirs = upper + fv * (w2 + fu * (w3 - w2) - upper)
    }
  }
  const r = returns + k * 48
  const bz = load<f32>(r, 24) * u + load<f32>(r, 28) * v + load<f32>(r, 32) + load<f32>(r, 44) * theirs
  if (bz <= 1e-6) return 1
  const bx = (load<f32>(r) * u + load<f32>(r, 4) * v + load<f32>(r, 8) + load<f32>(r, 36) * theirs) / bz - x
  const by =
    (load<f32>(r, 12) * u + load<f32>(r, 16) * v + load<f32>(r, 20) + load<f32>(r, 40) * theirs) / bz - y
  // One pixel of a neighbour farther away covers several pixels here.
  const scale = max(<f32>1, cz)
  return min(<f32>1, Mathf.sqrt(bx * bx + by * by) / (MOST_PIXELS * scale * scale))
}

/** The cost of a plane in neighbour k, with the contradiction to its depth. */
function neighbourCost(k: i32, x: f32, y: f32, a: f32, b: f32, c: f32): f32 {
  const cost = viewCost(k, x, y, a, b, c)
  return maps === 0 || cost >= UNSEEN ? cost : cost + CONTRADICTION * disagreement(k, x, y, a, b, c)
}

/** Chooses the views that fit a plane best for the following costs, and returns its cost. */
function chooseViews(x: f32, y: f32, a: f32, b: f32, c: f32, most: i32): f32 {
  chosen = 0
  for (let k = 0; k < count; k++) {
    const cost = neighbourCost(k, x, y, a, b, c)
    let at = chosen < most ? chosen++ : most
    while (at > 0 && load<f32>(scratch + COSTS + ((at - 1) << 2)) > cost) {
      if (at < most) {
        store<f32>(scratch + COSTS + (at << 2), load<f32>(scratch + COSTS + ((at - 1) << 2)))
        store<i32>(scratch + CHOICE + (at << 2), load<i32>(scratch + CHOICE + ((at - 1) << 2)))
      }
      at--
    }
    if (at < most) {
      store<f32>(scratch + COSTS + (at << 2), cost)
      store<i32>(scratch + CHOICE + (at << 2), k)
    }
  }
  const best = load<f32>(scratch + COSTS)
  const second = chosen > 1 ? load<f32>(scratch + COSTS, 4) : UNSEEN
  return 0.5 * (best + min(second, max(best, LONELY)))
}

/** The mean cost of the two views that fit best. */
function planeCost(x: f32, y: f32, a: f32, b: f32, c: f32): f32 {
  let best = UNSEEN
  let second = UNSEEN
  for (let n = 0; n < chosen; n++) {
    const cost = neighbourCost(load<i32>(scratch + CHOICE + (n << 2)), x, y, a, b, c)
    if (cost < best) {
      second = best
      best = cost
    } else if (cost < second) second = cost
  }
  return 0.5 * (best + min(second, max(best, LONELY)))
}

let bestA: f32 = 0
let bestB: f32 = 0
let bestC: f32 = 0
let bestCost: f32 = 0

/** Makes a plane that of the pixel (x, y) if its cost is lower. */
function tryPlane(x: f32, y: f32, a: f32, b: f32, c: f32): void {
  const w = a * x + b * y + c
  if (!(w >= least && w <= most)) return
  const cost = planeCost(x, y, a, b, c)
  if (cost < bestCost) {
    bestCost = cost
    bestA = a
    bestB = b
    bestC = c
  }
}

/** Calls `tryPlane` with the plane that has this normal, of any length, and the inverse depth w at (x, y). */
function tryNormal(x: f32, y: f32, w: f32, nx: f32, ny: f32, nz: f32): void {
  const rx = (x - centreX) / focal
  const ry = (y - centreY) / focal
  const facing = nx * rx + ny * ry + nz
  const limit: f32 = LEAST_FACING * Mathf.sqrt((nx * nx + ny * ny + nz * nz) * (rx * rx + ry * ry + 1))
  if (abs(facing) < limit) return
  const a = (w * nx) / (focal * facing)
  const b = (w * ny) / (focal * facing)
  tryPlane(x, y, a, b, w - a * x - b * y)
}

/**
 * One pass over all pixels, forwards or backwards. Each pixel tries the planes of the two pixels before it, `wild` random ones, and
 * `draws` changes of its own by at most `range`, as a share of the depth. It is compared with the `views` neighbours that fit best.
 */
export function improvePlanes(
  backwards: bool,
  draws: i32,
  range: f32,
  wild: i32,
  seed: u32,
  views: i32,
): void {
  const step = backwards ? 1 : -1
  for (let j = 0; j < height; j++) {
    const y = backwards ? height - 1 - j : j
    state = (seed * 2654435761) ^ (y * 40503 + 12345)
    if (state === 0) state = 1
    for (let w = 0; w < 4; w++) random()
    for (let i = 0; i < width; i++) {
      const x = backwards ? width - 1 - i : i
      const at = planes + (y * width + x) * BYTES_OF_PLANE
      if (!readWindow(x, y)) {
        store<f32>(at, UNSEEN, 12)
        continue
      }
      const fx = <f32>x
      const fy = <f32>y
      bestA = load<f32>(at)
      bestB = load<f32>(at, 4)
      bestC = load<f32>(at, 8)
      bestCost = chooseViews(fx, fy, bestA, bestB, bestC, views)
      for (let n = 0; n < 2; n++) {
        const qx = n === 0 ? x + step : x
        const qy = n === 0 ? y : y + step
        if (qx < 0 || qy < 0 || qx >= width || qy >= height) continue
        const from = planes + (qy * width + qx) * BYTES_OF_PLANE
        if (load<f32>(from, 12) >= UNSEEN) continue
        const a = load<f32>(from)
        const b = load<f32>(from, 4)
        const c = load<f32>(from, 8)
        if (a === bestA && b === bestB && c === bestC) continue
        tryPlane(fx, fy, a, b, c)
      }
      for (let n = 0; n < wild; n++) {
        const share: f32 = 0.5 + 0.5 * random()
        const w = n & 1 ? least * Mathf.pow(most / least, share) : least + (most - least) * share
        tryNormal(fx, fy, w, random(), random(), random())
      }
      let spread = range
      for (let n = 0; n < draws; n++) {
        const w = bestA * fx + bestB * fy + bestC
        // The normal belongs to (a, b, c) transposed by the lens: n ~ (a f, b f, a cx + b cy + c).
        const nx = bestA * focal
        const ny = bestB * focal
        const nz = bestA * centreX + bestB * centreY + bestC
        const length = Mathf.sqrt(nx * nx + ny * ny + nz * nz) * spread * 2
        const turn = n % 3 !== 0
        const move = n % 3 !== 1
        tryNormal(
          fx,
          fy,
          move ? w * (1 + spread * random()) : w,
          turn ? nx + length * random() : nx,
          turn ? ny + length * random() : ny,
          turn ? nz + length * random() : nz,
        )
        spread *= 0.6
      }
      store<f32>(at, bestA)
      store<f32>(at, bestB, 4)
      store<f32>(at, bestC, 8)
      store<f32>(at, bestCost, 12)
    }
  }
}

/** The planes of a picture of twice the size. The first pixel of a picture is at (0, 0) by its centre. */
export function enlargePlanes(
  from: usize,
  columns: i32,
  rows: i32,
  to: usize,
  _width: i32,
  _height: i32,
): void {
  for (let y = 0; y < _height; y++)
    for (let x = 0; x < _width; x++) {
      const source = from + (min(y >> 1, rows - 1) * columns + min(x >> 1, columns - 1)) * BYTES_OF_PLANE
      const at = to + (y * _width + x) * BYTES_OF_PLANE
      const a = load<f32>(source) * 0.5
      const b = load<f32>(source, 4) * 0.5
      store<f32>(at, a)
      store<f32>(at, b, 4)
      store<f32>(at, load<f32>(source, 8) - 0.5 * (a + b), 8)
      store<f32>(at, load<f32>(source, 12), 12)
    }
}

/** Planes that face the camera at random depths. */
export function startPlanes(seed: u32): void {
  state = seed * 2654435761 + 1
  for (let at = planes; at < planes + width * height * BYTES_OF_PLANE; at += BYTES_OF_PLANE) {
    store<f32>(at, 0)
    store<f32>(at, 0, 4)
    store<f32>(at, least + (most - least) * (0.5 + 0.5 * random()), 8)
    store<f32>(at, UNSEEN, 12)
  }
}
