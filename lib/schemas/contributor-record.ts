import { z } from 'zod'

/** The history of a contributor's wallet over all bounties of other wallets, as counts. */
export const contributorRecordSchema = z
  .object({
    submitted: z.int().min(0).describe('Films submitted for bounties that other wallets paid for.'),
    accepted: z.int().min(0).describe('How many of them were accepted.'),
    declined: z.int().min(0).describe('How many of them are declined by their posters.'),
  })
  .describe(
    'What the wallet of the contributor did so far: counts over all bounties that other wallets paid for, without places or times.',
  )
export type ContributorRecord = z.output<typeof contributorRecordSchema>
