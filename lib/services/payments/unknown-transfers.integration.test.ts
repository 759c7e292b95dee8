import { randomBytes } from 'node:crypto'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x'
import { and, eq } from 'drizzle-orm'
import { bytesToHex, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inflowReturn } from '#db/schema/inflow-return'
import { ledgerEntry } from '#db/schema/ledger'
import type { Signer } from '#lib/adapters/chain/signer'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import { advanceReturns } from '#lib/services/inflows/advance-returns'
import { previewAction } from '#lib/services/operator/preview-action'
import { runAction } from '#lib/services/operator/run-action'
import { mine } from '#sandbox/chain-controls'
import { fundUsdc } from '#sandbox/local-chain'
import { startAnsweringProxy } from '#testing/answering-proxy'
import type { NetworkId } from '#testing/bounty-fixture'
import { contractWallet } from '#testing/contract-wallet'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'
import { publishTestObservations } from '#testing/observations'
import { onEachNetwork } from '#testing/on-each-network'
import {
  createPayer,
  type PaidService,
  receiptOf,
  signPayment,
  startPaidService,
  withPayment,
} from '#testing/paid-service'
import { cancelPayment, replayAsStranger } from '#testing/token-moves'

/*
 * Transfers to PAY_TO that the journal lacks: made for another deployment, sent by a stranger, or lost when a
 * database was restored. A stranger who shows one buys nothing with it. Its payer gets the answer or the
 * money back.
 */
const base = 'eip155:8453'
const arc = 'eip155:5042'
const price = 5_000n
const operator = privateKeyToAccount(generatePrivateKey())
const session = {
  address: operator.address,
  chainId: 8453,
  expiresAt: new Date(Date.now() + 3_600_000),
  tokenHash: new Uint8Array(32),
}

let fixture: LedgerFixture
let service: PaidService
let path: string
beforeAll(async () => {
  fixture = await startLedgerFixture({ settings: { OPERATOR_WALLETS: `eip155:8453:${operator.address}` } })
  service = await startPaidService({ settings: fixture.settings })
  const [id] = await publishTestObservations({ db: fixture.ctx.db })
  path = `/api/v1/observations/${id}`
})
afterAll(async () => {
  await service?.close()
  await fixture?.close()
})
beforeEach(async () => {
  expect((await fixture.check()).findings).toEqual([])
})

const advance = async (seconds: number) => {
  await fixture.advanceClock(seconds)
  await service.ctx.clock.refresh()
}

type Body = Record<string, unknown> & { extensions: Record<string, { info: object }> }
type Asked = { network: string; transaction: Hex; log_index: number }

const show = async (header: string, proof?: string) => {
  const init = withPayment(proof === undefined ? {} : { headers: { 'sign-in-with-x': proof } }, header)
  const answer = await fetch(service.url + path, init)
  return { answer, status: answer.status, body: (await answer.json()) as Body }
}

/** The wallet's signature of the requested message, as the stock client makes it. */
async function prove(refused: Body, wallet: Signer, network: NetworkId): Promise<string> {
  const { info } = refused.extensions['sign-in-with-x']!
  const asked = { ...info, chainId: network, type: 'eip191' }
  return encodeSIWxHeader(await createSIWxPayload(asked as never, wallet as never, fixture.ctx.env.baseUrl))
}

/** Pays PAY_TO with an authorization, without this service. */
async function payElsewhere(id: NetworkId, signer?: Signer) {
  const network = fixture.networkOf(id)
  const payer = signer ?? privateKeyToAccount(generatePrivateKey())
  await fundUsdc(fixture.rpcUrlOf(network), network.usdc.address, payer.address, price)
  const nonce = bytesToHex(randomBytes(32))
  const terms = {
    chain: network,
    usdc: network.usdc,
    signer: payer,
    to: network.payTo,
    amountAtomic: price,
    nonce,
  }
  const send = async () =>
    fixture.sendFrom(network, fixture.stranger, network.usdc.address, await encodeTransferOnce(terms))
  return { network, payer, nonce, send }
}

/** Such a transfer with a quote of this service, which only the wallet could sign. */
async function headerFor(id: NetworkId, paid: { payer: Signer; nonce: Hex }): Promise<string> {
  const header = (await fetch(service.url + path)).headers.get('payment-required')!
  const { accepts } = decodePaymentRequiredHeader(header)
  const accepted = accepts.find(({ network }) => network === id)!
  const authorization = {
    from: paid.payer.address,
    to: accepted.payTo,
    value: accepted.amount,
    nonce: paid.nonce,
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1_000) + 10 ** 6),
  }
  const payload = { signature: `0x${'ab'.repeat(65)}`, authorization }
  return encodePaymentSignatureHeader({ x402Version: 2, accepted, payload } as never)
}

async function askedFor(transaction: Hex, network: string): Promise<Asked> {
  await fixture.check()
  const [entry] = await fixture.ctx.db
    .select({ logIndex: ledgerEntry.logIndex })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.txHash, Buffer.from(transaction.slice(2), 'hex')),
        eq(ledgerEntry.kind, 'revenue_in'),
      ),
    )
  return { network, transaction, log_index: entry!.logIndex }
}

