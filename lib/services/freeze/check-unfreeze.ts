import 'server-only'
import { createHash } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { canonicalJson } from '#lib/domain/proof/canonical-json'
import { type Freeze, getFreeze } from '#lib/services/freeze/get-freeze'
import { type Audit, audit, type Verdict, verdictOf } from '#lib/services/ledger/audit'
import type { Finding } from '#lib/services/ledger/finding'
import { followChains } from '#lib/services/ledger/follow-chains'
import { unknownDigest } from '#lib/services/payments/unknown-digest'

export type Unfreezable = {
  /** `undefined` if the service is not frozen. */
  freeze: Freeze | undefined
  /** `undefined` during the replay, when its findings would be meaningless. */
  audit: { verdict: Verdict; violations: Finding[]; digest: string | null } | undefined
  /** Lost orders, recreated from the chain. Their money then goes back to the payers. Sum in atomic units. */
  goingBack: { orders: number; amountAtomic: bigint }
  /** Why the freeze cannot end now, even if findings are accepted; `null` if it can. */
  refusal: string | null
}

const followForMs = 20_000

/**
 * Checks whether the freeze can end: every network was replayed and answers now. The findings of the audit have a digest, by which
 * an operator accepts exactly these.
 *
 * @throws if the database does not answer
 */
export async function checkUnfreeze({ ctx }: { ctx: Context }): Promise<Unfreezable> {
  const freeze = await getFreeze({ ctx })
  const nothing = { orders: 0, amountAtomic: 0n }
  if (!freeze) return { freeze, audit: undefined, goingBack: nothing, refusal: 'The service is not frozen.' }
  const goingBack = await readGoingBack(ctx)
  if (freeze.waiting.length > 0) {
    const refusal = `Not yet replayed: ${freeze.waiting.join(', ')}. A worker does that by itself, from seconds to some minutes after the freeze; what it waits for is said beside each network.`
    return { freeze, audit: undefined, goingBack, refusal }
  }
  await followChains({ ctx, input: { untilMs: performance.now() + followForMs } })
  const found = await audit({ ctx })
  const verdict = verdictOf(found)
  const violations = found.findings.filter(({ severity }) => severity === 'violation')
  const unread = found.networks.flatMap((network) =>
    network.checked ? [] : [`${network.network}: ${network.reason}`],
  )
  return {
    freeze,
    audit: { verdict, violations, digest: digestOf(found, violations) },
    goingBack,
    refusal: unread.length > 0 ? `Could not check the money. ${unread.join(' ')}` : null,
  }
}

async function readGoingBack({ sql }: Context): Promise<Unfreezable['goingBack']> {
  const [row] = await sql<{ orders: number; amount: string }[]>`
    select count(*)::int as orders, coalesce(sum(p.amount_atomic), 0)::text as amount
    from bounty b join payment p on p.id = b.payment_id
    where b.state = 'cancelling' and p.request_hash = ${Buffer.from(unknownDigest)}`
  return { orders: row!.orders, amountAtomic: BigInt(row!.amount) }
}

/**
 * The digest of the violations, for an operator to accept; `null` for a clean audit. Covers amounts and ids,
 * not the time.
 */
function digestOf({ networks }: Audit, violations: readonly Finding[]): string | null {
  if (violations.length === 0) return null
  const differences = networks.map((one) =>
    one.checked
      ? [one.network, one.figures.escrow.difference, one.figures.treasury.difference].map(String)
      : [one.network],
  )
  const said = violations.map(({ code, network, count, ids }) => ({ code, network, count, ids }))
  const text = canonicalJson(JSON.parse(JSON.stringify({ said, differences })))
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
