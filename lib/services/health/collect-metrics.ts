import 'server-only'
import { formatEther } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { readBudget } from '#lib/adapters/chain/escrow'
import type { Context } from '#lib/adapters/context'
import { readNeededGas } from '#lib/adapters/facilitator/gas-check'
import { inTime } from '#lib/adapters/in-time'
import { addressOf } from '#lib/adapters/key-ref'
import { metrics } from '#lib/adapters/metrics/registry'
import { reportCategories } from '#lib/domain/moderation/report'
import { formatUsdc } from '#lib/domain/money/money'
import { checkReadiness } from '#lib/services/health/check-readiness'
import { collectServiceFacts } from '#lib/services/health/collect-service-facts'
import { readGas } from '#lib/services/health/read-gas'
import { countFailedForecasts } from '#lib/services/media/forecast-status'
import { countWaitingPushes } from '#lib/services/notices/count-pushes'

type Ctx = Pick<Context, 'sql' | 'db' | 'env' | 'chains' | 'clock'>
type Row = { count: number; age: number | null }

const chainTimeoutMs = 3_000

/**
 * Updates the metrics that are read from the database and the chains. If a chain does not answer, only its own metrics are omitted.
 *
 * @throws when the database does not answer
 */
export async function collectMetrics({ ctx }: { ctx: Ctx }): Promise<void> {
  await Promise.all([
    collectBounties(ctx),
    collectPayments(ctx),
    collectReports(ctx),
    collectTransactions(ctx),
    collectMessages(ctx),
    collectPushes(ctx),
    collectGas(ctx),
    collectNeededGas(ctx),
    collectGasBudgets(ctx),
    collectReleaseLimits(ctx),
    collectSenderQueues(ctx),
    collectServiceFacts({ ctx }),
    collectReadiness(ctx),
  ])
}

async function collectBounties({ sql }: Ctx): Promise<void> {
  const rows = await sql<(Row & { state: string })[]>`
    select state, count(*)::int as count,
      -- One that waits for its day with room in the escrow's daily limit is not late.
      extract(epoch from service_now() - min(updated_at) filter (where not exists (
        select from bounty_hindrance h where h.bounty_id = b.bounty_id and h.code = 'waits_for_limit')))::float8 as age
    from bounty b where state in ('paid', 'creating', 'open', 'accepting', 'cancelling', 'expired')
    group by state`
  const { bounties, bountyAge } = metrics()
  bounties.reset()
  bountyAge.reset()
  for (const { state, count, age } of rows) {
    bounties.set({ state }, count)
    bountyAge.set({ state }, age ?? 0)
  }
}

async function collectPayments({ sql }: Ctx): Promise<void> {
  const [row] = await sql<Row[]>`
    select count(*)::int as count, extract(epoch from service_now() - min(created_at))::float8 as age
    from payment where closed_at is null and state in ('claimed', 'settling')`
  metrics().payments.set(row!.count)
  metrics().paymentAge.set(row!.age ?? 0)
}

async function collectReports({ sql }: Ctx): Promise<void> {
  const rows = await sql<{ harm: number; count: number }[]>`
    select harm, count(*)::int as count from report_case where state = 'waiting' group by harm`
  const { reports } = metrics()
  reports.reset()
  for (const { harm, count } of rows) reports.set({ category: reportCategories[harm]! }, count)
}

async function collectTransactions({ sql }: Ctx): Promise<void> {
  const rows = await sql<(Row & { chain: string; sender: string; state: string })[]>`
    select chain_id::text as chain, sender, state, count(*)::int as count,
           extract(epoch from now() - min(created_at))::float8 as age
    from chain_tx where state in ('queued', 'sent', 'mined') group by 1, 2, 3`
  const { transactions, transactionAge } = metrics()
  transactions.reset()
  transactionAge.reset()
  const oldest = new Map<string, number>()
  for (const { chain, sender, state, count, age } of rows) {
    transactions.set({ chain, sender, state }, count)
    const key = `${chain} ${sender}`
    oldest.set(key, Math.max(oldest.get(key) ?? 0, age ?? 0))
    transactionAge.set({ chain, sender }, oldest.get(key)!)
  }
}

