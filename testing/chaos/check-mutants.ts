import { runChaos } from '#testing/chaos/chaos-run'
import type { Recording } from '#testing/chaos/crash-matrix'
import { describePoint } from '#testing/chaos/crash-points'
import { crashAt } from '#testing/chaos/crash-run'
import { type Mutant, mutants } from '#testing/chaos/mutants'
import { openRunSlot } from '#testing/chaos/run-slot'

type MutantOutcome = { name: string; shownBy: string; violations: string[] }

const chaosBounties = 24
const patienceMs = 90_000
/** A fault that needs an unlucky moment is tried up to this many times. */
const maxTries = 8

/** Runs each mutant of the product and reports which faults the checks found. A mutant without a fault has survived. */
export async function checkMutants(options: {
  serverUrl: string
  /** The recording of the unchanged product. */
  recording: Recording
  /** Only mutants whose name contains this are run. */
  match: string
  seed: number
  onResult: (outcome: MutantOutcome) => void
}): Promise<MutantOutcome[]> {
  const outcomes: MutantOutcome[] = []
  for (const mutant of mutants.filter(({ name }) => name.includes(options.match))) {
    const outcome = await (mutant.at ? crash(options, mutant, mutant.at) : storm(options, mutant))
    outcomes.push(outcome)
    options.onResult(outcome)
  }
  return outcomes
}

async function crash(
  { serverUrl, recording }: { serverUrl: string; recording: Recording },
  { name }: Mutant,
  at: NonNullable<Mutant['at']>,
): Promise<MutantOutcome> {
  const { network, ending, points } = recording
  const point = points.find((candidate) => at.point.test(describePoint(candidate)))
  if (!point) throw new Error(`no point is called ${at.point}`)
  const run = { network, ending, point, fresh: false, stranger: at.stranger ?? false }
  const slot = await openRunSlot({ serverUrl, mutant: name })
  try {
    let violations: string[] = []
    for (let tries = 0; violations.length === 0 && tries < maxTries; tries++)
      violations = (await crashAt(slot, run)).violations
    return { name, shownBy: describePoint(point), violations }
  } finally {
    await slot.close()
  }
}

async function storm(
  { serverUrl, seed }: { serverUrl: string; seed: number },
  { name }: Mutant,
): Promise<MutantOutcome> {
  let violations: string[] = []
  for (let tries = 0; violations.length === 0 && tries < maxTries; tries++) {
    const run = {
      serverUrl,
      bounties: chaosBounties,
      waveSize: chaosBounties,
      seed: seed + tries,
      mutant: name,
      patienceMs,
    }
    violations = (await runChaos(run)).violations
  }
  return { name, shownBy: 'chaos', violations }
}
