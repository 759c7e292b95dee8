/** How many requests of one kind are logged at once, and per second after that. */
const burst = 60
const perSecond = 2

type Bucket = { left: number; at: number }

/** Decides if one more request of a kind is logged. Kinds are few, and a flood of one kind does not displace another. */
export class Flood {
  readonly #buckets = new Map<string, Bucket>()

  /** @param now monotonic milliseconds */
  admits(kind: string, now: number): boolean {
    const bucket = this.#buckets.get(kind) ?? { left: burst, at: now }
    const left = Math.min(burst, bucket.left + ((now - bucket.at) / 1_000) * perSecond)
    const admits = left >= 1
    this.#buckets.set(kind, { left: admits ? left - 1 : left, at: now })
    return admits
  }
}
