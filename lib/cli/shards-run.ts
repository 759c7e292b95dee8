import { setTimeout as sleep } from 'node:timers/promises'
import { openClient, type Sql } from '#lib/adapters/db/driver/open-client'
import { attachShard } from '#lib/adapters/db/shards/attach-shard'
import { detachShard } from '#lib/adapters/db/shards/detach-shard'
import { readShardState, type ShardState } from '#lib/adapters/db/shards/read-shard-state'
import type { Shard } from '#lib/adapters/db/shards/shard'
import { databaseUrls } from '#lib/adapters/env-fields'
import { readOptions } from '#lib/cli/read-options'
import { UsageError } from '#lib/cli/usage-error'

const help = `Makes the databases of OBSERVATIONS_SHARD_URLS follow the primary, or ends that.

Usage:  npm run shards               creates what is missing, and waits until every shard has all
        npm run shards -- remove     the primary no longer stores changes for them
        npm run shards -- --help     this text

The primary is DATABASE_SESSION_URL or DATABASE_URL. OBSERVATIONS_PRIMARY_URL is its address for the shards, if
they reach it by another one. The shards must be empty databases on servers of their own. See
docs/operations.md, "Shards".
Exit status: 0 done, 1 not done, 2 wrong usage.
`
const askEveryMs = 1_000
const shardsLock = 7_221_006

/**
 * Runs `npm run shards`.
 *
 * @returns the exit status
 * @throws UsageError, or an error that says which shard could not be set up
 */
export async function runShards(args: {
  given: readonly string[]
  variables: Readonly<Record<string, string | undefined>>
  print: (text: string) => void
}): Promise<number> {
  const { variables, print } = args
  const { values, positionals } = readOptions({
    args: [...args.given],
    options: { help: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.help) {
    print(help)
    return 0
  }
  const [verb, ...more] = positionals
  if (more.length > 0 || (verb !== undefined && verb !== 'remove'))
    throw new UsageError(`${more[0] ?? verb}: there is only "remove".`)
  const url = variables.DATABASE_SESSION_URL || variables.DATABASE_URL
  if (!url) throw new UsageError('DATABASE_URL is not set: it names the primary.')
  const shards = parseShards(variables.OBSERVATIONS_SHARD_URLS)
  const primaryUrl = variables.OBSERVATIONS_PRIMARY_URL || url
  if (!isDatabaseUrl(primaryUrl))
    throw new UsageError('OBSERVATIONS_PRIMARY_URL must be a URL that starts with postgres://.')
  // One connection, which holds the lock.
  const primary = openClient(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await primary<{ taken: boolean }[]>`select pg_try_advisory_lock(${shardsLock}) as taken`
    if (!row!.taken) throw new Error('Another npm run shards is under way on this database.')
    if (verb === 'remove') return (await removeShards(primary, shards, print)) ? 0 : 1
    for (const shard of shards) await attachShard({ primary, primaryUrl, shard })
    await Promise.all(
      shards.map((shard) =>
        waitForShard({
          read: () => readShardState(primary, shard),
          say: (text) => print(`${nameOf(shard)}: ${text}\n`),
        }),
      ),
    )
    return 0
  } finally {
    await primary.end({ timeout: 5 })
  }
}

/** @returns false if a shard could be removed from the primary only */
async function removeShards(
  primary: Sql,
  shards: readonly Shard[],
  print: (text: string) => void,
): Promise<boolean> {
  let isDone = true
  for (const shard of shards) {
    const problem = await detachShard(primary, shard)
    if (problem) isDone = false
    print(`${nameOf(shard)}: ${problem ? `removed from the primary only: ${problem}` : 'removed'}\n`)
  }
  return isDone
}

const isDatabaseUrl = (url: string) => URL.canParse(url) && databaseUrls.safeParse(url).success

const nameOf = ({ place, count }: Shard) => `shard ${place} of ${count}`

/** @throws UsageError without the URLs, which have passwords */
function parseShards(given: string | undefined): Shard[] {
  if (!given) throw new UsageError('OBSERVATIONS_SHARD_URLS is not set: it names a database for each shard.')
  const { data, error } = databaseUrls.safeParse(given)
  if (error) throw new UsageError(`OBSERVATIONS_SHARD_URLS: ${error.issues[0]!.message}`)
  return data.map((url, index) => ({ place: index + 1, count: data.length, url }))
}

/** Says how far a shard is whenever that changes, until it has everything. */
async function waitForShard(args: {
  read: () => Promise<ShardState>
  say: (text: string) => void
}): Promise<void> {
  for (let said = ''; ; ) {
    const state = await args.read()
    const text = describe(state)
    if (text !== said) args.say(text)
    said = text
    if (state.isCurrent) return
    await sleep(askEveryMs)
  }
}

function describe({ isCurrent, copying, copiedRows, errors }: ShardState): string {
  if (isCurrent) return 'has everything'
  const failed = errors > 0 ? `, ${errors} errors so far (the log of its server has them)` : ''
  if (copying > 0) return `copies ${copying} tables, ${copiedRows.toLocaleString('en')} rows so far${failed}`
  return `receives changes${failed}`
}
