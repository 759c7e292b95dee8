import { randomOf } from '#testing/simulation/random'

/** A seeded source of random numbers: the same seed gives the same sequence. */
export type Random = {
  /** From 0 up to, and without, 1. */
  next: () => number
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number
  chance: (probability: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
}

const steps = 2 ** 32

export function createRandom(seed: number): Random {
  const { below } = randomOf(seed)
  const next = () => below(steps) / steps
  return {
    next,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)]!,
  }
}
