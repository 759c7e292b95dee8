import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

const waits = z.array(z.string()).describe('The conditions that the replay is waiting for.')

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
        .describe('Digest of the violations, by which an operator accepts exactly these.'),
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
    .describe('The current audit; null until every network was replayed.'),
  refusal: z.string().nullable().describe('Why the service cannot be unfrozen yet.'),
})

export type OperatorFreeze = z.output<typeof operatorFreezeSchema>
