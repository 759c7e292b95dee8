import { setTimeout as sleep } from 'node:timers/promises'
import { findByAudit, findUnrest, findViolations } from '#testing/chaos/checker'
import { type CrashPoint, createRecorder, createTrap, type Stage } from '#testing/chaos/crash-points'
import { askAgain, end, placeOrder, setPaused } from '#testing/chaos/drive'
import { createOrder, type Ending, note, type Order } from '#testing/chaos/order'
import { nextBlocks, type RunSlot } from '#testing/chaos/run-slot'
import { type NetworkId, noHooks, type ServiceFixture } from '#testing/chaos/service-fixture'
import { replayAsStranger } from '#testing/token-moves'

/** One bounty, from its payment to its end, with one kill on the way. */
export type CrashRun = {
  network: NetworkId
  ending: Ending
  point: CrashPoint
  /** True to run on a new database and new chains: only the first bounty passes some crash points. */
  fresh: boolean
  /** While the process is dead, a stranger who saw the payment's authorization sends it. */
  stranger?: boolean
}

export type CrashResult = { violations: string[]; fired: boolean; history: string[]; seconds: number }

const runTimeoutMs = 90_000
const restTimeoutMs = 45_000
const amountUsdc = 50

/** Lists the points that a bounty passes, killing nothing. */
export async function recordPoints(
  slot: RunSlot,
  run: Pick<CrashRun, 'network' | 'ending'>,
): Promise<CrashPoint[]> {
  const recorder = createRecorder()
  const fixture = slot.fixture()
  fixture.hooks = recorder.hooks
  const { violations, history } = await travel({ fixture, ...run, enter: recorder.enter })
  fixture.hooks = noHooks
  if (violations.length > 0)
    throw new Error(
      [`without any kill: ${violations.join('; ')}`, ...history, ...outputs(fixture)].join('\n'),
    )
  return recorder.points()
}

/** Kills at the point, lets everything be started again, and judges what came of it. */
export async function crashAt(slot: RunSlot, run: CrashRun): Promise<CrashResult> {
  if (run.fresh) await slot.renew()
  const fixture = slot.fixture()
  const meanwhile: Promise<void>[] = []
  const troubles: string[] = []
  const beside = (work: Promise<void>) => {
    meanwhile.push(work.catch((error: Error) => void troubles.push(`beside the kill: ${error.message}`)))
  }
  let placed: Order | undefined
  const trap = createTrap({
    point: run.point,
    kill: (process) => {
      fixture.kill(process)
      if (process === 'web') beside(endLeases(fixture))
      if (run.stranger) beside(payAsStranger(fixture, placed!))
    },
  })
  fixture.hooks = trap.hooks
  const enter = (stage: Stage, order: Order) => {
    placed = order
    trap.enter(stage)
  }
  const result = await travel({ fixture, ...run, enter })
  await Promise.all(meanwhile)
  result.violations.push(...troubles)
  fixture.hooks = noHooks
  const history = result.violations.length > 0 ? [...result.history, ...outputs(fixture)] : result.history
  return { ...result, history, fired: trap.fired() }
}

function outputs(fixture: ServiceFixture): string[] {
  return fixture.processes.map((process) => `--- ${process.name}\n${process.output()}`)
}

async function payAsStranger(fixture: ServiceFixture, order: Order): Promise<void> {
  const transaction = await replayAsStranger(fixture.networks[order.network], order.payments.at(-1)!.header)
  note(order, `a stranger sent the payment: ${transaction}`)
}

/** A dead web holds a payment for up to half a minute. That time is let pass at once, so that a run takes seconds. */
async function endLeases(fixture: ServiceFixture): Promise<void> {
  await fixture.webUrl()
  await fixture.sql`update payment set claimed_until = now() where state in ('claimed', 'settling') and claimed_until > now()`
}

async function travel(args: {
  fixture: ServiceFixture
  network: NetworkId
  ending: Ending
  enter: (stage: Stage, order: Order) => void
}): Promise<Omit<CrashResult, 'fired'>> {
  const { fixture, network, ending, enter } = args
  const begun = performance.now()
  const giveUpAt = Date.now() + runTimeoutMs
  const fromBlock = await nextBlocks(fixture)
  const order = await createOrder(fixture, { network, ending, amountUsdc })
  const violations: string[] = []
  try {
    if (ending === 'failed') await setPaused(fixture, network, true)
    enter('post', order)
    await placeOrder(fixture, order, giveUpAt)
    if (ending !== 'failed') {
      enter('end', order)
      await end(fixture, order, giveUpAt)
    }
    await comeToRest(fixture)
    await askAgain(fixture, order, giveUpAt)
  } catch (error) {
    violations.push(`stuck: ${(error as Error).message}`)
    note(order, `stuck: ${(error as Error).stack}`)
  } finally {
    if (ending === 'failed') await setPaused(fixture, network, false)
  }
  violations.push(
    ...(await findViolations({ fixture, orders: [order], fromBlock })),
    ...(await findByAudit(fixture)),
  )
  return { violations, history: historyOf(order), seconds: (performance.now() - begun) / 1_000 }
}

/** Waits until no work is under way. If work never ends, the checker reports it. */
async function comeToRest(fixture: ServiceFixture): Promise<void> {
  const giveUpAt = Date.now() + restTimeoutMs
  while ((await findUnrest(fixture)).length > 0 && Date.now() < giveUpAt) await sleep(50)
}

function historyOf(order: Order): string[] {
  return [`payer ${order.payer.address}, contributor ${order.contributor}`, ...order.history]
}
