import type { z } from 'zod'
import type { Context } from '#lib/adapters/context'
import type { Env } from '#lib/adapters/env'
import type { ErrorCode } from '#lib/domain/errors'
import type { Freshness } from '#lib/domain/freshness'
import { parseInput } from '#lib/schemas/parse'
import type { Session } from '#lib/services/accounts/authorize-session'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'
import type { BountyOrder } from '#lib/services/payments/types'

/** The parts of a request that an operation can read. */
type RequestParts = {
  /** By the names in the operation's path, percent-decoded. */
  params: Readonly<Record<string, string>>
  /** Query parameters that the operation declares, decoded. Each is given at most once. */
  query: Readonly<Record<string, string>>
  /** Headers that the operation declares, by the names it declares them with. */
  headers: Readonly<Record<string, string>>
  /** Parsed JSON; `undefined` when the body is empty or the method has none. */
  body: unknown
}

/** The session cookie to set, or `ended` to clear it. */
export type SessionChange = { token: string; maxAgeSeconds: number } | 'ended'

export type LimitName = Exclude<keyof Env['limits'], 'trustedProxies'>

/** Announces the end of an operation: deprecated since, removed at (both ISO 8601), and a page that says what to use instead. */
export type Deprecation = { since: string; sunset: string; link: string }

/** A request that the operation accepts, and its answer. Both must validate against the schemas. */
type Example = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** The body of a successful answer; absent for a 204. */
  output?: unknown
}

/** How agents see an operation as an MCP tool. */
export type ToolHints = {
  name: `cairn_${string}`
  /**
   * `reads`: changes nothing. `pays`: costs money on each call and changes nothing else. `commits`: spends money for good.
   * `changes`: can be changed back, and a repeated call changes nothing more. `ends`: cannot be undone, and a repeated call changes nothing more.
   */
  effect: 'reads' | 'pays' | 'commits' | 'changes' | 'ends'
  /** Tool argument for a path parameter, where it has another name. */
  params?: Readonly<Record<string, string>>
  /** What the caller of a paid tool can get free of charge. Ends the first sentence of the tool's description. */
  free?: string
  /**
   * The members of its answer that are described to agents, because models pay for each line. Absent: all. The answer has all of them.
   */
  described?: readonly string[]
  /** Added to the description: what cannot be undone, and when to call it. */
  advice?: string
}

/** Members of every operation. */
type Described<Input, Output> = {
  /** `queryObservations`: unique and stable; the OpenAPI `operationId`, and the label of metrics and the request log. */
  name: string
  method: 'GET' | 'POST'
  /** The whole path, with parameters in braces. `/api/v1` and `/enterprise/v1` are the versioned interfaces. */
  path: `/api/${string}` | `/enterprise/${string}`
  summary: string
  description: string
  /** Added to the description for callers over HTTP: headers, which tools for agents do not have. */
  httpNote?: string
  /** The shape of a request, for descriptions; `parse` validates. A body may depend on settings. */
  request: {
    params?: z.ZodType
    query?: z.ZodObject
    /** Refuses a request with another parameter. Otherwise others are ignored. */
    refusesOtherQuery?: true
    /** Headers of this operation only; those of payment and credential are added for all. */
    headers?: z.ZodObject
    body?: z.ZodType | ((env: Env) => z.ZodType)
    /** The members that objects within the body may have; others are named in the price as ignored. */
    inner?: Readonly<Record<string, readonly string[]>>
  }
  output: z.ZodType
  /** The status of success; 200 by default. 204 sends no body. */
  status?: 200 | 201 | 202 | 204
  /** The Location header of success. */
  location?: (output: Output) => string
  /** A POST that changes nothing: its input is too large for an address. */
  onlyReads?: true
  /** The request log stores only refusals, because a successful request must not be linked with its caller. */
  logsSuccess?: false
  /** Refusals beyond those that follow from method, credential, payment and limit. */
  errors: readonly ErrorCode[]
  /** Every operation of the public catalog has one. */
  example?: Example
  /** Absent: not offered as a tool. */
  tool?: ToolHints
  /** The limit its requests count against. By default `unpaid` for paid operations, `light` for operators, `free` otherwise. */
  limit?: Exclude<LimitName, 'unpaid' | 'uploads'> | 'none'
  /** Absent: not deprecated. docs/guides/versioning.md has the rules. */
  deprecated?: Deprecation
  /** Absent: everywhere. Where it returns false, the path answers 404. */
  existsIn?: (env: Env) => boolean
  /** Reads the input and validates its shape. @throws CairnError */
  parse: (parts: RequestParts, options: { now: Date; env: Env }) => Input
}

