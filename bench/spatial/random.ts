/** A small seeded generator (xoshiro128**), so that every run sees the same data and the same queries. */
export type Random = {
  /** An unsigned 32-bit integer. */
  bits: () => number
  /** Within 0 (inclusive) and 1 (exclusive). */
  unit: () => number
  between: (low: number, high: number) => number
  /** A whole number from 0 (inclusive) to `count` (exclusive). */
  below: (count: number) => number
  gauss: () => number
}

export function createRandom(seed: number): Random {
  let a = seed ^ 0x9e3779b9
  let b = Math.imul(seed, 0x85ebca6b) ^ 0x243f6a88
  let c = Math.imul(seed, 0xc2b2ae35) ^ 0xb7e15162
  let d = 0x12345678
  const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by))
  const bits = () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotate(d, 11)
    return result >>> 0
  }
  const unit = () => bits() / 0x1_0000_0000
  for (let i = 0; i < 20; i++) bits()
  return {
    bits,
    unit,
    between: (low, high) => low + unit() * (high - low),
    below: (count) => Math.floor(unit() * count),
    gauss: () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit()),
  }
}
