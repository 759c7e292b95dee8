const firstMs = 10_000
const longestMs = 300_000

/**
 * When to request again what failed: after a wait that doubles with each attempt, so that open pages do not burden a service that is down,
 * and only while the reader could see the result.
 */
export class RetryWait {
  readonly #request: () => void
  readonly #mayRequest: () => boolean
  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** True if the wait is over, but a request would have been of no use. */
  #isDue = false

  constructor(request: () => void, mayRequest: () => boolean) {
    this.#request = request
    this.#mayRequest = mayRequest
  }

  /** Something failed. What fails during a wait is requested at its end with the rest. */
  begin(): void {
    if (this.#timer !== undefined || this.#isDue) return
    const ms = Math.min(firstMs * 2 ** this.#attempts, longestMs)
    // Pages that failed at the same moment do not all come back at the same moment.
    this.#timer = setTimeout(() => this.end(), ms * (0.8 + 0.4 * Math.random()))
  }

  /** Ends the wait, if there is one. */
  end(): void {
    if (this.#timer === undefined && !this.#isDue) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isDue = !this.#mayRequest()
    if (this.#isDue) return
    this.#attempts += 1
    this.#request()
  }

  /** Requests now what could not be requested when its wait was over. A wait that is not over goes on. */
  resume(): void {
    if (this.#isDue) this.end()
  }

  /** Nothing fails any more. */
  reset(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isDue = false
    this.#attempts = 0
  }
}