/** A price per call that deployments can change with a setting, in USDC. */
export type FixedPrice = { setting: `PRICE_${string}`; usualAtomic: bigint }

type Payment<Input> = {
  /** Name of a payment for this operation in the operator console. */
  label: string
  /** Says in words what the request asks for, so that a caller notices an ignored member or a default before paying. */
  buys?: (input: Input) => string
}

/** Free, with an agent token, or paid per call (x402: verify → answer → settle → send). */
export type Operation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  /** Absent: none. `agent_token`: bearer token of the bounty that the path's `id` names. */
  credential?: 'agent_token'
  /** Response headers of this operation, stored with a paid answer. Its `run` returns them with the output. */
  ownHeaders?: {
    names: readonly string[]
    run: (args: {
      ctx: Context
      input: Input
    }) => Promise<{ output: Output; headers: Readonly<Record<string, string>> }>
  }
  /** Absent: free. */
  payment?: Payment<Input> & {
    flow: 'authorization'
    payTo: 'revenue'
    price: FixedPrice
    /** An unpaid request with an empty body gets the price, not a refusal of its body. */
    quotesEmptyBody?: true
    /**
     * Added to `buys`: why the answer would be empty, if public data shows that. Fails, or is `undefined`, if that could not be
     * checked; the price is quoted all the same.
     */
    whyEmpty?: (args: { ctx: Context; input: Input }) => Promise<string | undefined>
  }
  /** Absent: never cached. Only for free operations without a credential. */
  freshness?: (output: Output) => Freshness
  /** Absent: the session does not change. */
  session?: (output: Output) => SessionChange
  /** @throws CairnError */
  run: (args: { ctx: Context; input: Input }) => Promise<Output>
}

/** Settled before it is processed: the order is stored, then the money moves, then a worker carries the order out. */
export type UpfrontOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  payment: Payment<Input> & {
    flow: 'upfront'
    payTo: 'treasury'
    priceAtomic: (input: Input) => bigint
    /** The place that the order was understood to name, a geohash, beside its price; `null` if none was. */
    place: (input: Input) => string | null
    /** Stored before any money moves. */
    order: (input: Input) => BountyOrder
    /** The answer for a settled payment; the same on every call. */
    fulfil: (args: { ctx: Context; paymentId: number }) => Promise<Output>
  }
  /** Response headers of this operation, made from its answer. */
  ownHeaders?: {
    names: readonly string[]
    of: (output: Output) => Readonly<Record<string, string>>
  }
}

/** For a signed-in wallet, by bearer token or cookie. Free. */
export type SessionOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  credential: 'session'
  /** `owner`: other signed-in wallets get 404. Absent: any signed-in wallet. */
  access?: 'owner'
  payment?: undefined
  session?: (output: Output) => SessionChange
  /** @throws CairnError */
  run: (args: { ctx: Context; input: Input; session: Session }) => Promise<Output>
}

/** For holders of an API key, by bearer token. Limited by the key's tier. Free. */
export type KeyOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  credential: 'enterprise_key'
  payment?: undefined
  /** @throws CairnError */
  run: (args: { ctx: Context; input: Input; key: ApiKey }) => Promise<Output>
}

/** For wallets listed in `OPERATOR_WALLETS`. Free. */
export type OperatorOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  credential: 'operator'
  payment?: undefined
  /** @throws CairnError */
  run: (args: { ctx: Context; input: Input; operator: Session; requestId: string }) => Promise<Output>
}

/** For operators; reads a long body as a stream. Free. */
export type IntakeOperation<Input = unknown, Output = unknown> = Described<Input, Output> & {
  credential: 'operator'
  payment?: undefined
  takes: { type: string; maxBytes: number }
  /** @throws CairnError, and any error of reading the body */
  run: (args: {
    ctx: Context
    input: Input
    body: AsyncIterable<Uint8Array>
    operator: Session
    requestId: string
  }) => Promise<Output>
}

