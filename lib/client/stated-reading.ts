import type { StatedFacts } from '#lib/domain/proof/stated-facts'

/** What a file itself states, or that it is still being read, or could not be: neither is the same as "it states nothing". */
export type Stated = StatedFacts | 'reading' | 'unread'

type Read = (file: File) => Promise<StatedFacts | undefined>

/** Reads what files themselves state, one file after the other, because each is read whole. */
export class StatedReading {
  readonly #read: Read
  readonly #onStated: (id: number, stated: Stated) => void
  #left: { id: number; file: File }[] = []
  #isReading = false

  constructor(read: Read, onStated: (id: number, stated: Stated) => void) {
    this.#read = read
    this.#onStated = onStated
  }

  add(id: number, file: File): void {
    this.#left.push({ id, file })
    this.#onStated(id, 'reading')
    void this.#readNext()
  }

  /** Removes files from the queue that are not being read yet, when no caller waits for them any more. */
  stop(): void {
    this.#left = []
  }

  async #readNext(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    for (let task = this.#left.shift(); task; task = this.#left.shift()) {
      const stated = await this.#read(task.file).then(
        (facts) => facts ?? { times: [], geohash: undefined },
        () => 'unread' as const,
      )
      this.#onStated(task.id, stated)
    }
    this.#isReading = false
  }
}
