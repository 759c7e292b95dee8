import type { Credentials } from '#lib/domain/proof/credentials'
import type { MatchAnswer } from '#lib/schemas/likeness'
import { NotCheckedError } from './fetch-json.ts'

/** What was found in a file without a record. An absent part was not examined, which is not the same as "nothing found". */
export type Clues = {
  /** False while the search continues. */
  isOver: boolean
  credentials?: Credentials['state'] | 'unsupported'
  picture?: 'readable' | 'unreadable' | 'no_picture'
  /** True for a file that holds text or a document, whatever its name says. */
  isOtherContent?: true
  /** True for a film, JPEG or PNG that is cut off, also if its beginning can be read, and for a file that is no film in spite of its name. */
  isDamaged?: true
  /** `not_comparable`: its picture cannot be read, or has too little detail. */
  likeness?: 'alike' | 'none' | 'not_comparable'
  /** SHA-256 of the attested capture that it looks like most. */
  similarTo?: string
}

/** The dependencies, replaced in tests. Each throws the signal's reason when it is aborted. */
export type CloserTools = {
  /** Reads the Content Credentials on this device. */
  readCredentials: (file: File, signal: AbortSignal) => Promise<Credentials | undefined>
  /** Hashes the picture on this device; an empty list for one with too little detail. */
  hashPicture: (file: File, signal: AbortSignal) => Promise<Uint8Array[] | 'unreadable' | 'no_picture'>
  isDamaged: (file: File) => Promise<boolean>
  isOtherContent: (file: File) => Promise<boolean>
  /** Asks the service. @throws NotCheckedError when there is no usable answer */
  findAlike: (hashes: Uint8Array[], signal: AbortSignal) => Promise<MatchAnswer['matches']>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

type Task = { id: number; clues: Clues }

/** After as many failures in a row, the service is not asked about the other files. */
const maxFailures = 3
const longestWaitMs = 120_000

/**
 * Looks closer at files without a record: Content Credentials and damage on this device, then their looks with the service, as fast as its
 * free limit allows. One file at a time in each part, because decoding takes much memory.
 */
export class CloserLook {
  readonly #tools: CloserTools
  readonly #onClues: (id: number, clues: Clues) => void
  #local: (Task & { file: File })[] = []
  #toAsk: (Task & { hashes: Uint8Array[] })[] = []
  #abort = new AbortController()
  #isReading = false
  #isAsking = false
  #failures = 0

  constructor(tools: CloserTools, onClues: (id: number, clues: Clues) => void) {
    this.#tools = tools
    this.#onClues = onClues
  }

  add(id: number, file: File): void {
    const task = { id, file, clues: { isOver: false } }
    this.#local.push(task)
    this.#onClues(id, task.clues)
    void this.#readNext()
  }

  /** Ends the search. What was found until then is not discarded. */
  stop(): void {
    const left = [...this.#local, ...this.#toAsk]
    this.#local = []
    this.#toAsk = []
    this.#failures = 0
    this.#abort.abort(new Error('stopped'))
    this.#abort = new AbortController()
    for (const task of left) this.#tell(task, { isOver: true })
  }

  async #readNext(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    for (let task = this.#local[0]; task; task = this.#local[0]) {
      const { signal } = this.#abort
      const found = await this.#read(task, signal)
      // After a stop, the list is another one, and the task was told that it is over.
      if (signal.aborted) continue
      this.#local.shift()
      const { hashes, ...clues } = found
      this.#tell(task, { ...clues, isOver: !hashes })
      if (hashes) this.#toAsk.push({ id: task.id, clues: task.clues, hashes })
      void this.#askNext()
    }
    this.#isReading = false
  }

  /** A part that failed is left out. */
  async #read(
    { file }: { file: File },
    signal: AbortSignal,
  ): Promise<Partial<Clues> & { hashes?: Uint8Array[] }> {
    const { readCredentials, isDamaged, isOtherContent, hashPicture } = this.#tools
    const credentials = await readCredentials(file, signal).then(
      (read) => ({ credentials: read?.state ?? ('unsupported' as const) }),
      () => ({}),
    )
    if (await isOtherContent(file).catch(() => false))
      return { ...credentials, isOtherContent: true, picture: 'no_picture' }
    const isCut = await isDamaged(file).catch(() => false)
    const known = { ...credentials, ...(isCut && { isDamaged: true as const }) }
    const picture = await hashPicture(file, signal).catch(() => undefined)
    if (picture === undefined || picture === 'no_picture') return { ...known, ...(picture && { picture }) }
    if (picture === 'unreadable' || picture.length === 0) {
      const is = picture === 'unreadable' ? picture : ('readable' as const)
      return { ...known, picture: is, likeness: 'not_comparable' as const }
    }
    return { ...known, picture: 'readable' as const, hashes: picture }
  }

  async #askNext(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    for (let task = this.#toAsk[0]; task; task = this.#toAsk[0]) {
      const { signal } = this.#abort
      const found = await this.#ask(task.hashes, signal)
      if (signal.aborted) continue
      this.#toAsk.shift()
      this.#tell(task, { ...found, isOver: true })
    }
    this.#isAsking = false
  }

  /** Waits as often as the service asks for it. Without an answer, nothing is known about the file. */
  async #ask(hashes: Uint8Array[], signal: AbortSignal): Promise<Partial<Clues>> {
    while (this.#failures < maxFailures && !signal.aborted)
      try {
        const [best] = await this.#tools.findAlike(hashes, signal)
        this.#failures = 0
        return best ? { likeness: 'alike', similarTo: best.sha256 } : { likeness: 'none' }
      } catch (error) {
        const ms = error instanceof NotCheckedError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
        if (ms === 0 || ms > longestWaitMs) {
          this.#failures++
          break
        }
        await this.#tools.wait(ms, signal).catch(() => undefined)
      }
    return {}
  }

  #tell(task: Task, part: Partial<Clues>): void {
    task.clues = { ...task.clues, ...part }
    this.#onClues(task.id, task.clues)
  }
}
