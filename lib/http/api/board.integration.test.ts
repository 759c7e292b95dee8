import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyStates } from '#lib/domain/bounty/bounty'
import { boardBountySchema, boardPageSchema } from '#lib/schemas/board'
import { type SeededBounty, seedBounty } from '#testing/bounty-states'
import { openUnpaidService, origin, type UnpaidService } from '#testing/unpaid-service'

const path = '/api/board/bounties'
let service: UnpaidService
let open: SeededBounty[]
beforeAll(async () => {
  service = await openUnpaidService()
  open = []
  for (let count = 0; count < 3; count++) open.push(await seedBounty(service.ctx, 'open'))
})
afterAll(() => service?.close())

const list = async (query = '') => {
  const answer = await service.send(path + query)
  expect(answer.status).toBe(200)
  return boardPageSchema.strict().parse(await answer.json())
}
const newestFirst = () =>
  [...open].sort((a, b) => (a.deadline + a.bounty_id < b.deadline + b.bounty_id ? 1 : -1))

test('an open bounty is told whole, and nothing of who paid or what opens it', async () => {
  const [seeded] = newestFirst() as [SeededBounty]
  const answer = await service.send(`${path}/${seeded.bounty_id}`)
  const text = await answer.text()
  const entry = boardBountySchema.strict().parse(JSON.parse(text))
  expect(entry).toEqual({
    bounty_id: seeded.bounty_id,
    status: 'open',
    title: seeded.title,
    brief: seeded.brief,
    geohash: null,
    amount_usdc: 50,
    network: 'eip155:8453',
    deadline: seeded.deadline,
    onchain_id: seeded.onchain_id,
    board_url: `${origin}/board/${seeded.bounty_id}`,
    hidden: null,
    poster: { accepted: 0, cancelled: 0, expired_with_submissions: 0 },
  })
  const page = JSON.stringify(await list())
  for (const told of [text.toLowerCase(), page.toLowerCase()])
    for (const secret of [seeded.payer, seeded.agent_token, seeded.payment_tx!, ...seeded.submissionIds])
      expect(told).not.toContain(secret.toLowerCase().replace(/^0x/, ''))
  expect((await list()).bounties).toContainEqual(entry)
})

test.each(bountyStates)('a bounty that is %s is told in the words of the board', async (state) => {
  const { bounty_id: id } = await seedBounty(service.ctx, state)
  const answer = await service.send(`${path}/${id}`)
  const words = {
    open: 'open',
    accepting: 'accepted',
    accepted: 'paid_out',
    cancelling: 'cancelled',
    cancelled: 'cancelled',
    expired: 'over',
    expired_refunded: 'over',
  }
  if (state === 'paid' || state === 'creating' || state === 'failed') {
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: 'not_found' })
  } else expect(await answer.json()).toMatchObject({ bounty_id: id, status: words[state] })
  const isListed = (await list()).bounties.some(({ bounty_id }) => bounty_id === id)
  expect(isListed).toBe(state === 'open')
  // The following assertions expect three.
  await service.ctx.sql`update bounty set state = 'cancelling' where bounty_id = ${id} and state = 'open'`
})

test.each(['nothing', 'bty_00000000000000000000000000000000', '%00', 'a.b'])(
  '%s is no bounty',
  async (id) => {
    expect((await service.send(`${path}/${id}`)).status).toBe(404)
  },
)

test('pages follow one another to the end', async () => {
  const first = await list('?limit=2')
  expect(first.bounties).toHaveLength(2)
  const second = await list(`?limit=2&cursor=${first.next_cursor}`)
  expect(second.next_cursor).toBeNull()
  const seen = [...first.bounties, ...second.bounties].map(({ bounty_id }) => bounty_id)
  expect(seen).toEqual(newestFirst().map(({ bounty_id }) => bounty_id))
  const soonest = await list('?sort=ending_soonest&limit=1')
  const next = await list(`?cursor=${soonest.next_cursor}`)
  expect(next.bounties.map(({ bounty_id }) => bounty_id)).toEqual(seen.toReversed().slice(1))
})

test('filters narrow it, and what is unknown says nothing', async () => {
  expect(
    (await list('?network=eip155:8453&min_amount_usdc=50&colour=red&colour=blue')).bounties,
  ).toHaveLength(3)
  expect((await list('?network=eip155:5042')).bounties).toEqual([])
  expect((await list('?min_amount_usdc=51')).bounties).toEqual([])
  expect((await list('?ends_within_days=2&has_place=false')).bounties).toHaveLength(3)
  expect((await list('?near=u33db')).bounties).toEqual([])
})

describe('a query that is wrong names its member', () => {
  test.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit='],
    ['limit', 'limit=5&limit=6'],
    ['sort', 'sort=richest'],
    ['sort', 'sort=newest&sort=newest'],
    ['network', 'network=base'],
    ['network', 'network=%ff'],
    ['min_amount_usdc', 'min_amount_usdc=-1'],
    ['min_amount_usdc', 'min_amount_usdc=1e3'],
    ['near', 'sort=nearest'],
    ['near', 'near=u33db2w'],
    ['near', 'near=abc'],
    ['near', 'near='],
    ['ends_within_days', 'ends_within_days=31'],
    ['has_place', 'has_place=yes'],
    ['cursor', 'cursor=x'],
    ['cursor', `cursor=${btoa('nearest.1.a').replaceAll('=', '')}`],
    ['cursor', `cursor=${btoa('nearest:u33.1.a').replaceAll('=', '')}&near=u34`],
    ['cursor', 'cursor='],
    ['cursor', 'cursor=%F0%9F%8E%A5'],
    ['cursor', `cursor=${btoa("newest.1.' or true --")}`],
    ['cursor', `cursor=${btoa('newest.1.a').replaceAll('=', '')}&sort=ending_soonest`],
  ])('%s: %s', async (field, query) => {
    const answer = await service.send(`${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', field })
  })
})

test('any origin may read it, and a client that has it gets 304', async () => {
  for (const each of [path, `${path}/${open[0]!.bounty_id}`]) {
    const answer = await service.send(each, { headers: { origin: 'https://elsewhere.test' } })
    const etag = answer.headers.get('etag')!
    expect(answer.headers.get('cache-control')).toBe('public, max-age=5')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    const again = await service.send(each, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
})
