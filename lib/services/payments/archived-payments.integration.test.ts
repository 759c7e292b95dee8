import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainTx } from '#db/schema/outbox'
import { passSenderQueue } from '#lib/adapters/chain/outbox-queue'
import { createSigner } from '#lib/adapters/chain/signer'
import { replayPayments } from '#lib/services/freeze/replay-payments'
import { discardAllBooks } from '#lib/services/ledger/discard-books'
import { archivePayments } from '#lib/services/payments/archive-payments'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'
import { publishTestObservations } from '#testing/observations'
import {
  createPayer,
  type PaidService,
  type Payer,
  receiptOf,
  signPayment,
  startPaidService,
  withPayment,
} from '#testing/paid-service'
import { replayAsStranger } from '#testing/token-moves'
import { until } from '#testing/until'

/* Look-ups that were sold on a local chain and moved to the archive: sent again, checked by the books, and after a restored backup. */
const base = 'eip155:8453'

let fixture: LedgerFixture
let service: PaidService
let paths: string[]
beforeAll(async () => {
  fixture = await startLedgerFixture()
  service = await startPaidService({ settings: fixture.settings })
  const ids = await publishTestObservations({ db: fixture.ctx.db }, { count: 2 })
  paths = ids.map((id) => `/api/v1/observations/${id}`)
})
afterAll(async () => {
  await service?.close()
  await fixture?.close()
})

type Shown = { status: number; body: Record<string, unknown> & { reason?: string }; receipt: unknown }

async function show(header: string, options: { path?: string; proof?: string } = {}): Promise<Shown> {
  const { path = paths[0], proof } = options
  const init = withPayment(proof === undefined ? {} : { headers: { 'sign-in-with-x': proof } }, header)
  const answer = await fetch(service.url + path, init)
  return {
    status: answer.status,
    receipt: answer.status === 200 ? receiptOf(answer) : undefined,
    body: (await answer.json()) as Shown['body'],
  }
}

const sign = (payer: Payer) => signPayment({ url: service.url + paths[0], payer, network: base })
const balance = (payer: Payer) => fixture.balanceOf(fixture.networkOf(base), payer.address)
const archive = () => archivePayments({ ctx: service.ctx })
const count = async (table: string) => (await fixture.ctx.sql`select from ${fixture.ctx.sql(table)}`).count

/** All payments are settled in final blocks, a hundred days ago. */
async function grow(): Promise<void> {
  const { ctx } = service
  const signer = createSigner(ctx.env.relayerKey!)
  const chain = ctx.chains.get(8453)!
  await until(
    async () => {
      await fixture.mine(1)
      await passSenderQueue({ ctx, chain, signer })
      const rows = await ctx.db.select({ state: chainTx.state }).from(chainTx)
      return rows.every(({ state }) => state === 'final')
    },
    { what: 'the settlements are final' },
  )
  const isSettled = async () => (await ctx.sql`select from payment where state <> 'settled'`).count === 0
  await until(isSettled, { what: 'the payments are settled' })
  await fixture.forge(`
    update payment set created_at = created_at - interval '100 days', closed_at = closed_at - interval '100 days',
                       claimed_until = claimed_until - interval '100 days'`)
}

/** A transfer that a stranger sent: the books have it, and its wallet got the answer later. */
async function buyLate(payer: Payer): Promise<string> {
  const header = await sign(payer)
  await replayAsStranger(fixture.chains.networks[base], header)
  await fixture.check()
  const refused = await show(header)
  const { info } = (refused.body.extensions as Record<string, { info: object }>)['sign-in-with-x']!
  const asked = { ...info, chainId: base, type: 'eip191' }
  const signed = await createSIWxPayload(asked as never, payer as never, fixture.ctx.env.baseUrl)
  const bought = await show(header, { proof: encodeSIWxHeader(signed) })
  expect(bought.status).toBe(200)
  return header
}

test('archived payments are answered as before, charged once, and explained to the audit', async () => {
  const [payer, late] = [await createPayer(fixture.chains), await createPayer(fixture.chains)]
  const header = await sign(payer)
  const bought = await show(header)
  expect(bought.status).toBe(200)
  const lateHeader = await buyLate(late)
  await grow()
  const answersOf = async () => ({
    same: await show(header),
    late: await show(lateHeader),
    other: await show(header, { path: paths[1]! }),
    lookUp: await replayPayments({ ctx: fixture.ctx, input: { network: fixture.networkOf(base) } }),
  })
  const auditOf = async () => {
    const { verdict, findings, figuresOf } = await fixture.check()
    return { verdict, findings, figures: figuresOf(base) }
  }
  const [answers, audited] = [await answersOf(), await auditOf()]
  expect(answers).toMatchObject({
    same: { status: 200, body: bought.body },
    late: { status: 200 },
    other: { status: 402 },
  })
  expect(audited).toMatchObject({ verdict: 'sound', findings: [] })

  const restore = await fixture.backUp()
  // Shown while it moves.
  const shown = await Promise.all([show(header), archive(), show(header), show(lateHeader)])
  for (const one of [shown[0], shown[2]]) expect(one).toEqual(answers.same)
  expect([await count('payment'), await count('settlement'), await count('archived_payment')]).toEqual([
    0, 0, 2,
  ])
  const withoutQuotes = ({ other, ...rest }: Awaited<ReturnType<typeof answersOf>>) => ({
    ...rest,
    other: [other.status, other.body.reason],
  })
  expect(withoutQuotes(await answersOf())).toEqual(withoutQuotes(answers))
  expect(await auditOf()).toEqual(audited)

  // Written again from the chain, the books find the payments in the archive.
  await discardAllBooks({ ctx: fixture.ctx })
  expect(await auditOf()).toEqual(audited)
  expect((await fixture.ctx.sql`select from ledger_entry where kind = 'revenue_in'`).count).toBe(0)

  // A backup from before the move has them in the journal, and they move again.
  await restore()
  expect([await count('payment'), await count('archived_payment')]).toEqual([2, 0])
  expect(await auditOf()).toEqual(audited)
  expect(await archive()).toMatchObject({ archived: 2 })
  // A backup from after it has them in the archive.
  const restoreLater = await fixture.backUp()
  await restoreLater()
  expect(withoutQuotes(await answersOf())).toEqual(withoutQuotes(answers))
  expect(await auditOf()).toEqual(audited)

  // No second charge, even long after the answer was deleted.
  await fixture.ctx.sql`delete from payment_answer`
  const gone = await show(header)
  expect([gone.status, gone.body.reason]).toEqual([402, 'answer_no_longer_stored'])
  expect(gone.body.message).toContain('Nothing was charged by this request.')
  expect(await count('payment')).toBe(0)
  expect([await balance(payer), await balance(late)]).toEqual([995_000n, 995_000n])
})
