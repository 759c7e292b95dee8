import 'server-only'
import type { Hex } from 'viem'
import type { z } from 'zod'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'

// The form of an operator's action.

export const subjectKinds = [
  'bounty',
  'payment',
  'inflow',
  'transaction',
  'sender_queue',
  'job',
  'submission',
  'capture',
  'manifest',
  'api_key',
  'service',
  'model',
  'wallet',
] as const

/** The subject of an action, as the console links it. */
export type Subject = { kind: (typeof subjectKinds)[number]; id: string }

/** Stands for the operator of an action that `npm run` carries out. */
export const commandLine = 'command line'

/** A message of `previewAction`, signed. */
export type Confirmation = { message: string; signature: Hex }

/** The description of an action before it is carried out. Plain ASCII sentences, because a wallet shows them for signing. */
export type Preview = {
  /** The text of the button: verb, object and, for money, amount and network. */
  title: string
  /** What will happen, where money goes, and what cannot be undone. */
  effect: string
  /** The condition for the action. It is checked again when the action runs. */
  guard: string
  /** Why the action is refused now; `null` if it is allowed. */
  refusal: string | null
}

/**
 * One action of operators, described once: the console shows its preview, asks for a reason and, if it moves money, for a signature over
 * exactly this; `runAction` runs and logs it in one transaction, as `runFromCommandLine` does without a signature.
 */
export type OperatorAction<Input = unknown, Result extends object = object> = {
  /** Unique and stable, because the log stores it: `retry_bounty`. */
  name: string
  input: z.ZodType<Input>
  subjectOf: (input: Input) => Subject
  /** True if it moves money or may do so. It then needs its own signature. */
  signs: boolean
  /** True if the people concerned read the operator's reason. It must then be fit for publication. */
  publishesReason?: true
  /** Reads only; may ask a chain. @throws CairnError `not_found`, `unavailable` */
  preview: (args: { ctx: Context; input: Input }) => Promise<Preview>
  /**
   * Runs the action, within the transaction that logs it, using only the database, the outbox (`enqueue`) and
   * the job queue in that transaction. Enforces its guard by conditional updates or locks.
   *
   * @returns `result` is shown and logged; `once` is shown and not stored
   * @throws CairnError `conflict` if the guard does not hold (any more)
   */
  run: (args: {
    ctx: Context
    tx: Tx
    input: Input
    /** The address of the operator, or `commandLine`. */
    operator: string
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
