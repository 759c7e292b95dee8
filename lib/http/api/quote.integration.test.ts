import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import {
  extractOffersFromPaymentRequired,
  findAcceptsObjectFromSignedOffer,
} from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBounty } from '#lib/operations/bounties'
import { postBounty } from '#testing/bounty-request'
import { publishTestObservations } from '#testing/observations'
import { jsonPost, revenue, withPayment } from '#testing/paid-service'
import { openUnpaidService, origin, queryPath, type UnpaidService } from '#testing/unpaid-service'
import { until } from '#testing/until'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

const query = jsonPost({ aoi: { type: 'Point', coordinates: [2.2945, 48.8584] } })
const quoteOf = (response: Response) => decodePaymentRequiredHeader(response.headers.get('payment-required')!)

describe('a quote', () => {
  test('names both networks, Base first, with its own token and exact amount, in a header below 4.5 KB', async () => {
    const response = await service.send(queryPath, query)
    expect(response.status).toBe(402)
    expect(response.headers.get('payment-required')!.length).toBeLessThan(4_500)
    const quote = quoteOf(response)
    expect(quote).toMatchObject({
      x402Version: 2,
      resource: { url: `${origin}${queryPath}`, mimeType: 'application/json' },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          amount: '10000',
          payTo: revenue,
          maxTimeoutSeconds: 60,
          extra: { name: 'USD Coin', version: '2' },
        },
        {
          scheme: 'exact',
          network: 'eip155:5042',
          asset: '0x3600000000000000000000000000000000000000',
          amount: '10000',
          payTo: revenue,
          extra: { name: 'USDC', version: '2' },
        },
      ],
    })
    expect(quote.error).toBeUndefined()
    expect(await response.json()).toMatchObject({ error: 'payment_required', accepts: quote.accepts })
  })

  test('for the header of x402 version 1 names the header to send', async () => {
    const headers = { ...(query.headers as Record<string, string>), 'x-payment': 'eyJ4NDAyVmVyc2lvbiI6MX0=' }
    const response = await service.send(queryPath, { ...query, headers })
    expect(response.status).toBe(402)
    expect(quoteOf(response).error).toBe('invalid_x402_version')
    expect(await response.json()).toMatchObject({
      reason: 'invalid_x402_version',
      message: expect.stringMatching(/^X-PAYMENT is .* version 1, .* send PAYMENT-SIGNATURE.* Nothing was/),
    })
  })

  test('says which period it is for, so that a misnamed member is noticed before payment', async () => {
    const aoi = { type: 'Point', coordinates: [2.2945, 48.8584] }
    const buysOf = async (body: object) =>
      (await (await service.send(queryPath, jsonPost({ aoi, ...body }))).json()).buys
    expect(await buysOf({ from: '2026-01-01', to: '2026-02-01', limit: 7 })).toBe(
      'Captures in cells (about 1 km) that touch a circle of 500 m around 48.8584° N, 2.2945° E, from 2026-01-01T00:00:00Z to 2026-02-01T00:00:00Z, the newest 7 if there are more.',
    )
    expect(await buysOf({ raduis_m: 50 })).toContain('a circle of 500 m around')
    expect(await buysOf({ radius: 3000, nothing: 1 })).toMatch(
      / a circle of 500 m around .* Ignored, because this request has no such member: "radius" \(did you mean "radius_m"\?\), "nothing"\.$/,
    )
    expect(await buysOf({ radius_m: 3000 })).not.toContain('Ignored')
    const ignoredOf = async (body: object) =>
      (await (await service.send(queryPath, jsonPost({ aoi, ...body }))).json()).ignored
    expect(await ignoredOf({ radius: 3000, nothing: 1 })).toEqual(['radius', 'nothing'])
    expect(await ignoredOf({ radius_m: 3000 })).toBeUndefined()
    const inside = { aoi: { ...aoi, radius_m: 3000, bbox: [2, 48, 3, 49] } }
    expect(await ignoredOf(inside)).toEqual(['aoi.radius_m'])
    expect(await buysOf(inside)).toContain('"aoi.radius_m" (did you mean "radius_m"?)')
    const [from, to] = (await buysOf({ window: { from: '2026-01-01' } })).match(/\d{4}-[\d-]+T[\d:]+Z/g)
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * 86_400_000)
  })

  test('says when the public coverage has no capture there, and no longer once it has one', async () => {
    const ask = async (coordinates: number[], changes = {}) => {
      const aoi = { type: 'Point', coordinates }
      const quoted = await (await service.send(queryPath, jsonPost({ aoi, ...changes }))).json()
      // For programs, beside the words.
      expect(quoted.would_be_empty).toBe(quoted.buys.includes(none) ? true : undefined)
      return quoted.buys as string
    }
    const none = 'The free coverage (GET /api/coverage) has no capture there at any time'
    // Of another week than the capture, whose place alone is public.
    expect(await ask([2.2945, 48.8584], { from: '2021-01-01', to: '2021-01-02' })).not.toContain(none)
    expect(await ask([-30, 30])).toContain(`${none}, so the answer would be empty. In a position, longitude`)
    expect(await ask([48.8584, 2.2945])).toContain('with the two numbers of the position swapped')
    expect(await ask([11.5656, 48.1391])).toContain(none)
    await publishTestObservations(service.ctx, { treeId: 2, geohash: 'u281z5' })
    await until(async () => !(await ask([11.5656, 48.1391])).includes(none), { what: 'the capture is seen' })
    expect(await ask([-30, 30])).toContain(none)
    // Across the antimeridian, and around the poles.
    expect(await ask([180, -16.9])).toContain(none)
    expect(await ask([-179.999, 60])).toContain(none)
    expect(await ask([0, 90])).toContain(none)
    expect(await ask([0, -90])).toContain(none)
    await publishTestObservations(service.ctx, { treeId: 3, geohash: '000000' })
    await until(async () => !(await ask([0, -90])).includes(none), { what: 'the capture is seen' })
  })

  test('is given without a word about coverage if that cannot be read', async () => {
    const aoi = { type: 'Point', coordinates: [-150, -40] }
    await service.ctx.sql`alter table coverage rename to coverage_elsewhere`
    try {
      const response = await service.send(queryPath, jsonPost({ aoi }))
      expect(response.status).toBe(402)
      expect((await response.json()).buys).toMatch(/^Captures in cells .* if there are more\.$/)
    } finally {
      await service.ctx.sql`alter table coverage_elsewhere rename to coverage`
    }
  })

  test('is not given for a window that has not begun, and the refusal names the member', async () => {
    const aoi = { type: 'Point', coordinates: [2.2945, 48.8584] }
    for (const [field, period] of [
      ['from', { from: '2030-01-01', to: '2030-02-01' }],
      ['to', { to: '2030-02-01' }],
    ] as const) {
      const response = await service.send(queryPath, jsonPost({ aoi, ...period }))
      expect(response.status).toBe(400)
      expect(response.headers.get('payment-required')).toBeNull()
      expect(await response.json()).toMatchObject({ error: 'invalid_request', field })
    }
  })

  test('of a bounty says its amount, its days, and its cell or that it has none', async () => {
    const buysOf = async (changes: object) =>
      (await (await service.send('/api/v1/bounties', postBounty({ ...changes }))).json()).buys as string
    const placed = await buysOf({
      brief: 'Once around the fountain.\nPlace: 48.139123, 11.565642',
      deadline_day: 3,
    })
    expect(placed).toMatch(
      /^A bounty of 50 USDC, open for 7 days .* in the cell u281z5, around 48\.14° N, 11\.56° E\. The name of this cell: Central Munich\. Ignored, .*: "deadline_day"\.$/,
    )
    expect(await buysOf({ deadline_days: undefined, deadline: 3 })).toContain(
      '"deadline" (did you mean "deadline_days"?)',
    )
    expect(placed).not.toContain('48.139')
    const placeOf = async (brief: string) =>
      (await (await service.send('/api/v1/bounties', postBounty({ brief }))).json()).place as unknown
    expect(await placeOf('Once around the fountain.\nPlace: 48.139123, 11.565642')).toBe('u281z5')
    expect(await placeOf('Once around the fountain.\nPlace: Karlsplatz')).toBeNull()
    const two = await service.send(
      '/api/v1/bounties',
      postBounty({ brief: 'Once around the fountain.\nPlace: u281z5\nPlace: u33db2' }),
    )
    expect(two.status).toBe(400)
    expect(await two.json()).toMatchObject({ error: 'invalid_request', field: 'brief' })
    expect(await buysOf({})).toContain('The brief has no "Place:" line')
    expect(await buysOf({ brief: 'Once around the fountain.\nPlace: Karlsplatz' })).toContain(
      'was not understood',
    )
  })

  test.each([
    ['a query', queryPath, query],
    ['an observation', `/api/v1/observations/${'a1'.repeat(32)}?for=${'x'.repeat(40)}`, undefined],
    ['a bounty', '/api/v1/bounties', jsonPost(createBounty.example!.body)],
  ])(
    'for %s fits into a header, and says there how to call; the body says the rest',
    async (_, path, init) => {
      const response = await service.send(path, init)
      const header = response.headers.get('payment-required')!
      expect(header.length).toBeLessThan(4_500)
      const quote = quoteOf(response)
      const body = (await response.json()) as PaymentRequired
      expect(validateDiscoveryExtension(quote.extensions!.bazaar as never)).toEqual({ valid: true })
      expect(validateDiscoveryExtension(body.extensions!.bazaar as never)).toEqual({ valid: true })
      expect(body.extensions!.bazaar).toHaveProperty(['info', 'output', 'example'])
      expect({ ...body, extensions: undefined }).toMatchObject({ ...quote, extensions: undefined })
      for (const said of [quote, body]) {
        const offers = extractOffersFromPaymentRequired(said)
        expect(offers.map((offer) => findAcceptsObjectFromSignedOffer(offer, quote.accepts))).toEqual(
          quote.accepts,
        )
      }
    },
  )

  test('is for the path and query that were asked', async () => {
    const path = `/api/v1/observations/${service.observationId}?b=1`
    const quote = quoteOf(await service.send(path))
    expect(quote.resource.url).toBe(origin + path)
    expect(quote.accepts[0]).toMatchObject({ amount: '5000' })
  })

  test('is given for an empty body, so that the price can be seen, and cannot be paid so', async () => {
    const response = await service.send(queryPath, { method: 'POST' })
    expect(response.status).toBe(402)
    expect(quoteOf(response).accepts).toHaveLength(2)
    const said = await response.json()
    expect(said.buys).toMatch(/^Nothing yet: this request has no body/)
    expect(said.message).toContain('It needs a body before it can be paid')
    const paid = await service.send(queryPath, withPayment({ method: 'POST' }, 'anything'))
    expect(paid.status).toBe(400)
  })
})
