import { expect, test } from 'vitest'
import { publishTestObservations, testQuery } from '#testing/observations'
import { jsonPost, payingFetch, signPayment, withPayment } from '#testing/paid-service'
import { balance, base, database, payer, servePayments, service } from '#testing/payment-fixture'

servePayments()

test('an answer is cut at its limit says how to go on, the same each time it is answered; one that is whole does not', async () => {
  const queryUrl = `${service.url}/api/v1/spatial/query`
  const times = ['2026-06-02T12:00:00Z', '2026-06-02T11:00:00Z']
  for (const [index, capturedAt] of times.entries())
    await publishTestObservations(database, { treeId: 50 + index, geohash: 'gcpvj0', capturedAt })
  const cut = jsonPost({
    aoi: { type: 'Point', coordinates: [-0.13, 51.51] },
    radius_m: 5000,
    from: '2026-06-01',
    to: '2026-06-30',
    limit: 1,
  })
  const header = await signPayment({ url: queryUrl, init: cut, payer, network: base })
  const first = await fetch(queryUrl, withPayment(cut, header))
  expect(first.status).toBe(200)
  const ownOf = ({ headers }: Response) => [headers.get('cairn-truncated'), headers.get('cairn-next-to')]
  expect(ownOf(first)).toEqual(['true', times[1]])
  expect(first.headers.get('access-control-expose-headers')).toContain('Cairn-Truncated, Cairn-Next-To')
  expect(Object.keys((await first.json()) as object)).toEqual(['window', 'observations'])
  // A paid answer does not change after later publications.
  await publishTestObservations(database, {
    treeId: 52,
    geohash: 'gcpvj0',
    capturedAt: '2026-06-02T11:30:00Z',
  })
  const again = await fetch(queryUrl, withPayment(cut, header))
  expect(ownOf(again)).toEqual(['true', times[1]])
  expect(await balance()).toBe(990_000n)
  const whole = await payingFetch(payer, [base])(queryUrl, jsonPost(testQuery))
  expect(ownOf(whole)).toEqual([null, null])
})
