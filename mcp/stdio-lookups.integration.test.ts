import { mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { onEachNetwork } from '../testing/on-each-network.ts'
import { until } from '../testing/until.ts'
import {
  arc,
  area,
  base,
  fixture,
  journal,
  openGate,
  type Stop,
  setStage,
  spent,
  start,
  startHere,
  textOf,
  wantedBounty,
} from './testing/fixture.ts'

setStage()

onEachNetwork('the tools over stdio, on %s', (network) => {
  test('pay a query and an observation', async () => {
    const { call, said } = await start()
    const found = await call('cairn_query_coverage', { ...area, network })
    expect(found.structuredContent).toMatchObject({
      observations: [{ observation_id: fixture.observationId }],
      payment: {
        amount_usdc: '0.01',
        buys: expect.stringContaining(
          'Captures in cells (about 1 km) that touch a circle of 500 m around 48.8584° N, 2.2945° E',
        ),
        network,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        payer: privateKeyToAccount(fixture.key).address,
      },
      budgets_left: { session_usdc: '0.99', day_usdc: '4.99' },
    })
    expect(JSON.parse(textOf(found))).toEqual(found.structuredContent)
    expect(textOf(found, 1)).toContain('Left: 0.99 this session, 4.99 today')
    const one = await call('cairn_get_observation', { observation_id: fixture.observationId, network })
    expect(one.structuredContent).toMatchObject({ geohash: 'u09tun', payment: { amount_usdc: '0.005' } })
    expect(await spent(network)).toBe(15_000n)
    expect(journal().map(({ event, tool, amount_usdc }) => [event, tool, amount_usdc])).toEqual([
      ['signed', 'cairn_query_coverage', '0.01'],
      ['paid', 'cairn_query_coverage', '0.01'],
      ['signed', 'cairn_get_observation', '0.005'],
      ['paid', 'cairn_get_observation', '0.005'],
    ])
    const [, paid] = journal()
    expect(paid).toMatchObject({ receipt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) })
    expect(said()).toContain('paying from')
    expect(said() + JSON.stringify(journal())).not.toContain(fixture.key.slice(2))
  })
})

