import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChain } from '#lib/adapters/chain/client'
import { parseEnv } from '#lib/adapters/env'
import { findKeysWithoutGas } from '#lib/adapters/find-keys-without-gas'
import { type Anvil, startAnvil } from '#testing/anvil'
import { unchainedSettings } from '#testing/unchained-settings'

let base: Anvil
beforeAll(async () => {
  base = await startAnvil({ chainId: 8453 })
})
afterAll(() => base.stop())

const relayer = generatePrivateKey()
const anchor = generatePrivateKey()

/** Arc has an address where nothing listens. */
async function find() {
  const env = parseEnv({
    ...unchainedSettings('postgres://localhost/none'),
    RPC_URLS_8453: base.rpcUrl,
    RPC_URLS_5042: 'http://127.0.0.1:9',
    RELAYER_KEY: relayer,
    ANCHOR_KEY: anchor,
  })
  const chains = new Map(env.networks.map((network) => [network.chainId, openChain(network)]))
  return findKeysWithoutGas({ env, chains })
}

test('each key that owns nothing is named, with its address and network, until it gets something', async () => {
  const [first, second] = [privateKeyToAddress(relayer), privateKeyToAddress(anchor)]
  expect(await find()).toEqual([
    `RELAYER_KEY: ${first} has no ETH on Base, and cannot pay for gas there`,
    `ANCHOR_KEY: ${second} has no ETH on Base, and cannot pay for gas there`,
  ])
  await base.control.setBalance({ address: first, value: parseEther('0.01') })
  expect(await find()).toEqual([`ANCHOR_KEY: ${second} has no ETH on Base, and cannot pay for gas there`])
})
