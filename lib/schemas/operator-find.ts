import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

const maxIdLength = 500

/** The query string of GET /api/operator/find. */
export const findQuery = z.object({
  id: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(maxIdLength, `use at most ${maxIdLength} characters`)
    .describe(
      'Any id, also shortened to at least six digits of its beginning, or the URL of a page that contains one.',
    ),
})

const foundSchema = z.object({
  kind: z.string().describe('The kind of object in words, such as `bounty` or `transaction of ours`.'),
  id: z.string(),
  text: z.string().describe('A description in one sentence.'),
  at: timestamp.nullable(),
  href: z.string().nullable().describe('The page of the object.'),
})
export type Found = z.output<typeof foundSchema>

/** The place that says whether a wallet is banned. */
export const bansPlace = 'bans'

const outcomes = ['found', 'nothing', 'could_not_look', 'needs_whole_id'] as const
const placeSchema = z.object({
  place: z.string().describe('The place that was searched.'),
  outcome: z
    .enum(outcomes)
    .describe(
      '`could_not_look`: the search failed, so the object may or may not be there. `needs_whole_id`: it cannot be searched by a shortened id.',
    ),
  found: z.array(foundSchema),
})
export type LookedPlace = z.output<typeof placeSchema>

export const foundAnythingSchema = z.object({
  id: z
    .string()
    .describe('The id in its normal form. A shortened id that only one begins and ends as is completed.'),
  form: z.string(),
  reason: z.string().nullable().describe('Why it was not searched for.'),
  places: z.array(placeSchema),
  has_more: z.boolean().describe('True if more ids begin and end as the shortened one.'),
})
export type FoundAnything = z.output<typeof foundAnythingSchema>
