import 'server-only'
import { erc20Abi, formatEther } from 'viem'
import { cacheFor } from '#lib/adapters/cache-for'
import { readHeads } from '#lib/adapters/chain/finality'
import { type ProviderHead, readProviderHeads } from '#lib/adapters/chain/providers'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { inTime } from '#lib/adapters/in-time'
import { gasLowTransactions } from '#lib/domain/chain/gas-low'
import { formatUsdc } from '#lib/domain/money/money'
import type { Overview } from '#lib/schemas/operator-overview'
import { type Gas, readGas } from '#lib/services/health/read-gas'
import type { AuditedMoney } from '#lib/services/operator/overview/read-money'

/** As in docs/alerts.yml, CairnGasLow: in place of a number of transactions on Base before the first one. */
const gasLowWei = 2_000_000_000_000_000n
/** Chains are read at most this often, for all viewers together. */
const sharedMs = 3_000
const chainTimeoutMs = 1_500

type Ctx = Pick<Context, 'sql' | 'chains' | 'env' | 'clock'>
type Network = Overview['networks'][number]
type OnChain = { providers: ProviderHead[]; final: number | undefined; revenue: bigint | undefined }
type OnChains = { gas: Gas[]; chains: Map<number, OnChain> }
type SenderQueue = {
  chainId: number
  address: string
  roles: string[]
  isFrozen: boolean
  frozenSeconds: number | null
  frozenBy: string | null
  frozenReason: string | null
  transactions: number
  oldest: number | null
}

/**
 * Each network: its money as last audited, its endpoints and keys as they answer now. An unavailable chain is
 * a result, not an error.
 */
export async function readNetworks(args: { ctx: Ctx; money: AuditedMoney }): Promise<Network[]> {
  const { ctx, money } = args
  const [{ gas, chains }, queues] = await Promise.all([askChains(ctx), readSenderQueues(ctx)])
  return ctx.env.networks.map(({ id, chainId, payTo }) => {
    const audited = money.networks.get(id)
    const { providers = [], final = -1, revenue } = chains.get(chainId) ?? {}
    return {
      network: id,
      money: audited?.money ?? null,
      could_not_check: audited ? audited.couldNotCheck : 'No audit has looked at it yet.',
      ...headsOf(providers, ctx.clock.now()),
      final_block: final < 0 ? null : final,
      revenue: { address: payTo, usdc: revenue === undefined ? null : formatUsdc(revenue) },
      keys: queues.filter((queue) => queue.chainId === chainId).map((queue) => keyOf(queue, gas)),
    }
  })
}

const askChains = cacheFor(
  sharedMs,
  (ctx: Ctx) => ctx.chains,
  async (ctx): Promise<OnChains> => {
    const read = async (network: NetworkConfig) => [network.chainId, await askChain(ctx, network)] as const
    const [gas, chains] = await Promise.all([readGas({ ctx }), Promise.all(ctx.env.networks.map(read))])
    return { gas, chains: new Map(chains) }
  },
)

async function askChain({ chains }: Ctx, network: NetworkConfig): Promise<OnChain> {
  const chain = chains.get(network.chainId)
  const ask = { abi: erc20Abi, functionName: 'balanceOf' } as const
  const [providers, heads, revenue] = await Promise.all([
    readProviderHeads(network.rpcUrls),
    chain && inTime(chainTimeoutMs, readHeads(chain)),
    chain &&
      inTime(
        chainTimeoutMs,
        chain.client.readContract({ ...ask, address: network.usdc.address, args: [network.payTo] }),
      ),
  ])
  return { providers, final: heads?.final, revenue }
}

function readSenderQueues({ sql }: Ctx): Promise<SenderQueue[]> {
  return sql<SenderQueue[]>`
    select a.chain_id as "chainId", a.address, a.roles, a.frozen_at is not null as "isFrozen",
      extract(epoch from service_now() - a.frozen_at)::int as "frozenSeconds",
      a.frozen_by as "frozenBy", a.frozen_reason as "frozenReason",
      coalesce(t.count, 0) as transactions, t.oldest
    from chain_account a
    left join (
      select chain_id, sender, count(*)::int as count, extract(epoch from service_now() - min(created_at))::int as oldest
      from chain_tx where state in ('queued', 'sent', 'mined') group by 1, 2
    ) t on t.chain_id = a.chain_id and t.sender = a.address
    order by 1, 2`
}

function headsOf(
  providers: readonly ProviderHead[],
  now: Date,
): Pick<Network, 'head_age_seconds' | 'providers'> {
  const heads = providers.flatMap(({ head }) => (head ? [head] : []))
  const furthest = Math.max(...heads.map(({ number }) => number))
  const newest = Math.max(...heads.map(({ timestamp }) => timestamp))
  return {
    head_age_seconds: heads.length === 0 ? null : Math.max(0, Math.round(now.getTime() / 1_000 - newest)),
    providers: providers.map(({ host, head }) => ({
      name: host,
      head: head?.number ?? null,
      behind: head ? furthest - head.number : null,
    })),
  }
}

function isLow(balance: bigint | null, lasts: number | null): boolean {
  return lasts === null ? balance !== null && balance < gasLowWei : lasts < gasLowTransactions
}

function keyOf(queue: SenderQueue, gas: readonly Gas[]): Network['keys'][number] {
  const { chainId, address, roles, isFrozen, frozenSeconds, frozenBy, frozenReason, transactions, oldest } =
    queue
  const own = gas.find((one) => one.chainId === chainId && one.address === address)
  const balance = own?.balanceWei ?? null
  const cost = own?.costWei ?? null
  const lasts = balance === null || !cost ? null : Number(balance / cost)
  return {
    address,
    roles,
    transactions,
    lasts,
    balance: balance === null ? null : formatEther(balance),
    is_low: own?.isInUse === true && isLow(balance, lasts),
    is_frozen: isFrozen,
    frozen_seconds: frozenSeconds === null ? null : Math.max(0, frozenSeconds),
    frozen_by: frozenBy,
    frozen_reason: frozenReason,
    oldest_seconds: oldest === null ? null : Math.max(0, oldest),
  }
}
