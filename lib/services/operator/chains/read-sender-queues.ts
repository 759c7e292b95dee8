import 'server-only'
import { type Address, formatEther, formatGwei } from 'viem'
import { feeLimitsOf } from '#lib/adapters/chain/fees'
import { readHeads } from '#lib/adapters/chain/finality'
import { lookAtProviders } from '#lib/adapters/chain/providers'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { inTime } from '#lib/adapters/in-time'
import { networkOf } from '#lib/domain/chain/caip2'
import { nativeCoin } from '#lib/domain/chain/networks'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { OperatorChains, SenderQueue } from '#lib/schemas/operator-chain'
import { readGas } from '#lib/services/health/read-gas'

type Ctx = Pick<Context, 'env' | 'sql' | 'chains' | 'clock'>

const chainTimeoutMs = 3_000

/**
 * The endpoints of each network as they answer now, and the sender queue of each key as stored and as the chain shows it. A value
 * that could not be read is `null`.
 */
export async function readSenderQueues({ ctx }: { ctx: Ctx }): Promise<OperatorChains> {
  const [chains, queues] = await Promise.all([
    Promise.all(ctx.env.networks.map((network) => readNetwork(ctx, network))),
    readAccounts(ctx),
  ])
  return { chains, sender_queues: queues }
}

async function readNetwork(ctx: Ctx, network: NetworkConfig): Promise<OperatorChains['chains'][number]> {
  const chain = ctx.chains.get(network.chainId)!
  const [{ providers, comparedAt }, heads] = await Promise.all([
    lookAtProviders(network.rpcUrls),
    inTime(chainTimeoutMs, readHeads(chain)),
  ])
  const now = ctx.clock.now().getTime() / 1_000
  return {
    network: network.id,
    name: network.name,
    finality: finalityText(network.finality),
    head: heads?.head.number ?? null,
    final: heads && heads.final >= 0 ? heads.final : null,
    compared_at: comparedAt ?? null,
    fee_cap_gwei: formatGwei(feeLimitsOf(network.chainId).cap),
    providers: providers.map(({ host, answerMs, error, head, agreement }) => ({
      host,
      answer_ms: answerMs ?? null,
      error: error ?? null,
      agreement,
      head: head
        ? {
            number: head.number,
            hash: head.hash,
            at: isoSeconds(head.timestamp),
            age_seconds: Math.max(0, Math.round(now - head.timestamp)),
          }
        : null,
    })),
  }
}

type Row = {
  chainId: number
  sender: Address
  roles: string[]
  nextNonce: string
  frozenAt: number | null
  frozenBy: string
  frozenReason: string
  passedAt: number | null
  passedSeconds: number | null
  passedBy: string | null
  passError: string | null
  queued: number
  queuedSince: number | null
  sent: number
  sentSince: number | null
  mined: number
  minedSince: number | null
  firstUnmined: string | null
}

async function readAccounts(ctx: Ctx): Promise<SenderQueue[]> {
  const [rows, gas] = await Promise.all([
    ctx.sql<Row[]>`
      select a.chain_id as "chainId", a.address as sender, roles, next_nonce as "nextNonce", extract(epoch from frozen_at)::float8 as "frozenAt",
        frozen_by as "frozenBy", frozen_reason as "frozenReason", extract(epoch from passed_at)::float8 as "passedAt", passed_by as "passedBy",
        pass_error as "passError", extract(epoch from now() - passed_at)::float8 as "passedSeconds", open.*
      from chain_account a
      cross join lateral (
        select
          count(*) filter (where state = 'queued')::int as queued,
          extract(epoch from min(created_at) filter (where state = 'queued'))::float8 as "queuedSince",
          count(*) filter (where state = 'sent')::int as sent,
          extract(epoch from min(created_at) filter (where state = 'sent'))::float8 as "sentSince",
          count(*) filter (where state = 'mined')::int as mined,
          extract(epoch from min(created_at) filter (where state = 'mined'))::float8 as "minedSince",
          (array_agg(id order by nonce) filter (where state = 'sent'))[1] as "firstUnmined"
        from chain_tx t
        where t.chain_id = a.chain_id and t.sender = a.address and state in ('queued', 'sent', 'mined')
      ) open
      order by 1, 2`,
    readGas({ ctx }),
  ])
  return Promise.all(
    rows.map(async (row) => {
      const [mined, pending] = await readNonces(ctx, row)
      const of = gas.find(({ chainId, address }) => chainId === row.chainId && address === row.sender)
      return describeQueue(row, {
        mined,
        pending,
        balance: of?.balanceWei ?? null,
        cost: of?.costWei ?? null,
      })
    }),
  )
}

function readNonces(ctx: Ctx, { chainId, sender: address }: Row): Promise<(number | undefined)[]> {
  const client = ctx.chains.get(chainId)?.client
  return Promise.all(
    (['latest', 'pending'] as const).map((blockTag) =>
      client ? inTime(chainTimeoutMs, client.getTransactionCount({ address, blockTag })) : undefined,
    ),
  )
}

function describeQueue(
  row: Row,
  is: {
    mined: number | undefined
    pending: number | undefined
    balance: bigint | null
    cost: bigint | null
  },
): SenderQueue {
  const next = Number(row.nextNonce)
  const { balance, cost } = is
  return {
    network: networkOf(row.chainId),
    sender: row.sender,
    roles: row.roles,
    next_nonce: next,
    mined_nonce: is.mined ?? null,
    pending_nonce: is.pending ?? null,
    gap: is.mined === undefined ? null : next - is.mined,
    balance_wei: balance?.toString() ?? null,
    balance: balance === null ? null : formatEther(balance),
    coin: nativeCoin(row.chainId),
    lasts: balance === null || !cost ? null : Number(min(balance / cost, 1_000_000n)),
    passed_at: isoOf(row.passedAt),
    passed_seconds_ago: row.passedSeconds === null ? null : Math.max(0, Math.round(row.passedSeconds)),
    passed_by: row.passedBy,
    pass_error: row.passError,
    frozen:
      row.frozenAt === null
        ? null
        : { at: isoSeconds(Math.floor(row.frozenAt)), by: row.frozenBy, reason: row.frozenReason },
    queued: { count: row.queued, since: isoOf(row.queuedSince) },
    sent: { count: row.sent, since: isoOf(row.sentSince) },
    mined: { count: row.mined, since: isoOf(row.minedSince) },
    first_unmined_id: row.firstUnmined === null ? null : Number(row.firstUnmined),
  }
}

function finalityText(finality: NetworkConfig['finality']): string {
  if (typeof finality === 'string') return `the node’s ${finality} block`
  return finality === 0 ? 'every block is final' : `with ${finality} blocks on top`
}

function isoOf(epochSeconds: number | null): string | null {
  return epochSeconds === null ? null : isoSeconds(Math.floor(epochSeconds))
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
