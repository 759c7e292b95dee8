import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#sandbox/anvil'
import { openLocal } from '#sandbox/local-chain'
import { until } from '#testing/until'

const chainId = 8453
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId, finalityDepth: 0 })
})
afterAll(() => anvil.stop())

async function sender() {
  const client = openLocal(anvil.rpcUrl)
  const account = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: account.address, value: 10n ** 18n })
  const send = async (nonce: number) => {
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
    const transaction = {
      type: 'eip1559',
      chainId,
      nonce,
      to: account.address,
      gas: 21_000n,
      ...fees,
    } as const
    return client.sendRawTransaction({ serializedTransaction: await account.signTransaction(transaction) })
  }
  return { client, send }
}

test('transactions that came in the wrong order are all mined, without another one to follow', async () => {
  const { client, send } = await sender()
  const hashes = [await send(2), await send(1), await send(0)]
  for (const hash of hashes) {
    const receipt = await until(() => client.getTransactionReceipt({ hash }).catch(() => undefined), {
      what: hash,
    })
    expect(receipt.status).toBe('success')
  }
})
