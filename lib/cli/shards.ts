import { loadDotEnv } from '#lib/cli/load-dot-env'
import { runShards } from '#lib/cli/shards-run'
import { startupProblem } from '#lib/cli/startup-problem'
import { UsageError } from '#lib/cli/usage-error'

// `npm run shards`: needs only DATABASE_URL and OBSERVATIONS_SHARD_URLS, so that it runs on machines without keys.
loadDotEnv()
try {
  process.exitCode = await runShards({
    given: process.argv.slice(2),
    variables: process.env,
    print: (text) => process.stdout.write(text),
  })
} catch (error) {
  const isUsage = error instanceof UsageError
  process.stderr.write(`${startupProblem(error)}\n${isUsage ? 'See: npm run shards -- --help\n' : ''}`)
  process.exitCode = isUsage ? 2 : 1
}
