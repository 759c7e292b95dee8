import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Audit } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'
import { runAudit } from '#lib/services/ledger/run-audit'
import type { Step } from '#lib/worker/step'

const auditEveryMs = 300_000
/** The delay after an audit that could not check a network, because its books are incomplete or its chain is briefly unavailable. */
const recheckAfterMs = 10_000
const followForMs = 60_000

/** Checks the money and logs what is found: each finding once, until it changes or is gone. */
export function auditStep(): Step {
  const said = new Map<string, string>()
  return {
    name: 'audit the money',
    everyMs: auditEveryMs,
    run: async ({ ctx }) => {
      await followChains({ ctx, input: { untilMs: performance.now() + followForMs } })
      const found = await runAudit({ ctx, input: { by: 'worker' } })
      report(ctx, found, said)
      const isWhole = found.networks.every(({ checked }) => checked)
      return isWhole ? undefined : { againInMs: recheckAfterMs }
    },
  }
}

function report(
  { log }: Pick<Context, 'log'>,
  { networks, findings }: Audit,
  said: Map<string, string>,
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
  for (const { network, ...found } of networks)
    if (!found.checked && isNew(`${network} unchecked`, found.reason))
      log.error({ network, reason: found.reason }, 'the money of a network could not be checked')
  for (const about of said.keys())
    if (!now.has(about)) {
      said.delete(about)
      log.info({ about }, 'the audit does not find this any more')
    }
}
