import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { errorText } from '#lib/adapters/chain/error-text'
import type { SpanFacts, Tracing } from '#lib/adapters/trace'
import { scrubCause } from '#lib/domain/text/scrub'

export type TraceSettings = {
  /** `cairn-web` or `cairn-worker`. OTEL_SERVICE_NAME has priority. */
  service: string
  /** OTEL_TRACES_SAMPLER and its argument. */
  sampler?: string | undefined
  samplerArgument?: string | undefined
  /** OTEL_BSP_SCHEDULE_DELAY. */
  delayMs?: number | undefined
}

/** The trace context of the running code. */
type Place = {
  context: Context
  step?: { span: Span; hasWorked: boolean }
  /**
   * True if its span may be discarded. Outgoing requests in it get no spans, because those would lack a
   * parent.
   */
  isTentative?: boolean
  /** True if it was given to others as parent, so the span must be sent. */
  isNamed?: boolean
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const
const shape = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Sends spans by OTLP over HTTP. The exporter reads endpoint and headers from the standard OTEL_* variables.
 *
 * The provider is not registered globally: the framework would add its own spans with full URLs, which
 * contain search terms and signed links. Only the spans of this service are sent.
 */
export function openTracing(settings: TraceSettings): Tracing {
  const named = resourceFromAttributes({ 'service.name': settings.service })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        ...(settings.delayMs === undefined ? {} : { scheduledDelayMillis: settings.delayMs }),
      }),
    ],
  })
  const tracer = provider.getTracer('cairn')
  const places = new AsyncLocalStorage<Place>()
  const current = () => {
    const place = places.getStore()
    return place && trace.getSpan(place.context)
  }
  return {
    span: async (name, { facts = {}, parent, kind, sendIf }, work) => {
      const outer = places.getStore()
      const remote = remoteOf(parent)
      const around = remote ?? outerStep(outer) ?? outer?.context ?? ROOT_CONTEXT
      const span = tracer.startSpan(
        name,
        {
          attributes: attributesOf(facts),
          kind: kind ? kinds[kind] : SpanKind.INTERNAL,
          // Work that belongs to another trace links to the worker step that ran it.
          ...(remote && outer?.step ? { links: [{ context: outer.step.span.spanContext() }] } : {}),
        },
        around,
      )
      const place: Place = { context: trace.setSpan(around, span), isTentative: sendIf !== undefined }
      return run(places, place, span, work, (value) => {
        const isSent = place.isNamed || (sendIf?.(value) ?? true)
        if (outer?.step && isSent) outer.step.hasWorked = true
        return isSent
      })
    },
    step: async (name, work) => {
      const span = tracer.startSpan(name, {}, ROOT_CONTEXT)
      const step = { span, hasWorked: false }
      return run(places, { context: ROOT_CONTEXT, step }, span, work, () => step.hasWorked)
    },
    isWithinSpan: () => !places.getStore()?.isTentative && (current()?.isRecording() ?? false),
    note: (facts) => {
      current()?.setAttributes(attributesOf(facts))
    },
    fail: (reason) => {
      current()?.setStatus({ code: SpanStatusCode.ERROR, message: reason })
    },
    traceparent: () => {
      const span = current()
      if (!span) return undefined
      places.getStore()!.isNamed = true
      const { traceId, spanId, traceFlags } = span.spanContext()
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
    },
    traceId: () => {
      const span = current()
      return span?.isRecording() ? span.spanContext().traceId : undefined
    },
    apart: (run) => places.exit(run),
    // Callers of `flush` are not affected by an unreachable collector.
    flush: () => provider.forceFlush({ timeoutMillis: 2_000 }).catch(() => undefined),
  }
}

/** The context of the worker step, which is the parent of work that has no other trace. */
function outerStep(outer: Place | undefined): Context | undefined {
  return outer?.step && trace.setSpan(ROOT_CONTEXT, outer.step.span)
}

/** Runs the work in a span. Only ended spans are sent; a failed one always is. */
async function run<Value>(
  places: AsyncLocalStorage<Place>,
  place: Place,
  span: Span,
  work: () => Promise<Value>,
  isSent: (value: Value) => boolean,
): Promise<Value> {
  try {
    const value = await places.run(place, work)
    if (isSent(value)) span.end()
    return value
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: scrubCause(errorText(error)) })
    span.end()
    throw error
  }
}

function attributesOf(facts: SpanFacts): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function remoteOf(traceparent: string | null | undefined): Context | undefined {
  const [, traceId, spanId, flags] = shape.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  const traceFlags = Number.parseInt(flags!, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The samplers of the OpenTelemetry specification. */
function samplerOf({ sampler, samplerArgument }: TraceSettings): Sampler {
  const given = Number(samplerArgument ?? '')
  const ratio = samplerArgument && given >= 0 && given <= 1 ? given : 1
  const [base, isParentBased] = sampler?.startsWith('parentbased_')
    ? [sampler.slice('parentbased_'.length), true]
    : [sampler, sampler === undefined]
  const root =
    base === 'always_off'
      ? new AlwaysOffSampler()
      : base === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler()
  return isParentBased ? new ParentBasedSampler({ root }) : root
}
