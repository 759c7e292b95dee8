import { type Context, openContext } from '#lib/adapters/context'
import { EnvError, parseEnv } from '#lib/adapters/env'
import { auditReport, exitStatus } from '#lib/cli/audit-report'
import { startupProblem } from '#lib/cli/startup-problem'
import { verdictOf } from '#lib/services/ledger/audit'
import { discardAllBooks } from '#lib/services/ledger/discard-books'
import { followChains } from '#lib/services/ledger/follow-chains'
import { runAudit } from '#lib/services/ledger/run-audit'

const help = `npm run audit:money [-- --rebuild]

Writes the books of the bounties' money on up to each network's last final block, and checks them there.
  --rebuild   delete the books first, and write them again from the chain
Exit status: 0 everything was checked and is right, 1 something is wrong, 2 could not check.
`
/** The time for each round; a long chain takes several. */
const followForMs = 60_000

type Print = (text: string) => void

/**
 * Does what `npm run audit:money` does with these arguments and settings.
 *
 * @param args.print receives the report; `args.complain` receives the progress, and why nothing could be checked
 * @returns the exit status
 */
export async function runAuditMoney(args: {
  given: readonly string[]
  variables: Record<string, string | undefined>
  print: Print
  complain: Print
}): Promise<number> {
  const { given, variables, print, complain } = args
  if (given.includes('--help')) {
    print(help)
    return 0
  }
  if (given.some((argument) => argument !== '--rebuild')) {
    complain(help)
    return exitStatus.unchecked
  }
  try {
    const env = parseEnv(variables, { relayer: false })
    const ctx = await openContext(env, { service: 'audit', maxConnections: 6 })
    try {
      if (given.includes('--rebuild')) await discardAllBooks({ ctx })
      await writeOn(ctx, complain)
      const found = await runAudit({ ctx, input: { by: 'command' } })
      print(auditReport(found))
      return exitStatus[verdictOf(found)]
    } finally {
      await ctx.close()
    }
  } catch (error) {
    // The error of the settings names variables, without values.
    const text = error instanceof EnvError ? error.message : startupProblem(error)
    complain(`COULD NOT CHECK: ${text}\n`)
    return exitStatus.unchecked
  }
}

/** Continues the books to the end, and reports its progress. */
async function writeOn(ctx: Context, complain: Print): Promise<void> {
  for (let behind = true; behind; ) {
    const followed = await followChains({ ctx, input: { untilMs: performance.now() + followForMs } })
    behind = followed.some(({ is }) => is === 'behind')
    for (const { network, is, block, reason } of followed) {
      if (is === 'current') continue
      const where = block === undefined ? '' : ` at block ${block}`
      complain(`${network}: the books are ${is}${where}${reason ? `: ${reason}` : ''}\n`)
    }
  }
}
