import 'server-only'
import type { Context } from '#lib/adapters/context'

/** A task that the worker repeats. It must be safe to run in several processes at once. */
export type Step = {
  name: string
  everyMs: number
  /** Also run at once when a process says that there is something to do. */
  onNotify?: boolean
  /** `againInMs`: the delay before the next run, if it differs from `everyMs`. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most of them answer nothing
  run: (args: { ctx: Context; signal: AbortSignal }) => Promise<{ againInMs: number } | undefined | void>
}
