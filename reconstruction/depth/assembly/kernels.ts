// AssemblyScript, compiled by `npm run build:kernels` to ../kernels.wasm. No runtime and no allocation: the caller lays
// out the memory from `heapBase()` upwards and passes byte offsets; see ../kernels.ts for the layout. Everything is
// row-major; a volume holds all planes of a pixel side by side, so that one 128-bit load takes 16 costs.

export { enlargePlanes, improvePlanes, openAgreement, startPlanes } from './slanted'
export { openSlanted } from './slanted-window'

/** Cost of a pixel that no neighbour sees: more than any census distance (62 bits). */
const UNSEEN: i32 = 64
/** Added when only one neighbour sees a pixel, in place of the second one's distance. */
const LONELY: i32 = 20
/** Bytes before and after the 16-bit costs of one pixel in a line buffer; they hold 0xffff, the neighbours of the end planes. */
const GUARD: i32 = 16

export function heapBase(): usize {
  return __heap_base
}

/**
 * Census transform (Zabih and Woodfill 1994) over a window 9 wide and 7 high: one bit per neighbour, set where it is
 * darker than the centre, first neighbour in the highest bit.
 * grey u8[height][width] -> out u64[height][width]; 0 where the window leaves the picture.
 */
export function census(grey: usize, width: i32, height: i32, out: usize): void {
  memory.fill(out, 0, (<usize>(width * height)) << 3)
  for (let y = 3; y < height - 3; y++) {
    for (let x = 4; x < width - 4; x++) {
      const at = y * width + x
      const centre = <u32>load<u8>(grey + at)
      let bits: u64 = 0
      for (let dy = -3; dy <= 3; dy++) {
        const row = grey + at + dy * width
        for (let dx = -4; dx <= 4; dx++) {
          if (dx === 0 && dy === 0) continue
          bits = (bits << 1) | (<u32>load<u8>(row + dx) < centre ? 1 : 0)
        }
      }
      store<u64>(out + ((<usize>at) << 3), bits)
    }
  }
}

function censusDistance(census: usize, at: i32, bits: u64): u8 {
  return <u8>popcnt<u64>(load<u64>(census + ((<usize>at) << 3)) ^ bits)
}

/**
 * Plane sweep (Collins 1996): for each pixel and every inverse depth, the difference between the census of the reference
 * and that of its neighbours. The cost is the sum of the two smallest distances: a blocked neighbour has no influence.
 *
 * reference u64[height][width]; transfers f32[count][12]: a row-major 3x3 matrix M and a vector t, such that pixel p at
 * inverse depth w lies at M p + w t (homogeneous) in the neighbour; censuses u32[count] byte offsets; inverseDepths
 * f32[planes]; scratch u8[count][planes]; costs u8[height][width][planes], 0..128. planes is a multiple of 16.
 */
export function sweep(
  reference: usize,
  count: i32,
  transfers: usize,
  censuses: usize,
  inverseDepths: usize,
  planes: i32,
  width: i32,
  height: i32,
  scratch: usize,
  costs: usize,
): void {
  const left = f32x4.splat(4)
  const top = f32x4.splat(3)
  const right = f32x4.splat(<f32>(width - 4))
  const bottom = f32x4.splat(<f32>(height - 3))
  const half = f32x4.splat(0.5)
  const nearest = f32x4.splat(1e-6)
  const unseen = i8x16.splat(<i8>UNSEEN)
  const lonely = i8x16.splat(<i8>LONELY)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const bits = load<u64>(reference + ((<usize>at) << 3))
      const px = <f32>x
      const py = <f32>y
      for (let k = 0; k < count; k++) {
        const m = transfers + k * 48
        const other = <usize>load<u32>(censuses + (k << 2))
        const x0 = f32x4.splat(load<f32>(m) * px + load<f32>(m, 4) * py + load<f32>(m, 8))
        const y0 = f32x4.splat(load<f32>(m, 12) * px + load<f32>(m, 16) * py + load<f32>(m, 20))
        const z0 = f32x4.splat(load<f32>(m, 24) * px + load<f32>(m, 28) * py + load<f32>(m, 32))
        const tx = f32x4.splat(load<f32>(m, 36))
        const ty = f32x4.splat(load<f32>(m, 40))
        const tz = f32x4.splat(load<f32>(m, 44))
        const row = scratch + k * planes
        for (let d = 0; d < planes; d += 4) {
          const w = v128.load(inverseDepths + (d << 2))
          const z = f32x4.add(z0, f32x4.mul(w, tz))
          const u = f32x4.add(f32x4.div(f32x4.add(x0, f32x4.mul(w, tx)), z), half)
          const v = f32x4.add(f32x4.div(f32x4.add(y0, f32x4.mul(w, ty)), z), half)
          const inside = v128.and(
            v128.and(f32x4.gt(z, nearest), v128.and(f32x4.ge(u, left), f32x4.lt(u, right))),
            v128.and(f32x4.ge(v, top), f32x4.lt(v, bottom)),
          )
          if (!v128.any_true(inside)) {
            store<u32>(row + d, 0x40404040)
            continue
          }
          const q = i32x4.add(
            i32x4.mul(i32x4.trunc_sat_f32x4_s(v), i32x4.splat(width)),
            i32x4.trunc_sat_f32x4_s(u),
          )
          const seen = i32x4.bitmask(inside)
          store<u8>(row + d, seen & 1 ? censusDistance(other, i32x4.extract_lane(q, 0), bits) : <u8>UNSEEN)
          store<u8>(
            row + d + 1,
            seen & 2 ? censusDistance(other, i32x4.extract_lane(q, 1), bits) : <u8>UNSEEN,
          )
          store<u8>(
            row + d + 2,
            seen & 4 ? censusDistance(other, i32x4.extract_lane(q, 2), bits) : <u8>UNSEEN,
          )
          store<u8>(
            row + d + 3,
            seen & 8 ? censusDistance(other, i32x4.extract_lane(q, 3), bits) : <u8>UNSEEN,
          )
        }
      }
      const out = costs + <usize>at * planes
      for (let d = 0; d < planes; d += 16) {
        let best = i8x16.splat(-1)
        let second = i8x16.splat(-1)
        for (let k = 0; k < count; k++) {
          const c = v128.load(scratch + k * planes + d)
          second = i8x16.min_u(second, i8x16.max_u(best, c))
          best = i8x16.min_u(best, c)
        }
        const alone = i8x16.min_u(i8x16.add(best, lonely), unseen)
        v128.store(out + d, v128.bitselect(alone, i8x16.add_sat_u(best, second), i8x16.ge_u(second, unseen)))
      }
    }
  }
}

