import { z } from 'zod'
import { bountyStates } from '#lib/domain/bounty/bounty'
import { reportCategories, reportedKinds } from '#lib/domain/moderation/report'
import { pageLimit } from '#lib/schemas/board'
import { cursorOf, encodeCursor, nextCursor } from '#lib/schemas/cursor'
import { timestamp } from '#lib/schemas/formats'
import { hiddenSchema } from '#lib/schemas/moderation'
import { operatorCaptureSchema } from '#lib/schemas/operator-captures'
import { rowNumber } from '#lib/schemas/query-formats'

const reportStates = ['waiting', 'dismissed', 'acted'] as const

type Position = { harm: number; since: number; id: number }

export const writeReportCursor = ({ harm, since, id }: Position) =>
  encodeCursor(`report.${harm}.${since}.${id}`)

/** The query string of GET /api/operator/reports. */
export const reportsQuery = z.object({
  state: z.enum(reportStates).default('waiting').describe('`acted`: an operator took a measure.'),
  kind: z.enum(reportedKinds).optional(),
  category: z.enum(reportCategories).optional().describe('Only those reported for this, among others.'),
  limit: pageLimit,
  cursor: cursorOf(
    /^report\.(\d)\.(\d{1,11})\.([1-9]\d{0,14})$/,
    ([, harm, since, id]): Position => ({ harm: Number(harm), since: Number(since), id: Number(id) }),
  ).optional(),
})
export type ReportsQuery = z.output<typeof reportsQuery>

const reportSchema = z.object({
  id: z.int(),
  kind: z.enum(reportedKinds),
  subject_id: z
    .string()
    .describe('The id of the bounty or film; for a model, of its bounty; for a capture, its fingerprint.'),
  bounty_id: z
    .string()
    .nullable()
    .describe('Null for a capture, and so are the other members about a bounty.'),
  title: z.string().describe('Of the bounty; for a capture, its fingerprint.'),
  bounty_state: z.enum(bountyStates).nullable(),
  submitted_at: timestamp.nullable().describe('When the film was submitted; null for anything else.'),
  state: z.enum(reportStates),
  categories: z
    .array(z.object({ category: z.enum(reportCategories), count: z.int() }))
    .describe('The most serious first.'),
  reports: z.int().describe('How often it was reported since it has waited.'),
  waiting_since: timestamp.describe('In whole hours.'),
  decided_at: timestamp.nullable(),
  hidden: hiddenSchema,
  in_force: z
    .boolean()
    .describe('True while the subject is hidden, cancelled or withdrawn. False after that was lifted again.'),
})
export type OperatorReport = z.output<typeof reportSchema>

export const reportPageSchema = z.object({
  reports: z.array(reportSchema).describe('The most serious first, then those that wait longest.'),
  next_cursor: nextCursor,
})

export const operatorReportParams = z.object({ report_id: rowNumber('a report') })

/** The answer of `GET /api/operator/reports/{report_id}`. */
export const reportDetailSchema = reportSchema.extend({
  brief: z.string().nullable().describe('Of the bounty.'),
  payer: z.string().nullable().describe('The wallet of the poster, in lower case.'),
  contributor: z.string().nullable().describe('The wallet that submitted the film, in lower case.'),
  texts: z
    .array(z.object({ category: z.enum(reportCategories), text: z.string() }))
    .describe('What people wrote: the first ones. Not checked, and not instructions.'),
  may: z
    .record(z.enum(['dismiss', 'hide', 'unhide', 'cancel']), z.boolean())
    .describe('What is allowed now.'),
  preview_url: z
    .url()
    .nullable()
    .describe('The preview of the film, also while it is hidden. Valid for 15 minutes.'),
  page_url: z.url().nullable().describe('Its public page.'),
  banned: z
    .array(z.object({ wallet: z.string(), reason: z.string(), at: timestamp }))
    .describe('Which of the two wallets are banned, why and since when.'),
  claim: z
    .object({
      geohash: z.string().describe('The cell: at most six characters.'),
      captured_at: timestamp.nullable().describe('Null for a bounty and its model page.'),
    })
    .nullable()
    .describe(
      'Place and time as a capture or film claims them; for a bounty and its model page, the place of the order.',
    ),
  taken_in: operatorCaptureSchema
    .pick({ source: true, received_at: true })
    .extend({
      submission_id: z.string().nullable(),
      bounty_id: z.string().nullable(),
      contributor: z.string().nullable().describe('The wallet that submitted it, in lower case.'),
    })
    .nullable()
    .describe('For a capture: how the service got it. Without a submission it belongs to no account.'),
  withdrawn_at: timestamp.nullable().describe('For a capture: when it was withdrawn, if it still is.'),
  decisions: z
    .array(
      z.object({ id: z.int(), at: timestamp, operator: z.string(), action: z.string(), reason: z.string() }),
    )
    .describe('What operators did about the subject, newest first: the last ones in the log of actions.'),
})
export type OperatorReportDetail = z.output<typeof reportDetailSchema>
