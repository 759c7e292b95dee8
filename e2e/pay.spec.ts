import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ExactEvmScheme } from '@x402/evm'
import {
  decodePaymentResponseHeader,
  wrapFetchWithPaymentFromConfig,
  x402Client,
  x402HTTPClient,
} from '@x402/fetch'
import { createTestClient, erc20Abi, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { freePort } from '../sandbox/postgres.ts'
import { expect, test } from './answers.ts'
import { killWeb, startOwnWeb } from './own-web.ts'
import { onEachNetwork } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const wallet = privateKeyToAccount(facts.wallets.agent.private_key)
const networks = ['eip155:8453', 'eip155:5042'] as const
type Network = (typeof networks)[number]
const queryUrl = `${facts.base_url}/api/v1/spatial/query`
// An area and a time that contain the demo capture of Berlin, however far the sandbox's clock was moved.
const query = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    aoi: { type: 'Point', coordinates: [13.4094, 52.5208] },
    radius_m: 800,
    from: '2020-01-01',
  }),
}

const clientConfig = (network: Network) => ({
  schemes: [{ network, client: new ExactEvmScheme(wallet) }],
  // The stock client accepts only tokens that it knows, and Arc's is not among them yet.
  spendControls: { allowedAssets: [{ network, asset: facts.networks[network]!.usdc }] },
})

const chainOf = (network: Network) =>
  createTestClient({ mode: 'anvil', transport: http(facts.networks[network]!.rpc_url), cacheTime: 0 }).extend(
    publicActions,
  )

const balance = (network: Network) =>
  chainOf(network).readContract({
    address: facts.networks[network]!.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [wallet.address],
  })

/** A `PAYMENT-SIGNATURE` for one request that is sent by hand. */
async function sign(network: Network): Promise<Record<string, string>> {
  const client = new x402HTTPClient(x402Client.fromConfig(clientConfig(network)))
  const unpaid = await fetch(queryUrl, query)
  const required = client.getPaymentRequiredResponse((name) => unpaid.headers.get(name), await unpaid.json())
  return client.encodePaymentSignatureHeader(await client.createPaymentPayload(required))
}

const send = (signature: Record<string, string>, url = queryUrl) =>
  fetch(url, { ...query, headers: { ...query.headers, ...signature } })

function receiptOf(answer: Response) {
  return decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '')
}

for (const network of networks) {
  test(`a query costs 0.01 USDC and an observation 0.005 on ${network}, in transactions that the chain has`, async () => {
    const pay = wrapFetchWithPaymentFromConfig(fetch, clientConfig(network))
    const before = await balance(network)

    const found = await pay(queryUrl, query)
    expect(found.status).toBe(200)
    const { observations } = (await found.json()) as {
      observations: { observation_id: string; geohash: string }[]
    }
    const berlin = facts.samples.find((path) => path.includes('berlin'))!
    const id = createHash('sha256').update(readFileSync(berlin)).digest('hex')
    expect(observations.map((one) => one.observation_id)).toContain(id)
    expect(observations.every((one) => one.geohash.length === 6)).toBe(true)
    expect(await balance(network)).toBe(before - 10_000n)

    const one = await pay(`${facts.base_url}/api/v1/observations/${id}`)
    expect(one.status).toBe(200)
    expect(await balance(network)).toBe(before - 15_000n)

    for (const answer of [found, one]) {
      const { transaction } = receiptOf(answer)
      const receipt = await chainOf(network).getTransactionReceipt({ hash: transaction as `0x${string}` })
      expect(receipt.status).toBe('success')
    }
  })

  test(
    `the same payment sent eight times at once on ${network} gives one charge and eight equal answers`,
    onEachNetwork(network),
    async () => {
      const before = await balance(network)
      const signature = await sign(network)
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(signature)))
      expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
      expect(new Set(answers.map((answer) => receiptOf(answer).transaction)).size).toBe(1)
      expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
      expect(await balance(network)).toBe(before - 10_000n)
    },
  )
}

test('a web process killed between broadcast and answer costs the caller nothing but a retry', async () => {
  const network = 'eip155:8453'
  const chain = chainOf(network)
  const before = await balance(network)
  const signature = await sign(network)
  // Not the web that all journeys share: ending it would interrupt pages of other journeys.
  const port = await freePort()
  const web = await startOwnWeb(port)
  await chain.setAutomine(false)
  try {
    const lost = send(signature, `http://127.0.0.1:${port}${new URL(queryUrl).pathname}`).then(
      (answer) => answer.status,
      () => 'lost',
    )
    await expect
      .poll(async () => (await chain.getTxpoolStatus()).pending, { message: 'the settlement is broadcast' })
      .toBeGreaterThan(0)
    await killWeb(web)
    expect(await lost).toBe('lost')
  } finally {
    await killWeb(web)
    await chain.setAutomine(true)
    await chain.mine({ blocks: 1 })
  }
  await expect.poll(async () => (await send(signature)).status, { message: 'the retry is served' }).toBe(200)
  expect(await balance(network)).toBe(before - 10_000n)
})

test('a refused payment charges nothing and gives the reason', async () => {
  const before = await balance('eip155:8453')
  const signature = await sign('eip155:8453')
  const elsewhere = await fetch(queryUrl, {
    ...query,
    headers: { ...query.headers, ...signature },
    body: query.body.replace('800', '801'),
  })
  expect(elsewhere.status).toBe(402)
  expect(await elsewhere.json()).toMatchObject({ error: 'payment_required', reason: 'challenge_mismatch' })
  expect(await balance('eip155:8453')).toBe(before)
})

test('time moves for the service and both chains, and payments go on', async () => {
  const moved = await fetch(`${facts.base_url}/api/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: 3 * 86_400 }),
  })
  const { now } = (await moved.json()) as { now: string }
  for (const network of networks) {
    const block = await chainOf(network).getBlock()
    expect(Math.abs(Number(block.timestamp) * 1_000 - Date.parse(now))).toBeLessThan(10_000)
    const pay = wrapFetchWithPaymentFromConfig(fetch, clientConfig(network))
    expect((await pay(queryUrl, query)).status).toBe(200)
  }
})
