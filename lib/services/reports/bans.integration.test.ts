import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bansQuery, bansSchema } from '#lib/schemas/operator-bans'
import { bansPlace } from '#lib/schemas/operator-find'
import { banWallet } from '#lib/services/operator/actions/ban-wallet'
import { findAnything } from '#lib/services/operator/find/find-anything'
import { listBans } from '#lib/services/reports/list-bans'
import { seedBounty } from '#testing/bounty-states'
import { operate } from '#testing/operate'
import {
  bodyOf,
  fundsAtomic,
  type OrderFixture,
  priceAtomic,
  startOrderFixture,
} from '#testing/order-fixture'
import { dispatcher, jsonPost } from '#testing/paid-service'
import { createPlainSubmission } from '#testing/plain-submission'

const reason = 'Asked to film people.'
const origin = 'http://cairn.test'
let fixture: OrderFixture
beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())
beforeEach(() => fixture.begin())

const ctx = () => fixture.service.ctx
const ban = (wallet: string) => operate(ctx(), 'ban_wallet', { wallet }, reason)
const unban = (wallet: string) => operate(ctx(), 'unban_wallet', { wallet })
const send = (path: string, init?: RequestInit) => dispatcher(ctx())(new Request(origin + path, init))
const refusal = { error: 'wallet_banned', message: expect.stringContaining(reason) }

test('a banned wallet is refused before its payment moves or is journalled, and is told why', async () => {
  const header = await fixture.sign()
  await ban(fixture.payer.address)
  for (let count = 0; count < 2; count++) {
    const refused = await fixture.pay(header)
    expect(refused.status).toBe(403)
    expect(await bodyOf(refused)).toMatchObject(refusal)
    expect(refused.headers.get('payment-required')).toBeNull()
  }
  expect(await fixture.balance()).toBe(fundsAtomic)
  expect(await fixture.payments()).toEqual([])
  expect(await fixture.bounties()).toEqual([])
  // The payment is still good, and is charged once, when the ban is lifted.
  await unban(fixture.payer.address)
  await fixture.expectServed(await fixture.pay(header))
})

test('a payment that was settled before the ban is answered with its bounty, and charged once', async () => {
  const header = await fixture.sign()
  const made = await fixture.expectServed(await fixture.pay(header))
  await ban(fixture.payer.address)
  const again = await fixture.pay(header)
  expect(again.status).toBe(201)
  expect(await bodyOf(again)).toEqual(made)
  expect(await fixture.balance()).toBe(fundsAtomic - priceAtomic)
})

test('a payment whose money moved before its answer was lost is recorded, even if its wallet is banned meanwhile', async () => {
  fixture.around.after = async () => {
    fixture.around.after = undefined
    throw new Error('the process dies')
  }
  const header = await fixture.sign()
  await fixture.pay(header)
  expect(await fixture.balance()).toBe(fundsAtomic - priceAtomic)
  await ban(fixture.payer.address)
  await fixture.endLease()
  await fixture.expectServed(await fixture.pay(header))
})

test('only the owner of a wallet learns of its ban', async () => {
  const header = await fixture.sign()
  await ban(fixture.payer.address)
  const payload = JSON.parse(Buffer.from(header, 'base64').toString())
  payload.payload.signature = `0x${'11'.repeat(65)}`
  const forged = await fixture.pay(Buffer.from(JSON.stringify(payload)).toString('base64'))
  expect(forged.status).toBe(402)
  expect(await forged.text()).not.toContain(reason)
})

async function signIn(wallet: PrivateKeyAccount): Promise<Response> {
  const { nonce } = (await (await send('/api/auth/nonce')).json()) as { nonce: string }
  const message = createSiweMessage({
    address: wallet.address,
    chainId: 8453,
    domain: 'cairn.test',
    uri: origin,
    version: '1',
    nonce,
    issuedAt: new Date(),
  })
  return send('/api/auth/verify', jsonPost({ message, signature: await wallet.signMessage({ message }) }))
}

test('a banned wallet cannot sign in, its sessions are refused with the reason, and both come back when the ban is lifted', async () => {
  const wallet = privateKeyToAccount(generatePrivateKey())
  const { token } = (await (await signIn(wallet)).json()) as { token: string }
  const earnings = () => send('/api/board/earnings', { headers: { authorization: `Bearer ${token}` } })
  expect((await earnings()).status).toBe(200)
  await ban(wallet.address)
  for (const answer of [await earnings(), await signIn(wallet)]) {
    expect(answer.status).toBe(403)
    expect(await bodyOf(answer)).toMatchObject(refusal)
  }
  await expect(ban(wallet.address)).rejects.toThrow('banned already')
  await unban(wallet.address)
  expect((await signIn(wallet)).status).toBe(200)
  expect((await earnings()).status).toBe(200)
  await expect(unban(wallet.address)).rejects.toThrow('not banned')
})

