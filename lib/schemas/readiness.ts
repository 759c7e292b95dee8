import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

export const readinessSchema = z.object({
  status: z.enum(['ready', 'degraded']).meta({
    description:
      'degraded: a chain or every worker does not respond, payments or payouts on a network are paused, films wait too long, no worker can confine media programs, or the service is frozen. Free reads still work.',
  }),
  database: z.object({ ok: z.boolean(), latency_ms: z.int() }),
  chains: z.array(
    z.object({
      network: z.string(),
      ok: z.boolean(),
      head: z.int().nullable(),
      head_age_seconds: z.int().nullable(),
      payments_paused: z.enum(['operator', 'gas']).nullable().meta({
        description:
          'Why no new payment is accepted on this network: an operator froze the key that settles payments, or it has no gas. `null`: payments are accepted, or the cause could not be read.',
      }),
      payments_paused_since: timestamp.nullable().meta({
        description: 'When an operator froze that key. `null` if none did.',
      }),
      payments_paused_until: timestamp.nullable().meta({
        description:
          'When the key may spend gas again, if it has spent its budget for gas of the day (UTC). `null`: for another cause, of which no end is known.',
      }),
      payouts_paused: z.boolean().meta({
        description:
          'True while an operator has frozen a key that posts, pays or refunds bounties or anchors captures on this network. What is due waits.',
      }),
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
        'If not null, payments, decisions, anchoring and payouts are suspended until the records agree with the chains and an operator ends it. Free reads still work.',
    }),
})

/** The answer of a service with a database, or `unavailable`: no database answers. */
export type Readiness = Omit<z.output<typeof readinessSchema>, 'status'> & {
  status: z.output<typeof readinessSchema>['status'] | 'unavailable'
}
