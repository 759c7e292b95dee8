import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import {
  extractOffersFromPaymentRequired,
  findAcceptsObjectFromSignedOffer,
} from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBounty } from '#lib/operations/bounties'
import { jsonPost, revenue, withPayment } from '#testing/paid-service'
import { openUnpaidService, origin, queryPath, type UnpaidService } from '#testing/unpaid-service'

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

  test('says which period it is for, so that a misnamed member is noticed before payment', async () => {
    const aoi = { type: 'Point', coordinates: [2.2945, 48.8584] }
    const buysOf = async (body: object) =>
      (await (await service.send(queryPath, jsonPost({ aoi, ...body }))).json()).buys
    expect(await buysOf({ from: '2026-01-01', to: '2026-02-01', limit: 7 })).toBe(
      'Captures of the area from 2026-01-01T00:00:00Z to 2026-02-01T00:00:00Z, the newest 7 if there are more.',
    )
    const [from, to] = (await buysOf({ window: { from: '2026-01-01' } })).match(/\d{4}-[\d-]+T[\d:]+Z/g)
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * 86_400_000)
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
    const paid = await service.send(queryPath, withPayment({ method: 'POST' }, 'anything'))
    expect(paid.status).toBe(400)
  })
})
