import 'server-only'
import type { Context } from '#lib/adapters/context'
import { formatUsdc } from '#lib/domain/money/money'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { AuditRuns, Overview } from '#lib/schemas/operator-overview'
import type { Finding } from '#lib/services/ledger/finding'
import type { KeptBooks } from '#lib/services/ledger/run-audit'
import { auditLateSeconds } from '#lib/services/operator/overview/alarm-limits'
import { networkName } from '#lib/services/operator/overview/network-name'

type Row = {
  id: number
  verdict: Overview['money']['verdict']
  /** Unix time by the service's clock; stored times are real time. */
  firstAt: number
  lastAt: number
  age: number
  times: number
  lastBy: 'worker' | 'scheduler' | 'command'
  findings: Finding[]
  networks: KeptBooks[]
}
type Money = Overview['networks'][number]['money']

export type AuditedMoney = {
  money: Overview['money']
  /** Since the last audit; `null` before the first. */
  ageSeconds: number | null
  /** By CAIP-2. */
  networks: ReadonlyMap<string, { money: Money; couldNotCheck: string | null }>
}

/** The result of the last audit, from any process. */
export async function readMoney({ ctx }: { ctx: Pick<Context, 'sql' | 'env'> }): Promise<AuditedMoney> {
  const [last] = await readRows(ctx, 1)
  if (!last) {
    const reason = 'A worker has yet to run the first audit.'
    const money = {
      verdict: 'unchecked',
      reason,
      audited_at: null,
      audited_by: null,
      same_since: null,
    } as const
    return { money: { ...money, findings: [] }, ageSeconds: null, networks: new Map() }
  }
  const { verdict, firstAt, lastAt, age, lastBy, findings, networks } = last
  const isLate = age > auditLateSeconds
  return {
    ageSeconds: age,
    money: {
      // A violation is shown until the next audit. A sound result expires.
      verdict: isLate && verdict === 'sound' ? 'unchecked' : verdict,
      reason: reasonOf(ctx.env, networks, isLate),
      audited_at: isoSeconds(Math.floor(lastAt)),
      audited_by: lastBy,
      same_since: isoSeconds(Math.floor(firstAt)),
      findings: findings.map(described),
    },
    networks: new Map(
      networks.map((books) => [
        books.network,
        { money: moneyOf(books), couldNotCheck: books.checked ? null : books.reason },
      ]),
    ),
  }
}

/** Lists the last audits, newest first. Consecutive audits with the same result are merged. */
export async function listAudits(args: {
  ctx: Pick<Context, 'sql'>
  input: { limit: number }
}): Promise<AuditRuns> {
  const rows = await readRows(args.ctx, args.input.limit)
  return {
    audits: rows.map(({ id, verdict, firstAt, lastAt, times, lastBy, findings, networks }) => ({
      id,
      verdict,
      times,
      last_by: lastBy,
      findings: findings.map(described),
      first_at: isoSeconds(Math.floor(firstAt)),
      last_at: isoSeconds(Math.floor(lastAt)),
      could_not_check: networks.flatMap((books) =>
        books.checked ? [] : [{ network: books.network, reason: books.reason }],
      ),
    })),
  }
}

function readRows({ sql }: Pick<Context, 'sql'>, limit: number): Promise<Row[]> {
  return sql<Row[]>`
    select id::float8 as id, verdict, times, last_by as "lastBy", findings, networks,
      extract(epoch from first_at)::float8 + offset_seconds as "firstAt",
      extract(epoch from last_at)::float8 + offset_seconds as "lastAt",
      greatest(0, extract(epoch from clock_timestamp() - last_at))::float8 as age
    from audit_run, service_clock order by last_at desc, id desc limit ${limit}`
}

function described(finding: Finding): Overview['money']['findings'][number] {
  return { ...finding, usdc: finding.usdc ?? null }
}

function reasonOf(env: Context['env'], networks: readonly KeptBooks[], isLate: boolean): string | null {
  const unread = networks.flatMap((books) =>
    books.checked ? [] : [`${networkName(env, books.network)}: ${books.reason}`],
  )
  if (unread.length > 0) return unread.join(' ')
  return isLate ? 'The last audit is more than fifteen minutes ago.' : null
}

function moneyOf(books: KeptBooks): Money {
  if (!books.checked) return null
  const { escrow, treasury } = books
  const magnitude = (text: string) => (text.startsWith('-') ? -BigInt(text) : BigInt(text))
  // Absolute values are added, so that errors cannot cancel out.
  const difference =
    magnitude(escrow.difference) + magnitude(treasury.difference) + BigInt(treasury.shortfall)
  return {
    block: books.block,
    block_time: isoSeconds(Math.floor(Date.parse(books.blockTime) / 1_000)),
    escrow_usdc: formatUsdc(BigInt(escrow.balance)),
    escrow_ours_usdc: formatUsdc(BigInt(escrow.ours)),
    treasury_usdc: formatUsdc(BigInt(treasury.inflows) - BigInt(treasury.outflows)),
    in_flight_usdc: formatUsdc(BigInt(treasury.inFlight)),
    difference_usdc: formatUsdc(difference),
  }
}
