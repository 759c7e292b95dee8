// Operations of the service itself: health and readiness.

import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { defineOperation } from '#lib/operations/define-operation'
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

const readinessSchema = z.object({
  status: z.enum(['ready', 'degraded']).meta({
    description:
      'degraded: a chain or every worker does not respond, films wait too long, no worker can confine media programs, or the service is frozen. Free reads still work.',
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
  films: z
    .object({
      ok: z.boolean(),
      oldest_job_seconds: z.int().nullable(),
      oldest_check_seconds: z.int().nullable().meta({ description: 'Of checks and previews alone.' }),
      oldest_forecast_seconds: z.int().nullable().meta({ description: 'Of forecasts of models alone.' }),
      oldest_model_seconds: z.int().nullable().meta({ description: 'Of models alone.' }),
      unconfined_workers: z.int().nullable().meta({
        description:
          'Live workers that skip films because their machines cannot confine media programs. null: currently unknown.',
      }),
    })
    .meta({
      description:
        'How long the oldest due check, preview, forecast or model has waited for a worker. Also not ok if no live worker for films can confine media programs.',
    }),
  frozen: z
    .object({
      cause: z.enum(['copy', 'chain', 'operator']).meta({
        description:
          'copy: the database is another copy than the one used last. chain: a chain has transactions that the database lacks. operator: frozen by hand.',
      }),
      since: z.string(),
      waiting_for: z.array(z.string()).meta({ description: 'Networks whose comparison is not finished.' }),
    })
    .nullable()
    .meta({
      description:
        'If not null, payments and decisions are suspended until the records agree with the chains. Free reads still work.',
    }),
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
      chains: [{ network: 'eip155:8453', ok: true, head: 41_327_019, head_age_seconds: 2 }],
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