test('before a ban an operator reads what happens to the films and open bounties of the wallet', async () => {
  const effectOf = async (wallet: string) =>
    (await banWallet.preview({ ctx: ctx(), input: { wallet } })).effect
  const { bounty_id: bountyId, payer } = await seedBounty(ctx(), 'open')
  const contributor = `0x${'7a'.repeat(20)}`
  expect(await effectOf(contributor)).toContain(
    'No film of it waits for a decision.\nNo bounty of it is open.',
  )
  await createPlainSubmission({ ctx: ctx(), input: { bountyId, contributor } })
  expect(await effectOf(contributor)).toContain('1 film of it waits for a decision and can still be accepted')
  expect(await effectOf(payer.toLowerCase())).toMatch(/ bount(?:y|ies) of it stays? open with [\d,]+ USDC/)
})

test('the wallet of an operator is not banned', async () => {
  const { address } = privateKeyToAccount(generatePrivateKey())
  const env = { ...ctx().env, operators: [{ chainId: 8453, address }] }
  const wallet = address.toLowerCase()
  const { refusal } = await banWallet.preview({ ctx: { ...ctx(), env }, input: { wallet } })
  expect(refusal).toContain('wallet of an operator')
})

test('a film of a banned wallet is refused also when its session was checked before', async () => {
  const { bounty_id: bountyId } = await seedBounty(ctx(), 'open')
  const contributor = `0x${'79'.repeat(20)}`
  await ban(contributor)
  const input = { bountyId, contributor }
  await expect(createPlainSubmission({ ctx: ctx(), input })).rejects.toMatchObject({ code: 'wallet_banned' })
})

test('an operator who searches for a wallet sees whether it is banned, and why', async () => {
  const { address: wallet } = privateKeyToAccount(generatePrivateKey())
  const bans = async () => {
    const { places } = await findAnything({ ctx: ctx(), input: { id: wallet }, operationNames: {} })
    return places.find(({ place }) => place === bansPlace)
  }
  expect(await bans()).toMatchObject({ outcome: 'nothing' })
  await ban(wallet)
  expect(await bans()).toMatchObject({
    outcome: 'found',
    found: [{ kind: 'ban', id: wallet.toLowerCase(), text: expect.stringContaining(reason) }],
  })
})

test('an operator who searches for a wallet sees what operators did about it, also once its ban is lifted', async () => {
  const { address: wallet } = privateKeyToAccount(generatePrivateKey())
  await ban(wallet)
  await unban(wallet)
  for (const id of [wallet, wallet.slice(0, 14)]) {
    const { places } = await findAnything({ ctx: ctx(), input: { id }, operationNames: {} })
    expect(places.find(({ place }) => place === 'the log of actions')).toMatchObject({
      outcome: 'found',
      found: [
        { kind: 'action', text: expect.stringMatching(/^Lift ban of wallet\. Reason: /) },
        { kind: 'action', text: `Ban wallet. Reason: ${reason}` },
      ],
    })
  }
})

test('the bans in force are listed in pages, the newest first, with who made each and why', async () => {
  const wallets = Array.from({ length: 3 }, () =>
    privateKeyToAccount(generatePrivateKey()).address.toLowerCase(),
  )
  for (const wallet of wallets) await ban(wallet)
  await unban(wallets[1]!)
  const list = async (query: object) =>
    bansSchema.parse(await listBans({ ctx: ctx(), input: bansQuery.parse(query) }))
  const first = await list({ limit: '1' })
  expect(first.bans).toEqual([
    {
      wallet: wallets[2],
      reason,
      at: expect.any(String),
      action_id: expect.any(Number),
      operator: expect.stringMatching(/^0x[0-9a-f]{40}$/),
    },
  ])
  const next = await list({ limit: '1', cursor: first.next_cursor })
  expect(next.bans.map(({ wallet }) => wallet)).toEqual([wallets[0]])
  expect((await list({})).bans.map(({ wallet }) => wallet)).not.toContain(wallets[1])
})
