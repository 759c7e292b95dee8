import { openLocal } from '#sandbox/local-chain'
import { networkIds } from '#testing/chaos/service-fixture'
import type { CheckName } from '#testing/month/checks'
import type { HandedIn } from '#testing/month/deal'
import type { Month } from '#testing/month/month'

/** A rule that is broken on purpose after the month, past the service. */
type Fault = { name: string; caughtBy: CheckName; does: (month: Month) => Promise<unknown> }

const cent = 10_000n
const hexOf = ({ film }: HandedIn) => `decode('${film.sha256}', 'hex')`

export const faults: readonly Fault[] = [
  {
    name: 'a cent of a refund goes to somebody else',
    caughtBy: 'money',
    does: async ({ market, cast, deals }) => {
      const { plan } = some(deals, ({ end }) => end === 'cancelled')
      const { fixture } = market
      const payer = cast.person(plan.payer).wallet.address
      await fixture.transfer(fixture.networkOf(plan.network), payer, fixture.stranger, cent)
    },
  },
  {
    name: 'a bounty that was refunded is recorded as accepted',
    caughtBy: 'money',
    does: ({ market, deals }) => {
      const { bountyId } = some(deals, ({ end, films }) => end === 'cancelled' && films.length > 0)
      return market.fixture.forge(`update bounty set state = 'accepted', accept_tx = payout_tx, payout_tx = null,
        accepted_submission_id = (select min(submission_id) from submission s where s.bounty_id = bounty.bounty_id)
        where bounty_id = '${bountyId}'`)
    },
  },
  {
    name: 'an unfit film is sold',
    caughtBy: 'publication',
    does: ({ market }) =>
      market.fixture.forge(`insert into observation (recency, cell, tree_id, leaf_hash, sha256)
        select -extract(epoch from captured_at)::bigint, cell, tree_id, leaf_hash, sha256
        from capture where not claims_fit limit 1`),
  },
  {
    name: 'a declined film is sold',
    caughtBy: 'publication',
    does: ({ market, films }) => {
      const declined = some(films, ({ isDeclined }) => isDeclined)
      return market.fixture.forge(`insert into observation (recency, cell, tree_id, leaf_hash, sha256)
        select -extract(epoch from captured_at)::bigint, cell, 1, sha256, sha256
        from submission_file where sha256 = ${hexOf(declined)}`)
    },
  },
  {
    name: 'a film that was bought is not sold',
    caughtBy: 'publication',
    does: ({ market }) =>
      market.fixture.forge('delete from observation where sha256 = (select min(sha256) from observation)'),
  },
  {
    name: 'an invented film counts as signed',
    caughtBy: 'ranking',
    does: ({ market, deals }) => {
      const { accepted } = some(deals, (deal) => deal.accepted?.film.kind === 'invented')
      return market.fixture.forge(
        `update capture set claims_from = 'credentials' where sha256 = ${hexOf(accepted!)}`,
      )
    },
  },
  {
    name: 'an honest film counts as one that failed its check, below a cheat',
    caughtBy: 'ranking',
    does: ({ market, deals }) => {
      const accepted = deals.flatMap((deal) => deal.accepted ?? [])
      const cheats = accepted.filter(({ by, film }) => !by.isHonest && film.kind === 'invented')
      const honest = some(
        accepted,
        ({ by, film }) =>
          by.isHonest &&
          film.kind === 'good' &&
          film.origin !== 'credentials' &&
          cheats.some((cheat) => cheat.film.geohash === film.geohash),
      )
      return market.fixture.forge(
        `update submission set quality_status = 'fail' where submission_id = '${honest.submissionId}'`,
      )
    },
  },
  {
    name: 'a film of a wallet of its own establishes the poster of a sybil',
    caughtBy: 'ranking',
    does: ({ market, deals }) => {
      const { accepted } = some(deals, ({ plan, end }) => plan.manner === 'sybil' && end === 'accepted')
      return market.fixture.forge(
        `update submission_file set place_from = 'credentials', time_from = 'credentials'
          where submission_id = '${accepted!.submissionId}'`,
      )
    },
  },
  {
    name: 'the bounties that a wallet paid for itself count in its record',
    caughtBy: 'ranking',
    does: ({ market, deals }) => {
      const { bountyId } = some(deals, ({ plan, end }) => plan.manner === 'own_wallet' && end === 'accepted')
      return market.fixture.forge(
        `update bounty set payer = '0x${'00'.repeat(20)}' where bounty_id = '${bountyId}'`,
      )
    },
  },
  {
    name: 'a lost key works again, and the new one does not',
    caughtBy: 'keys',
    does: ({ market, deals }) => {
      const { bountyId } = some(deals, ({ lostToken }) => lostToken !== undefined)
      return market.fixture.forge(`update token_recovery set token_hash = (
          select token_hash from agent_token t where t.bounty_id = token_recovery.bounty_id
            and t.token_hash <> token_recovery.token_hash limit 1)
        where bounty_id = '${bountyId}'`)
    },
  },
  {
    name: 'a cent stays in the treasury',
    caughtBy: 'audit',
    does: async ({ market }) => {
      const { fixture } = market
      await fixture.transfer(fixture.networks[0]!, fixture.stranger, fixture.ctx.env.treasury, cent)
    },
  },
]

/** @throws Error if no item fits: the month is then too small for this fault */
function some<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): Item {
  const found = items.find(isWanted)
  if (!found) throw new Error('this month has nothing to break')
  return found
}

/** Breaks a rule, runs something, and puts database and chains back. */
export async function whileBroken<Result>(
  fault: Fault,
  month: Month,
  run: () => Promise<Result>,
): Promise<Result> {
  const { fixture } = month.market
  const clients = networkIds.map((network) => openLocal(fixture.chains.networks[network].rpcUrl))
  const restore = await fixture.backUp()
  const snapshots = await Promise.all(clients.map((client) => client.snapshot()))
  try {
    await fault.does(month)
    return await run()
  } finally {
    await Promise.all(clients.map((client, at) => client.revert({ id: snapshots[at]! })))
    await restore()
  }
}
