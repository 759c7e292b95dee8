import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import {
  arc,
  fixture,
  type Gate,
  journal,
  openClient,
  openGate,
  ordersIn,
  type Stop,
  setStage,
  spent,
  start,
  startHere,
  textOf,
  wantedBounty,
} from './testing/fixture.ts'

const allowBounties = { CAIRN_MAX_PER_BOUNTY: '60', CAIRN_CONFIRM_BOUNTIES: 'never' }

setStage()

describe('a bounty over stdio', () => {
  test('is paid after its owner has agreed, and found again without being named', async () => {
    const { client, questions } = openClient('accept')
    const first = await startHere({ CAIRN_MAX_PER_BOUNTY: '60' }, { client })
    const posted = await first('cairn_post_bounty', { ...wantedBounty, network: arc })
    expect(posted.structuredContent).toMatchObject({
      status: 'paid',
      payment: { amount_usdc: '50.00', buys: expect.stringContaining('A bounty of 50 USDC'), network: arc },
      budgets_left: { session_usdc: '11.00' },
    })
    expect(JSON.stringify(posted)).not.toContain('agent_token')
    expect(questions).toHaveLength(1)
    expect(questions[0]).toContain('Pay 50.00 USDC on eip155:5042')
    expect(questions[0]).toContain(wantedBounty.brief)
    expect(questions[0]).toContain('The service understood: A bounty of 50 USDC, open for 7 days')
    expect(await spent(arc)).toBe(50_000_000n)

    const [file] = ordersIn()
    const path = join(fixture.home, 'bounties', file!)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(fixture.home, 'bounties')).mode & 0o777).toBe(0o700)
    const { agent_token } = JSON.parse(readFileSync(path, 'utf8')).answer
    expect(agent_token.length).toBeGreaterThan(40)

    const { bounty_id } = posted.structuredContent as { bounty_id: string }
    // Another server, which shares only the folder with the first.
    const second = await startHere({})
    const all = await second('cairn_bounty_status')
    expect(all.structuredContent).toMatchObject({ bounties: [{ bounty_id, status: 'paid' }], unanswered: [] })
    const one = await second('cairn_bounty_status', { bounty_id })
    expect(one.structuredContent).toMatchObject({ bounties: [{ bounty_id }] })
    const cancelled = await second('cairn_cancel_bounty', { bounty_id })
    expect(textOf(cancelled)).toContain('not_open')
    const accepted = await second('cairn_accept_submission', { bounty_id, submission_id: 'none' })
    expect(textOf(accepted)).toContain('not_open')
    expect(textOf(await second('cairn_cancel_bounty', { bounty_id: 'another' }))).toContain('holds no token')
  })

  test('is not signed without a place, or with arguments that are ignored, unless its caller wants that', async () => {
    const call = await startHere(allowBounties)
    const { pay_without_place: _, ...unplaced } = wantedBounty
    const refused = await call('cairn_post_bounty', {
      ...unplaced,
      brief: `${unplaced.brief}\nPlace: Karlsplatz`,
    })
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toContain('names no place that was understood: no signature was made')
    expect(textOf(refused)).toContain('was not understood (it is neither a geohash nor a position)')
    expect(textOf(refused)).toContain('`pay_without_place`: true')
    const misnamed = await call('cairn_post_bounty', { ...wantedBounty, deadline: 3 })
    expect(textOf(misnamed)).toContain('The service ignores "deadline": no signature was made.')
    expect(await spent()).toBe(0n)
    const placed = await call('cairn_post_bounty', { ...unplaced, brief: `${unplaced.brief}\nPlace: u281z5` })
    expect(placed.structuredContent).toMatchObject({ status: 'paid' })
    expect(await spent()).toBe(50_000_000n)
  })

  test.each([
    ['its owner declines', { CAIRN_MAX_PER_BOUNTY: '60' }, 'decline', 'did not agree'],
    ['nobody can be asked', { CAIRN_MAX_PER_BOUNTY: '60' }, undefined, 'CAIRN_CONFIRM_BOUNTIES=never'],
    ['the owner allows none', {}, 'accept', 'price 50.00, cap 0.00 (USDC)'],
    [
      'the session has room for less',
      { CAIRN_MAX_PER_BOUNTY: '60', CAIRN_MAX_PER_SESSION: '49' },
      'accept',
      'raise CAIRN_MAX_PER_SESSION',
    ],
  ] as const)('is not signed when %s', async (_, settings, answer, words) => {
    const { client, questions } = openClient(answer)
    const call = await startHere(settings, { client })
    const refused = await call('cairn_post_bounty', wantedBounty)
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toContain(words)
    expect(textOf(refused)).toContain('no signature was made')
    expect(questions).toHaveLength(answer === 'decline' ? 1 : 0)
    expect(ordersIn()).toEqual([])
    expect(await spent()).toBe(0n)
  })

  test('is not signed for a caller that has given up before its owner agrees', async () => {
    let agree = () => {}
    const agreed = new Promise<void>((resolve) => {
      agree = resolve
    })
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
    let asked = false
    client.setRequestHandler(ElicitRequestSchema, async () => {
      asked = true
      await agreed
      return { action: 'accept', content: { pay: true } }
    })
    const call = await startHere({ CAIRN_MAX_PER_BOUNTY: '60' }, { client })
    const gaveUp = new AbortController()
    const lost = call('cairn_post_bounty', wantedBounty, gaveUp.signal).catch((error: Error) => error)
    await until(() => asked, { what: 'the owner is asked' })
    gaveUp.abort()
    agree()
    expect(await lost).toBeInstanceOf(Error)
    const status = await call('cairn_bounty_status')
    expect(status.structuredContent).toMatchObject({ bounties: [], unanswered: [] })
    expect(() => journal()).toThrow('ENOENT')
    expect(await spent()).toBe(0n)
  })

  test('whose caller stopped the call after it was paid is the answer to the same order, and is paid once', async () => {
    const gaveUp = new AbortController()
    const gate = await openGate(() => {
      gaveUp.abort()
      return 'nowhere'
    })
    fixture.open.push(gate)
    const call = await startHere({ ...allowBounties, CAIRN_URL: gate.url })
    await expect(call('cairn_post_bounty', wantedBounty, gaveUp.signal)).rejects.toThrow('abort')
    await until(() => gate.reached(), { what: 'the service has answered' })
    const posted = await call('cairn_post_bounty', wantedBounty)
    expect(posted.structuredContent).toMatchObject({ status: 'paid', payment: { amount_usdc: '50.00' } })
    expect(JSON.stringify(posted)).not.toContain('agent_token')
    expect(ordersIn()).toHaveLength(1)
    expect(await spent()).toBe(50_000_000n)
    // It has reached its caller now: the same order again is another bounty, which the cap of the session refuses.
    expect(textOf(await call('cairn_post_bounty', wantedBounty))).toContain('CAIRN_MAX_PER_SESSION')
  })

  test('that the service refuses after it was signed is not sent again', async () => {
    fixture.key = generatePrivateKey()
    const call = await startHere(allowBounties)
    const refused = await call('cairn_post_bounty', wantedBounty)
    expect(textOf(refused)).toContain('holds less than')
    expect(textOf(refused)).toContain('is not sent again')
    expect(journal().map(({ event }) => event)).toEqual(['signed', 'refused'])
    const status = await call('cairn_bounty_status')
    expect(status.structuredContent).toMatchObject({ bounties: [], unanswered: [], refused: [] })
  })
})

