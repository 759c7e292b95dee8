import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  publicActions,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sandboxUsdcAbi } from '#contracts/sandbox-usdc'
import { leadOf, setLead } from '#lib/adapters/chain/local-clock'
import { demoKey } from '#lib/adapters/demo-keys'

// Local chains, and what only they can do.

/** The account that deploys and mints on the local chains. */
export const deployer = privateKeyToAccount(demoKey('deployer')).address

const maxSendAttempts = 1_000
const receiptTimeoutMs = 30_000

export type LocalClient = ReturnType<typeof openLocal>

/**
 * A client with the methods that only local chains have.
 *
 * @param options.batch sends calls that are made at the same time as one request; anvil answers them in any order
 */
export function openLocal(rpcUrl: string, options: { batch?: boolean } = {}) {
  return createTestClient({
    mode: 'anvil',
    transport: http(rpcUrl, { retryCount: 0, timeout: 30_000, batch: options.batch ?? false }),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
}

/** Sends as the deployer and waits for the receipt. Calls may overlap, also from other processes. Throws if the transaction reverts. */
export async function sendAsDeployer(client: LocalClient, to: Address, data: Hex): Promise<void> {
  for (let attempt = 1; attempt <= maxSendAttempts; attempt++) {
    const hash = await sendNumbered(client, to, data)
    const status = await outcomeOf(client, hash)
    if (status === 'success') return
    if (status === 'reverted') throw new Error(`transaction ${hash} to ${to} reverted`)
  }
  throw new Error(`transactions to ${to} keep being replaced`)
}

/** `replaced`: an overlapping send got the same nonce a block later, at a higher fee, and anvil dropped this one for it. */
async function outcomeOf(client: LocalClient, hash: Hex): Promise<'success' | 'reverted' | 'replaced'> {
  const giveUpAt = Date.now() + receiptTimeoutMs
  // Usually it is mined a moment after it was taken.
  for (let waitMs = 5; Date.now() < giveUpAt; waitMs = client.pollingInterval) {
    await sleep(waitMs)
    const mined = await findReceipt(client, hash)
    if (mined) return mined.status
    // Unknown, and without a receipt when asked again: replaced. It may be mined between the two questions.
    const known = await client.getTransaction({ hash }).catch(undefinedWhen(TransactionNotFoundError))
    if (!known) return (await findReceipt(client, hash))?.status ?? 'replaced'
  }
  throw new Error(`transaction ${hash} was not mined in ${receiptTimeoutMs / 1_000} s`)
}

function findReceipt(client: LocalClient, hash: Hex) {
  return client.getTransactionReceipt({ hash }).catch(undefinedWhen(TransactionReceiptNotFoundError))
}

function undefinedWhen(expected: new (...args: never[]) => Error): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof expected)) throw error
    return undefined
  }
}

/**
 * Anvil chooses the nonce, and gives two overlapping requests the same one: the later request is repeated. It signs for an account
 * whose key it does not have only after `impersonateAccount`.
 */
async function sendNumbered(client: LocalClient, to: Address, data: Hex): Promise<Hex> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.sendTransaction({ account: deployer, chain: null, to, data })
    } catch (error) {
      const { message } = error as Error
      const isKeyless = /no signer/i.test(message)
      const isTaken = /already imported|nonce too low|underpriced/.test(message)
      if (!(isKeyless || isTaken) || attempt === maxSendAttempts) throw error
      if (isKeyless) await client.impersonateAccount({ address: deployer })
    }
  }
}

/** Mints sandbox USDC. @param amountAtomic millionths of a USDC */
export async function fundUsdc(
  rpcUrl: string,
  usdc: Address,
  to: Address,
  amountAtomic: bigint,
): Promise<void> {
  const data = encodeFunctionData({ abi: sandboxUsdcAbi, functionName: 'mint', args: [to, amountAtomic] })
  await sendAsDeployer(openLocal(rpcUrl), usdc, data)
}

/** Moves the chain's clock forward permanently and mines a block at the new time. */
export async function advanceChain(rpcUrl: string, seconds: number): Promise<void> {
  const client = openLocal(rpcUrl)
  await setLead(client, (await leadOf(client)) + seconds)
}

/** Restores the clock of a restarted chain from its blocks. */
export async function restoreLead(client: LocalClient): Promise<void> {
  const seconds = await leadOf(client)
  if (seconds > 0) await client.increaseTime({ seconds })
}
