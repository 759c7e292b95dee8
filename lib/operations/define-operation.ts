import type { z } from 'zod'
import type { Context } from '#lib/adapters/context'
import type { Env, LimitsConfig } from '#lib/adapters/env'
import type { ErrorCode } from '#lib/domain/errors'
import type { Session } from '#lib/services/accounts/authorize-session'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'
import type { BountyOrder } from '#lib/services/payments/types'

/** What of a request an operation reads. */
export type RequestParts = {
  /** By the names in the operation's path, percent-decoded. */
  params: Readonly<Record<string, string>>
  /** Those members of the query string that the operation names, decoded. None is given more than once. */
  query: Readonly<Record<string, string>>
  /** Those headers that the operation names, by the names it gives them. */
  headers: Readonly<Record<string, string>>
  /** Parsed JSON; `undefined` when the body is empty or the method has none. */
  body: unknown
}

/** How long an answer may be kept by whom, when it may be kept at all. */
export type Freshness = { maxAgeSeconds: number }

/** What becomes of the session a browser keeps. */
export type SessionChange = { token: string; maxAgeSeconds: number } | 'ended'

export type LimitName = Exclude<keyof LimitsConfig, 'trustedProxies'>

/** That an operation will go: from when this was said (ISO 8601), when it stops to answer, and a page that says what to do. */
export type Deprecation = { since: string; sunset: string; link: string }

/** What is said of every operation of the interface. */
type Described<Input, Output> = {
  /** `queryObservations`: unique, stable. */
  name: string
  method: 'GET' | 'POST'
  /** Whole, with parameters in braces. `/api/v1` and `/enterprise/v1` are the versioned interfaces. */
  path: `/api/${string}` | `/enterprise/${string}`
  summary: string
  description: string
  /** The shape of a request, for descriptions; `parse` is what decides. Limits may be a setting. */
  request: {
    params?: z.ZodType
    query?: z.ZodObject
    /** Of its own; those of payment and credential are everyone's. */
    headers?: z.ZodObject
    body?: z.ZodType | ((env: Env) => z.ZodType)
  }
  output: z.ZodType
  /** Of success; 200 unless told. 204 sends no body. */
  status?: 200 | 201 | 202 | 204
  /** The Location header of success. */
  location?: (output: Output) => string
  /** A POST that changes nothing, because what is asked for has no room in an address. */
  onlyReads?: true
  /** Refusals it can answer beyond those every operation has. */
  errors: readonly ErrorCode[]
  /** Which limit its requests count against. Absent: `free`, or `unpaid` for what is sold. `none` for what machines must see. */
  limit?: Exclude<LimitName, 'unpaid'> | 'none'
  /** Absent: it stays. docs/guides/versioning.md has the rules. */
  deprecated?: Deprecation
  /** Absent: everywhere. Where it does not exist, its path answers 404 whatever is sent. */
  existsIn?: (env: Env) => boolean
  /** Reads and checks the shape. @throws CairnError */
  parse: (parts: RequestParts, options: { now: Date; env: Env }) => Input
}

type Price<Input> =
  /** An unpaid request with an empty body is told the price instead of what its body lacks. Atomic units. */
  | { quotesEmptyBody: true; priceAtomic: (args: { env: Env }) => bigint }
  | { quotesEmptyBody: false; priceAtomic: (args: { env: Env; input: Input }) => bigint }

/**
 * One operation of the interface, described once: HTTP serves from this, and descriptions of the interface are made
 * from it.
 */
export type Operation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  /** Absent: none. `agent_token`: bearer token of the bounty that the path's `id` names. */
  credential?: 'agent_token'
  /** Headers of its own that an answer may have, stored with what was paid for. `run` answers the output beside them. */
  ownHeaders?: {
    names: readonly string[]
    run: (args: {
      ctx: Context
      input: Input
    }) => Promise<{ output: Output; headers: Readonly<Record<string, string>> }>
  }
  /** Absent: free. Sold in the x402 flow verify → answer → settle → send. */
  payment?: { flow: 'authorization'; payTo: 'revenue' } & Price<Input>
  /** Absent: never kept. Free operations without a credential only. */
  freshness?: (output: Output) => Freshness
  /** Absent: nothing becomes of it. */
  session?: (output: Output) => SessionChange
  /** @throws CairnError */
  run: (args: { ctx: Context; input: Input }) => Promise<Output>
}

