import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-f]{40}$/)
const amount = z
  .object({
    usdc: z.string().regex(/^-?\d+\.\d{2,6}$/),
    atomic: z
      .string()
      .regex(/^-?\d+$/)
      .describe('Millionths of a USDC.'),
  })
  .meta({ id: 'UsdcAmount' })
export type SolvencyAmount = z.output<typeof amount>

const about = (description: string) => amount.meta({ description })

export const solvencySchema = z
  .object({
    solvent: z
      .boolean()
      .nullable()
      .describe(
        'True if every network is solvent, and false if one is not. Null if a network could not be checked and the others are solvent.',
      ),
    computed_at: z.iso.datetime(),
    networks: z.array(
      z.object({
        network: z.string().describe('CAIP-2.'),
        name: z.string(),
        usdc_address: address.describe('The token of all figures.'),
        escrow_address: address.describe('The escrow contract for new bounties.'),
        previous_escrow_address: address
          .nullable()
          .describe('The previous contract, if any. The figures of the escrow are the sum of both.'),
        treasury_address: address,
        status: z.enum(['checked', 'could not check']),
        solvent: z
          .boolean()
          .nullable()
          .describe(
            'True if both differences and the shortfall are zero and the contract owes what its own log says; null if not checked.',
          ),
        block: z
          .object({ number: z.int(), hash: z.string(), time: z.iso.datetime() })
          .nullable()
          .describe('All figures are of the end of this final block.'),
        escrow: z
          .object({
            balance: about('balanceOf(escrow) of the token.'),
            total_open: about('totalOpen() of the contract.'),
            our_bounties: about('Bounties of our callers that have not ended.'),
            other_bounties: about('Bounties of others that have not ended.'),
            surplus: about('Sent to the contract without a bounty. Not counted as ours.'),
            difference: about('balance − surplus − other_bounties − our_bounties'),
          })
          .nullable(),
        treasury: z
          .object({
            inflows: about('Every transfer to the treasury.'),
            outflows: about('Every transfer from the treasury.'),
            in_flight: about('Paid for bounties, and not yet in escrow or paid back.'),
            unmatched_in: about('Received without a payment for a bounty.'),
            unmatched_out: about('Sent without a bounty.'),
            revenue: about(
              'Received from the address that look-ups pay, less returns from the treasury to payers of that address.',
            ),
            difference: about('inflows − outflows − unmatched_in − revenue − in_flight'),
            shortfall: about(
              'The part of in_flight that balanceOf(treasury) does not cover otherwise, for example because fees were paid from it.',
            ),
          })
          .nullable(),
      }),
    ),
  })
  .meta({ id: 'Solvency' })
export type Solvency = z.output<typeof solvencySchema>
