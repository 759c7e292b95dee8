import { z } from 'zod'
import { jobNames } from '#lib/domain/film/job-names'
import { pageLimit } from '#lib/schemas/board'
import { cursorOf, encodeCursor, nextCursor } from '#lib/schemas/cursor'
import { timestamp } from '#lib/schemas/formats'

/** `dead`: all tries failed. `due`: waits for a worker. `later`: waits for the time of its next try. */
export const jobStates = ['dead', 'running', 'due', 'later'] as const

export function writeJobCursor(place: { rank: number; id: string }): string {
  return encodeCursor(`job.${place.rank}.${place.id}`)
}

/** The query string of GET /api/operator/jobs. */
export const jobsQuery = z.object({
  queue: z.enum(jobNames).optional(),
  state: z.enum(jobStates).optional(),
  limit: pageLimit,
  cursor: cursorOf(/^job\.([0-3])\.([0-9a-f-]{36})$/, ([, rank, id]) => ({
    rank: Number(rank),
    id: id!,
  })).optional(),
})
export type JobsQuery = z.output<typeof jobsQuery>

const operatorJobSchema = z.object({
  queue: z.enum(jobNames),
  job_id: z.string(),
  state: z.enum(jobStates),
  submission_id: z.string(),
  bounty_id: z.string(),
  tries: z.int().describe('The number of tries so far.'),
  tries_at_most: z.int(),
  since: timestamp.describe('When the job was requested. Real time, like the other times.'),
  begun_at: timestamp.nullable().describe('When the last try began.'),
  next_at: timestamp.nullable().describe('When the next try begins.'),
  ended_at: timestamp.nullable(),
  error: z.string().nullable().describe('The error of the last try.'),
  stage: z.string().nullable().describe('The stage of a 3D model in progress.'),
  percent: z.int().nullable(),
  may_retry: z.boolean(),
})
export type OperatorJob = z.output<typeof operatorJobSchema>

const failedSchema = z.array(
  z.object({
    submission_id: z.string(),
    bounty_id: z.string(),
    reason: z.string().nullable(),
    submitted_at: timestamp,
  }),
)

export const operatorJobPageSchema = z.object({
  jobs: z.array(operatorJobSchema).describe('Dead jobs first, then running, due, and later.'),
  counts: z
    .array(z.object({ queue: z.enum(jobNames), state: z.enum(jobStates), count: z.int() }))
    .describe('Counts of all jobs, without the filters.'),
  failed_models: failedSchema.describe(
    'Models of accepted films that could not be made, newest first; at most twenty.',
  ),
  failed_forecasts: failedSchema.describe(
    'Films of open bounties whose forecast could not be made by a fault of ours, newest first; at most twenty.',
  ),
  next_cursor: nextCursor,
})
export type OperatorJobPage = z.output<typeof operatorJobPageSchema>