describe('the tools over stdio', () => {
  test('refuse a price above a cap with both numbers, and sign nothing', async () => {
    const call = await startHere({ CAIRN_MAX_PER_CALL: '0.001' })
    const refused = await call('cairn_query_coverage', area)
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toBe(
      'price 0.01, cap 0.001 (USDC): no signature was made; raise CAIRN_MAX_PER_CALL',
    )
    expect(() => journal()).toThrow('ENOENT')
    expect(await spent()).toBe(0n)
  })

  test('answer without paying when the free coverage has nothing there, and pay if they are told to', async () => {
    const nowhere = { ...area, aoi: { type: 'Point', coordinates: [-30, 30] } }
    const call = await startHere({})
    const unpaid = await call('cairn_query_coverage', nowhere)
    expect(unpaid.isError).toBeUndefined()
    expect(unpaid.structuredContent).toEqual({ observations: [], not_paid: expect.any(String) })
    expect(textOf(unpaid)).toContain('a circle of 500 m around 30° N, 30° W')
    expect(textOf(unpaid)).toContain('no capture there at any time, so the answer would be empty')
    expect(textOf(unpaid)).toContain('`pay_for_empty`: true')
    expect(() => journal()).toThrow('ENOENT')
    expect(await spent()).toBe(0n)
    const paid = await call('cairn_query_coverage', { ...nowhere, pay_for_empty: true })
    expect(paid.structuredContent).toMatchObject({
      observations: [],
      window: { from: '2020-01-01T00:00:00Z' },
      payment: { amount_usdc: '0.01' },
    })
    expect(paid.structuredContent).not.toHaveProperty('not_paid')
    expect(await spent()).toBe(10_000n)
  })

  test('refuse to pay for a call of which the service ignores arguments, unless they are told to', async () => {
    const call = await startHere({})
    const misnamed = { ...area, aoi: { ...area.aoi, radius_m: 900 }, radius: 900 }
    const refused = await call('cairn_query_coverage', misnamed)
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toContain('The service ignores "radius", "aoi.radius_m": no signature was made.')
    expect(textOf(refused)).toContain('a circle of 500 m around')
    expect(textOf(refused)).toContain('`pay_despite_ignored`: true')
    expect(() => journal()).toThrow('ENOENT')
    const paid = await call('cairn_query_coverage', { ...misnamed, pay_despite_ignored: true })
    expect(paid.structuredContent).toMatchObject({ payment: { amount_usdc: '0.01' } })
    expect(await spent()).toBe(10_000n)
  })

  test('pay a query of a covered area, whatever they are told about empty ones', async () => {
    const call = await startHere({})
    const found = await call('cairn_query_coverage', { ...area, to: '2020-01-02', pay_for_empty: false })
    expect(found.structuredContent).toMatchObject({ observations: [], payment: { amount_usdc: '0.01' } })
    expect(await spent()).toBe(10_000n)
  })

  test('refuse networks and tokens that the owner has not listed', async () => {
    const call = await startHere({ CAIRN_PAYEES: `0x${'11'.repeat(20)}`, CAIRN_NETWORKS: base })
    expect(textOf(await call('cairn_query_coverage', area))).toContain('CAIRN_PAYEES')
    expect(textOf(await call('cairn_query_coverage', { ...area, network: arc }))).toContain('CAIRN_NETWORKS')
    expect(await spent()).toBe(0n)
  })

  test('are read-only without a key: what is free works, the others say why', async () => {
    const call = await startHere({}, { hasKey: false })
    const verified = await call('cairn_verify_provenance', { hash: fixture.observationId })
    expect(verified.structuredContent).toMatchObject({ verified: true })
    const covered = await call('cairn_list_coverage', { bbox: '2.2,48.8,2.4,48.9' })
    expect(covered.structuredContent).toMatchObject({ cells: ['u09t'] })
    for (const name of [
      'cairn_query_coverage',
      'cairn_get_observation',
      'cairn_post_bounty',
      'cairn_bounty_status',
      'cairn_accept_submission',
      'cairn_decline_submission',
      'cairn_cancel_bounty',
    ]) {
      const refused = await call(name, { ...area, bounty_id: 'x', observation_id: fixture.observationId })
      expect(refused.isError, name).toBe(true)
      expect(textOf(refused)).toContain('set CAIRN_WALLET_KEY')
    }
  })

  test('tell the price of a look-up without a key, and that it would be empty', async () => {
    const call = await startHere({}, { hasKey: false })
    const quoted = await call('cairn_query_coverage', { ...area, network: base })
    expect(quoted.isError).toBe(true)
    expect(textOf(quoted)).toContain('It costs 0.01 USDC. The call was understood as: Captures in cells')
    const empty = await call('cairn_query_coverage', {
      ...area,
      aoi: { type: 'Point', coordinates: [-30, 30] },
    })
    expect(empty.isError).toBeUndefined()
    expect(empty.structuredContent).toEqual({ observations: [], not_paid: expect.any(String) })
    expect(textOf(empty)).toContain('this server has no wallet. It costs 0.01 USDC.')
    expect(textOf(empty)).toContain('no capture there at any time, so the answer would be empty')
    const wrong = await call('cairn_query_coverage', { ...area, limit: 0 })
    expect(textOf(wrong)).toContain('limit must be a whole number from 1 to 1000')
  })

  test('say at the start that they are read-only without a key', { tags: 'thorough' }, async () => {
    const { said } = await start({ CAIRN_WALLET_KEY: '' })
    expect(said()).toContain('read-only')
  })

  test('of two servers count against the same cap of a day', { tags: 'thorough' }, async () => {
    const settings = { CAIRN_MAX_PER_DAY: '0.05' }
    const servers = await Promise.all([1, 2].map(() => start(settings, { atNoon: true })))
    const calls = servers.flatMap(({ call }) =>
      [1, 2, 3, 4].map((limit) => call('cairn_query_coverage', { ...area, limit })),
    )
    const results = await Promise.all(calls)
    expect(results.filter((result) => !result.isError)).toHaveLength(5)
    for (const refused of results.filter((result) => result.isError))
      expect(textOf(refused)).toContain('raise CAIRN_MAX_PER_DAY')
    expect(await spent()).toBe(50_000n)
    const later = await startHere(settings)
    expect(textOf(await later('cairn_query_coverage', area))).toContain('raise CAIRN_MAX_PER_DAY')
  })

  test('say what the service says against a call, and sign nothing for it', async () => {
    const call = await startHere({})
    const refused = await call('cairn_query_coverage', { ...area, limit: 0 })
    expect(textOf(refused)).toContain('limit must be')
    expect(textOf(refused)).toContain('No signature was made')
    const missing = await call('cairn_get_observation', { observation_id: 'ff'.repeat(32) })
    expect(textOf(missing)).toContain('not_found')
    expect(await spent()).toBe(0n)
  })
})

