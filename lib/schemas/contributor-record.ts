import { z } from 'zod'

const count = z.int().min(0)
const otherCounts = z.object({ submitted: count, accepted: count, declined: count })

/** The history of a contributor's wallet, as counts: first what a poster can rely on, and apart from it what costs nothing to invent. */
export const contributorRecordSchema = z
  .object({
    submitted: count.describe('Films submitted for bounties of established posters.'),
    accepted: count.describe('How many of them were accepted.'),
    declined: count.describe('How many of them are declined by their posters.'),
    posters: count.describe('How many different established posters accepted at least one.'),
    yours: otherCounts.describe(
      'The part of the counts above that is for bounties of the poster who reads the record. If it accepted a film, it is one of `posters`. Zero for a contributor who reads its own record.',
    ),
    unproven: otherCounts.describe(
      'The same counts for posters that are not established. Such a poster may be the contributor with another wallet.',
    ),
    connected: otherCounts.describe(
      'The same counts for posters connected with the contributor: its own wallet, and wallets that received money from it through accepted films, directly or over other wallets.',
    ),
  })
  .describe(
    'What the wallet of the contributor did so far, without places or times. An established poster has paid for at least one film of another wallet with trusted Content Credentials that fit the order, or is the poster of this bounty. Films for other posters are counted apart.',
  )
export type ContributorRecord = z.output<typeof contributorRecordSchema>
