import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareFigures, type Figure, type Recorded, recordFigures } from './compare-figures.ts'

/** The benchmarks that measure ratios, with their arguments. The others measure this machine: see docs/performance.md. */
const benchmarks: Record<string, readonly string[]> = {
  merkle: [],
  reads: ['--connections', '10', '--rounds', '5'],
  payments: [],
  overload: [],
  spatial: ['--rows', '3000000', '--small-rows', '300000'],
}
const help = `npm run bench -- [--only NAME,NAME] [--record]

Runs the benchmarks that compare Cairn with a peer in the same run (${Object.keys(benchmarks).join(', ')}), and reports each figure that is
worse by more than a tenth than the recorded one. Takes more than half an hour on two quiet cores, after npm run build.

  --record   writes the figures to bench/figures.json
Exit status: 0 nothing fell, 1 a figure fell or a benchmark failed, 2 wrong usage.
`
const recordFile = new URL('figures.json', import.meta.url)

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const names = values.only?.split(',') ?? Object.keys(benchmarks)
const unknown = names.find((name) => !(name in benchmarks))
if (unknown !== undefined) process.stderr.write(`There is no benchmark ${unknown}.\n\n`)
if (values.help || unknown !== undefined) {
  process.stdout.write(help)
  process.exit(values.help ? 0 : 2)
}
process.exitCode = run() ? 0 : 1

/** @returns true if every benchmark ran and no figure fell */
function run(): boolean {
  const recorded: Recorded[] = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : []
  const results = names.map((name) => ({ name, figures: measure(name, benchmarks[name]!) }))
  const measured = results.flatMap(({ figures }) => figures ?? [])
  const comparisons = compareFigures(measured, recorded)
  const shown = (value: number | undefined) => value?.toPrecision(3) ?? '–'
  console.table(
    comparisons.map(({ name, before, now, change, hasFallen }) => ({
      figure: name,
      before: shown(before),
      now: shown(now),
      'better by': change === undefined ? '–' : `${Math.round(change * 100)} %`,
      ' ': hasFallen ? 'FELL' : '',
    })),
  )
  const failed = results.filter(({ figures }) => !figures)
  for (const { name } of failed) console.log(`FAILED: ${name}`)
  if (values.record) {
    const on = new Date().toISOString().slice(0, 10)
    writeFileSync(recordFile, `${JSON.stringify(recordFigures(measured, recorded, on), null, 2)}\n`)
  }
  return failed.length === 0 && comparisons.every(({ hasFallen }) => !hasFallen)
}

/** Runs a benchmark in a process of its own. `undefined` if it fails, or gives no figure. */
function measure(name: string, args: readonly string[]): Figure[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-figures-'))
  const file = join(folder, 'figures')
  try {
    console.log(`\n# ${name}\n`)
    const { status } = spawnSync('npm', ['run', '--silent', `bench:${name}`, '--', ...args], {
      stdio: 'inherit',
      env: { ...process.env, BENCH_FIGURES: file },
    })
    if (status !== 0 || !existsSync(file)) return undefined
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Figure)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
