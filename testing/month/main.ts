import { parseArgs } from 'node:util'
import { startServer } from '#testing/chaos/servers'
import { recordOf } from '#testing/month/calls'
import { type CheckName, checks } from '#testing/month/checks'
import { faults, whileBroken } from '#testing/month/faults'
import { openMarket } from '#testing/month/market'
import { type Month, playMonth } from '#testing/month/month'
import { isEstablished } from '#testing/month/records'
import { whole } from '#testing/numbers'

const usage = `npm run test:month [-- options]

Lets a month of a marketplace pass on the real services, a real PostgreSQL and real local chains: honest and cheating contributors,
declines, re-shoots, lost keys. At the end every cent, what is sold, ranks, keys and the audit are checked, and then each check with a
rule broken on purpose.
  --bounties N   how many, at least 20 (500)
  --seed N       who does what (1)
Exit status: 0 nothing was found, and each fault was; 1 otherwise.
`

const { values } = parseArgs({
  options: {
    bounties: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
})
if (values.help) print(usage)
else process.exitCode = await run(whole(values.bounties), whole(values.seed))

async function run(bounties: number, seed: number): Promise<number> {
  const begun = performance.now()
  const server = await startServer()
  const url = server.url.replace(/\/postgres$/, '/cairn_template')
  const market = await openMarket({ url, close: async () => {} })
  try {
    const month = await playMonth(market, {
      bounties,
      seed,
      say: (line) => print(`${seconds(begun)} s  ${line}`),
    })
    const played = seconds(begun)
    const found = await judge(month)
    await describe(month)
    const survived = await breakRules(month)
    print(
      `${found} findings, ${survived} faults survived; the month took ${played} s, all ${seconds(begun)} s`,
    )
    return found + survived === 0 ? 0 : 1
  } finally {
    await market.close()
    await server.stop()
  }
}

async function judge(month: Month): Promise<number> {
  let count = 0
  for (const name of Object.keys(checks) as CheckName[]) {
    const found = await checks[name](month)
    for (const what of found) print(`FOUND  ${name}: ${what}`)
    count += found.length
  }
  return count
}

async function breakRules(month: Month): Promise<number> {
  let survived = 0
  for (const fault of faults) {
    const [first] = await whileBroken(fault, month, () => checks[fault.caughtBy](month))
    if (first === undefined) survived += 1
    print(
      first === undefined
        ? `SURVIVED  ${fault.name}`
        : `caught    ${fault.name} (${fault.caughtBy}): ${first}`,
    )
  }
  return survived
}

async function describe(month: Month): Promise<void> {
  const { deals, films } = month
  const table = (title: string, of: Iterable<string>) => {
    const counts = [...Map.groupBy(of, (name) => name)].map(([name, all]) => `${name} ${all.length}`)
    print(`${title}: ${counts.sort().join(', ')}`)
  }
  table(
    'posters',
    deals.map(({ plan }) => plan.manner),
  )
  table(
    'bounties',
    deals.map(({ end }) => end),
  )
  table(
    'films handed in',
    films.map(({ film }) => film.kind),
  )
  table(
    'films accepted',
    deals.flatMap(({ accepted }) => accepted?.film.kind ?? []),
  )
  table('declines', month.declines)
  const sold = await month.market.fixture.ctx.sql<{ trees: number; sold: number }[]>`
    select count(distinct tree_id)::int as trees, count(*)::int as sold from observation`
  print(`sold: ${sold[0]!.sold} films in ${sold[0]!.trees} trees`)
  print(`files refused as handed in before: ${month.refusedFiles}`)
  print(`keys lost and recovered: ${deals.filter(({ lostToken }) => lostToken !== undefined).length}`)
  const posters = [...new Set(deals.flatMap(({ plan, accepted }) => (accepted ? [plan.payer] : [])))]
  const established = posters.filter((name) => isEstablished(deals, name))
  print(`posters who accepted a film: ${posters.length}, established: ${established.length}`)
  for (const name of ['honest 1', 'cheat invented', 'sybil 1', 'ring a', 'buyer']) {
    const by = films.find((handedIn) => handedIn.by.name === name)?.by
    if (by) print(`record of ${name}: ${JSON.stringify(await recordOf(month.market, by))}`)
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0)
}
