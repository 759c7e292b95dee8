import { mkdtempSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ChaosOutcome, runChaos } from '#testing/chaos/chaos-run'
import { checkMutants } from '#testing/chaos/check-mutants'
import {
  type MatrixOutcome,
  openLanes,
  type Recording,
  recordAll,
  runMatrix,
  runsOf,
} from '#testing/chaos/crash-matrix'
import { describePoint } from '#testing/chaos/crash-points'
import { endings } from '#testing/chaos/order'
import { startServer } from '#testing/chaos/servers'
import { networkIds } from '#testing/chaos/service-fixture'
import { whole } from '#testing/numbers'

// `npm run test:chaos`: the money path under SIGKILL and every other fault, at length.
const help = `npm run test:chaos [-- options]

Kills web and worker at every named point of a bounty's way, then sells bounties while everything breaks, then breaks the
product on purpose to show that this notices.
  --only crashes|chaos|mutants   one part; may be given several times
  --bounties N    bounties of the chaos (200)
  --wave N        of them at once (20)
  --seed N        of the chaos (1)
  --slots N       services that are killed side by side (2 for each core)
  --network ID    one network (eip155:8453, eip155:5042)
  --ending NAME   one ending (accept, cancel, expiry, failed)
  --match TEXT    only points, or deliberate faults, whose name contains it
  --list          names the points and ends
Exit status: 0 no violation, 1 a violation, or too many points that were not passed again, 2 wrong use.
`
const maxQuietSeconds = 60
/** Which points a loop passes depends on timing. */
const maxMissedShare = 0.05
const parts = ['crashes', 'chaos', 'mutants'] as const

const given = readArguments()
const begun = performance.now()
/** Created when the first history is stored. */
let histories: string | undefined
let failures = 0
let kept = 0
const server = await startServer()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void giveUp(`ended by ${signal}`))
process.once('uncaughtException', (error) => void giveUp(String(error.stack)))
try {
  const recordings = given.only.some((part) => part !== 'chaos') ? await record() : []
  if (given.list) list(recordings)
  else {
    if (given.only.includes('crashes')) await crashes(recordings)
    if (given.only.includes('chaos')) await chaos()
    if (given.only.includes('mutants')) await breakIt(recordings[0]!)
  }
} finally {
  await server.stop()
}
say(failures === 0 ? 'no violations' : `${failures} failures`)
if (histories) print(`their histories are in ${histories}`)
process.exit(failures === 0 ? 0 : 1)

async function giveUp(why: string): Promise<void> {
  say(why)
  await server.stop()
  process.exit(1)
}

async function record(): Promise<Recording[]> {
  const slots = await openLanes({ serverUrl: server.url, count: given.slots })
  try {
    return await recordAll({ slots, networks: given.networks, endings: given.endings })
  } finally {
    await Promise.all(slots.map((slot) => slot.close()))
  }
}

async function crashes(recordings: readonly Recording[]): Promise<void> {
  const runs = runsOf(recordings).filter((run) => describePoint(run.point).includes(given.match))
  say(`crash matrix: ${runs.length} kills, ${given.slots} at a time`)
  const slots = await openLanes({ serverUrl: server.url, count: given.slots })
  const startedAt = performance.now()
  let done = 0
  const outcomes = await runMatrix({
    slots,
    runs,
    onResult: (outcome) => {
      done += 1
      if (outcome.violations.length > 0) keepHistory(nameOf(outcome), outcome)
      if (done % 25 === 0) say(`${done} of ${runs.length} kills, ${failures} with violations`)
    },
  }).finally(() => Promise.all(slots.map((slot) => slot.close())))
  const table = Map.groupBy(outcomes, (outcome) => `${outcome.network} ${outcome.ending}`)
  print('')
  print(row('network and ending', 'kills', 'fired', 'violations'))
  for (const [kind, own] of table)
    print(row(kind, own.length, own.filter((run) => run.fired).length, bad(own)))
  print(row('together', outcomes.length, outcomes.filter((run) => run.fired).length, bad(outcomes)))
  const missed = outcomes.filter((run) => !run.fired)
  for (const run of missed) print(`not passed again: ${nameOf(run)}`)
  if (missed.length > maxMissedShare * outcomes.length) failures += 1
  say(`crash matrix: ${seconds(startedAt)} s`)
}

