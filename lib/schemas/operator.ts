import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

/** The signed-in operator, the networks, and the paid operations. */
export const operatorSchema = z.object({
  address: z.string(),
  chain_id: z.int(),
  expires_at: timestamp,
  now: timestamp.describe('By the service’s clock, which a sandbox may have moved.'),
  networks: z.array(
    z.object({
      network: z.string().describe('CAIP-2.'),
      chain_id: z.int(),
      name: z.string(),
      explorer_url: z.string().nullable().describe('`null` for a local chain.'),
    }),
  ),
  accounts: z
    .array(z.object({ address: z.string(), name: z.string() }))
    .describe('The addresses of the settings that receive money, with their names in the console.'),
  paid_operations: z
    .array(z.object({ name: z.string(), label: z.string() }))
    .describe('The paid operations, with their names in the console.'),
})
export type Operator = z.output<typeof operatorSchema>
