import type { z } from 'zod'
import type { Context } from '#lib/adapters/context'
import type { Env } from '#lib/adapters/env'
import type { ErrorCode } from '#lib/domain/errors'

/** What of a request an operation reads. */
export type RequestParts = {
  /** By the names in the operation's path, percent-decoded. */
  params: Readonly<Record<string, string>>
  /** Parsed JSON; `undefined` when the body is empty or the method has none. */
  body: unknown
}

/** How long an answer may be kept by whom, when it may be kept at all. */
export type Freshness = { maxAgeSeconds: number }

/**
 * One operation of the interface, described once: HTTP serves from this, and descriptions of the interface are made
 * from it.
 */
export type Operation<Input = unknown, Output = unknown> = {
  /** `queryObservations`: unique, stable. */
  name: string
  method: 'GET' | 'POST'
  /** Below `/api/v1`, with parameters in braces. */
  path: string
  summary: string
  description: string
  /** The shape of a request, for descriptions; `parse` is what decides. */
  request: { params?: z.ZodType; body?: z.ZodType }
  output: z.ZodType
  /** Refusals it can answer beyond those every operation has. */
  errors: readonly ErrorCode[]
  /** Absent: everywhere. Where it does not exist, its path answers 404 whatever is sent. */
  existsIn?: (env: Env) => boolean
  /** Absent: free. */
  payment?: {
    /** x402 payment flow: verify → answer → settle → send. */
    flow: 'authorization'
    /** Atomic units. */
    priceAtomic: (args: { env: Env; input: Input | undefined }) => bigint
    /** Whether an unpaid request with an empty body is told the price instead of what its body lacks. */
    quotesEmptyBody: boolean
  }
  /** Absent: never kept. Free operations only. */
  freshness?: (output: Output) => Freshness
  /** Reads and checks the shape. @throws CairnError */
  parse: (parts: RequestParts, options: { now: Date }) => Input
  /** @throws CairnError */
  run: (args: { ctx: Context; input: Input }) => Promise<Output>
}

/** A free operation that needs nothing opened, so that it answers whatever is away. */
export type StandaloneOperation<Output = unknown> = Pick<
  Operation<unknown, Output>,
  'name' | 'method' | 'path' | 'summary' | 'description' | 'request' | 'output' | 'errors'
> & { run: () => Output }

/**
 * Checks a description's types where it is written. `parse` and `run` stand before `payment` and `freshness`, which take
 * their types from them.
 */
export function defineOperation<Input, Output>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation
}
