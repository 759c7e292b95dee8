import 'server-only'
import type { Context } from '#lib/adapters/context'

/** Something the worker does again and again. It must be safe to run in several processes at once. */
export type Step = {
  name: string
  everyMs: number
  /** Also run at once when a process says that there is something to do. */
  onNotify?: boolean
  /** `againInMs`: when it wants to be run again, where that is not `everyMs`. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most of them answer nothing
  run: (args: { ctx: Context; signal: AbortSignal }) => Promise<{ againInMs: number } | undefined | void>
}
