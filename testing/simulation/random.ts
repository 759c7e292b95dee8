/** A stream of numbers that a seed determines (mulberry32). */
export type Random = {
  /** A whole number from 0 up to, not including, `n`. */
  below: (n: number) => number
  /** True so many times in a hundred. */
  chance: (percent: number) => boolean
}

export function randomOf(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return {
    below: (n) => next() % n,
    chance: (percent) => next() % 100 < percent,
  }
}
