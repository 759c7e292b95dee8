import { errorText } from '#lib/adapters/chain/error-text'
import { openContext } from '#lib/adapters/context'
import { readEnv } from '#lib/adapters/env'
import { auditReport, exitStatus } from '#lib/cli/audit-report'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { loadSandboxEnv } from '#lib/cli/load-sandbox-env'
import { audit, verdictOf } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'

// `npm run audit:money`: writes the books on, then checks every unit of the money of bounties. Needs no key.
const followForMs = 120_000

loadDotEnv()
loadSandboxEnv()
process.exitCode = await main()
// What is still waiting for a chain must not keep the process.
process.exit()

async function main(): Promise<number> {
  try {
    const ctx = await openContext(readEnv(), { service: 'audit', maxConnections: 6 })
    try {
      const followed = await followChains({ ctx, input: { untilMs: performance.now() + followForMs } })
      for (const { network, is, block, reason } of followed)
        if (is !== 'current')
          process.stderr.write(
            `${network}: the books are ${is}${block === undefined ? '' : ` at block ${block}`}${reason ? `: ${reason}` : ''}\n`,
          )
      const found = await audit({ ctx })
      process.stdout.write(auditReport(found))
      return exitStatus[verdictOf(found)]
    } finally {
      await ctx.close()
    }
  } catch (error) {
    // The settings' own message names variables and no values.
    const text = error instanceof Error && error.name === 'EnvError' ? error.message : errorText(error)
    process.stderr.write(`COULD NOT CHECK: ${text}\n`)
    return exitStatus.unchecked
  }
}
