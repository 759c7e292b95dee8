import { decodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody } from '#lib/schemas/x402'
import { bountyPath, postBounty, wantedBounty } from '#testing/bounty-request'
import { jsonPost, withPayment } from '#testing/paid-service'
import { openUnpaidService, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

const refusalOf = async (response: Response) => errorBody.parse(await response.json())

describe('a wrong shape is refused before any price, and names its member', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['no title', { title: undefined }, 'title'],
    ['a title of two characters', { title: 'ab' }, 'title'],
    ['a title of two characters and spaces', { title: '  ab \n ' }, 'title'],
    ['a title of two characters in four units', { title: '🗼🗼' }, 'title'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['a title that is a number', { title: 123 }, 'title'],
    ['a title that is null', { title: null }, 'title'],
    ['a title with NUL', { title: 'abc\u0000def' }, 'title'],
    ['a title of two lines', { title: 'abc\ndef' }, 'title'],
    ['a title with an escape sequence', { title: 'abc\u001b[31m' }, 'title'],
    ['a title of two lines, by a line separator', { title: 'abc\u2028def' }, 'title'],
    ['a title with nothing to see', { title: '\u200b\u2060\u200e\u200d\u0301' }, 'title'],
    ['half a character in the title', { title: 'abc\ud83d' }, 'title'],
    ['no brief', { brief: undefined }, 'brief'],
    ['a brief of 19 characters', { brief: 'x'.repeat(19) }, 'brief'],
    ['a brief of 4001 characters', { brief: 'x'.repeat(4_001) }, 'brief'],
    ['a brief of spaces', { brief: ' '.repeat(100) }, 'brief'],
    ['a brief that is a list', { brief: ['x'.repeat(20)] }, 'brief'],
    ['a brief with NUL', { brief: `${'x'.repeat(20)}\u0000` }, 'brief'],
    ['a brief with C1 control', { brief: `${'x'.repeat(20)}\u0085y` }, 'brief'],
    ['a brief with nothing to see', { brief: '\u200b\n'.repeat(20).concat('\u200f') }, 'brief'],
    ['half a character in the brief', { brief: `${'x'.repeat(20)}\udc00` }, 'brief'],
    ['no amount', { amount_usdc: undefined }, 'amount_usdc'],
    ['an amount in text', { amount_usdc: '50' }, 'amount_usdc'],
    ['an amount with decimals', { amount_usdc: 50.5 }, 'amount_usdc'],
    ['an amount below the limit', { amount_usdc: 49 }, 'amount_usdc'],
    ['an amount above the limit', { amount_usdc: 5_001 }, 'amount_usdc'],
    ['an amount below nothing', { amount_usdc: -50 }, 'amount_usdc'],
    ['an amount beyond whole numbers', { amount_usdc: 1e300 }, 'amount_usdc'],
    ['an amount that is null', { amount_usdc: null }, 'amount_usdc'],
    ['an amount that is true', { amount_usdc: true }, 'amount_usdc'],
    ['no days', { deadline_days: 0 }, 'deadline_days'],
    ['31 days', { deadline_days: 31 }, 'deadline_days'],
    ['half a day', { deadline_days: 0.5 }, 'deadline_days'],
    ['days in text', { deadline_days: '7' }, 'deadline_days'],
    ['days that are null', { deadline_days: null }, 'deadline_days'],
  ]
  test.each(cases)('%s', async (_, changes, field) => {
    for (const init of [postBounty(changes), withPayment(postBounty(changes), 'garbage!')]) {
      const response = await service.send(bountyPath, init)
      expect(response.status).toBe(400)
      expect(response.headers.get('payment-required')).toBeNull()
      const refusal = await refusalOf(response)
      expect(refusal).toMatchObject({ error: 'invalid_request', field })
      expect(refusal.message).toMatch(new RegExp(`^${field}:? .*\\. Nothing was charged\\.$`))
      expect(refusal).not.toHaveProperty('accepts')
    }
  })

  test.each([
    ['nothing', ''],
    ['no object', '[]'],
    ['no JSON', '{"title":'],
    ['text', '"a bounty"'],
  ])('a body that is %s', async (_, body) => {
    const response = await service.send(bountyPath, { ...jsonPost({}), body })
    expect(response.status).toBe(400)
    expect(response.headers.get('payment-required')).toBeNull()
    expect(await refusalOf(response)).toMatchObject({ error: 'invalid_request' })
  })

  test('a body of another type is 415, a body too large is 413', async () => {
    const typed = { ...postBounty(), headers: { 'content-type': 'text/plain' } }
    expect((await service.send(bountyPath, typed)).status).toBe(415)
    const large = postBounty({ brief: 'x'.repeat(1_100_000) })
    expect((await service.send(bountyPath, large)).status).toBe(413)
  })
})

test.each([
  ['the shortest title, after trimming', { title: '  abc  ' }],
  ['the longest title, in characters of two units', { title: '🗼'.repeat(200) }],
  ['the shortest brief', { brief: 'x'.repeat(20) }],
  ['the longest brief, in lines', { brief: `${'🗼'.repeat(3_997)}\n\tx` }],
  ['a brief from a form, with its line breaks', { brief: 'x'.repeat(20).concat('\r\n', 'y') }],
  ['characters joined into one', { title: '👩‍👩‍👧 at the gate' }],
  ['the least amount', { amount_usdc: 50 }],
  ['the most', { amount_usdc: 5_000 }],
  ['one day', { deadline_days: 1 }],
  ['thirty days', { deadline_days: 30 }],
  ['no deadline, which is seven days', { deadline_days: undefined }],
  ['members nobody reads', { color: 'blue' }],
])('%s is quoted', async (_, changes) => {
  const response = await service.send(bountyPath, postBounty(changes))
  expect(response.status).toBe(402)
  const { accepts } = decodePaymentRequiredHeader(response.headers.get('payment-required')!)
  const amount = { ...wantedBounty, ...changes }.amount_usdc
  expect(accepts.map((offer) => offer.amount)).toEqual(Array(2).fill(`${amount}000000`))
})

test('there is no list of bounties', async () => {
  const response = await service.send(bountyPath)
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST, OPTIONS')
})
