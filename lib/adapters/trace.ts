import 'server-only'
import { processValue } from '#lib/adapters/process-value'

// Spans of what this process does (OpenTelemetry). If no receiver is configured, none are recorded.

/** Attributes of a span. Only ids, names and numbers: no user input, places, addresses, keys or calldata. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>

export type SpanOptions<Value = unknown> = {
  facts?: SpanFacts
  /** Decides from the result if the span is sent. Always sent by default. */
  sendIf?: (value: Value) => boolean
  /** W3C trace context of the parent. The current span by default. */
  parent?: string | null | undefined
  kind?: 'server' | 'client'
}

/** The tracing implementation, which is loaded only if an exporter is configured. */
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

const slot = processValue<Tracing>('tracing')

/** Enables tracing. Without it, the functions below only run the work. */
export function setTracing(tracing: Tracing | undefined): void {
  slot.current = tracing
}

/** Runs the work in a span. */
export function traced<Value>(
  name: string,
  options: SpanOptions<Value>,
  work: () => Promise<Value>,
): Promise<Value> {
  return slot.current ? slot.current.span(name, options, work) : work()
}

/** Runs frequent outgoing requests in a span, but only within another span. */
export function tracedWithin<Value>(
  name: string,
  facts: () => SpanFacts,
  work: (isSpan: boolean) => Promise<Value>,
): Promise<Value> {
  const tracing = slot.current
  if (!tracing?.isWithinSpan()) return work(false)
  return tracing.span(name, { facts: facts(), kind: 'client' }, () => work(true))
}

/** Runs a recurring step in a span, which is sent only if the step had work to do or failed. */
export function tracedStep<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  return slot.current ? slot.current.step(name, work) : work()
}

/** Adds attributes to the current span. */
export function noteSpan(facts: SpanFacts): void {
  slot.current?.note(facts)
}

/** Marks the current span as failed, with an error code. */
export function failSpan(reason: string): void {
  slot.current?.fail(reason)
}

/** W3C trace context of the current span, to store or to send on. */
export function currentTraceparent(): string | undefined {
  return slot.current?.traceparent()
}

/** The trace id of the current span, if it is recorded. */
export function currentTraceId(): string | undefined {
  return slot.current?.traceId()
}

/** Runs code that outlives the current span outside of it. */
export function apartFromSpans<Value>(run: () => Value): Value {
  return slot.current ? slot.current.apart(run) : run()
}

/** True if tracing is enabled. */
export function isTracing(): boolean {
  return slot.current !== undefined
}

/** Sends the buffered spans. */
export async function flushSpans(): Promise<void> {
  await slot.current?.flush()
}