describe('a signature', () => {
  test('is made once for each call that is paid, and never for one above a cap', async () => {
    const signatures = counter()
    const refused = [
      [{ CAIRN_MAX_PER_CALL: '0.001' }, 'cairn_query_coverage', area, '0.01, cap 0.001 '],
      [{ CAIRN_MAX_PER_SESSION: '0.001' }, 'cairn_query_coverage', area, '0.01, cap 0.001 '],
      [{ CAIRN_MAX_PER_DAY: '0.001' }, 'cairn_query_coverage', area, '0.01, cap 0.001 '],
      [{}, 'cairn_post_bounty', wantedBounty, '50.00, cap 0.00 '],
      [{ CAIRN_MAX_PER_BOUNTY: '49.5' }, 'cairn_post_bounty', wantedBounty, '50.00, cap 49.50 '],
    ] as const
    for (const [caps, name, args, numbers] of refused) {
      const call = await startHere({ CAIRN_CONFIRM_BOUNTIES: 'never', ...caps }, { onSign: signatures.add })
      expect(textOf(await call(name, args))).toContain(`price ${numbers}`)
    }
    expect(signatures.count()).toBe(0)
    const call = await startHere({}, { onSign: signatures.add })
    expect((await call('cairn_query_coverage', area)).isError).toBeUndefined()
    expect(signatures.count()).toBe(1)
  })

  test('whose look-up was not answered is sent again by the same call, and pays once', async () => {
    const signatures = counter()
    let where: Stop = 'before the answer'
    let patienceMs = 1_500
    const gate = await openGate(() => where)
    fixture.open.push(gate)
    const call = await startHere(
      { CAIRN_URL: gate.url },
      { patienceMs: () => patienceMs, onSign: signatures.add },
    )
    const lost = await call('cairn_query_coverage', area)
    expect(textOf(lost)).toContain('Make the same call again')
    where = 'nowhere'
    patienceMs = 45_000
    const found = await call('cairn_query_coverage', area)
    expect(found.structuredContent).toMatchObject({
      observations: [{ observation_id: fixture.observationId }],
    })
    expect(signatures.count()).toBe(1)
    expect(await spent()).toBe(10_000n)
    expect(journal().map(({ event }) => event)).toEqual(['signed', 'unanswered', 'paid'])
    await call('cairn_query_coverage', area)
    expect(signatures.count()).toBe(2)
  })

  test('whose look-up was stopped by its caller is answered to the same call, and pays once', async () => {
    const signatures = counter()
    const gaveUp = new AbortController()
    const gate = await openGate(() => {
      gaveUp.abort()
      return 'nowhere'
    })
    fixture.open.push(gate)
    const call = await startHere({ CAIRN_URL: gate.url }, { onSign: signatures.add })
    await expect(call('cairn_query_coverage', area, gaveUp.signal)).rejects.toThrow('abort')
    await until(() => gate.reached(), { what: 'the service has answered' })
    const found = await call('cairn_query_coverage', area)
    expect(found.structuredContent).toMatchObject({
      observations: [{ observation_id: fixture.observationId }],
    })
    expect(signatures.count()).toBe(1)
    expect(await spent()).toBe(10_000n)
  })

  test('is not sent if its caller stops the call meanwhile', async () => {
    const gaveUp = new AbortController()
    const signed = Promise.withResolvers<void>()
    const onSign = () => {
      gaveUp.abort()
      signed.resolve()
    }
    const call = await startHere({}, { onSign })
    await expect(call('cairn_query_coverage', area, gaveUp.signal)).rejects.toThrow('abort')
    await signed.promise
    await call('cairn_query_coverage', area)
    expect(journal().map(({ event }) => event)).toEqual(['signed', 'signed', 'paid'])
    expect(await spent()).toBe(10_000n)
  })

  test('is shared by identical calls at the same time', async () => {
    const signatures = counter()
    const call = await startHere({}, { onSign: signatures.add })
    const both = await Promise.all([call('cairn_query_coverage', area), call('cairn_query_coverage', area)])
    for (const { structuredContent } of both)
      expect(structuredContent).toMatchObject({ observations: [{ observation_id: fixture.observationId }] })
    expect(signatures.count()).toBe(1)
    expect(await spent()).toBe(10_000n)
  })

  test('buys an answer that arrives with the next call, if the log of payments cannot be written', async () => {
    const signatures = counter()
    const log = join(fixture.home, 'spending.jsonl')
    let breakLog = () => {
      rmSync(log)
      mkdirSync(log)
      breakLog = () => {}
    }
    const gate = await openGate(() => {
      breakLog()
      return 'nowhere'
    })
    fixture.open.push(gate)
    const call = await startHere({ CAIRN_URL: gate.url }, { onSign: signatures.add })
    const refused = await call('cairn_query_coverage', area)
    expect(textOf(refused)).toContain('EISDIR')
    expect(textOf(refused)).toContain('Make the same call again')
    rmdirSync(log)
    const found = await call('cairn_query_coverage', area)
    expect(found.structuredContent).toMatchObject({
      observations: [{ observation_id: fixture.observationId }],
    })
    expect(signatures.count()).toBe(1)
    expect(await spent()).toBe(10_000n)
  })
})

function counter(): { add: () => void; count: () => number } {
  let count = 0
  const add = () => {
    count += 1
  }
  return { add, count: () => count }
}
