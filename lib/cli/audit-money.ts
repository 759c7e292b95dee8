import { errorText } from '#lib/adapters/chain/error-text'
import { type Context, openContext } from '#lib/adapters/context'
import { EnvError, readEnv } from '#lib/adapters/env'
import { auditReport, exitStatus } from '#lib/cli/audit-report'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { loadSandboxEnv } from '#lib/cli/load-sandbox-env'
import { verdictOf } from '#lib/services/ledger/audit'
import { discardAllBooks } from '#lib/services/ledger/discard-books'
import { followChains } from '#lib/services/ledger/follow-chains'
import { runAudit } from '#lib/services/ledger/run-audit'

// `npm run audit:money`: continues the books, then checks every unit of the money of bounties. Needs no key.
const help = `npm run audit:money [-- --rebuild]

Writes the books of the bounties' money on up to each network's last final block, and checks them there.
  --rebuild   delete the books first, and write them again from the chain
Exit status: 0 everything was checked and is right, 1 something is wrong, 2 could not check.
`
/** The time for each round; a long chain takes several. */
const followForMs = 60_000

loadDotEnv()
loadSandboxEnv()
process.exitCode = await main()
// A pending call to a chain must not delay the end of the process.
process.exit()

async function main(): Promise<number> {
  const given = process.argv.slice(2)
  if (given.includes('--help')) {
    process.stdout.write(help)
    return 0
  }
  if (given.some((argument) => argument !== '--rebuild')) {
    process.stderr.write(help)
    return exitStatus.unchecked
  }
  try {
    const ctx = await openContext(readEnv({ relayer: false }), { service: 'audit', maxConnections: 6 })
    try {
      if (given.includes('--rebuild')) await discardAllBooks({ ctx })
      await writeOn(ctx)
      const found = await runAudit({ ctx, input: { by: 'command' } })
      process.stdout.write(auditReport(found))
      return exitStatus[verdictOf(found)]
    } finally {
      await ctx.close()
    }
  } catch (error) {
    // The error of the settings names variables, without values.
    const text = error instanceof EnvError ? error.message : errorText(error)
    process.stderr.write(`COULD NOT CHECK: ${text}\n`)
    return exitStatus.unchecked
  }
}

/** Continues the books to the end, and reports its progress. */
async function writeOn(ctx: Context): Promise<void> {
  for (let behind = true; behind; ) {
    const followed = await followChains({ ctx, input: { untilMs: performance.now() + followForMs } })
    behind = followed.some(({ is }) => is === 'behind')
    for (const { network, is, block, reason } of followed) {
      if (is === 'current') continue
      const where = block === undefined ? '' : ` at block ${block}`
      process.stderr.write(`${network}: the books are ${is}${where}${reason ? `: ${reason}` : ''}\n`)
    }
  }
}
