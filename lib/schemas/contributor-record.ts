import { z } from 'zod'

/** The history of a contributor's wallet over all bounties, as counts. */
export const contributorRecordSchema = z
  .object({
    submitted: z.int().min(0).describe('Films submitted for any bounty, this one included.'),
    accepted: z.int().min(0).describe('How many of them were accepted.'),
    declined: z.int().min(0).describe('How many of them are declined by their posters.'),
  })
  .describe(
    'What the wallet of the contributor did so far: counts over all bounties, without places or times.',
  )
export type ContributorRecord = z.output<typeof contributorRecordSchema>
