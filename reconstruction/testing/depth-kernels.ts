/** Readable implementations of the depth kernels. The compiled kernels must give the same bits. */

const f32 = Math.fround

export function census(grey: Uint8Array, width: number, height: number): BigUint64Array {
  const codes = new BigUint64Array(grey.length)
  for (let y = 3; y < height - 3; y++)
    for (let x = 4; x < width - 4; x++) {
      let code = 0n
      for (let dy = -3; dy <= 3; dy++)
        for (let dx = -4; dx <= 4; dx++) {
          if (dx === 0 && dy === 0) continue
          code = (code << 1n) | (grey[(y + dy) * width + x + dx]! < grey[y * width + x]! ? 1n : 0n)
        }
      codes[y * width + x] = code
    }
  return codes
}

/** @param codes census codes of the reference view, then those of each neighbour */
export function sweep(options: {
  codes: readonly BigUint64Array[]
  transfers: Float32Array
  inverseDepths: Float32Array
  width: number
  height: number
}): Uint8Array {
  const { codes, transfers, inverseDepths, width, height } = options
  const [reference, ...others] = codes
  const planes = inverseDepths.length
  const costs = new Uint8Array(width * height * planes)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      inverseDepths.forEach((w, d) => {
        const distances = others
          .map((code, k) => {
            const m = transfers.subarray(12 * k, 12 * k + 12)
            const along = (row: number) =>
              f32(
                f32(f32(f32(m[3 * row]! * x) + f32(m[3 * row + 1]! * y)) + m[3 * row + 2]!) +
                  f32(w * m[9 + row]!),
              )
            const z = along(2)
            const u = f32(f32(along(0) / z) + 0.5)
            const v = f32(f32(along(1) / z) + 0.5)
            const inside = z > f32(1e-6) && u >= 4 && u < width - 4 && v >= 3 && v < height - 3
            return inside ? ones(code[Math.trunc(v) * width + Math.trunc(u)]! ^ reference![at]!) : 64
          })
          .sort((a, b) => a - b)
        const [best, second = 255] = distances as [number, number?]
        costs[at * planes + d] = second >= 64 ? Math.min(best + 20, 64) : best + second
      })
    }
  return costs
}

const directions = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const

export function aggregate(options: {
  costs: Uint8Array
  grey: Uint8Array
  width: number
  height: number
  planes: number
  small: number
  large: number
}): Uint16Array {
  const { costs, grey, width, height, planes, small, large } = options
  const sums = new Uint16Array(costs.length)
  for (const [dx, dy] of directions) {
    const path = new Map<number, number[]>()
    for (let j = 0; j < height; j++)
      for (let i = 0; i < width; i++) {
        const [x, y] = [dx < 0 ? width - 1 - i : i, dy < 0 ? height - 1 - j : j]
        const [fromX, fromY] = [x - dx, y - dy]
        const at = y * width + x
        const own = [...costs.subarray(at * planes, (at + 1) * planes)]
        const isFirst = fromX < 0 || fromX >= width || fromY < 0 || fromY >= height
        const before = isFirst ? undefined : path.get(fromY * width + fromX)
        const values = before ? own.map((cost, d) => cost + reach(before, d, at, fromY * width + fromX)) : own
        path.set(at, values)
        values.forEach((value, d) => {
          sums[at * planes + d]! += value
        })
      }
  }
  return sums

  function reach(before: number[], d: number, at: number, from: number): number {
    const least = Math.min(...before)
    const edge = Math.abs(grey[at]! - grey[from]!)
    const jump = Math.max(small + 6, Math.trunc((large * 8) / (8 + edge)))
    const beside = Math.min(before[d - 1] ?? Infinity, before[d + 1] ?? Infinity)
    return Math.min(before[d]!, beside + small, least + jump) - least
  }
}

export function pickDepths(options: {
  sums: Uint16Array
  costs: Uint8Array
  planes: number
  far: number
  step: number
  worst: number
}): Float32Array {
  const { sums, costs, planes, far, step, worst } = options
  const depths = new Float32Array(sums.length / planes)
  for (let at = 0; at < depths.length; at++) {
    const sum = sums.subarray(at * planes, (at + 1) * planes)
    const best = Math.min(...sum)
    const plane = sum.indexOf(best)
    if (plane === 0 || plane === planes - 1 || costs[at * planes + plane]! > worst) continue
    const rival = Math.min(65_535, ...sum.filter((_, d) => Math.abs(d - plane) > 2))
    if (f32(rival) < f32(f32(f32(best) * f32(1.03)) + 4)) continue
    const [below, above] = [sum[plane - 1]!, sum[plane + 1]!]
    const curvature = below - 2 * best + above
    const offset = curvature > 0 ? f32((below - above) / (2 * curvature)) : 0
    depths[at] = f32(1 / f32(f32(far) + f32(f32(plane + offset) * f32(step))))
  }
  return depths
}

function ones(bits: bigint): number {
  let count = 0
  for (let rest = bits; rest > 0n; rest &= rest - 1n) count++
  return count
}