/** One for whoever is signed in, by bearer token or cookie. Free. */
export type SessionOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  credential: 'session'
  payment?: undefined
  session?: (output: Output) => SessionChange
  /** @throws CairnError */
  run: (args: { ctx: Context; input: Input; session: Session }) => Promise<Output>
}

/** One for whoever holds an API key, by bearer token. Its limit is that of the key's tier. */
export type KeyOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  credential: 'enterprise_key'
  payment?: undefined
  /** @throws CairnError */
  run: (args: { ctx: Context; input: Input; key: ApiKey }) => Promise<Output>
}

/** One for whoever is signed in with a wallet that `OPERATOR_WALLETS` lists. Free. */
export type OperatorOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  credential: 'operator'
  payment?: undefined
  /** @throws CairnError */
  run: (args: { ctx: Context; input: Input; operator: Session; requestId: string }) => Promise<Output>
}

/** One for operators that reads a long body as it comes. Free. */
export type IntakeOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  credential: 'operator'
  payment?: undefined
  takes: { type: string; maxBytes: number }
  /** @throws CairnError, and whatever reading the body throws */
  run: (args: {
    ctx: Context
    input: Input
    body: AsyncIterable<Uint8Array>
    operator: Session
    requestId: string
  }) => Promise<Output>
}

/**
 * One that goes on answering (server-sent events) for whoever holds an API key. `output` is the data of each event; what
 * sends them stands above the operations.
 */
export type StreamOperation<Input = unknown> = Described<Input, unknown> & {
  credential: 'enterprise_key'
  payment?: undefined
  streams: true
}

/**
 * One that is settled before it is processed: the order is kept, the money moves, and whoever finds it moved carries the
 * order out, even if the caller never comes back.
 */
export type UpfrontOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  payment: {
    flow: 'upfront'
    payTo: 'treasury'
    /** What is kept before any money moves. */
    order: (input: Input) => BountyOrder
    /** The answer, from what the order became; the same for the same payment whenever it is asked for. */
    fulfil: (args: { ctx: Context; paymentId: number }) => Promise<Output>
  } & Price<Input>
}

/** Which limit the requests for an operation count against. */
export function limitOf(operation: { limit?: LimitName | 'none'; payment?: unknown }): LimitName | 'none' {
  return operation.limit ?? (operation.payment ? 'unpaid' : 'free')
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

/** The same for what is settled first. */
export function defineUpfrontOperation<Input, Output>(
  operation: UpfrontOperation<Input, Output>,
): UpfrontOperation<Input, Output> {
  return operation
}

/** The same for whoever is signed in. */
export function defineSessionOperation<Input, Output>(
  operation: Omit<SessionOperation<Input, Output>, 'credential'>,
): SessionOperation<Input, Output> {
  return { ...operation, credential: 'session' }
}

/** The same for whoever holds an API key. */
export function defineKeyOperation<Input, Output>(
  operation: Omit<KeyOperation<Input, Output>, 'credential'>,
): KeyOperation<Input, Output> {
  return { ...operation, credential: 'enterprise_key' }
}

/** The same for operators, of what takes a long body. */
export function defineIntakeOperation<Input, Output>(
  operation: Omit<IntakeOperation<Input, Output>, 'credential'>,
): IntakeOperation<Input, Output> {
  return { ...operation, credential: 'operator' }
}

/** The same for operators. */
export function defineOperatorOperation<Input, Output>(
  operation: Omit<OperatorOperation<Input, Output>, 'credential'>,
): OperatorOperation<Input, Output> {
  return { ...operation, credential: 'operator' }
}
