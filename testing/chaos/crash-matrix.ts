import { type CrashPoint, describePoint } from '#testing/chaos/crash-points'
import { type CrashResult, type CrashRun, crashAt, recordPoints } from '#testing/chaos/crash-run'
import { type Ending, endings } from '#testing/chaos/order'
import { openRunSlot, type RunSlot } from '#testing/chaos/run-slot'
import { type NetworkId, networkIds } from '#testing/chaos/service-fixture'

// Runs a bounty once for each crash point.

export type MatrixOutcome = CrashRun & CrashResult

const maxTries = 3

/** The recorded points of one kind of bounty on one network. */
export type Recording = { network: NetworkId; ending: Ending; points: CrashPoint[]; firstOnly: CrashPoint[] }

/**
 * Lists the points of every ending on every network. The first bounty of a service passes points that later ones do not:
 * those are run on a new service each.
 */
export async function recordAll(args: {
  slots: readonly RunSlot[]
  networks?: readonly NetworkId[]
  endings?: readonly Ending[]
}): Promise<Recording[]> {
  const kinds = (args.networks ?? networkIds).flatMap((network) =>
    (args.endings ?? endings).map((ending) => ({ network, ending })),
  )
  return inLanes(args.slots, kinds, async (slot, kind) => {
    await slot.renew()
    const first = await recordPoints(slot, kind)
    const points = await recordPoints(slot, kind)
    const known = new Set(points.map(describePoint))
    return { ...kind, points, firstOnly: first.filter((point) => !known.has(describePoint(point))) }
  }).then(keepFirstOnce)
}

/** Before a bounty is open nothing tells its ending: there the first one's own points are run once a network. */
function keepFirstOnce(recordings: readonly Recording[]): Recording[] {
  const seen = new Set<string>()
  return recordings.map((recording) => ({
    ...recording,
    firstOnly: recording.firstOnly.filter((point) => {
      const key = `${recording.network} ${describePoint(point)}`
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    }),
  }))
}

export function runsOf(recordings: readonly Recording[]): CrashRun[] {
  return recordings.flatMap(({ network, ending, points, firstOnly }) => [
    ...points.map((point) => ({ network, ending, point, fresh: false })),
    ...firstOnly.map((point) => ({ network, ending, point, fresh: true })),
    ...points.filter(isSettlement).map((point) => ({ network, ending, point, fresh: false, stranger: true })),
  ])
}

/** The moment in which the payment is stored and not sent, so that a stranger may be first. */
function isSettlement({ process, phase, name }: CrashPoint): boolean {
  return process === 'web' && phase === 'before' && name.startsWith('rpc ')
}

/** Runs every kill, several at a time, each in a service of its own. A service that shows a violation is not used again. */
export async function runMatrix(args: {
  slots: readonly RunSlot[]
  runs: readonly CrashRun[]
  onResult: (outcome: MatrixOutcome) => void
}): Promise<MatrixOutcome[]> {
  return inLanes(args.slots, args.runs, async (slot, run) => {
    let result = await crashAt(slot, run)
    // What a loop passes depends on timing: a point that was missed gets more chances, on a new service.
    for (let tries = 1; tries < maxTries && !result.fired && result.violations.length === 0; tries++)
      result = await crashAt(slot, { ...run, fresh: true })
    if (result.violations.length > 0) await slot.renew()
    const outcome = { ...run, ...result }
    args.onResult(outcome)
    return outcome
  })
}

export async function openLanes(options: {
  serverUrl: string
  count: number
  mutant?: string | undefined
}): Promise<RunSlot[]> {
  return Promise.all(Array.from({ length: options.count }, () => openRunSlot(options)))
}

/** Each slot takes the next item when it is done with one. */
async function inLanes<Item, Result>(
  slots: readonly RunSlot[],
  items: readonly Item[],
  run: (slot: RunSlot, item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  await Promise.all(
    slots.map(async (slot) => {
      while (next < items.length) {
        const index = next++
        results[index] = await run(slot, items[index]!)
      }
    }),
  )
  return results
}
