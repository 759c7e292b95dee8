/**
 * A cache that is bounded by the total weight of its entries. It evicts by SIEVE (Zhang et al., NSDI 2024): a hand moves from the
 * oldest entry to the newest and evicts the first one that was not used since its last visit. Unlike with LRU, reading many entries
 * once does not evict those that are used often.
 */
export class SieveCache<Key, Value> {
  readonly #maxWeight: number
  readonly #entries = new Map<Key, { value: Value; weight: number; wasUsed: boolean }>()
  #weight = 0
  #hand = this.#entries.entries()

  constructor(maxWeight: number) {
    this.#maxWeight = maxWeight
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry) entry.wasUsed = true
    return entry?.value
  }

  set(key: Key, value: Value, weight: number): void {
    this.delete(key)
    while (this.#entries.size > 0 && this.#weight + weight > this.#maxWeight) this.#evictOne()
    this.#entries.set(key, { value, weight, wasUsed: false })
    this.#weight += weight
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
  }

  #evictOne(): void {
    for (;;) {
      // The iterator of a Map sees entries that are added and removed during the iteration.
      const { value: next, done } = this.#hand.next()
      if (done) {
        this.#hand = this.#entries.entries()
        continue
      }
      const [key, entry] = next
      if (!entry.wasUsed) {
        this.delete(key)
        return
      }
      entry.wasUsed = false
    }
  }
}