const preview = (asked: Asked) =>
  previewAction({
    ctx: fixture.ctx,
    input: { action: 'return_inflow', input: asked, reason: 'of no payment' },
    operator: session,
  })

/** As the console does it. */
async function decideReturn(asked: Asked): Promise<void> {
  const { message, refusal } = await preview(asked)
  if (message === null) throw new Error(refusal ?? 'nothing to sign')
  const signature = await operator.signMessage({ message })
  const input = { action: 'return_inflow', input: asked, reason: 'of no payment' }
  await runAction({
    ctx: fixture.ctx,
    input: { ...input, confirmation: { message, signature } },
    operator: session,
    requestId: 'r',
  })
}

const work = (id: NetworkId) =>
  advanceReturns({ ctx: fixture.ctx, treasury: fixture.signers.treasury, network: fixture.networkOf(id) })

async function finish(id: NetworkId): Promise<void> {
  await work(id)
  await fixture.runSenderQueues()
  await fixture.runSenderQueues()
  await fixture.check()
  await work(id)
}

const returnOf = async ({ transaction }: Asked) => {
  const [row] = await fixture.ctx.db
    .select()
    .from(inflowReturn)
    .where(eq(inflowReturn.txHash, Buffer.from(transaction.slice(2), 'hex')))
  return row
}

/** The owner of PAY_TO moves as much to the treasury. */
const fundReturn = (id: NetworkId) => {
  const network = fixture.networkOf(id)
  return fixture.transfer(network, network.payTo, fixture.ctx.env.treasury, price)
}

describe('a transfer of another deployment', () => {
  onEachNetwork('on %s', (id) => {
    test('gives no answer to a stranger who shows it, and goes back to its payer', async () => {
      const { send, ...paid } = await payElsewhere(id)
      const { network, payer } = paid
      const transaction = await send()
      const early = await headerFor(id, paid)
      // Nor with an offer that might have been made before it: the wallet has to ask.
      const asked = await show(early)
      expect(asked).toMatchObject({ status: 402, body: { reason: 'wallet_proof_required' } })
      const thief = privateKeyToAccount(generatePrivateKey())
      expect(await show(early, await prove(asked.body, thief, id))).toMatchObject({
        status: 402,
        body: { reason: 'wallet_proof_invalid' },
      })
      await advance(200)
      const shown = await show(await headerFor(id, paid))
      expect(shown).toMatchObject({ status: 402, body: { reason: 'paid_without_order' } })
      for (const { body } of [asked, shown]) expect(body).not.toHaveProperty('observation_id')

      const found = await askedFor(transaction, id)
      expect((await fixture.check()).violations).toEqual(['revenue_without_payment'])
      await advance(3_700)
      expect((await preview(found)).refusal).toContain(`from PAY_TO (${network.payTo}) to the treasury`)
      await fundReturn(id)
      await fixture.check()
      expect(await preview(found)).toMatchObject({
        title: `Send back 0.005 USDC on ${network.name}`,
        refusal: null,
        effect: expect.stringContaining(`to ${payer.address}, which sent them to PAY_TO`),
      })
      await decideReturn(found)
      await finish(id)
      expect(await returnOf(found)).toMatchObject({ state: 'returned', blocker: null })
      expect(await fixture.balanceOf(network, payer.address)).toBe(price)
      // Its payer too buys nothing with it any more.
      const again = await show(early, await prove(asked.body, payer, id))
      expect(again).toMatchObject({ status: 402, body: { reason: 'paid_and_sent_back' } })
    })
  })
})

