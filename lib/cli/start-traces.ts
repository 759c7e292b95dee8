import { onEndSignal } from '#lib/adapters/on-end-signal'
import { flushSpans, setTracing } from '#lib/adapters/trace'

/**
 * Exports spans if the standard OpenTelemetry variables name a receiver, and loads nothing otherwise. OpenTelemetry itself
 * reads the other variables.
 */
export async function startTraces(service: 'web' | 'worker'): Promise<void> {
  const { env } = process
  const receiver = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!receiver || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return
  const { openTracing } = await import('#lib/adapters/trace-otel')
  const delayMs = Number(env.OTEL_BSP_SCHEDULE_DELAY)
  setTracing(
    openTracing({
      service: `cairn-${service}`,
      sampler: env.OTEL_TRACES_SAMPLER || undefined,
      samplerArgument: env.OTEL_TRACES_SAMPLER_ARG,
      delayMs: delayMs > 0 ? delayMs : undefined,
    }),
  )
  onEndSignal(() => void flushSpans())
}
