import { z } from 'zod'

const usdc = z.int().min(0)

export const earningsSchema = z
  .object({
    networks: z
      .array(
        z.object({
          network: z.string().meta({ description: 'CAIP-2.' }),
          paid_usdc: usdc.meta({ description: 'Released to you, whole USDC: each has its transaction.' }),
          on_its_way_usdc: usdc.meta({ description: 'Accepted, and the release not final yet.' }),
          waiting_usdc: usdc.meta({
            description:
              'Of open bounties you handed something in for, each counted once: what you may still get.',
          }),
          submissions: z
            .object({
              paid: z.int().min(0),
              on_its_way: z.int().min(0),
              waiting: z.int().min(0),
              not_accepted: z.int().min(0),
            })
            .meta({ description: 'How many of yours stand how.' }),
        }),
      )
      .meta({ description: 'Those you handed something in on.' }),
  })
  .meta({ id: 'Earnings' })
export type Earnings = z.output<typeof earningsSchema>
