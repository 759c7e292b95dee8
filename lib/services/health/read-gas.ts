import 'server-only'
import type { Context } from '#lib/adapters/context'
import { inTime } from '#lib/adapters/in-time'

export type Gas = {
  chainId: number
  /** Lower case. */
  address: `0x${string}`
  /** `null` when the chain did not say. */
  balanceWei: bigint | null
  /** The maximum cost of a transaction of this key, from the average of its last ones; `null` if it has sent none. */
  costWei: bigint | null
  /** False for a key that was retired, or that no process has used for an hour, once all its transactions have ended: it needs no gas. */
  isInUse: boolean
}

const lastTransactions = 20
const timeoutMs = 1_500

/** The balance of each of our keys, and the cost of a transaction. An unavailable chain is a result, not an error. */
export async function readGas({ ctx }: { ctx: Pick<Context, 'sql' | 'chains'> }): Promise<Gas[]> {
  const { sql, chains } = ctx
  const rows = await sql<
    { chainId: number; address: `0x${string}`; cost: string | null; isInUse: boolean }[]
  >`
    select a.chain_id as "chainId", a.address, (
      select ceil(avg(t.gas_limit * p.max_fee_per_gas))
      from (
        select id, gas_limit from chain_tx
        where sender = a.address and chain_id = a.chain_id and state = 'final'
        order by id desc limit ${lastTransactions}
      ) t
      join chain_attempt p on p.tx_id = t.id
    )::text as cost,
    exists (
      select from chain_tx
      where sender = a.address and chain_id = a.chain_id and state in ('queued', 'sent', 'mined')
    ) or (a.roles <> '{retired}' and coalesce(a.passed_at > now() - interval '1 hour', true)) as "isInUse"
    from chain_account a order by 1, 2`
  return Promise.all(
    rows.map(async ({ chainId, address, cost, isInUse }) => {
      const asked = chains.get(chainId)?.client.getBalance({ address })
      const balanceWei = asked && (await inTime(timeoutMs, asked))
      return {
        chainId,
        address,
        balanceWei: balanceWei ?? null,
        costWei: cost === null ? null : BigInt(cost),
        isInUse,
      }
    }),
  )
}
