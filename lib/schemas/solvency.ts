import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-f]{40}$/)
const amount = z
  .object({
    usdc: z.string().regex(/^-?\d+\.\d{2,6}$/),
    atomic: z
      .string()
      .regex(/^-?\d+$/)
      .meta({ description: 'Millionths of a USDC.' }),
  })
  .meta({ id: 'UsdcAmount' })
export type SolvencyAmount = z.output<typeof amount>

const about = (description: string) => amount.meta({ description })

export const solvencySchema = z
  .object({
    solvent: z.boolean().nullable().meta({
      description:
        'On every network; null when that could not be checked everywhere and nothing is known to be wrong.',
    }),
    computed_at: z.iso.datetime(),
    networks: z.array(
      z.object({
        network: z.string().meta({ description: 'CAIP-2.' }),
        name: z.string(),
        usdc_address: address.meta({ description: 'The token all figures are of.' }),
        escrow_address: address.meta({ description: 'The escrow contract for new bounties.' }),
        previous_escrow_address: address.nullable().meta({
          description:
            'The contract before it, if there was one. Figures of the escrow are of both together.',
        }),
        treasury_address: address,
        status: z.enum(['checked', 'could not check']),
        solvent: z.boolean().nullable().meta({
          description:
            'Both differences and the shortfall are zero and the contract owes what its own log says; null when not checked.',
        }),
        block: z
          .object({ number: z.int(), hash: z.string(), time: z.iso.datetime() })
          .nullable()
          .meta({ description: 'Every figure is as of the end of this block, which is final.' }),
        escrow: z
          .object({
            balance: about('balanceOf(escrow), as the token says.'),
            total_open: about('totalOpen(), as the contract says.'),
            our_bounties: about('Posted for our callers and not ended.'),
            other_bounties: about('Posted by anybody else and not ended.'),
            surplus: about('Sent to the contract by itself. Not counted as ours.'),
            difference: about('balance − surplus − other_bounties − our_bounties'),
          })
          .nullable(),
        treasury: z
          .object({
            inflows: about('Every transfer to the treasury.'),
            outflows: about('Every transfer from the treasury.'),
            in_flight: about('Paid for a bounty, and neither in escrow nor paid back yet.'),
            unmatched_in: about('Came in without a payment for a bounty.'),
            unmatched_out: about('Went out for no bounty.'),
            revenue: about(
              'Moved in from the address that look-ups pay, less what was sent back from here to who paid there.',
            ),
            difference: about('inflows − outflows − unmatched_in − revenue − in_flight'),
            shortfall: about(
              'What balanceOf(treasury) lacks of in_flight beyond that: fees paid from it, say.',
            ),
          })
          .nullable(),
      }),
    ),
  })
  .meta({ id: 'Solvency' })
export type Solvency = z.output<typeof solvencySchema>