async function chaos(): Promise<void> {
  const { bounties, wave, seed } = given
  say(`chaos: ${bounties} bounties, seed ${seed}`)
  const outcome = await runChaos({ serverUrl: server.url, bounties, waveSize: wave, seed, say })
  const { violations, faults, quietSeconds } = outcome
  print('')
  for (const [name, count] of Object.entries(faults).sort(([, a], [, b]) => b - a)) print(row(name, count))
  print('')
  print(row('bounties', outcome.orders.length))
  print(row('quiet after', quietSeconds === undefined ? 'never' : `${quietSeconds.toFixed(1)} s`))
  print(row('violations', violations.length))
  if (quietSeconds === undefined || quietSeconds > maxQuietSeconds)
    violations.push(`not quiet within ${maxQuietSeconds} s`)
  if (violations.length > 0) keepHistory('chaos', { violations, history: historyOf(outcome) })
  say(`chaos: ${outcome.seconds.toFixed(0)} s`)
}

async function breakIt(recording: Recording): Promise<void> {
  say('deliberate faults')
  const outcomes = await checkMutants({
    serverUrl: server.url,
    recording,
    match: given.match,
    seed: given.seed,
    onResult: ({ name, violations, shownBy }) =>
      print(
        violations.length > 0
          ? `caught    ${name} (${shownBy}): ${violations[0]}`
          : `SURVIVED  ${name} (${shownBy})`,
      ),
  })
  failures += outcomes.filter((outcome) => outcome.violations.length === 0).length
}

function historyOf({ orders, violations, output }: ChaosOutcome): string[] {
  const touched = orders.filter((order) =>
    violations.some((text) => text.includes(order.payer.address) || text.includes(order.bountyId ?? '-')),
  )
  return [
    ...touched.flatMap((order) => [
      `${order.bountyId} of ${order.payer.address} on ${order.network}, to ${order.ending}`,
      ...order.history.map((line) => `  ${line}`),
    ]),
    ...output,
  ]
}

function list(recordings: readonly Recording[]): void {
  const names = new Map<string, Set<string>>()
  for (const { ending, points, firstOnly } of recordings)
    for (const point of [...points, ...firstOnly]) {
      const name = describePoint(point)
      names.set(name, (names.get(name) ?? new Set()).add(ending))
    }
  for (const [name, endings] of names) print(`${name}  [${[...endings].join(', ')}]`)
}

function keepHistory(name: string, found: { violations: string[]; history: string[] }): void {
  failures += 1
  kept += 1
  histories ??= mkdtempSync(join(tmpdir(), 'cairn-chaos-histories-'))
  const text = [
    name,
    ...found.violations.map((violation) => `VIOLATION ${violation}`),
    '',
    ...found.history,
    '',
  ]
  writeFileSync(join(histories, `${kept}.txt`), text.join('\n'))
  print(`VIOLATION ${name}: ${found.violations[0]}`)
}

function nameOf({ network, ending, point, fresh, stranger }: MatrixOutcome): string {
  return `${network} ${ending}, ${describePoint(point)}${fresh ? ', first bounty' : ''}${stranger ? ', with a stranger' : ''}`
}

function bad(outcomes: readonly MatrixOutcome[]): number {
  return outcomes.filter((outcome) => outcome.violations.length > 0).length
}

function row(name: string, ...figures: (string | number)[]): string {
  return name.padEnd(28) + figures.map((figure) => String(figure).padStart(12)).join('')
}

function say(line: string): void {
  print(`${String(seconds(begun)).padStart(5)} s  ${line}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1_000)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [...parts] },
        bounties: { type: 'string', default: '200' },
        wave: { type: 'string', default: '20' },
        seed: { type: 'string', default: '1' },
        slots: { type: 'string', default: String(2 * availableParallelism()) },
        network: { type: 'string' },
        ending: { type: 'string' },
        match: { type: 'string', default: '' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      print(help)
      process.exit(0)
    }
    return {
      only: values.only.map((part) => oneOf(parts, '--only', part)),
      bounties: whole(values.bounties),
      wave: whole(values.wave),
      seed: whole(values.seed),
      slots: whole(values.slots),
      networks: values.network === undefined ? undefined : [oneOf(networkIds, '--network', values.network)],
      endings: values.ending === undefined ? undefined : [oneOf(endings, '--ending', values.ending)],
      match: values.match,
      list: values.list,
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`)
    process.exit(2)
  }
}

function oneOf<Value extends string>(all: readonly Value[], option: string, text: string): Value {
  const found = all.find((each) => each === text)
  if (found === undefined) throw new Error(`${option} ${text}: there are ${all.join(', ')}`)
  return found
}
