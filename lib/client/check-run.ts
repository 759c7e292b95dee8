import { type BundleFile, type GivenProofs, givenProofs, keyOf, readBundle } from './bundle.ts'
import type { CheckSettings, Report } from './check.ts'
import { HashChecks } from './check-hashes.ts'
import type { CheckRow, RunSnapshot } from './check-row.ts'
import type { Found } from './found-files.ts'
import { CloserLook } from './look-closer.ts'
import { hashModelArchive, openModelArchive } from './model-archive.ts'
import { joinsOf, LooseProofs, looseProofs } from './pair-proofs.ts'
import type { RunTools } from './run-tools.ts'
import { StatedReading } from './stated-reading.ts'

/** Two, because one file is hashed while the other is opened and read. More would only compete for the disk. */
const hashedAtOnce = 2

/** More frequent updates would not be visible and cost the page time. */
const noticeEveryMs = 100

const nothing: RunSnapshot = {
  rows: [],
  leftOut: [],
  isCut: false,
  unusedProofs: [],
  waitsUntilMs: undefined,
}

/**
 * Checks many files: a few are hashed at a time, hashed files are looked up together, and each tree's attestation is read from the chain
 * once. Hashing and look-ups run concurrently.
 */
export class CheckRun {
  readonly #tools: RunTools
  readonly #checks: HashChecks
  readonly #rows = new Map<number, CheckRow>()
  readonly #files = new Map<number, { file: File; given: GivenProofs }>()
  readonly #aborts = new Map<number, AbortController>()
  readonly #listeners = new Set<() => void>()
  readonly #all = new AbortController()
  #rest: Pick<RunSnapshot, 'leftOut' | 'isCut' | 'waitsUntilMs'> = nothing
  readonly #proofs = new Set<BundleFile>()
  readonly #loose = new LooseProofs(() => looseProofs([...this.#rows.values()], this.#proofs))
  readonly #waiting: number[] = []
  #nextId = 1
  #hashing = 0
  #snapshot: RunSnapshot = nothing
  #notice: ReturnType<typeof setTimeout> | undefined
  readonly #closerLook: CloserLook | undefined
  readonly #statedReading: StatedReading | undefined