/** Has a bounty posted through a gate, and kills the server at a point. Afterwards, `openWay` lets everything pass through the gate. */
async function loseAt(stop: Stop, isThere: (gate: Gate) => boolean) {
  let where = stop
  const gate = await openGate(() => where)
  fixture.open.push(gate)
  const settings = { ...allowBounties, CAIRN_URL: gate.url }
  const { call, kill } = await start(settings)
  const lost = call('cairn_post_bounty', wantedBounty).catch(() => {})
  await until(() => isThere(gate), { what: 'the point' })
  kill()
  await lost
  const openWay = () => {
    where = 'nowhere'
  }
  return { settings, gate, openWay }
}

describe('a server killed while it posts a bounty', () => {
  const points: [string, Stop, (gate: Gate) => boolean][] = [
    ['the payment is on its way', 'before the service', (gate) => gate.reached()],
    ['the order is on disk', 'before the service', () => ordersIn().length > 0],
    ['the bounty is paid and its answer on the way', 'before the answer', (gate) => gate.reached()],
    ['the answer arrives', 'nowhere', (gate) => gate.reached()],
  ]
  const leavesOne = async (_: string, stop: Stop, isThere: (gate: Gate) => boolean) => {
    const { settings, openWay } = await loseAt(stop, isThere)
    openWay()
    const call = await startHere(settings)
    const status = await call('cairn_bounty_status')
    expect(status.structuredContent).toMatchObject({
      bounties: [{ amount_usdc: 50, untrusted_text: { title: expect.stringContaining(wantedBounty.title) } }],
      unanswered: [],
      refused: [],
    })
    expect(await spent()).toBe(50_000_000n)
    expect(ordersIn()).toHaveLength(1)
  }
  const title = 'when %s leaves a bounty that is found, and paid once'
  test.each(points.slice(0, 1))(title, leavesOne)
  test.each(points.slice(1))(title, { tags: 'thorough' }, leavesOne)
})

describe('an order without an answer', () => {
  const isPaid = (gate: Gate) => gate.reached()

  test('is the answer to the same order, and stands before any other', { tags: 'thorough' }, async () => {
    const { settings, gate } = await loseAt('before the answer', isPaid)
    await gate.close()

    const away = await startHere(settings)
    const refused = await away('cairn_post_bounty', { ...wantedBounty, title: 'Another one' })
    expect(textOf(refused)).toContain('no other order is signed')
    expect((await away('cairn_bounty_status')).structuredContent).toMatchObject({
      bounties: [],
      unanswered: [{ title: wantedBounty.title }],
    })

    const again = await openGate(() => 'nowhere')
    fixture.open.push(again)
    // The same service at another address counts as another service, with its own orders.
    const elsewhere = await startHere({ ...settings, CAIRN_URL: again.url })
    expect((await elsewhere('cairn_bounty_status')).structuredContent).toMatchObject({ bounties: [] })
  })

  test('is answered by the same call', async () => {
    const { settings, openWay } = await loseAt('before the answer', isPaid)
    openWay()
    const call = await startHere(settings)
    const posted = await call('cairn_post_bounty', wantedBounty)
    expect(posted.structuredContent).toMatchObject({
      status: 'paid',
      untrusted_text: { title: expect.stringContaining(wantedBounty.title) },
    })
    expect(await spent()).toBe(50_000_000n)
    expect(ordersIn()).toHaveLength(1)
  })
})
