import { type Refusal, refusalText } from '#lib/domain/proof/capture'

/** Reports a run, line by line and in a summary. Stores counts only, so memory does not grow with the run. */
export class IngestReport {
  readonly #say: (line: string) => void
  readonly #byReason = new Map<string, number>()
  #created = 0
  #known = 0
  #refused = 0
  #skipped = 0
  #manifestLinesShown = 0

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  get anyRefused(): boolean {
    return this.#refused > 0
  }

  file(path: string, status: 'new' | 'known', observationId: string): void {
    if (status === 'new') this.#created += 1
    else this.#known += 1
    this.#say(`${status.padEnd(7)}  ${observationId}  ${printable(path)}`)
  }

  /** @param clocks the times that contradict each other */
  refuseFile(path: string, refusals: readonly Refusal[], cause?: unknown, clocks?: string): void {
    this.#count(refusals.map((refusal) => refusalText[refusal].split(/[:(]/)[0]!.trim()))
    const because = clocks ?? explain(cause)
    const text = refusals.map((refusal) => refusalText[refusal]).join('; ')
    this.#say(`refused  ${printable(path)}: ${text}${because ? ` (${because})` : ''}`)
  }

  refuseLine(path: string, line: number, reason: string): void {
    this.#count([reason])
    this.#manifestLinesShown += 1
    if (this.#manifestLinesShown <= maxManifestLinesShown)
      this.#say(`refused  ${printable(path)} line ${line}: ${reason}`)
    else if (this.#manifestLinesShown === maxManifestLinesShown + 1)
      this.#say('refused  … further bad manifest lines are counted below and not listed')
  }

  addRows(created: number, known: number): void {
    this.#created += created
    this.#known += known
  }

  skip(count: number): void {
    this.#skipped += count
  }

  summary(): string {
    const reasons = [...this.#byReason].sort((a, b) => b[1] - a[1])
    return [
      `${this.#created} new, ${this.#known} already known, ${this.#refused} refused, ${this.#skipped} skipped (hidden, or no photo or video)`,
      ...reasons.map(([reason, count]) => `  refused: ${count} × ${reason}`),
    ].join('\n')
  }

  #count(reasons: readonly string[]): void {
    this.#refused += 1
    for (const reason of reasons) this.#byReason.set(reason, (this.#byReason.get(reason) ?? 0) + 1)
  }
}

const maxManifestLinesShown = 20

const systemReasons: Record<string, string> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'is a folder',
  ELOOP: 'links in a circle',
}

/** Only what the system says; a parser's message could repeat a position. */
function explain(cause: unknown): string | undefined {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  return code === undefined ? undefined : (systemReasons[code] ?? code)
}

/** File names may hold control characters, which would drive the terminal. */
function printable(path: string): string {
  return path.replace(/\p{Cc}/gu, '?')
}
