import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Signer } from '#lib/adapters/chain/signer'
import { type CreatedBounty, createdBountySchema } from '#lib/schemas/bounty'
import { recoveredTokenSchema, tokenChallengeSchema } from '#lib/schemas/token-recovery'
import { type LocalChains, startChains } from '#sandbox/chains'
import { bountyPath, postBounty, withToken } from '#testing/bounty-request'
import { contractWallet } from '#testing/contract-wallet'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import {
  createPayer,
  jsonPost,
  type PaidService,
  settingsFor,
  signPayment,
  startPaidService,
  withPayment,
} from '#testing/paid-service'

const base = 'eip155:8453'
let chains: LocalChains
let database: TestDatabase
let service: PaidService
beforeAll(async () => {
  ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
  service = await startPaidService({
    settings: settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
  })
})
afterAll(async () => {
  await service?.close()
  await Promise.all([chains?.stop(), database?.close()])
})

type Bought = { payer: Signer; made: CreatedBounty; repeat: () => Promise<CreatedBounty> }
async function buy(): Promise<Bought> {
  const payer = await createPayer(chains, 50_000_000n)
  const url = service.url + bountyPath
  const header = await signPayment({ url, payer, network: base, init: postBounty() })
  const repeat = async () => {
    const answer = await fetch(url, withPayment(postBounty(), header))
    return createdBountySchema.parse(await answer.json())
  }
  return { payer, made: await repeat(), repeat }
}
const pathOf = (bountyId: string) => `${service.url}${bountyPath}/${bountyId}/token`
const ask = async (bountyId: string) =>
  tokenChallengeSchema.strict().parse(await (await fetch(pathOf(bountyId))).json())

/** The wallet's signature of the challenge, as the stock client makes it. */
async function sign(bountyId: string, wallet: Signer, network = base): Promise<string> {
  const { info, supportedChains } = await ask(bountyId)
  const chain = supportedChains.find(({ chainId }) => chainId === network)!
  const payload = await createSIWxPayload(
    { ...info, ...chain } as never,
    wallet as never,
    'http://cairn.test',
  )
  return encodeSIWxHeader(payload)
}
const recover = (bountyId: string, proof: string) => {
  const init = jsonPost({})
  return fetch(pathOf(bountyId), {
    ...init,
    headers: { ...(init.headers as object), 'sign-in-with-x': proof },
  })
}
const recovered = async (answer: Response) => {
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  return recoveredTokenSchema.strict().parse(await answer.json()).agent_token
}
const opens = async (bountyId: string, token: string) =>
  (await fetch(`${service.url}${bountyPath}/${bountyId}`, withToken(token))).status

test('the wallet that paid gets a new token, and the old one stops working, also when the payment is sent again', async () => {
  const { payer, made, repeat } = await buy()
  const { bounty_id: id, agent_token: old } = made
  await fetch(
    `${service.url}${bountyPath}/${id}/webhook`,
    withToken(old, jsonPost({ url: 'https://agent.example/' })),
  )
  const token = await recovered(await recover(id, await sign(id, payer)))
  expect(token).not.toBe(old)
  expect([await opens(id, token), await opens(id, old)]).toEqual([200, 401])
  // The same payment gets the same answer. Its token stays replaced.
  expect((await repeat()).agent_token).toBe(old)
  expect([await opens(id, token), await opens(id, old)]).toEqual([200, 401])
  const second = await recovered(await recover(id, await sign(id, payer)))
  expect([await opens(id, second), await opens(id, token), await opens(id, old)]).toEqual([200, 401, 401])
  const sent = await service.ctx.sql<{ type: string; data: object }[]>`
    select type, data from webhook_delivery where bounty_id = ${id} and type = 'bounty.token_recovered'`
  expect(sent).toHaveLength(2)
  expect(JSON.stringify(sent)).not.toContain(token)
  expect(
    (await service.ctx.sql`select count(*)::int as n from agent_token where bounty_id = ${id}`)[0]!.n,
  ).toBe(3)
})

test('nobody else gets a token: another wallet, another bounty, another network, an old challenge or one used before', async () => {
  const { payer, made } = await buy()
  const other = await buy()
  const { bounty_id: id, agent_token: old } = made
  const thief = privateKeyToAccount(generatePrivateKey())
  const used = await sign(id, payer)
  const late = await sign(other.made.bounty_id, other.payer)
  const token = await recovered(await recover(id, used))
  const proofs = [
    await sign(id, thief),
    await sign(id, other.payer),
    await sign(other.made.bounty_id, payer),
    await sign(id, payer, 'eip155:5042'),
    used,
  ]
  const said = new Set<string>()
  for (const proof of proofs) {
    const refused = await recover(id, proof)
    expect(refused.status).toBe(401)
    said.add(((await refused.json()) as { message: string }).message)
  }
  const unknown = await recover('bty_none', await sign('bty_none', payer))
  expect(unknown.status).toBe(401)
  said.add(((await unknown.json()) as { message: string }).message)
  expect(said.size).toBe(1)
  for (const wrong of ['bm90IGpzb24=', 'x'.repeat(9_000), btoa('{}')])
    expect((await recover(id, wrong)).status).toBe(400)
  expect((await fetch(pathOf(id), jsonPost({}))).status).toBe(400)
  expect([await opens(id, token), await opens(id, old)]).toEqual([200, 401])

  await service.ctx.sql`update service_clock set offset_seconds = 301`
  await service.ctx.clock.refresh()
  expect((await recover(other.made.bounty_id, late)).status).toBe(401)
  expect(await opens(other.made.bounty_id, other.made.agent_token)).toBe(200)
  await service.ctx.sql`update service_clock set offset_seconds = 0`
  await service.ctx.clock.refresh()
})

test('one challenge sent many times at once makes one token', async () => {
  const { payer, made } = await buy()
  const proof = await sign(made.bounty_id, payer)
  const answers = await Promise.all(Array.from({ length: 6 }, () => recover(made.bounty_id, proof)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
})

test('a bounty gives at most five new tokens in a day', async () => {
  const { payer, made } = await buy()
  const id = made.bounty_id
  let last = ''
  for (let times = 0; times < 5; times++) last = await recovered(await recover(id, await sign(id, payer)))
  const refused = await recover(id, await sign(id, payer))
  expect([refused.status, await opens(id, last)]).toEqual([429, 200])
})

test('a wallet that is a contract recovers the token of its bounty (ERC-1271)', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const wallet = contractWallet(chains.networks[base].rpcUrl, owner.address)
  await wallet.deploy()
  const { made, payer } = await buy()
  const id = made.bounty_id
  // A contract wallet pays in another way. This test only needs its address as payer, which only this statement can set.
  await service.ctx.sql`alter table bounty disable trigger bounty_guard`
  await service.ctx.sql`update bounty set payer = ${wallet.address.toLowerCase()} where bounty_id = ${id}`
  await service.ctx.sql`alter table bounty enable trigger bounty_guard`
  expect((await recover(id, await sign(id, payer))).status).toBe(401)
  const signer = { ...owner, address: wallet.address } as Signer
  expect(await opens(id, await recovered(await recover(id, await sign(id, signer))))).toBe(200)
})
