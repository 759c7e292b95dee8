import 'server-only'
import type { Hex } from 'viem'
import type { z } from 'zod'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import type { Session } from '#lib/services/accounts/authorize-session'

export const subjectKinds = [
  'bounty',
  'payment',
  'inflow',
  'transaction',
  'lane',
  'job',
  'submission',
  'capture',
  'manifest',
  'api_key',
  'service',
] as const

/** What an action is done to, as the console links it. */
export type Subject = { kind: (typeof subjectKinds)[number]; id: string }

/** A message of `previewAction`, signed. */
export type Confirmation = { message: string; signature: Hex }

/** What an operator is told before anything is done. Plain ASCII sentences: a wallet shows them when they are signed. */
export type Preview = {
  /** As on the button: verb, object and, with money, amount and network. */
  title: string
  /** What will happen, where money goes, and what cannot be undone. */
  effect: string
  /** What must be so for it to be done; looked at again when it is. */
  guard: string
  /** Why it may not be done as things are; `null`: it may. */
  refusal: string | null
}

/**
 * One thing an operator may do, described once: the console shows its preview, asks for a reason and, for what moves money, for
 * a signature over exactly this; `runAction` does it and writes it down in one transaction.
 */
export type OperatorAction<Input = unknown, Result extends object = object> = {
  /** `retry_bounty`: unique, stable, in the audit for ever. */
  name: string
  input: z.ZodType<Input>
  subjectOf: (input: Input) => Subject
  /** Whether it moves money or may: it then needs a signature of its own. */
  signs: boolean
  /** Reads only; may ask a chain. @throws CairnError `not_found`, `unavailable` */
  preview: (args: { ctx: Context; input: Input }) => Promise<Preview>
  /**
   * Does it, within the transaction that writes it down: with the database, the outbox (`enqueue`) and the job queue in that
   * transaction alone. Holds its guard by itself, by conditional updates or locks.
   *
   * @returns what is told and kept; what is `once` is told and kept nowhere
   * @throws CairnError `conflict` when the guard does not hold (any more)
   */
  run: (args: {
    ctx: Context
    tx: Tx
    input: Input
    operator: Session
    /** In the operator's words. */
    reason: string
  }) => Promise<{ result: Result; once?: Record<string, string> }>
}

/** Checks an action's types where it is written. */
export function defineAction<Input, Result extends object>(
  action: OperatorAction<Input, Result>,
): OperatorAction<Input, Result> {
  return action
}
