// @module-tag thorough

import { expect, test } from 'vitest'
import { openChain } from '#lib/adapters/chain/client'
import { findTransfer } from '#lib/adapters/facilitator/authorization'
import { expectedOf } from '#lib/services/payments/read-transfer'
import { mine, setAutomine } from '#sandbox/chain-controls'
import { startAnsweringProxy } from '#testing/answering-proxy'
import { receiptOf, signPayment, withPayment } from '#testing/paid-service'
import { type PaidServiceChild, startPaidServiceChild } from '#testing/paid-service-child'
import {
  balance,
  base,
  database,
  network,
  path,
  pay,
  payer,
  servePayments,
  service,
  settings,
  sign,
} from '#testing/payment-fixture'
import { createShortWaitFacilitator } from '#testing/short-wait'
import { replayAsStranger } from '#testing/token-moves'

// A web whose machine has the wrong time, beside one that is right. Database, chain and payer are right too.

const hours = 3_600
const fundsAtomic = 1_000_000n
const priceAtomic = 5_000n

servePayments({ facilitator: createShortWaitFacilitator })

async function withChild(
  aheadSeconds: number,
  run: (child: PaidServiceChild) => Promise<void>,
): Promise<void> {
  const child = await startPaidServiceChild(settings(), aheadSeconds)
  try {
    await run(child)
  } finally {
    child.kill()
  }
}

test('a web whose clock is two hours ahead refuses new payments, and finishes those that others have begun', async () => {
  await withChild(2 * hours, async ({ url }) => {
    const show = (header: string) => fetch(url + path, withPayment({}, header))
    const refused = await show(await signPayment({ url: url + path, payer, network: base }))
    expect(refused.status).toBe(402)
    expect(await balance()).toBe(fundsAtomic)
    expect(await database.sql`select from payment where payer = ${payer.address.toLowerCase()}`).toHaveLength(
      0,
    )

    const header = await sign()
    await setAutomine(network.rpcUrl, false)
    expect((await pay(header)).status).toBe(503)
    const pending = await show(header)
    expect(pending.status).toBe(503)
    expect(receiptOf(pending)).toMatchObject({ success: false, errorReason: 'settlement_pending' })
    await setAutomine(network.rpcUrl, true)
    await mine(network.rpcUrl)
    for (const served of [await show(header), await pay(header), await show(header)])
      expect(served.status).toBe(200)
    expect(await balance()).toBe(fundsAtomic - priceAtomic)
  })
})

test('a web whose clock is two hours behind charges a payment once and answers it', async () => {
  await withChild(-2 * hours, async ({ url }) => {
    const header = await signPayment({ url: url + path, payer, network: base })
    for (let time = 0; time < 2; time++)
      expect((await fetch(url + path, withPayment({}, header))).status).toBe(200)
    expect(await balance()).toBe(fundsAtomic - priceAtomic)
  })
})

test('a transfer is found by a process whose clock is ahead, also on a node that searches few blocks at once', async () => {
  const header = await sign()
  const transaction = await replayAsStranger(network, header)
  await mine(network.rpcUrl, 20)
  const proxy = await startAnsweringProxy(network.rpcUrl, (method, params) => {
    if (method !== 'eth_getLogs') return undefined
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    return Number(toBlock) - Number(fromBlock) < 5 ? undefined : { status: 413 }
  })
  const config = service.ctx.env.networks.find(({ id }) => id === base)!
  const found = await findTransfer({
    chain: openChain({ ...config, rpcUrls: [proxy.url] }),
    expected: expectedOfHeader(header),
    notBefore: new Date(Date.now() + 2 * hours * 1_000),
  })
  expect(found?.transaction).toBe(transaction)
  await proxy.close()
})

function expectedOfHeader(header: string) {
  const { accepted, payload } = JSON.parse(Buffer.from(header, 'base64').toString()) as {
    accepted: { asset: string }
    payload: { authorization: { from: string; to: string; value: string; nonce: string } }
  }
  const { from, to, value, nonce } = payload.authorization
  return expectedOf({
    network: base,
    asset: accepted.asset,
    payer: from,
    nonce,
    payTo: to,
    amountAtomic: BigInt(value),
  })
}
