import { decodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guideMarkdown } from '#lib/http/docs/guide'
import { queryObservations } from '#lib/operations/observations'
import { jsonPost } from '#testing/paid-service'
import { openUnpaidService, queryPath, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

test('the price that the guide shows is the one that is sent, but for random values and extensions', async () => {
  const response = await service.send(queryPath, jsonPost(queryObservations.example!.body))
  const { extensions, ...sent } = decodePaymentRequiredHeader(response.headers.get('payment-required')!)
  for (const { extra } of sent.accepts) extra.challenge = '…'
  const [shown] = guideMarkdown('payment', service.ctx.env).match(
    /(?<=^```JSON\n)\{\n {2}"x402Version[\s\S]+?(?=^```)/m,
  )!
  expect(JSON.parse(shown)).toEqual(sent)
})
