import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x'
import { describe, expect, test } from 'vitest'
import { createChallenge } from '#lib/services/payments/challenge'
import { findUnrecordedTransfer } from '#lib/services/payments/find-unrecorded-transfer'
import { parsePaymentHeader } from '#lib/services/payments/parse-payment-header'
import { receiptOf, withPayment } from '#testing/paid-service'
import {
  balance,
  base,
  database,
  path,
  pay,
  payer,
  servePayments,
  service,
  sign,
} from '#testing/payment-fixture'
import { until } from '#testing/until'

servePayments()

const stateOf = async () => {
  const [row] = await database.sql<{ state: string }[]>`
    select state from payment where payer = ${payer.address.toLowerCase()}`
  return row
}

describe('a payment whose row went with a restored backup', () => {
  const forget = async () => {
    await until(async () => (await stateOf())?.state === 'settled', { what: 'the payment is settled' })
    const rows = await database.sql<{ id: string; requestHash: Uint8Array }[]>`
      select id, request_hash as "requestHash" from payment where payer = ${payer.address.toLowerCase()}`
    await database.sql`delete from payment_answer where payment_id = ${rows[0]!.id}`
    await database.sql.begin(async (tx) => {
      // Past the guard: a settled payment leaves the journal only for the archive.
      await tx`set local session_replication_role = 'replica'`
      await tx`delete from payment where id = ${rows[0]!.id}`
    })
    return rows[0]!.requestHash
  }

  test('is answered again to its wallet alone, and charged once', async () => {
    const header = await sign()
    const bought = await pay(header)
    expect(bought.status).toBe(200)
    await forget()
    const refused = await pay(header)
    expect(refused.status).toBe(402)
    const { reason, extensions } = (await refused.json()) as {
      reason: string
      extensions: Record<string, { info: object }>
    }
    expect(reason).toBe('wallet_proof_required')
    const asked = { ...extensions['sign-in-with-x']!.info, chainId: base, type: 'eip191' }
    const proof = encodeSIWxHeader(await createSIWxPayload(asked as never, payer, 'http://cairn.test'))
    const again = await fetch(
      service.url + path,
      withPayment({ headers: { 'sign-in-with-x': proof } }, header),
    )
    expect([again.status, await again.json()]).toEqual([200, await bought.json()])
    expect(receiptOf(again).transaction).toBe(receiptOf(bought).transaction)
    expect(await balance()).toBe(995_000n)
  })

  test('is searched for on the chain for one day only', async () => {
    const header = await sign()
    const bought = await pay(header)
    expect(bought.status).toBe(200)
    const requestHash = await forget()
    const { ctx } = service
    const { secretKey, baseUrl } = ctx.env
    const { transaction } = receiptOf(bought)
    const lookAfter = (hours: number) => {
      const parsed = parsePaymentHeader(header)
      if ('reason' in parsed) throw new Error(parsed.reason)
      const { payment } = parsed
      const priceAtomic = BigInt(payment.accepted.amount)
      const now = new Date(ctx.clock.now().getTime() - hours * 3_600_000)
      payment.accepted.extra.challenge = createChallenge({
        secretKey,
        baseUrl,
        requestHash,
        priceAtomic,
        now,
      })
      const sale = {
        flow: 'authorization',
        produce: () => Promise.reject(new Error('sells nothing')),
      } as const
      return findUnrecordedTransfer({ ctx, input: { payTo: 'revenue', payment, requestHash, sale } })
    }
    expect(await lookAfter(23)).toMatchObject({ is: 'paid', transaction })
    expect(await lookAfter(25)).toEqual({ is: 'unpaid' })
  })
})
