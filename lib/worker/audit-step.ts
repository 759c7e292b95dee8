import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Audit } from '#lib/services/ledger/audit'
import { type FollowedNetwork, followChains } from '#lib/services/ledger/follow-chains'
import { hasNothingToRecord } from '#lib/services/ledger/has-nothing-to-record'
import { runAudit } from '#lib/services/ledger/run-audit'
import type { Step } from '#lib/worker/step'

const auditEveryMs = 300_000
/** The delay after an audit that could not check a network, because its books are incomplete or its chain is briefly unavailable. */
const recheckAfterMs = 10_000
const followForMs = 60_000
const emptyTimeoutMs = 10_000

/**
 * Checks the money and logs what is found: each finding once, until it changes or is gone. Books that have not begun are accepted
 * while the network has no money of ours.
 */
export function auditStep(): Step {
  const said = new Map<string, string>()
  return {
    name: 'audit the money',
    everyMs: auditEveryMs,
    run: async ({ ctx }) => {
      const followed = await followChains({ ctx, input: { untilMs: performance.now() + followForMs } })
      const found = await runAudit({ ctx, input: { by: 'worker' } })
      report(ctx, found, { said, empty: await emptyNetworks(ctx, found, followed) })
      const isWhole = found.networks.every(({ checked }) => checked)
      return isWhole ? undefined : { againInMs: recheckAfterMs }
    },
  }
}

/** The networks without anything to check yet. A network whose logs could not be read is not included, because it may have money. */
async function emptyNetworks(
  ctx: Pick<Context, 'sql' | 'chains' | 'env'>,
  found: Audit,
  followed: readonly FollowedNetwork[],
): Promise<ReadonlySet<string>> {
  const unchecked = ctx.env.networks.filter(({ id }) =>
    found.networks.some(({ network, checked }) => network === id && !checked),
  )
  const empty = await Promise.all(
    unchecked.map(async (network) => {
      const is = followed.find((one) => one.network === network.id)?.is
      const mayBegin = is === 'current' || is === 'elsewhere'
      const input = { network, timeoutMs: emptyTimeoutMs }
      return mayBegin && (await hasNothingToRecord({ ctx, input })) ? [network.id as string] : []
    }),
  )
  return new Set(empty.flat())
}

function report(
  { log }: Pick<Context, 'log'>,
  { networks, findings }: Audit,
  { said, empty }: { said: Map<string, string>; empty: ReadonlySet<string> },
): void {
  const now = new Set<string>()
  const isNew = (about: string, what: unknown): boolean => {
    now.add(about)
    const text = JSON.stringify(what)
    if (said.get(about) === text) return false
    said.set(about, text)
    return true
  }
  for (const found of findings) {
    const { severity, message, ...data } = found
    if (isNew(`${found.network} ${found.code}`, found))
      log[severity === 'violation' ? 'error' : 'warn']({ ...data, finding: message }, 'audit of the money')
  }
  for (const { network, ...found } of networks) {
    if (found.checked) continue
    const isEmpty = empty.has(network)
    if (!isNew(`${network} unchecked`, [found.reason, isEmpty])) continue
    const { reason } = found
    if (isEmpty) log.info({ network, reason }, 'a network has no bounty money to check yet')
    else log.error({ network, reason }, 'the money of a network could not be checked')
  }
  for (const about of said.keys())
    if (!now.has(about)) {
      said.delete(about)
      log.info({ about }, 'the audit no longer reports this finding')
    }
}
