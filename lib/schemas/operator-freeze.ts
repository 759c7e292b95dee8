import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

const waits = z.array(z.string()).meta({ description: 'What is in the way of the end of its replay.' })

export const operatorFreezeSchema = z.object({
  freeze: z
    .object({
      id: z.int(),
      cause: z.enum(['copy', 'chain', 'operator']),
      reason: z.string(),
      since: timestamp,
      networks: z.array(
        z.object({
          network: z.string(),
          block: z.int().nullable(),
          replayed_at: timestamp.nullable(),
          waits,
        }),
      ),
    })
    .nullable(),
  audit: z
    .object({
      verdict: z.enum(['sound', 'violated', 'unchecked']),
      digest: z
        .string()
        .nullable()
        .meta({ description: 'By it the violations are accepted, exactly these.' }),
      violations: z.array(
        z.object({
          code: z.string(),
          network: z.string().nullable(),
          message: z.string(),
          count: z.int(),
          ids: z.array(z.string()),
        }),
      ),
    })
    .nullable()
    .meta({ description: 'As of now; null until every network was replayed.' }),
  refusal: z.string().nullable().meta({ description: 'Why it may not go on yet.' }),
})

export type OperatorFreeze = z.output<typeof operatorFreezeSchema>
