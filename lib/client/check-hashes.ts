import type { KeptReadings } from './chain.ts'
import {
  type CheckInput,
  type CheckSettings,
  checkProof,
  checkRecords,
  type Found,
  isSameSettings,
  type Report,
  unreachable,
} from './check.ts'
import type { CheckRow } from './check-row.ts'
import { NotCheckedError } from './fetch-json.ts'
import type { Records } from './look-up.ts'
import type { RunTools } from './run-tools.ts'

/** The maximum number of fingerprints in one request. */
const askedAtOnce = 50
/** The service may ask several times to wait. The run gives up after an hour. */
const maxWaits = 60
const longestWaitMs = 120_000

/** The files of a run, and how their rows change. */
type Run = {
  settings: CheckSettings
  tools: Pick<RunTools, 'lookUp' | 'wait' | 'now'>
  /** Aborts when the reader leaves the page. */
  signal: AbortSignal
  rows: ReadonlyMap<number, CheckRow>
  change: (id: number, part: Partial<CheckRow>) => void
  finish: (id: number, report: Report) => void
  /** Called with the time until which the service asked to wait, and with `undefined` when that is over. */
  waits: (untilMs: number | undefined) => void
}

/**
 * Finds the verdict on each hashed file of a run: looks hashes up with the service, many in one request, and checks proofs on this device.
 * The attestation of a tree is read from the chain once.
 */
export class HashChecks {
  readonly #run: Run
  #settings: CheckSettings
  readonly #toAsk = new Set<number>()
  #kept: KeptReadings = new Map()
  #isAsking = false

  constructor(run: Run) {
    this.#run = run
    this.#settings = run.settings
  }

  /** Checks a file, also one that was checked before. */
  add(id: number): void {
    this.#run.change(id, { state: 'asking', found: undefined, report: undefined })
    this.#toAsk.add(id)
    this.next()
  }

  /** Reads attestations from the chain again from now on. */
  forgetReadings(): void {
    this.#kept = new Map()
  }

  /** @returns false if these settings are in use already */
  use(settings: CheckSettings): boolean {
    if (isSameSettings(settings, this.#settings)) return false
    this.#settings = settings
    this.forgetReadings()
    return true
  }

  /** Starts one request if none is running. Files that are hashed meanwhile are looked up together in the next one. */
  next(): void {
    const { rows, signal } = this.#run
    if (this.#isAsking || this.#toAsk.size === 0 || signal.aborted) return
    const ids = [...this.#toAsk].slice(0, askedAtOnce)
    for (const id of ids) this.#toAsk.delete(id)
    this.#isAsking = true
    void this.#checkAll(ids.flatMap((id) => rows.get(id) ?? []))
      // The reader has left the page.
      .catch(() => undefined)
      .finally(() => {
        this.#isAsking = false
        this.next()
      })
  }

  async #checkAll(rows: CheckRow[]): Promise<void> {
    const { signal } = this.#run
    const asked = rows.filter((row) => row.state === 'asking' && row.sha256)
    for (const row of asked) {
      const { bundle } = row
      if (bundle && 'bundle' in bundle) await this.#checkOne(row, (input) => checkProof(input, bundle.bundle))
    }
    const plain = asked.filter((row) => !row.bundle)
    if (plain.length === 0) return
    try {
      const records = await this.#lookUpPatiently(plain.map((row) => row.sha256!))
      await Promise.all(
        plain.map((row, index) => this.#checkOne(row, (input) => checkRecords(input, records[index]!))),
      )
    } catch (error) {
      for (const row of plain)
        this.#finish(row, this.#settings, unreachable({ sha256: row.sha256!, signal }, error))
    }
  }

  async #checkOne(row: CheckRow, check: (input: CheckInput) => Promise<Report>): Promise<void> {
    const { change, signal } = this.#run
    const settings = this.#settings
    const report = await check({
      ...settings,
      sha256: row.sha256!,
      signal,
      kept: this.#kept,
      onFound: (found: Found) => change(row.id, { found }),
    })
    this.#finish(row, settings, report)
  }

  /** If the settings or the proof were changed meanwhile, the result is dropped and the file is checked again. */
  #finish({ id, bundle }: CheckRow, settings: CheckSettings, report: Report): void {
    const row = this.#run.rows.get(id)
    if (settings === this.#settings && row?.bundle === bundle) this.#run.finish(id, report)
    else if (row?.state === 'asking') this.add(id)
  }

  /** Waits as often as the service asks for it. */
  async #lookUpPatiently(hashes: readonly string[]): Promise<Records[]> {
    const { rows, signal, tools, waits } = this.#run
    for (let count = 0; ; count++)
      try {
        return await tools.lookUp(hashes, signal)
      } catch (error) {
        const seconds = error instanceof NotCheckedError ? error.retryAfterSeconds : undefined
        // For a single file, the reader sees the waiting time and decides.
        const isAlone = rows.size === 1
        if (seconds === undefined || isAlone || count === maxWaits || seconds * 1_000 > longestWaitMs)
          throw error
        waits(tools.now() + seconds * 1_000)
        await tools.wait(seconds * 1_000, signal).finally(() => waits(undefined))
      }
  }
}