/** The smallest of eight unsigned numbers. */
function lowest(values: v128): u16 {
  let least = i16x8.min_u(
    values,
    i8x16.shuffle(values, values, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
  )
  least = i16x8.min_u(
    least,
    i8x16.shuffle(least, least, 4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15),
  )
  least = i16x8.min_u(
    least,
    i8x16.shuffle(least, least, 2, 3, 0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
  )
  return <u16>i16x8.extract_lane_u(least, 0)
}

/** The first pixel of a path has only its own costs. Returns their minimum. */
function beginPath(costs: usize, line: usize, sums: usize, planes: i32): u16 {
  let minimum: u16 = 0xffff
  for (let d = 0; d < planes; d++) {
    const cost = <u16>load<u8>(costs + d)
    store<u16>(line + GUARD + (d << 1), cost)
    store<u16>(sums + (d << 1), load<u16>(sums + (d << 1)) + cost)
    if (cost < minimum) minimum = cost
  }
  return minimum
}

/**
 * L(p,d) = C(p,d) + min(L(q,d), L(q,d-1)+P1, L(q,d+1)+P1, min L(q)+P2) - min L(q), formula 13 of Hirschmueller 2008,
 * for all planes of a pixel p after its predecessor q. Adds L to `sums` and returns its minimum.
 */
function stepPath(
  costs: usize,
  previous: usize,
  line: usize,
  sums: usize,
  planes: i32,
  minimum: u16,
  small: u16,
  large: u16,
): u16 {
  const vSmall = i16x8.splat(small)
  const vMinimum = i16x8.splat(minimum)
  const vJump = i16x8.splat(minimum + large)
  let next = i16x8.splat(-1)
  for (let d = 0; d < planes; d += 16) {
    const pair = v128.load(costs + d)
    for (let part = 0; part < 2; part++) {
      const at = (d + part * 8) << 1
      const cost = part === 0 ? i16x8.extend_low_i8x16_u(pair) : i16x8.extend_high_i8x16_u(pair)
      const same = v128.load(previous + GUARD + at)
      const below = v128.load(previous + GUARD - 2 + at)
      const above = v128.load(previous + GUARD + 2 + at)
      let reach = i16x8.min_u(same, i16x8.add_sat_u(i16x8.min_u(below, above), vSmall))
      reach = i16x8.min_u(reach, vJump)
      const value = i16x8.add(cost, i16x8.sub(reach, vMinimum))
      v128.store(line + GUARD + at, value)
      next = i16x8.min_u(next, value)
      v128.store(sums + at, i16x8.add(v128.load(sums + at), value))
    }
  }
  return lowest(next)
}

/**
 * Semi-global matching: sums the costs along eight straight paths. A jump of more than one plane costs `large`, less
 * where the grey value jumps too.
 *
 * costs u8[height][width][planes]; grey u8[height][width]; sums u16[height][width][planes], written; lines 2 * width
 * pixels of 2 * planes + 32 bytes; minima u16[2][width].
 */
export function aggregate(
  costs: usize,
  grey: usize,
  width: i32,
  height: i32,
  planes: i32,
  small: i32,
  large: i32,
  sums: usize,
  lines: usize,
  minima: usize,
): void {
  const lineBytes = (planes << 1) + 2 * GUARD
  memory.fill(sums, 0, <usize>width * height * planes * 2)
  memory.fill(lines, 0xff, <usize>lineBytes * width * 2)
  for (let path = 0; path < 8; path++) {
    // (1,0) (-1,0) (0,1) (0,-1) (1,1) (-1,-1) (1,-1) (-1,1)
    const dx = path === 2 || path === 3 ? 0 : path & 1 ? -1 : 1
    const dy = path < 2 ? 0 : path === 2 || path === 4 || path === 7 ? 1 : -1
    let before = lines
    let current = lines + <usize>lineBytes * width
    let minimaBefore = minima
    let minimaCurrent = minima + (width << 1)
    for (let j = 0; j < height; j++) {
      const y = dy >= 0 ? j : height - 1 - j
      for (let i = 0; i < width; i++) {
        const x = dx >= 0 ? i : width - 1 - i
        const px = x - dx
        const at = y * width + x
        const cost = costs + <usize>at * planes
        const sum = sums + ((<usize>at * planes) << 1)
        // Along a row the predecessor is the pixel just done, so that both lie in the current line.
        const from = dy === 0 ? current : before
        const minimaFrom = dy === 0 ? minimaCurrent : minimaBefore
        const line = current + <usize>lineBytes * x
        const first = px < 0 || px >= width || (dy !== 0 && j === 0)
        if (first) {
          store<u16>(minimaCurrent + (x << 1), beginPath(cost, line, sum, planes))
        } else {
          const edge = abs(<i32>load<u8>(grey + at) - <i32>load<u8>(grey + (y - dy) * width + px))
          const jump = max(small + 6, (large * 8) / (8 + edge))
          const minimum = load<u16>(minimaFrom + (px << 1))
          const previous = from + <usize>lineBytes * px
          const next = stepPath(cost, previous, line, sum, planes, minimum, <u16>small, <u16>jump)
          store<u16>(minimaCurrent + (x << 1), next)
        }
      }
      if (dy !== 0) {
        let swap = before
        before = current
        current = swap
        swap = minimaBefore
        minimaBefore = minimaCurrent
        minimaCurrent = swap
      }
    }
  }
}

/**
 * The plane with the least sum, refined by the parabola through its neighbours, as a depth. 0 (none) at the first and
 * last plane, where the own cost exceeds `worstCost`, and where another plane, three or more away, is nearly as good.
 *
 * sums, costs as above; inverse depth of plane d is `far + d * step`; depths f32[pixels], written.
 */
export function pickDepths(
  sums: usize,
  costs: usize,
  pixels: i32,
  planes: i32,
  far: f32,
  step: f32,
  worstCost: i32,
  depths: usize,
): void {
  for (let at = 0; at < pixels; at++) {
    const sum = sums + ((<usize>at * planes) << 1)
    store<f32>(depths + (at << 2), 0)
    let least = i16x8.splat(-1)
    for (let d = 0; d < planes; d += 8) least = i16x8.min_u(least, v128.load(sum + (d << 1)))
    const best = lowest(least)
    let plane = 0
    for (let d = 0; d < planes; d += 8) {
      const hits = i16x8.bitmask(i16x8.eq(v128.load(sum + (d << 1)), i16x8.splat(best)))
      if (hits === 0) continue
      plane = d + ctz(hits)
      break
    }
    if (plane === 0 || plane === planes - 1) continue
    if (<i32>load<u8>(costs + <usize>at * planes + plane) > worstCost) continue
    const limit = i16x8.splat(<u16>ceil<f32>(<f32>best * 1.03 + 4))
    let rivals = 0
    for (let d = 0; d < planes && rivals === 0; d += 8) {
      rivals = i16x8.bitmask(i16x8.lt_u(v128.load(sum + (d << 1)), limit))
      // The plane itself and two on each side do not compete.
      const shift = plane - 2 - d
      if (shift >= 0 && shift < 8) rivals &= ~(0x1f << shift)
      else if (shift < 0 && shift > -5) rivals &= ~(0x1f >> -shift)
    }
    if (rivals !== 0) continue
    const below = <f32>load<u16>(sum + ((plane - 1) << 1))
    const above = <f32>load<u16>(sum + ((plane + 1) << 1))
    const curvature = below - 2 * <f32>best + above
    const offset: f32 = curvature > 0 ? (below - above) / (2 * curvature) : 0
    store<f32>(depths + (at << 2), 1 / (far + (<f32>plane + offset) * step))
  }
}
