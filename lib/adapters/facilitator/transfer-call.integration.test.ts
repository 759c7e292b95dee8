import { randomBytes } from 'node:crypto'
import { type Address, bytesToHex, parseAbi, parseEther, parseEventLogs } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizationTypes } from '#lib/adapters/chain/eip3009'
import { batchGasLimit, encodeTransfers, multicall3Address } from '#lib/adapters/facilitator/transfer-call'
import type { ExactPayment } from '#lib/schemas/x402'
import { type LocalChains, startChains } from '#sandbox/chains'
import { fundUsdc, openLocal } from '#sandbox/local-chain'

const sender: Address = '0x000000000000000000000000000000000000b0b0'
let chains: LocalChains
beforeAll(async () => {
  chains = await startChains()
})
afterAll(() => chains?.stop())

test('a full batch of 64 payments from new wallets fits into the gas limit of one transaction', async () => {
  const { rpcUrl, usdc, chainId } = chains.networks['eip155:8453']
  const payments = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      await fundUsdc(rpcUrl, usdc, account.address, 5_000n)
      const nonce = bytesToHex(randomBytes(32))
      const to = bytesToHex(randomBytes(20))
      const message = {
        from: account.address,
        to,
        value: 5_000n,
        validAfter: 0n,
        validBefore: 2n ** 48n,
        nonce,
      }
      const signature = await account.signTypedData({
        domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: usdc },
        types: authorizationTypes,
        primaryType: 'TransferWithAuthorization',
        message,
      })
      const authorization = { ...message, value: '5000', validAfter: '0', validBefore: String(2n ** 48n) }
      return { accepted: { asset: usdc }, payload: { signature, authorization } } as unknown as ExactPayment
    }),
  )
  const client = openLocal(rpcUrl)
  await client.setBalance({ address: sender, value: parseEther('1') })
  await client.impersonateAccount({ address: sender })
  const data = encodeTransfers(payments)
  const gas = batchGasLimit(payments.length)
  const hash = await client.sendTransaction({
    account: sender,
    chain: null,
    to: multicall3Address,
    data,
    gas,
  })
  const receipt = await client.waitForTransactionReceipt({ hash })
  const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
  expect(parseEventLogs({ abi, logs: receipt.logs })).toHaveLength(64)
})