  constructor(settings: CheckSettings, tools: RunTools) {
    this.#tools = tools
    this.#checks = new HashChecks({
      settings,
      tools,
      signal: this.#all.signal,
      rows: this.#rows,
      change: (id, part) => this.#change(id, part),
      finish: (id, report) => this.#finish(id, report),
      waits: (waitsUntilMs) => this.#waits(waitsUntilMs),
    })
    const { closer, wait, readStated } = tools
    this.#closerLook =
      closer && new CloserLook({ ...closer, wait }, (id, clues) => this.#change(id, { clues }))
    this.#statedReading =
      readStated && new StatedReading(readStated, (id, stated) => this.#change(id, { stated }))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the same object until something changes. */
  readonly snapshot = (): RunSnapshot => this.#snapshot

  /** @param replaces true if the files take the place of the earlier ones. Proofs alone join an earlier file all the same. */
  async add(found: Found, { replaces = false } = {}): Promise<void> {
    const bundles: BundleFile[] = []
    const plain: { path: string; file: File }[] = []
    const unreadable: { path: string; problem: string }[] = []
    for (const item of found.files) {
      if ('problem' in item) {
        unreadable.push(item)
        continue
      }
      const bundle = await readBundle(item.file, item.path)
      if (bundle) bundles.push(bundle)
      else plain.push(item)
    }
    const isJoined =
      bundles.length > 0 && plain.length === 0 && [...this.#rows.values()].some(({ file }) => file)
    if (replaces && !isJoined) this.clear()
    for (const { path, problem } of unreadable)
      this.#put({ name: path, sizeBytes: 0, state: 'done', report: unsupported(problem) })
    for (const bundle of bundles) this.#proofs.add(bundle)
    this.#loose.forget()
    const given = givenProofs(bundles, plain.length)
    for (const { path, file } of plain) {
      const id = this.#put({ name: path, sizeBytes: file.size, state: 'waiting', file })
      this.#files.set(id, { file, given })
      this.#waiting.push(id)
    }
    if (plain.length === 0) this.#joinLater(bundles)
    this.#rest = {
      ...this.#rest,
      leftOut: [...this.#rest.leftOut, ...found.leftOut],
      isCut: this.#rest.isCut || found.isCut,
    }
    this.#changed()
    // An earlier file was alone until now.
    this.readStated()
    this.#hashNext()
    this.#checks.next()
  }

  cancel(id: number): void {
    const row = this.#rows.get(id)
    if (!row || row.state === 'done') return
    this.#change(id, { state: 'cancelled' })
    this.#aborts.get(id)?.abort(new Error('cancelled'))
  }

  cancelAll(): void {
    for (const id of [...this.#rows.keys()]) this.cancel(id)
  }

  /** Continues with the files that were cancelled. */
  resume(): void {
    for (const { id, state, sha256 } of [...this.#rows.values()]) {
      if (state !== 'cancelled') continue
      if (sha256) this.#checks.add(id)
      else {
        this.#change(id, { state: 'waiting', doneBytes: 0 })
        this.#waiting.push(id)
      }
    }
    this.#hashNext()
  }

  /** Stops looking closer at files without a record. */
  stopLooking(): void {
    this.#closerLook?.stop()
  }

  /** Reads what the files of a list themselves state, where it is not known yet. No verdict depends on it. */
  readStated(): void {
    for (const { id } of [...this.#rows.values()]) this.#readStated(id)
  }

  /** Checks again what is hashed already. */
  repeat(id: number): void {
    if (this.#rows.get(id)?.state !== 'done' || !this.#rows.get(id)?.sha256) return
    this.#checks.forgetReadings()
    this.#checks.add(id)
  }

  /** A verdict depends on the endpoint and on the trusted attesters. When they change, every file with a proof is checked again. */
  use(settings: CheckSettings): void {
    if (!this.#checks.use(settings)) return
    for (const row of this.#rows.values())
      if (row.state === 'done' && row.report?.proof) this.#checks.add(row.id)
  }

  /** Forgets everything. */
  clear(): void {
    this.cancelAll()
    this.stopLooking()
    this.#statedReading?.stop()
    this.#rows.clear()
    this.#files.clear()
    this.#proofs.clear()
    this.#rest = nothing
    this.#changed()
  }

  /** Stops all work. */
  close(): void {
    this.#all.abort(new Error('left the page'))
    this.cancelAll()
    this.stopLooking()
    this.#statedReading?.stop()
    clearTimeout(this.#notice)
    this.#listeners.clear()
  }

  #put(row: Omit<CheckRow, 'id' | 'doneBytes' | 'isProofAlone'> & { isProofAlone?: boolean }): number {
    const id = this.#nextId++
    this.#rows.set(id, { isProofAlone: false, ...row, id, doneBytes: 0 })
    return id
  }

  /** Proofs that were given without files join earlier files, or get rows of their own. */
  #joinLater(bundles: readonly BundleFile[]): void {
    const rows = [...this.#rows.values()]
    for (const { id, bundle } of joinsOf(bundles, rows, this.#loose.read())) this.#joinProof(id, bundle)
    // A file that is not hashed yet may be theirs.
    if (rows.some(({ state }) => state === 'waiting' || state === 'hashing')) return
    const shown = new Set([...this.#rows.values()].map(({ bundle }) => keyOf(bundle)))
    for (const bundle of bundles) {
      if (!this.#proofs.delete(bundle) || shown.has(keyOf(bundle))) continue
      shown.add(keyOf(bundle))
      this.#addAlone(bundle)
    }
  }

  #addAlone(bundle: BundleFile): void {
    const base = { name: bundle.name, sizeBytes: 0, bundle, isProofAlone: true }
    if ('problem' in bundle) this.#put({ ...base, state: 'done', report: unsupported(bundle.problem) })
    else this.#checks.add(this.#put({ ...base, state: 'asking', sha256: bundle.bundle.sha256 }))
  }

  /** Checks a file with a proof, which has no row of its own from then on. */
  #joinProof(id: number, bundle: BundleFile): void {
    if (!this.#proofs.delete(bundle))
      for (const row of this.#rows.values())
        if (row.isProofAlone && row.bundle === bundle) this.#rows.delete(row.id)
    this.#change(id, { bundle })
    if ('problem' in bundle)
      this.#finish(id, { ...unsupported(bundle.problem), sha256: this.#rows.get(id)!.sha256! })
    else this.#checks.add(id)
  }

  #hashNext(): void {
    while (this.#hashing < hashedAtOnce && this.#waiting.length > 0) {
      const id = this.#waiting.shift()!
      const found = this.#files.get(id)
      if (!found || this.#rows.get(id)?.state !== 'waiting') continue
      this.#hashing++
      void this.#hashOne(id, found).finally(() => {
        this.#hashing--
        const row = this.#rows.get(id)
        if (row?.sha256 || row?.state === 'done') this.#files.delete(id)
        this.#hashNext()
      })
    }
  }

  async #hashOne(id: number, { file, given }: { file: File; given: GivenProofs }): Promise<void> {
    if (file.size === 0)
      return this.#finish(id, { ...unsupported('It has no content: 0 bytes.'), isEmpty: true })
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    this.#change(id, { state: 'hashing' })
    try {
      const { signal } = abort
      const onProgress = (doneBytes: number) => {
        if (!signal.aborted) this.#change(id, { doneBytes })
      }
      const model = await openModelArchive(file)
      const hash = (part: File, options: { onProgress: typeof onProgress }) =>
        this.#tools.hash(part, { ...options, signal })
      const hashed = model && (await hashModelArchive(model, hash, onProgress))
      const sha256 = hashed?.sha256 ?? (await hash(file, { onProgress }))
      // Cancelled; another attempt may have begun since.
      if (signal.aborted) return
      if (hashed) this.#change(id, { modelFileCount: hashed.fileCount })
      if (hashed && hashed.changedCount > 0)
        return this.#finish(id, { verdict: 'does_not_match', sha256, changedCount: hashed.changedCount })
      const bundle = this.#loose.bundleFor({ name: this.#rows.get(id)!.name, sha256 }, given)
      this.#change(id, { sha256, doneBytes: file.size })
      if (bundle) this.#joinProof(id, bundle)
      else this.#checks.add(id)
    } catch (error) {
      if (!abort.signal.aborted) this.#finish(id, unsupported((error as Error).message))
    } finally {
      if (this.#aborts.get(id) === abort) this.#aborts.delete(id)
    }
  }

  #waits(waitsUntilMs: number | undefined): void {
    this.#rest = { ...this.#rest, waitsUntilMs }
    this.#changed()
  }

  #finish(id: number, report: Report): void {
    const row = this.#rows.get(id)
    if (!row || row.state === 'cancelled') return
    this.#change(id, { state: 'done', report })
    // The view of a single file looks closer itself.
    if (report.verdict === 'unknown' && row.file && !row.clues && this.#rows.size > 1)
      this.#closerLook?.add(id, row.file)
    this.#readStated(id)
  }

  #readStated(id: number): void {
    const { report, file, stated } = this.#rows.get(id)!
    const isDue = report?.recomputed?.holds && (!stated || stated === 'unread')
    if (isDue && file && this.#rows.size > 1) this.#statedReading?.add(id, file)
  }

  #change(id: number, part: Partial<CheckRow>): void {
    const row = this.#rows.get(id)
    if (!row) return
    this.#rows.set(id, { ...row, ...part })
    this.#changed()
  }

  #changed(): void {
    this.#notice ??= setTimeout(() => {
      this.#notice = undefined
      const rows = [...this.#rows.values()]
      const isOver = rows.every((row) => row.state === 'done' || row.state === 'cancelled')
      const unusedProofs = isOver ? [...this.#proofs].map(({ name }) => name) : []
      this.#snapshot = { ...this.#rest, rows, unusedProofs }
      for (const listener of this.#listeners) listener()
    }, noticeEveryMs)
  }
}

function unsupported(reason: string): Report {
  return { verdict: 'unsupported', sha256: '', reason }
}