/** Server-sent events for holders of an API key. `output` is the data of each event; lib/enterprise sends them. */
export type StreamOperation<Input = unknown> = Described<Input, unknown> & {
  credential: 'enterprise_key'
  payment?: undefined
  streams: true
}

/** Free; opens no database, chain or file, so that it answers during an outage. */
export type StandaloneOperation<Output = unknown> = Described<unknown, Output> & {
  standalone: true
  run: () => Output
}

/** The operations that `lib/http/route.ts` serves. */
export type RoutedOperation<Input = unknown, Output = unknown> =
  | Operation<Input, Output>
  | UpfrontOperation<Input, Output>
  | SessionOperation<Input, Output>
  | KeyOperation<Input, Output>
  | OperatorOperation<Input, Output>

// biome-ignore-start lint/suspicious/noExplicitAny: any input, any output
export type AnyOperation =
  | RoutedOperation<any, any>
  | IntakeOperation<any, any>
  | StreamOperation<any>
  | StandaloneOperation<any>
// biome-ignore-end lint/suspicious/noExplicitAny: any input, any output

/** The schema of the body, for one deployment. */
export function bodyOf({ request }: Pick<AnyOperation, 'request'>, env: Env): z.ZodType | undefined {
  return typeof request.body === 'function' ? request.body(env) : request.body
}

/** The description of an operation for callers over HTTP. */
export function describedOverHttp({ description, httpNote }: AnyOperation): string {
  return httpNote === undefined ? description : `${description} ${httpNote}`
}

/** The name of an operation in the operator console. */
export function labelOf(operation: AnyOperation): string {
  return ('payment' in operation && operation.payment?.label) || operation.summary
}

/** Which limit the requests for an operation count against. */
export function limitOf(operation: {
  limit?: LimitName | 'none'
  payment?: unknown
  credential?: string
}): LimitName | 'none' {
  return (
    operation.limit ?? (operation.payment ? 'unpaid' : operation.credential === 'operator' ? 'light' : 'free')
  )
}

type Defaulted = 'request' | 'errors' | 'parse'
/** An operation as written in a noun file: without input and errors of its own unless given. */
type Written<Op extends Record<Defaulted, unknown>> = Omit<Op, Defaulted> & Partial<Pick<Op, Defaulted>>

/**
 * Describes one operation completely; HTTP, OpenAPI, the documentation, MCP and the tests read this description. Write `parse`
 * and `run` before `payment` and `freshness`, which take their types from them.
 */
export function defineOperation<I, O>(operation: Written<IntakeOperation<I, O>>): IntakeOperation<I, O>
export function defineOperation<I, O>(operation: Written<OperatorOperation<I, O>>): OperatorOperation<I, O>
export function defineOperation<I, O>(operation: Written<SessionOperation<I, O>>): SessionOperation<I, O>
export function defineOperation<I>(operation: Written<StreamOperation<I>>): StreamOperation<I>
export function defineOperation<I, O>(operation: Written<KeyOperation<I, O>>): KeyOperation<I, O>
export function defineOperation<I, O>(operation: Written<UpfrontOperation<I, O>>): UpfrontOperation<I, O>
export function defineOperation<O>(operation: Written<StandaloneOperation<O>>): StandaloneOperation<O>
export function defineOperation<I, O>(operation: Written<Operation<I, O>>): Operation<I, O>
export function defineOperation(operation: object): object {
  return { request: {}, errors: [], parse: () => ({}), ...operation }
}

/** The request and the `parse` of an operation whose input is one part of the request, as a schema reads it. */
export function inputFrom<Part extends 'params' | 'query' | 'body', Schema extends z.ZodType>(
  part: Part,
  schema: Schema,
) {
  return {
    request: { [part]: schema } as Record<Part, Schema>,
    parse: (parts: RequestParts) => parseInput(schema, parts[part]),
  }
}

/** Work that a scheduler asks for. One call does a bounded part of it, and any number of calls may run at once. */
export type ScheduledOperation<Output = unknown> = {
  name: string
  path: `/api/cron/${string}`
  output: z.ZodType<Output>
  run: (args: { ctx: Context }) => Promise<Output>
}

export function defineScheduled<Output>(operation: ScheduledOperation<Output>): ScheduledOperation<Output> {
  return operation
}
