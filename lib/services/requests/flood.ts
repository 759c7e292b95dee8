/** How many of one kind are kept at once, and how many a second after that. */
const burst = 60
const perSecond = 2

type Bucket = { left: number; at: number }

/** Whether one more of a kind is kept. Kinds are few, and a flood of one takes nothing from another. */
export class Flood {
  readonly #buckets = new Map<string, Bucket>()

  /** @param now milliseconds that only go on */
  admits(kind: string, now: number): boolean {
    const bucket = this.#buckets.get(kind) ?? { left: burst, at: now }
    const left = Math.min(burst, bucket.left + ((now - bucket.at) / 1_000) * perSecond)
    const admits = left >= 1
    this.#buckets.set(kind, { left: admits ? left - 1 : left, at: now })
    return admits
  }
}
