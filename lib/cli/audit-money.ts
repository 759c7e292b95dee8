import { runAuditMoney } from '#lib/cli/audit-money-run'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { loadSandboxEnv } from '#lib/cli/load-sandbox-env'

// `npm run audit:money`: continues the books, then checks every unit of the money of bounties. Needs no key.
loadDotEnv()
loadSandboxEnv()
process.exitCode = await runAuditMoney({
  given: process.argv.slice(2),
  variables: process.env,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
})
// A pending call to a chain must not delay the end of the process.
process.exit()
