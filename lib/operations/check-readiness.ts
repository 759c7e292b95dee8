import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { defineOperation } from '#lib/operations/define-operation'
import { checkReadiness as run } from '#lib/services/health/check-readiness'

const output = z.object({
  status: z.enum(['ready', 'degraded']).meta({
    description: 'degraded: a chain or every worker is silent, or films wait too long; free reads go on.',
  }),
  database: z.object({ ok: z.boolean(), latency_ms: z.int() }),
  chains: z.array(
    z.object({
      network: z.string(),
      ok: z.boolean(),
      head: z.int().nullable(),
      head_age_seconds: z.int().nullable(),
    }),
  ),
  worker: z.object({ ok: z.boolean(), last_beat_seconds: z.int().nullable() }),
  films: z.object({ ok: z.boolean(), oldest_job_seconds: z.int().nullable() }).meta({
    description: 'How long the check, preview or model that is due longest has waited for a worker.',
  }),
})

export const checkReadiness = defineOperation({
  name: 'checkReadiness',
  method: 'GET',
  path: '/api/ready',
  summary: 'What answers, and how late',
  description: 'Database, chains, worker and films, each with its lag.',
  request: {},
  limit: 'none',
  output,
  errors: ['unavailable'],
  parse: () => ({}),
  run: async ({ ctx }) => {
    const readiness = await run({ ctx })
    if (readiness.status === 'unavailable') {
      throw new CairnError('unavailable', 'The database does not answer. Try again shortly.', {
        retryAfterSeconds: 5,
      })
    }
    return { ...readiness, status: readiness.status }
  },
})