async function collectMessages(ctx: Ctx): Promise<void> {
  const { sql } = ctx
  const [jobs, messages, failedForecasts] = await Promise.all([
    sql<{ queue: string; state: string; count: number }[]>`
      select name as queue, state::text as state, count(*)::int as count
      from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
    sql<{ receiver: string; state: string; count: number }[]>`
      select 'poster' as receiver, state, count(*)::int as count from webhook_delivery
      where state <> 'delivered' group by 2
      union all
      select 'contributor', state, count(*)::int from notice_message
      where state <> 'delivered' group by 2`,
    countFailedForecasts({ ctx }),
  ])
  metrics().failedForecasts.set(failedForecasts)
  metrics().jobs.reset()
  for (const { queue, state, count } of jobs) metrics().jobs.set({ queue, state }, count)
  metrics().webhooks.reset()
  for (const { receiver, state, count } of messages) metrics().webhooks.set({ receiver, state }, count)
}

async function collectPushes(ctx: Ctx): Promise<void> {
  const counts = await countWaitingPushes({ ctx })
  const { pushes, pushAge } = metrics()
  pushes.reset()
  if (!counts) return pushAge.remove()
  const { waiting, failing, oldestSeconds } = counts
  pushes.set({ state: 'untried' }, waiting - failing)
  pushes.set({ state: 'failing' }, failing)
  pushAge.set(oldestSeconds ?? 0)
}

async function collectGas(ctx: Ctx): Promise<void> {
  const { gas } = metrics()
  gas.reset()
  for (const { chainId, address, balanceWei, isInUse } of await readGas({ ctx }))
    if (balanceWei !== null && isInUse)
      gas.set({ chain: String(chainId), address }, Number(formatEther(balanceWei)))
}

async function collectNeededGas({ env, chains }: Ctx): Promise<void> {
  const { gasNeeded } = metrics()
  gasNeeded.reset()
  const { relayerKey, facilitatorUrl, contractPayers } = env
  if (!relayerKey || facilitatorUrl) return
  const address = addressOf(relayerKey).toLowerCase()
  const contractPayerGas = contractPayers.maxGas
  const collect = async ([chainId, chain]: [number, Chain]) => {
    const needed = await inTime(chainTimeoutMs, readNeededGas({ chain, contractPayerGas }))
    if (needed !== undefined) gasNeeded.set({ chain: String(chainId), address }, Number(formatEther(needed)))
  }
  await Promise.all([...chains].map(collect))
}

async function collectGasBudgets({ sql, env }: Ctx): Promise<void> {
  const rows = await sql<{ chain: string; address: string; wei: string }[]>`
    select chain_id::text as chain, sender as address, wei from gas_spent
    where day = (service_now() at time zone 'utc')::date`
  const { gasBudget, gasSpentToday } = metrics()
  gasBudget.reset()
  gasSpentToday.reset()
  const relayer = env.relayerKey && addressOf(env.relayerKey).toLowerCase()
  for (const { chainId, gasBudgetWei } of env.networks) {
    if (!relayer || gasBudgetWei === undefined) continue
    const labels = { chain: String(chainId), address: relayer }
    gasBudget.set(labels, Number(formatEther(gasBudgetWei)))
    gasSpentToday.set(labels, 0)
  }
  for (const { chain, address, wei } of rows)
    gasSpentToday.set({ chain, address }, Number(formatEther(BigInt(wei))))
}

/** Version 1 of the escrow has no limit. A chain that is away leaves its figures out. */
async function collectReleaseLimits({ env, chains }: Ctx): Promise<void> {
  const { escrowDailyLimit, escrowUsedToday } = metrics()
  escrowDailyLimit.reset()
  escrowUsedToday.reset()
  await Promise.all(
    env.networks.map(async ({ id, chainId, escrow }) => {
      const chain = chains.get(chainId)
      const asked = chain && readBudget({ chain, escrow }).catch(() => undefined)
      const budget = asked && (await inTime(chainTimeoutMs, asked))
      if (!budget) return
      escrowDailyLimit.set({ network: id }, Number(formatUsdc(budget.limit)))
      escrowUsedToday.set({ network: id }, Number(formatUsdc(budget.used)))
    }),
  )
}

async function collectSenderQueues({ sql, chains }: Ctx): Promise<void> {
  const rows = await sql<{ chainId: number; sender: `0x${string}`; next: string; frozen: boolean }[]>`
    select chain_id as "chainId", address as sender, next_nonce as next, frozen_at is not null as frozen
    from chain_account`
  const { queueFrozen, nonceGap } = metrics()
  queueFrozen.reset()
  nonceGap.reset()
  await Promise.all(
    rows.map(async ({ chainId, sender, next, frozen }) => {
      const labels = { chain: String(chainId), sender }
      queueFrozen.set(labels, frozen ? 1 : 0)
      const asked = chains.get(chainId)?.client.getTransactionCount({ address: sender, blockTag: 'latest' })
      const mined = asked && (await inTime(chainTimeoutMs, asked))
      if (mined !== undefined) nonceGap.set(labels, Number(next) - mined)
    }),
  )
}

async function collectReadiness(ctx: Ctx): Promise<void> {
  const { chains, films, frozen } = await checkReadiness({ ctx })
  const { chainUp, chainHeadAge, jobAge } = metrics()
  chainHeadAge.reset()
  for (const { network, ok, head_age_seconds } of chains) {
    chainUp.set({ network }, ok ? 1 : 0)
    if (head_age_seconds !== null) chainHeadAge.set({ network }, head_age_seconds)
  }
  jobAge.set({ lane: 'checks' }, films.oldest_check_seconds ?? 0)
  jobAge.set({ lane: 'forecasts' }, films.oldest_forecast_seconds ?? 0)
  jobAge.set({ lane: 'models' }, films.oldest_model_seconds ?? 0)
  metrics().frozen.set(frozen ? 1 : 0)
}
