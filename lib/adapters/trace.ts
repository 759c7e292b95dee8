import 'server-only'

/** Ids, names and numbers alone: never what somebody sent, a place, an address, a key or calldata. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>

export type SpanOptions<Value = unknown> = {
  facts?: SpanFacts
  /** Whether it is worth sending, by what came of it; absent: always. */
  isNews?: (value: Value) => boolean
  /** W3C trace context that it belongs to; absent: that of whatever is under way here. */
  parent?: string | null | undefined
  kind?: 'server' | 'client'
}

/** What is loaded where spans are sent somewhere. */
export type Tracing = {
  span: <Value>(name: string, options: SpanOptions<Value>, work: () => Promise<Value>) => Promise<Value>
  step: <Value>(name: string, work: () => Promise<Value>) => Promise<Value>
  isWithinSpan: () => boolean
  note: (facts: SpanFacts) => void
  fail: (reason: string) => void
  traceparent: () => string | undefined
  traceId: () => string | undefined
  apart: <Value>(run: () => Value) => Value
  flush: () => Promise<void>
}

// The bundler may load this module more than once, and spans of one process belong together.
const slot = globalThis as { cairnTracing?: Tracing }

/** From now on spans are sent; before, and without, every function here does nothing but the work. */
export function setTracing(tracing: Tracing | undefined): void {
  slot.cairnTracing = tracing
}

/** Does the work as a span of this name. */
export function traced<Value>(
  name: string,
  options: SpanOptions<Value>,
  work: () => Promise<Value>,
): Promise<Value> {
  return slot.cairnTracing ? slot.cairnTracing.span(name, options, work) : work()
}

/** The same for what is asked of others all the time: a span only as part of another. */
export function tracedWithin<Value>(
  name: string,
  facts: () => SpanFacts,
  work: (isSpan: boolean) => Promise<Value>,
): Promise<Value> {
  const tracing = slot.cairnTracing
  if (!tracing?.isWithinSpan()) return work(false)
  return tracing.span(name, { facts: facts(), kind: 'client' }, () => work(true))
}

/** The same for what is done again and again: a span only when it came to any work, or failed. */
export function tracedStep<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  return slot.cairnTracing ? slot.cairnTracing.step(name, work) : work()
}

/** Says more of the span under way. */
export function noteSpan(facts: SpanFacts): void {
  slot.cairnTracing?.note(facts)
}

/** Says that the span under way failed, by a code of ours. */
export function failSpan(reason: string): void {
  slot.cairnTracing?.fail(reason)
}

/** W3C trace context of what is under way, to be kept or sent on. */
export function currentTraceparent(): string | undefined {
  return slot.cairnTracing?.traceparent()
}

/** The trace that is being written here. */
export function currentTraceId(): string | undefined {
  return slot.cairnTracing?.traceId()
}

/** Runs what outlives the span under way, and is no part of it. */
export function apartFromSpans<Value>(run: () => Value): Value {
  return slot.cairnTracing ? slot.cairnTracing.apart(run) : run()
}

/** Whether spans are sent anywhere. */
export function isTracing(): boolean {
  return slot.cairnTracing !== undefined
}

/** Sends what waits. */
export async function flushSpans(): Promise<void> {
  await slot.cairnTracing?.flush()
}
