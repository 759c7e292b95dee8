import type { z } from 'zod'
import type { Context } from '#lib/adapters/context'

/**
 * Work that a scheduler asks for, at `/api/cron/…`. One call does a bounded part of it, and any number of calls may run at
 * once.
 */
export type ScheduledOperation<Output = unknown> = {
  name: string
  path: `/api/cron/${string}`
  summary: string
  description: string
  output: z.ZodType<Output>
  run: (args: { ctx: Context }) => Promise<Output>
}

/** Checks a description's types where it is written. */
export function defineScheduled<Output>(operation: ScheduledOperation<Output>): ScheduledOperation<Output> {
  return operation
}
