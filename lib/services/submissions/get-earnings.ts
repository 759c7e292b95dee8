import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { networkOf } from '#lib/domain/chain/caip2'
import type { Earnings } from '#lib/schemas/earnings'
import {
  countContributorRecords,
  noContributorRecord,
} from '#lib/services/bounties/count-contributor-records'
import { isUncheckedRow } from '#lib/services/media/unchecked-film'

type Counts = Earnings['networks'][number]['submissions']

/** A bounty with several submissions pays for one of them at most, so its amount counts for the first of these. */
const undecided: readonly (keyof Counts)[] = ['waiting', 'declined', 'check_failed']

/** The earnings of a wallet from its submissions, by network. @param input.contributor an address in upper or lower case */
export async function getEarnings(args: {
  ctx: Pick<Context, 'db'>
  input: { contributor: string }
}): Promise<Earnings> {
  const { ctx, input } = args
  const isChosen = sql`${bounty.acceptedSubmissionId} = ${submission.submissionId}`
  /** A release after the deadline ends in a refund: then nothing was accepted. */
  const standing = sql<keyof Counts>`case
    when ${bounty.state} = 'accepted' and ${isChosen} then 'paid'
    when ${bounty.state} = 'accepting' and ${isChosen} then 'on_its_way'
    when ${bounty.state} <> 'open' or ${bounty.deadline} <= service_now() then 'not_accepted'
    when ${submission.declinedAt} is not null then 'declined'
    when ${submission.qualityStatus} = 'fail' and (${isUncheckedRow}) is not true then 'check_failed'
    else 'waiting' end`
  const rows = await ctx.db
    .select({
      chainId: bounty.chainId,
      bountyId: bounty.bountyId,
      amountUsdc: bounty.amountUsdc,
      standing,
      count: sql`count(*)`.mapWith(Number),
    })
    .from(submission)
    .innerJoin(bounty, eq(bounty.bountyId, submission.bountyId))
    .where(eq(submission.contributor, input.contributor.toLowerCase()))
    .groupBy(bounty.chainId, bounty.bountyId, bounty.amountUsdc, sql`4`)
  const contributor = input.contributor.toLowerCase()
  const records = await countContributorRecords({ db: ctx.db, input: { contributors: [contributor] } })
  const byNetwork = Map.groupBy(rows, ({ chainId }) => networkOf(chainId))
  return {
    record: records.get(contributor) ?? noContributorRecord,
    networks: [...byNetwork]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([network, there]) => earningsOn(network, there)),
  }
}

type Row = { bountyId: string; amountUsdc: number; standing: keyof Counts; count: number }

function earningsOn(network: string, rows: readonly Row[]): Earnings['networks'][number] {
  const isCountedBefore = (bountyId: string, name: keyof Counts) => {
    const before = undecided.slice(0, Math.max(0, undecided.indexOf(name)))
    return rows.some((row) => row.bountyId === bountyId && before.includes(row.standing))
  }
  const of = (name: keyof Counts) => rows.filter((row) => row.standing === name)
  const usdc = (name: keyof Counts) =>
    of(name)
      .filter(({ bountyId }) => !isCountedBefore(bountyId, name))
      .reduce((sum, { amountUsdc }) => sum + amountUsdc, 0)
  const count = (name: keyof Counts) => of(name).reduce((sum, row) => sum + row.count, 0)
  return {
    network,
    paid_usdc: usdc('paid'),
    on_its_way_usdc: usdc('on_its_way'),
    waiting_usdc: usdc('waiting'),
    declined_usdc: usdc('declined'),
    check_failed_usdc: usdc('check_failed'),
    submissions: {
      paid: count('paid'),
      on_its_way: count('on_its_way'),
      waiting: count('waiting'),
      declined: count('declined'),
      check_failed: count('check_failed'),
      not_accepted: count('not_accepted'),
    },
  }
}
