import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

/** Who is at the console, and what its pages need to know of the networks. */
export const operatorSchema = z.object({
  address: z.string(),
  chain_id: z.int(),
  expires_at: timestamp,
  now: timestamp.meta({ description: 'By the service’s clock, which a sandbox may have moved.' }),
  networks: z.array(
    z.object({
      network: z.string().meta({ description: 'CAIP-2.' }),
      chain_id: z.int(),
      name: z.string(),
      explorer_url: z.string().nullable().meta({ description: '`null` where the chain is local.' }),
    }),
  ),
})
export type Operator = z.output<typeof operatorSchema>
