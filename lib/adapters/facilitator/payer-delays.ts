import 'server-only'
import { sql } from 'drizzle-orm'
import type { Db } from '#lib/adapters/db'
import { failuresCountDays, payerDelaySeconds } from '#lib/domain/payment/payer-delay'

// Delays the payments of payers whose earlier ones failed to settle.

/**
 * How old the cached list of delayed payers may be. Failures that other processes record meanwhile are not in
 * it.
 */
const cacheMs = 1_000

type Failures = { payer: string; failures: number; hasCode: boolean; ageSeconds: number }

/**
 * Returns how many seconds a payer must wait before its next payment is accepted, because earlier ones failed
 * to settle; 0 means no wait. Always reads the database.
 *
 * @param payer in lower case
 */
export async function readPayerDelay(
  db: Pick<Db, 'execute'>,
  { network, payer }: { network: string; payer: string },
): Promise<number> {
  const [found] = await readFailures(db, sql`network = ${network} and payer = ${payer}`)
  return found ? secondsLeft(found) : 0
}

/**
 * `readPayerDelay` for all payments of a network, without a query per payment: the list of delayed payers is
 * cached for a second. A payer in the list is looked up again, so that its delay is current. `forget` drops
 * the cached list.
 */
export function createPayerDelays(options: { db: Pick<Db, 'execute'>; network: string }): {
  secondsLeft: (payer: string) => Promise<number>
  forget: () => void
} {
  const { db, network } = options
  let cached: { until: number; payers: Promise<ReadonlySet<string>> } | undefined
  const read = async () => {
    const rows = await readFailures(db, sql`network = ${network}`)
    return new Set(rows.filter((row) => secondsLeft(row) > 0).map((row) => row.payer))
  }
  const forget = () => {
    cached = undefined
  }
  return {
    forget,
    secondsLeft: async (payer) => {
      if (!cached || performance.now() >= cached.until) {
        const asked = { until: performance.now() + cacheMs, payers: read() }
        cached = asked
        asked.payers.catch(() => cached === asked && forget())
      }
      return (await cached.payers).has(payer) ? readPayerDelay(db, { network, payer }) : 0
    },
  }
}

async function readFailures(
  db: Pick<Db, 'execute'>,
  where: ReturnType<typeof sql>,
): Promise<readonly Failures[]> {
  return db.execute<Failures>(sql`
    select payer, count(*)::int as failures, bool_or(contract_payer) as "hasCode",
           extract(epoch from service_now() - max(failed_at))::float8 as "ageSeconds"
    from failed_settlement
    where ${where} and failed_at > service_now() - make_interval(days => ${failuresCountDays})
    group by payer`)
}

function secondsLeft({ failures, hasCode, ageSeconds }: Failures): number {
  return Math.max(0, Math.ceil(payerDelaySeconds({ failures, hasCode }) - ageSeconds))
}
