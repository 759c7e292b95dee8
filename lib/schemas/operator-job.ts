import { z } from 'zod'
import { pageLimit } from '#lib/schemas/board'
import { cursorOf, encodeCursor } from '#lib/schemas/cursor'
import { timestamp } from '#lib/schemas/formats'

export const jobQueues = ['inspect', 'preview', 'reconstruct'] as const
/** `dead`: tried as often as it may be. `due`, `later`: waits for a worker, or for its next try. */
export const jobStates = ['dead', 'running', 'due', 'later'] as const

/** A cursor that goes on after a job of a rank. */
export function writeJobCursor(place: { rank: number; id: string }): string {
  return encodeCursor(`job.${place.rank}.${place.id}`)
}

/** The query string of GET /api/operator/jobs. */
export const jobsQuery = z.object({
  queue: z.enum(jobQueues).optional(),
  state: z.enum(jobStates).optional(),
  limit: pageLimit,
  cursor: cursorOf(/^job\.([0-3])\.([0-9a-f-]{36})$/, ([, rank, id]) => ({
    rank: Number(rank),
    id: id!,
  })).optional(),
})
export type JobsQuery = z.output<typeof jobsQuery>

const operatorJobSchema = z.object({
  queue: z.enum(jobQueues),
  job_id: z.string(),
  state: z.enum(jobStates),
  submission_id: z.string(),
  bounty_id: z.string(),
  tries: z.int().meta({ description: 'Begun so far.' }),
  tries_at_most: z.int(),
  since: timestamp.meta({ description: 'When it was asked for. Real time, as the others.' }),
  begun_at: timestamp.nullable().meta({ description: 'When its last try began.' }),
  next_at: timestamp.nullable().meta({ description: 'When it is tried next.' }),
  ended_at: timestamp.nullable(),
  error: z.string().nullable().meta({ description: 'Of its last try.' }),
  stage: z.string().nullable().meta({ description: 'Of a model under way.' }),
  percent: z.int().nullable(),
  may_retry: z.boolean(),
})
export type OperatorJob = z.output<typeof operatorJobSchema>

export const operatorJobPageSchema = z.object({
  jobs: z
    .array(operatorJobSchema)
    .meta({ description: 'The dead first, then those at work, due, and later.' }),
  counts: z
    .array(z.object({ queue: z.enum(jobQueues), state: z.enum(jobStates), count: z.int() }))
    .meta({ description: 'Of all, whatever was asked for.' }),
  failed_models: z
    .array(
      z.object({
        submission_id: z.string(),
        bounty_id: z.string(),
        reason: z.string().nullable(),
        submitted_at: timestamp,
      }),
    )
    .meta({ description: 'Models of accepted films that could not be made, newest first; at most twenty.' }),
  next_cursor: z.string().nullable(),
})
export type OperatorJobPage = z.output<typeof operatorJobPageSchema>
