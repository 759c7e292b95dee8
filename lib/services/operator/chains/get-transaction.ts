import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { type Address, bytesToHex, formatGwei, type Hex, TransactionReceiptNotFoundError } from 'viem'
import { chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { describeCall, type KnownContracts } from '#lib/adapters/chain/describe-call'
import { feeLimitsOf } from '#lib/adapters/chain/fees'
import { readHeads } from '#lib/adapters/chain/finality'
import type { Context } from '#lib/adapters/context'
import type { Env } from '#lib/adapters/env'
import { multicall3Address } from '#lib/adapters/facilitator/transfer-call'
import { inTime } from '#lib/adapters/in-time'
import { chainTxWords } from '#lib/domain/chain/chain-tx-words'
import { CairnError } from '#lib/domain/errors'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorTransactionDetail } from '#lib/schemas/operator-chain'
import { findOwners } from '#lib/services/operator/chains/find-owners'
import { describeTransaction } from '#lib/services/operator/chains/list-transactions'
import { isNext, queueIsFrozen, waitsLong } from '#lib/services/operator/chains/queue-conditions'
import { readAttempts } from '#lib/services/operator/chains/read-attempts'
import { adviceFor } from '#lib/services/operator/chains/transaction-advice'

const callsAtMost = 50
const chainTimeoutMs = 3_000

type Ctx = Pick<Context, 'env' | 'db' | 'sql' | 'chains'>
type Attempt = OperatorTransactionDetail['attempts_made'][number]

/** One transaction without its signed bytes, because anyone who has those can send it. @throws CairnError `not_found` */
export async function getTransaction(args: {
  ctx: Ctx
  input: { id: number }
}): Promise<OperatorTransactionDetail> {
  const { ctx, input } = args
  const row = await load(ctx, input.id)
  const chain = ctx.chains.get(row.chainId)
  const [attempts, heads, owners] = await Promise.all([
    readOutcomes(ctx, chain, input.id),
    chain ? inTime(chainTimeoutMs, readHeads(chain)) : undefined,
    findOwners({ ctx, input: row }),
  ])
  const { calls, total } = describeCall({
    to: row.recipient as Address,
    data: bytesToHex(row.data),
    limit: callsAtMost,
    isStored: row.kind !== 'settle' || row.data.length > 0,
    contracts: contractsOf(ctx.env, row.chainId),
  })
  const { purpose } = chainTxWords(row.kind)
  return {
    ...describeTransaction(row, attempts.length),
    purpose,
    advice: adviceFor(row, attempts),
    idempotency_key: row.idemKey,
    recipient: row.recipient,
    value_wei: row.value.toString(),
    gas_limit: row.gasLimit,
    fee_cap_gwei: formatGwei(row.feeCap ?? feeLimitsOf(row.chainId).cap),
    calls,
    calls_total: total,
    bump_asked_at: row.bumpAskedAt && isoTime(row.bumpAskedAt),
    cancel_asked_at: row.cancelAskedAt && isoTime(row.cancelAskedAt),
    mined_block: row.minedBlock,
    is_next: row.isNext,
    queue_is_frozen: row.queueIsFrozen,
    attempts_made: attempts,
    final_block: heads && heads.final >= 0 ? heads.final : null,
    belongs_to: owners,
  }
}

async function load(ctx: Ctx, id: number) {
  const [found] = await ctx.db
    .select({
      row: chainTx,
      queueIsFrozen: sql<boolean>`(${queueIsFrozen})`,
      isNext: sql<boolean>`(${isNext})`,
      isWaitingLong: sql<boolean>`(${waitsLong})`,
    })
    .from(chainTx)
    .where(eq(chainTx.id, id))
  if (!found) throw new CairnError('not_found', 'There is no transaction with this id.')
  const { row, ...about } = found
  return { ...row, ...about }
}

/** Each signed attempt, and its state on the chain. */
async function readOutcomes(ctx: Ctx, chain: Chain | undefined, id: number): Promise<Attempt[]> {
  const attempts = (await readAttempts({ ctx, txIds: [id] })).get(id)!
  return Promise.all(
    attempts.map(async (attempt) => ({ ...attempt, ...(await readReceipt(chain, attempt.hash as Hex)) })),
  )
}

async function readReceipt(
  chain: Chain | undefined,
  hash: Hex,
): Promise<Pick<Attempt, 'receipt' | 'block' | 'gas_used'>> {
  const nothing = { block: null, gas_used: null }
  const asked = chain?.client.getTransactionReceipt({ hash }).then(
    ({ status, blockNumber, gasUsed }) => ({
      receipt: status,
      block: Number(blockNumber),
      gas_used: Number(gasUsed),
    }),
    (error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return { receipt: 'none' as const, ...nothing }
      throw error
    },
  )
  return (asked && (await inTime(chainTimeoutMs, asked))) ?? { receipt: 'unknown', ...nothing }
}

function contractsOf(env: Env, chainId: number): KnownContracts {
  const network = env.networks.find((one) => one.chainId === chainId)
  return [
    ...(network ? [{ name: 'escrow', address: network.escrow }] : []),
    ...(network?.previousEscrow ? [{ name: 'previous escrow', address: network.previousEscrow }] : []),
    ...(network ? [{ name: 'USDC', address: network.usdc.address }] : []),
    { name: 'EAS', address: env.anchor.eas },
    { name: 'schema registry', address: env.anchor.schemaRegistry },
    { name: 'Multicall3', address: multicall3Address },
  ]
}
