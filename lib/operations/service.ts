// Operations of the service itself: health and readiness.

import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { defineOperation } from '#lib/operations/define-operation'
import { readinessSchema } from '#lib/schemas/readiness'
import { checkReadiness as runCheckReadiness } from '#lib/services/health/check-readiness'

const healthSchema = z.object({ status: z.literal('ok') })

export const checkHealth = defineOperation({
  name: 'checkHealth',
  standalone: true,
  method: 'GET',
  path: '/api/health',
  summary: 'Check that the process answers',
  description: 'The process answers. Nothing else is checked.',
  output: healthSchema,
  example: { output: { status: 'ok' } },
  run: () => ({ status: 'ok' }),
})

export const checkReadiness = defineOperation({
  name: 'checkReadiness',
  method: 'GET',
  path: '/api/ready',
  summary: 'Check the parts of the service',
  description: 'Database, chains, worker and films, each with its delay.',
  limit: 'none',
  output: readinessSchema,
  errors: ['unavailable'],
  example: {
    output: {
      status: 'ready',
      database: { ok: true, latency_ms: 2 },
      chains: [
        {
          network: 'eip155:8453',
          ok: true,
          head: 41_327_019,
          head_age_seconds: 2,
          payments_paused: null,
          payments_paused_since: null,
          payments_paused_until: null,
          payouts_paused: false,
        },
      ],
      worker: { ok: true, last_beat_seconds: 1 },
      films: {
        ok: true,
        oldest_job_seconds: null,
        oldest_check_seconds: null,
        oldest_forecast_seconds: null,
        oldest_model_seconds: null,
        unconfined_workers: 0,
      },
      frozen: null,
    },
  },
  run: async ({ ctx }) => {
    const readiness = await runCheckReadiness({ ctx })
    if (readiness.status === 'unavailable') {
      throw new CairnError('unavailable', 'The database does not answer. Try again shortly.', {
        retryAfterSeconds: 5,
      })
    }
    return { ...readiness, status: readiness.status }
  },
})

export const service = [checkHealth, checkReadiness]
