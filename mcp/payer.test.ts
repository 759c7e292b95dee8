import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { type Payer, type Quote, sign } from './payer.ts'
import { Refusal } from './refusal.ts'

test('nothing is signed when it would exceed the budget', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const signTypedData = vi.fn(account.signTypedData)
  const events: string[] = []
  const payer = {
    signer: { ...account, signTypedData },
    budget: {
      reserve: () => Promise.reject(new Refusal('The cap of the day is reached.')),
    },
    journal: async ({ event }: { event: string }) => void events.push(event),
  } as unknown as Payer
  const offer = {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '10000',
    maxTimeoutSeconds: 60,
    asset: account.address,
    payTo: account.address,
    extra: { name: 'USD Coin', version: '2' },
  }
  const required = { x402Version: 2, resource: { url: 'https://cairn.example' }, accepts: [offer] }
  const quote = {
    required,
    offer,
    spend: { kind: 'lookup', tool: 'cairn_query', priceAtomic: 10_000n },
  } as unknown as Quote
  await expect(sign(payer, quote, new AbortController().signal)).rejects.toThrow('The cap of the day')
  expect(signTypedData).not.toHaveBeenCalled()
  expect(events).toEqual([])
  // With enough budget, the same offer is signed.
  const rich = { ...payer, budget: { reserve: async () => {} } } as unknown as Payer
  await sign(rich, quote, new AbortController().signal)
  expect(signTypedData).toHaveBeenCalledOnce()
  expect(events).toEqual(['signed'])
})
