import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BountyState, bountyStates } from '#lib/domain/bounty/bounty'
import { getEarnings } from '#lib/services/submissions/get-earnings'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const wallet = () => `0x${randomBytes(20).toString('hex')}`
const earningsOf = (contributor: string) => getEarnings({ ctx: { db: database.db }, input: { contributor } })
const tomorrow = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 86_400_000)

/** Submits a film for a bounty that is or was open. */
async function handIn(
  contributor: string,
  state: BountyState,
  changes: object,
  isChosen: boolean,
): Promise<void> {
  const id = randomBytes(8).toString('hex')
  const chosen = isChosen ? { acceptedSubmissionId: id } : {}
  const { bountyId } = await insertBounty(database.db, state, { deadline: tomorrow, ...chosen, ...changes })
  await database.sql`insert into submission (submission_id, bounty_id, contributor) values (${id}, ${bountyId}, ${contributor})`
}

test('the earnings of a wallet without submissions are empty', async () => {
  expect(await earningsOf(wallet())).toEqual({
    record: {
      submitted: 0,
      accepted: 0,
      declined: 0,
      posters: 0,
      yours: { submitted: 0, accepted: 0, declined: 0 },
      unproven: { submitted: 0, accepted: 0, declined: 0 },
      connected: { submitted: 0, accepted: 0, declined: 0 },
    },
    networks: [],
  })
})

test.each(bountyStates.filter((state) => !['paid', 'creating', 'failed'].includes(state)))(
  'a submission counts once, by its outcome: %s',
  async (state) => {
    for (const isChosen of [true, false]) {
      const mine = wallet()
      await handIn(mine, state, { amountUsdc: 75 }, isChosen)
      const [network] = (await earningsOf(mine.toUpperCase().replace('0X', '0x'))).networks
      const standing =
        state === 'open'
          ? 'waiting'
          : isChosen && state === 'accepted'
            ? 'paid'
            : isChosen && state === 'accepting'
              ? 'on_its_way'
              : 'not_accepted'
      expect(network).toEqual({
        network: 'eip155:8453',
        paid_usdc: standing === 'paid' ? 75 : 0,
        on_its_way_usdc: standing === 'on_its_way' ? 75 : 0,
        waiting_usdc: standing === 'waiting' ? 75 : 0,
        declined_usdc: 0,
        check_failed_usdc: 0,
        submissions: {
          paid: 0,
          on_its_way: 0,
          waiting: 0,
          declined: 0,
          check_failed: 0,
          not_accepted: 0,
          [standing]: 1,
        },
      })
    }
  },
)

test('each network has its own sums; two films for one bounty count its amount once', async () => {
  const mine = wallet()
  await handIn(mine, 'open', { bountyId: 'twice', amountUsdc: 60 }, false)
  await database.sql`insert into submission (submission_id, bounty_id, contributor) values ('second', 'twice', ${mine})`
  await handIn(mine, 'open', { amountUsdc: 40 }, false)
  await handIn(mine, 'open', { amountUsdc: 500, chainId: 5042 }, false)
  await handIn(mine, 'open', { amountUsdc: 9, deadline: new Date('2026-01-01T00:00:00Z') }, false)
  const { networks } = await earningsOf(mine)
  expect(networks).toMatchObject([
    { network: 'eip155:5042', waiting_usdc: 500, submissions: { waiting: 1 } },
    { network: 'eip155:8453', waiting_usdc: 100, submissions: { waiting: 3, not_accepted: 1 } },
  ])
})

test('a bounty with films in several states counts its amount once, for the film that is closest to its pay', async () => {
  const mine = wallet()
  const { sql } = database
  const add = (id: string, bountyId: string) =>
    sql`insert into submission (submission_id, bounty_id, contributor) values (${id}, ${bountyId}, ${mine})`
  await handIn(mine, 'open', { bountyId: 'mixed', amountUsdc: 60 }, false)
  await add('mixed-declined', 'mixed')
  await handIn(mine, 'open', { bountyId: 'all-declined', amountUsdc: 40 }, false)
  await add('declined-failed', 'all-declined')
  await sql`update submission set quality_status = 'fail', quality = '{"reasons":[{"code":"dark","text":"x"}],"warnings":[],"figures":{}}'::jsonb where submission_id = 'declined-failed'`
  await sql`update submission set declined_reason = 'blurred', declined_at = now() where submission_id = 'mixed-declined' or (bounty_id = 'all-declined' and submission_id <> 'declined-failed')`
  expect((await earningsOf(mine)).networks).toMatchObject([
    {
      waiting_usdc: 60,
      declined_usdc: 40,
      check_failed_usdc: 0,
      submissions: { waiting: 1, declined: 2, check_failed: 1 },
    },
  ])
})

test('a film that was declined or did not pass its check is not waiting, also while its bounty is open; one that could not be checked is', async () => {
  const mine = wallet()
  for (const id of ['declined', 'failed', 'failed-too', 'unchecked'])
    await handIn(mine, 'open', { bountyId: id, amountUsdc: 60 }, false)
  await handIn(mine, 'open', { bountyId: 'over', deadline: new Date('2026-01-01T00:00:00Z') }, false)
  const { sql } = database
  const fail = (reason: string) =>
    JSON.stringify({ reasons: [{ code: reason, text: 'x' }], warnings: [], figures: {} })
  await sql`update submission set declined_reason = 'blurred', declined_at = now() where bounty_id in ('declined', 'failed-too', 'over')`
  await sql`update submission set quality_status = 'fail', quality = ${fail('incomplete')}::jsonb where bounty_id in ('failed', 'failed-too')`
  await sql`update submission set quality_status = 'fail', quality = ${fail('not_checked')}::jsonb where bounty_id = 'unchecked'`
  expect((await earningsOf(mine)).networks).toMatchObject([
    {
      waiting_usdc: 60,
      declined_usdc: 120,
      check_failed_usdc: 60,
      submissions: { waiting: 1, declined: 2, check_failed: 1, not_accepted: 1 },
    },
  ])
})