describe('a transfer that was sent before its payment was shown', () => {
  const sent = async (id: typeof base | typeof arc) => {
    const payer = await createPayer(fixture.chains)
    const header = await signPayment({ url: service.url + path, payer, network: id })
    const transaction = await replayAsStranger(fixture.chains.networks[id], header)
    return { payer, header, transaction }
  }
  const balance = (payer: Signer, id: NetworkId) => fixture.balanceOf(fixture.networkOf(id), payer.address)

  onEachNetwork('on %s', (id) => {
    test('is answered once its wallet signs that it asks, charged once, and not sent back', async () => {
      const { payer, header, transaction } = await sent(id)
      const refused = await show(header)
      expect(refused).toMatchObject({ status: 402, body: { reason: 'wallet_proof_required' } })
      expect(refused.answer.headers.get('payment-required')!.length).toBeLessThan(4_000)
      const found = await askedFor(transaction, id)
      const served = await show(header, await prove(refused.body, payer, id))
      expect(served.status).toBe(200)
      expect(receiptOf(served.answer)).toMatchObject({ success: true, transaction })
      // From here on the payment itself is enough.
      expect((await show(header)).body).toEqual(served.body)
      expect(await balance(payer, id)).toBe(995_000n)
      await advance(3_700)
      expect((await preview(found)).refusal).toMatch(/Payment \d+ has this very authorization/)
      expect((await fixture.check()).findings).toEqual([])
    })
  })

  test('is not answered with a proof that is too old, for another request or malformed', async () => {
    const { payer, header } = await sent(base)
    const other = await sent(base)
    const proof = await prove((await show(header)).body, payer, base)
    const otherProof = await prove((await show(other.header)).body, other.payer, base)
    for (const wrong of [otherProof, 'bm90IGpzb24=', 'x'.repeat(9_000), btoa('{}')])
      expect(await show(header, wrong)).toMatchObject({ body: { reason: 'wallet_proof_invalid' } })
    await advance(301)
    const late = await show(header, proof)
    expect(late).toMatchObject({ status: 402, body: { reason: 'wallet_proof_invalid' } })
    for (const one of [
      { header, payer, body: late.body },
      { ...other, body: (await show(other.header)).body },
    ])
      expect((await show(one.header, await prove(one.body, one.payer, base))).status).toBe(200)
  })

  test('is answered while its return was only decided, and not sent: the return is withdrawn', async () => {
    const { payer, header, transaction } = await sent(base)
    const found = await askedFor(transaction, base)
    await advance(3_700)
    await fundReturn(base)
    await fixture.check()
    await decideReturn(found)
    const refused = await show(header)
    expect((await show(header, await prove(refused.body, payer, base))).status).toBe(200)
    await work(base)
    expect(await returnOf(found)).toMatchObject({ state: 'withdrawn', chainTxId: null })
    expect(await balance(payer, base)).toBe(995_000n)
  })

  test('is answered or sent back and never both, when both are tried at once', async () => {
    for (let round = 0; round < 4; round++) {
      const { payer, header, transaction } = await sent(base)
      const found = await askedFor(transaction, base)
      await advance(3_700)
      await fundReturn(base)
      await fixture.check()
      await decideReturn(found)
      const proof = await prove((await show(header)).body, payer, base)
      const [served] = await Promise.all([show(header, proof), show(header, proof), work(base)])
      await finish(base)
      const row = await returnOf(found)
      const isServed = served.status === 200
      expect(row!.state).toBe(isServed ? 'withdrawn' : 'returned')
      if (!isServed) expect(served.body).toMatchObject({ reason: 'paid_and_sent_back' })
      expect(await balance(payer, base)).toBe(isServed ? 995_000n : 1_000_000n)
    }
  })

  test('is answered to a wallet that is a contract (ERC-1271)', async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const wallet = contractWallet(fixture.chains.networks[base].rpcUrl, owner.address)
    await wallet.deploy()
    const signer = { ...owner, address: wallet.address } as Signer
    const { send, ...paid } = await payElsewhere(base, signer)
    const header = await headerFor(base, paid)
    await send()
    const refused = await show(header)
    expect(refused.body).toMatchObject({ reason: 'wallet_proof_required' })
    expect((await show(header, await prove(refused.body, signer, base))).status).toBe(200)
  })
})

test('a look-up that a restored database has forgotten is found by its books, and answered to its wallet alone', async () => {
  const restore = await fixture.backUp()
  const payer = await createPayer(fixture.chains)
  const header = await signPayment({ url: service.url + path, payer, network: base })
  const bought = await show(header)
  expect(bought.status).toBe(200)
  await fixture.check()
  await restore()
  expect((await fixture.check()).violations).toEqual(['revenue_without_payment'])
  const refused = await show(header)
  expect(refused).toMatchObject({ status: 402, body: { reason: 'wallet_proof_required' } })
  const served = await show(header, await prove(refused.body, payer, base))
  expect(served).toMatchObject({ status: 200, body: bought.body })
  expect(await fixture.balanceOf(fixture.networkOf(base), payer.address)).toBe(995_000n)
})

test('a spent nonce costs a handful of requests however old its offer is, and is not called unpaid when the books are behind', async () => {
  const chain = fixture.chains.networks[base]
  let asked: string[] = []
  // Most providers allow two thousand blocks in one request. Here the limit is twenty.
  const proxy = await startAnsweringProxy(chain.rpcUrl, (method, params) => {
    asked.push(method)
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock: Hex; toBlock: Hex }
    const isWide = method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 20
    return isWide ? { error: { code: -32005, message: 'too many blocks' } } : undefined
  })
  const other = await startPaidService({ settings: { ...fixture.settings, RPC_URLS_8453: proxy.url } })
  try {
    const payer = await createPayer(fixture.chains)
    const header = await signPayment({ url: other.url + path, payer, network: base })
    await cancelPayment(chain, payer, header, 'USD Coin')
    await mine(chain.rpcUrl, 500)
    const ask = async () => {
      asked = []
      const { status } = await fetch(other.url + path, withPayment({}, header))
      return [status, asked.filter((method) => /^eth_get(Logs|BlockByNumber)$/.test(method)).length] as const
    }
    const [behind, requests] = await ask()
    expect(behind).toBe(503)
    expect(requests).toBeLessThanOrEqual(16)
    await fixture.check()
    const [refused, few] = await ask()
    expect(refused).toBe(402)
    expect(few).toBeLessThanOrEqual(4)
  } finally {
    await other.close()
    await proxy.close()
  }
})
