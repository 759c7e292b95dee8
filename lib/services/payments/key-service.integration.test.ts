import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { demoKey } from '#lib/adapters/demo-keys'
import { bountyPath, postBounty } from '#testing/bounty-request'
import { type KmsServer, startKmsServer } from '#testing/kms-server'
import { testQuery } from '#testing/observations'
import { jsonPost, receiptOf, signPayment, withPayment } from '#testing/paid-service'
import { balance, base, database, payer, servePayments, service } from '#testing/payment-fixture'

const funds = 60_000_000n

let keys: KmsServer
servePayments({
  fundsAtomic: funds,
  settings: async () => {
    keys = await startKmsServer()
    for (const [name, value] of Object.entries(keys.variables)) vi.stubEnv(name, value)
    return { RELAYER_KEY: keys.settingOf(keys.createKey(demoKey('relayer'))) }
  },
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await keys?.close()
})
beforeEach(() => keys.always(undefined))

const sold = {
  'a look-up': ['/api/v1/spatial/query', jsonPost(testQuery), 200, 10_000n],
  'an order': [bountyPath, postBounty(), 201, 50_000_000n],
} as const

test.each(Object.entries(sold))(
  '%s is settled by a key in a key service',
  async (_, [path, init, status, price]) => {
    const url = service.url + path
    const header = await signPayment({ url, init, payer, network: base })
    const answered = await fetch(url, withPayment(init, header))
    expect(answered.status).toBe(status)
    expect(await balance()).toBe(funds - price)
  },
)

test.each(Object.entries(sold))(
  '%s that is paid for while the key service is away waits, and is answered and charged once when it is back',
  async (_, [path, init, status, price]) => {
    const url = service.url + path
    const header = await signPayment({ url, init, payer, network: base })
    const pay = () => fetch(url, withPayment(init, header))
    const spent = async () => funds - (await balance())
    keys.always('disabled')
    for (let tries = 0; tries < 2; tries++) {
      const waiting = await pay()
      expect(waiting.status).toBe(503)
      expect(receiptOf(waiting)).toMatchObject({ success: false, errorReason: 'settlement_pending' })
    }
    expect(await spent()).toBe(0n)
    keys.always(undefined)
    const answers = await Promise.all([pay(), pay(), pay()])
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status])
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(await spent()).toBe(price)
    // No nonce was lost to signatures that were not made.
    const [row] = await database.sql<{ nonces: number; last: number }[]>`
      select count(distinct nonce)::int as nonces, max(nonce)::int as last from chain_tx where chain_id = 8453`
    expect(row!.nonces).toBe(row!.last + 1)
  },
)
