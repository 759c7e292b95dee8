import 'server-only'
import { BlockNotFoundError, type TransactionReceipt } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { readHeads } from '#lib/adapters/chain/finality'
import { readNonceUser } from '#lib/adapters/chain/outbox-nonce-user'
import { rebroadcast, refill } from '#lib/adapters/chain/outbox-rebroadcast'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'
import {
  recordFee,
  recordLost,
  recordNonceUsed,
  recordReceipt,
  recordUnmined,
} from '#lib/adapters/chain/outbox-record'
import { replaceAttempt } from '#lib/adapters/chain/outbox-replace'
import {
  inQueue,
  readSigned,
  recordTrouble,
  type SenderQueue,
  type SignedRow,
} from '#lib/adapters/chain/outbox-rows'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import {
  nextTransactionStep,
  type SignedFacts,
  type TransactionTiming,
} from '#lib/domain/chain/next-transaction-step'

type Pass = {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  queue: SenderQueue
  /** Absent if this process does not have the key. */
  signer?: Signer
  timing: TransactionTiming
}
type Head = { number: number; hash: string }
/** A row with what this pass has read from the chain. */
type Followed = SignedRow & SignedFacts & { found?: TransactionReceipt | undefined }
/** The facts that a step may change within a pass. */
type Changes = Partial<
  Pick<SignedFacts, 'state' | 'minedBlock' | 'nonceUsedBlock' | 'chainNonce' | 'nonceUser'>
>

/** The head at the last complete pass of this process, by sender. */
const lastHeads = new WeakMap<Chain, Map<string, Head>>()

/** Compares the signed transactions of a sender with the chain, lowest nonce first, and carries out the next step of each. */
export async function followSigned(pass: Pass): Promise<void> {
  const { ctx, chain, queue, signer, timing } = pass
  const rows = await readSigned(ctx.db, inQueue(queue))
  if (rows.length === 0) return
  const { head, final } = await readHeads(chain)
  const isReorganised = await takeLastHead(chain, queue, head)
  const facts = { canSign: signer !== undefined, timing, finalBlock: final, isReorganised } as const
  const unread = { receipt: 'unread', chainNonce: 'unread', nonceUser: 'unread', market: 'unread' } as const
  const followed = await Promise.all(
    rows.map((row) => withReceipt(chain, { ...row, ...facts, ...unread, isLowest: true })),
  )
  let chainNonce: number | undefined
  const readChainNonce = async () => {
    chainNonce ??= await chain.client.getTransactionCount({ address: queue.sender, blockTag: 'latest' })
    return chainNonce
  }
  let isLowest = true
  let anyEnded = false
  try {
    for (const row of followed) {
      if (row.found && (!row.feeIsRecorded || row.state === 'sent')) await recordFee(ctx, row, row.found)
      let current: Followed | undefined = { ...row, isLowest }
      while (current) {
        const step = nextTransactionStep(current)
        anyEnded ||= step.do === 'recordLost' || (step.do === 'record' && step.state !== 'mined')
        const changes = await carryOut({ pass, head: head.number, row: current, step, readChainNonce })
        current = changes && { ...current, ...changes }
      }
      if (row.receipt === 'none' && chainNonce !== undefined && row.nonce >= chainNonce) isLowest = false
    }
  } finally {
    if (anyEnded) await notifyWorkers(ctx.db)
  }
  lastHeads.get(chain)!.set(queue.sender, head)
}

async function withReceipt(chain: Chain, row: Followed): Promise<Followed> {
  const step = nextTransactionStep(row)
  if (step.do !== 'read') return row
  const found = await findReceipt(
    chain,
    row.attempts.map(({ hash }) => hash),
  )
  if (!found) return { ...row, receipt: 'none' }
  const isCancellation = row.attempts.some(({ cancels, hash }) => cancels && hash === found.transactionHash)
  const outcome = isCancellation ? 'cancelled' : found.status === 'success' ? 'succeeded' : 'reverted'
  return { ...row, found, receipt: { block: Number(found.blockNumber), outcome } }
}

/** @returns the facts that changed, if there may be another step in this pass */
async function carryOut(args: {
  pass: Pass
  head: number
  row: Followed
  step: ReturnType<typeof nextTransactionStep>
  readChainNonce: () => Promise<number>
}): Promise<Changes | undefined> {
  const { pass, head, row, step, readChainNonce } = args
  const { ctx, chain, queue, signer } = pass
  switch (step.do) {
    case 'read':
      if (step.what === 'chainNonce') return { chainNonce: await readChainNonce() }
      if (step.what === 'nonceUser') return { nonceUser: await nonceUserOf(pass, row) }
      if (step.what === 'market' && signer) await replaceAttempt({ ctx, chain, signer, facts: row })
      return undefined
    case 'wait':
      if (step.heldUpBy && step.heldUpBy in reasons)
        await recordTrouble(ctx, row.txId, reasons[step.heldUpBy as keyof typeof reasons])
      return undefined
    case 'record':
      await recordReceipt({ ctx, row, receipt: row.found!, state: step.state })
      return undefined
    case 'recordLost':
      await recordLost({ ctx, row, because: step.because })
      return undefined
    case 'recordUnmined': {
      const changed = await recordUnmined({ ctx, row, because: step.because })
      if (step.because === 'cancelled') return undefined
      // Nodes drop it from their pool after a reorganisation.
      if (changed) await rebroadcast(ctx, chain, row.txId)
      return { state: 'sent', minedBlock: null }
    }
    case 'noteNonceUsed':
      await recordNonceUsed(ctx, row.txId, head)
      return undefined
    case 'noteNonceFree':
      await recordNonceUsed(ctx, row.txId, null)
      return { nonceUsedBlock: null }
    case 'rebroadcast':
      await rebroadcast(ctx, chain, row.txId)
      return undefined
    case 'refill':
      await refill({ ctx, chain, queue, from: step.from, below: row.nonce + 1 })
      return undefined
    default:
      throw new Error(`step ${step.do} is not for a signed transaction`)
  }
}

/** Why a transaction is held up, for operators. Other reasons are recorded where they arise. */
const reasons = {
  unfinalCancellation: 'an empty transaction used its nonce, and is not final yet',
  unknownNonceUser: 'its nonce is used, and no RPC endpoint shows by which transaction',
  missingReceipt: 'it is in a final block, and no RPC endpoint shows its receipt',
} as const

function nonceUserOf({ chain, queue }: Pass, row: Followed) {
  const { nonce, finalBlock, attempts } = row
  const ours = attempts.map(({ hash }) => hash)
  const nonceUsedBlock = row.nonceUsedBlock ?? finalBlock
  return readNonceUser({ chain, sender: queue.sender, nonce, ours, nonceUsedBlock, finalBlock })
}

/**
 * Removes the remembered head of the last pass and returns whether that block has left the chain; `true` if no head is
 * remembered. A pass that fails remembers no head, so that the next one reads all receipts again.
 */
async function takeLastHead(chain: Chain, queue: SenderQueue, head: Head): Promise<boolean> {
  const heads = lastHeads.get(chain) ?? new Map<string, Head>()
  lastHeads.set(chain, heads)
  const last = heads.get(queue.sender)
  heads.delete(queue.sender)
  if (!last || last.number > head.number) return true
  if (last.number === head.number) return last.hash !== head.hash
  try {
    const block = await chain.client.getBlock({ blockNumber: BigInt(last.number) })
    return block.hash !== last.hash
  } catch (error) {
    if (error instanceof BlockNotFoundError) return true
    throw error
  }
}
