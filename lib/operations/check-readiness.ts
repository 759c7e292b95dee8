import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { defineOperation } from '#lib/operations/define-operation'
import { checkReadiness as run } from '#lib/services/health/check-readiness'

const output = z.object({
  status: z.enum(['ready', 'degraded']).meta({
    description:
      'degraded: a chain or every worker is silent, films wait too long or no worker can confine media programs, or the service is frozen; free reads go on.',
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
      unconfined_workers: z.int().nullable().meta({
        description:
          'Live workers that leave films alone because their machines cannot confine media programs. null: not known just now.',
      }),
    })
    .meta({
      description:
        'How long the check, preview or model that is due longest has waited for a worker. Not ok too when every live worker that should work on films cannot confine media programs.',
    }),
  frozen: z
    .object({
      cause: z.enum(['copy', 'chain', 'operator']).meta({
        description:
          'copy: the database is another copy than the one used last. chain: a chain has what it does not know. operator: by hand.',
      }),
      since: z.string(),
      waiting_for: z.array(z.string()).meta({ description: 'Networks it is still compared with.' }),
    })
    .nullable()
    .meta({
      description:
        'Not null: no payment is taken and nothing is decided until the records agree with the chains. Free reads go on.',
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
