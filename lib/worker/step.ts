import 'server-only'
import type { Context } from '#lib/adapters/context'

/** `busy`: there is work in progress. `againInMs`: the delay before the next run. */
type StepResult = 'busy' | { againInMs: number } | undefined

/** A task that the worker repeats. It must be safe to run in several processes at once. */
export type Step = {
  name: string
  /** The delay between two runs. A step with `onNotify` uses it only while there may be work. */
  everyMs: number
  /**
   * Also run at once when a process says that there is something to do. A minute later, unless it is `busy`, the step only runs at its
   * next due time, and every `idleEveryMs`.
   */
  onNotify?: boolean
  /** For work for which no notification is sent, and for notifications that did not arrive. 30 s by default. */
  idleEveryMs?: number
  /** Milliseconds until the next work that is due by time, for which no notification is sent; `undefined` if none is planned. */
  nextDueMs?: (args: { ctx: Context }) => Promise<number | undefined>
  /** How often an idle step asks for `nextDueMs` again, if work may appear without a notification. Once by default. */
  lookEveryMs?: number
  // biome-ignore lint/suspicious/noConfusingVoidType: most of them answer nothing
  run: (args: { ctx: Context; signal: AbortSignal }) => Promise<StepResult | void>
}

/**
 * The idle pace of a step whose work is all announced or due at a known time. Only a notification that did not arrive although its connection stayed open
 * waits for it, because a worker that listens again runs every step.
 */
export const announcedIdleEveryMs = 120_000
