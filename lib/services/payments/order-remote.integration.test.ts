import {
  decodePaymentRequiredHeader,
  decodePaymentSignatureHeader,
  encodePaymentSignatureHeader,
} from '@x402/core/http'
import type { PaymentPayload, SettleResponse } from '@x402/core/types'
import { extractDiscoveryInfo } from '@x402/extensions/bazaar'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSigner } from '#lib/adapters/chain/signer'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import type { CreatedBounty } from '#lib/schemas/bounty'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { type LocalChains, startChains } from '#sandbox/chains'
import { bountyPath, postBounty } from '#testing/bounty-request'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import {
  createPayer,
  type PaidService,
  type Payer,
  payingClient,
  settingsFor,
  signPayment,
  startPaidService,
  usdcBalance,
  withPayment,
} from '#testing/paid-service'

const arc = 'eip155:5042'
const fundsAtomic = 60_000_000n
let chains: LocalChains
let database: TestDatabase
let service: PaidService
let payer: Payer
/** The payloads of the settle requests to the facilitator. */
let told: PaymentPayload[]
/** The facilitator's answer to a settlement, and `settles`: true if it also settles. */
let says: Pick<SettleResponse, 'success' | 'errorReason'> & { settles: boolean }
const madeUp = `0x${'fa'.repeat(32)}`
/** Whom the facilitator lets be paid in our place. */
const friend = '0x00000000000000000000000000000000000f41e0'

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  service = await startPaidService({
    settings: {
      ...settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
      FACILITATOR_URL: 'http://127.0.0.1:9',
    },
    facilitator: (ctx): Facilitator => {
      const own = createBuiltInFacilitator({ ctx, signer: createSigner(ctx.env.relayerKey!) })
      const careless = createBuiltInFacilitator({
        ctx: { ...ctx, env: { ...ctx.env, treasury: friend } },
        signer: createSigner(ctx.env.relayerKey!),
      })
      const isOurs = ({ payload }: { payload: unknown }) =>
        !JSON.stringify(payload).toLowerCase().includes(friend)
      return {
        ...own,
        commitsBeforeSending: false,
        verify: async (payload, requirements) =>
          isOurs(payload) ? own.verify(payload, requirements) : { isValid: true },
        settle: async (payload, requirements) => {
          told.push(payload)
          const { settles, ...said } = says
          if (!isOurs(payload)) {
            const accepted = { ...payload.accepted, payTo: friend }
            return careless.settle({ ...payload, accepted }, { ...requirements, payTo: friend })
          }
          if (settles) await own.settle(payload, requirements)
          return { ...said, transaction: madeUp, network: requirements.network }
        },
      }
    },
  })
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})
beforeEach(async () => {
  told = []
  payer = await createPayer(chains, fundsAtomic)
})

const order = async () => {
  const url = service.url + bountyPath
  const header = await signPayment({ url, init: postBounty(), payer, network: arc })
  return fetch(url, withPayment(postBounty(), header))
}
const balance = () => usdcBalance(chains.networks[arc], payer.address)
const bounties = () => database.sql`select from bounty where payer = ${payer.address.toLowerCase()}`

test('no bounty begins if the facilitator falsely claims to have settled', async () => {
  says = { success: true, settles: false }
  const response = await order()
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ error: 'settlement_pending' })
  await database.sql`update payment set claimed_until = now() where payer = ${payer.address.toLowerCase()}`
  expect(await reconcilePayments({ ctx: service.ctx })).toMatchObject({ settled: 0 })
  expect(await bounties()).toHaveLength(0)
  expect(await balance()).toBe(fundsAtomic)
})

test.each([
  ['names another transaction than the chain', { success: true, settles: true }],
  ['says that it failed, although it settled', { success: false, errorReason: 'no_funds', settles: true }],
])('a facilitator that %s: the payer gets the bounty that was paid', async (_, said) => {
  says = said
  const response = await order()
  expect(response.status).toBe(201)
  const { payment_tx } = (await response.json()) as CreatedBounty
  expect(payment_tx).not.toBe(madeUp)
  expect(await bounties()).toHaveLength(1)
  expect(await balance()).toBe(fundsAtomic - 50_000_000n)
})

test('a facilitator that is also a directory gets the description of the sale from us, not from the client', async () => {
  says = { success: true, settles: true }
  const url = service.url + bountyPath
  const signed = decodePaymentSignatureHeader(
    await signPayment({ url, init: postBounty(), payer, network: arc }),
  )
  const made = { resource: { url: 'https://elsewhere.example' }, extensions: { bazaar: { info: {} } } }
  const header = encodePaymentSignatureHeader({ ...signed, ...made })
  expect((await fetch(url, withPayment(postBounty(), header))).status).toBe(201)
  expect(told).toHaveLength(1)
  expect(extractDiscoveryInfo(told[0] as never, told[0]!.accepted as never)).toMatchObject({
    resourceUrl: `http://cairn.test${bountyPath}`,
    method: 'POST',
    serviceName: 'Cairn',
  })
})

test('a facilitator that lets somebody else be paid in our place sells nothing', async () => {
  const url = service.url + bountyPath
  const quoted = await fetch(url, postBounty())
  const required = decodePaymentRequiredHeader(quoted.headers.get('payment-required')!)
  const toFriend = { ...required, accepts: required.accepts.map((offer) => ({ ...offer, payTo: friend })) }
  const signed = await payingClient(payer, [arc]).createPaymentPayload(toFriend)
  const offered = required.accepts.find(({ network }) => network === arc)!
  const header = encodePaymentSignatureHeader({ ...signed, accepted: offered })
  const response = await fetch(url, withPayment(postBounty(), header))
  expect(response.status).toBe(402)
  expect(await response.json()).toMatchObject({ reason: 'invalid_exact_evm_payload_recipient_mismatch' })
  expect(await bounties()).toHaveLength(0)
  expect(await balance()).toBe(fundsAtomic)
})
