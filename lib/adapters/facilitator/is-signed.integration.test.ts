import { authorizationTypes } from '@x402/evm'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, openChain } from '#lib/adapters/chain/client'
import { isSigned } from '#lib/adapters/facilitator/is-signed'
import { type LocalChains, startChains } from '#sandbox/chains'
import { contractWallet } from '#testing/contract-wallet'

const owner = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
let chains: LocalChains
let chain: Chain
let usdc: { address: Address; domainName: string; domainVersion: string }

beforeAll(async () => {
  chains = await startChains()
  const network = chains.networks['eip155:8453']
  chain = openChain({ chainId: 8453, rpcUrls: [network.rpcUrl], finality: 0 })
  usdc = { address: network.usdc, domainName: 'USD Coin', domainVersion: '2' }
})
afterAll(() => chains?.stop())

/** An expired authorization of an empty wallet: neither times nor balance are checked. */
const authorizationFrom = (from: Address) => ({
  from,
  to: stranger.address,
  value: '50000000',
  validAfter: '0',
  validBefore: '1',
  nonce: `0x${'5a'.repeat(32)}` as Hex,
})

function sign(by: typeof owner, from: Address, changed: { value?: string; chainId?: number } = {}) {
  const { value, validAfter, validBefore, ...parts } = authorizationFrom(from)
  return by.signTypedData({
    domain: {
      name: usdc.domainName,
      version: usdc.domainVersion,
      chainId: changed.chainId ?? 8453,
      verifyingContract: usdc.address,
    },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...parts,
      value: BigInt(changed.value ?? value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
    },
  })
}

const check = (signature: Hex, from: Address) =>
  isSigned({ chain, usdc, payload: { signature, authorization: authorizationFrom(from) } })

test('a signature is valid only for its own wallet, amount and chain', async () => {
  const { address } = owner
  expect(await check(await sign(owner, address), address)).toBe(true)
  expect(await check(await sign(stranger, address), address)).toBe(false)
  expect(await check(await sign(owner, address, { value: '1' }), address)).toBe(false)
  expect(await check(await sign(owner, address, { chainId: 5042 }), address)).toBe(false)
  expect(await check('0x1234', address)).toBe(false)
})

test('a contract wallet decides if its signature is valid', async () => {
  const wallet = contractWallet(chains.networks['eip155:8453'].rpcUrl, owner.address)
  await wallet.deploy()
  expect(await check(await sign(owner, wallet.address), wallet.address)).toBe(true)
  expect(await check(await sign(stranger, wallet.address), wallet.address)).toBe(false)
})

test('throws when a contract wallet must be asked and the chain is unreachable; a key needs no chain', async () => {
  const { address } = owner
  const ask = async (by: typeof owner) =>
    isSigned({
      chain: openChain({ chainId: 8453, rpcUrls: ['http://127.0.0.1:9'], finality: 0 }),
      usdc,
      payload: { signature: await sign(by, address), authorization: authorizationFrom(address) },
    })
  expect(await ask(owner)).toBe(true)
  await expect(ask(stranger)).rejects.toThrow()
})
