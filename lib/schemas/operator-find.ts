import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

const maxIdLength = 500

/** The query string of GET /api/operator/find. */
export const findQuery = z.object({
  id: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(maxIdLength, `must have at most ${maxIdLength} characters`)
    .meta({ description: 'Any id, or an address of a page with one in it.' }),
})

const foundSchema = z.object({
  kind: z.string().meta({ description: 'What it is, in words: `bounty`, `transaction of ours`.' }),
  id: z.string(),
  text: z.string().meta({ description: 'What is to be said of it in a sentence.' }),
  at: timestamp.nullable(),
  href: z.string().nullable().meta({ description: 'Its page.' }),
})
export type Found = z.output<typeof foundSchema>

export const outcomes = ['found', 'nothing', 'could_not_look'] as const
const placeSchema = z.object({
  place: z.string().meta({ description: 'Where was looked.' }),
  outcome: z.enum(outcomes).meta({ description: '`could_not_look` says nothing of whether it is there.' }),
  found: z.array(foundSchema),
})
export type LookedPlace = z.output<typeof placeSchema>

export const foundAnythingSchema = z.object({
  id: z.string().meta({ description: 'As it was read.' }),
  form: z.string(),
  reason: z.string().nullable().meta({ description: 'Why it was not looked for.' }),
  places: z.array(placeSchema),
})
export type FoundAnything = z.output<typeof foundAnythingSchema>
