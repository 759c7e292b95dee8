import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData } from 'viem'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { type BountyState, isEnded } from '#lib/domain/bounty/bounty'
import { openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { call, keepTrying, note, type Order, pay, show } from '#testing/chaos/order'
import { type NetworkId, networkIds, type ServiceFixture } from '#testing/chaos/service-fixture'
import { createPlainSubmission } from '#testing/plain-submission'

// Brings a bounty to its end, as its poster and its contributor do over HTTP.

const lookMs = 50
/** A little more than a day, which is the deadline of every bounty here. */
export const pastDeadlineSeconds = 86_460
/** More than the longest wait between two tries to post. */
const backoffSeconds = 60

/** Pays, and waits until the bounty is open, or has failed where it cannot be posted. */
export async function placeOrder(fixture: ServiceFixture, order: Order, giveUpAt: number): Promise<void> {
  await pay(fixture, order, giveUpAt)
  if (order.ending !== 'failed') return reachOpen(fixture, order, giveUpAt)
  // Between the tries to post is a wait, which is let pass at once.
  while (!isEnded((await stateOf(fixture, order)) ?? 'paid')) {
    if (Date.now() > giveUpAt) throw new Error(`never failed, is ${await stateOf(fixture, order)}`)
    await advance(fixture, backoffSeconds)
    await sleep(500)
  }
}

export function reachOpen(fixture: ServiceFixture, order: Order, giveUpAt: number): Promise<void> {
  return reach(fixture, order, (state) => state === 'open' || isEnded(state), giveUpAt)
}

/** Requests the end that the order plans (accept, cancel or expiry), and waits for it. */
export async function end(fixture: ServiceFixture, order: Order, giveUpAt: number): Promise<void> {
  await askForEnd(fixture, order, giveUpAt)
  if (order.ending === 'expiry') {
    await advance(fixture, pastDeadlineSeconds)
    await runExpiry(fixture, giveUpAt)
  }
  await reach(fixture, order, isEnded, giveUpAt)
}

/** Requests an acceptance or a cancellation. An expiry needs no request. */
export async function askForEnd(fixture: ServiceFixture, order: Order, giveUpAt: number): Promise<void> {
  if (order.ending === 'accept') {
    order.submissionId ??= await keepTrying(giveUpAt, () => submit(fixture, order))
    await call(fixture, order, { verb: 'accept', expect: 202, giveUpAt })
  } else if (order.ending === 'cancel') {
    await call(fixture, order, { verb: 'cancel', expect: 202, giveUpAt })
  }
}

/** Shows every payment once more, and looks at the bounty as its caller would. */
export async function askAgain(fixture: ServiceFixture, order: Order, giveUpAt: number): Promise<void> {
  const payment = order.payments.at(-1)!
  const before = payment.answers.length
  await keepTrying(giveUpAt, async () => {
    await show(fixture, order, payment)
    if (payment.answers.length === before || payment.answers.at(-1)!.status !== 201)
      throw new Error(`the retry was answered ${JSON.stringify(payment.answers.at(-1))}`)
  })
  const seen = await call(fixture, order, { expect: 200, giveUpAt })
  const state = await stateOf(fixture, order)
  if (seen.status !== state) throw new Error(`GET returned ${seen.status}, but the state is ${state}`)
}

/** Does what an external scheduler does: asks the service to expire bounties. */
export async function runExpiry(fixture: ServiceFixture, giveUpAt: number): Promise<void> {
  await keepTrying(giveUpAt, async () => {
    const response = await fetch(`${await fixture.webUrl()}/api/cron/expire-bounties`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.ctx.env.cronSecret}` },
      signal: AbortSignal.timeout(30_000),
    })
    if (response.status !== 200) throw new Error(`the expiry run answered ${response.status}`)
  })
}

export async function stateOf({ sql }: ServiceFixture, order: Order): Promise<BountyState | undefined> {
  const [row] = await sql<{ state: BountyState }[]>`
    select state from bounty where payer = ${order.payer.address.toLowerCase()}`
  return row?.state
}

async function reach(
  fixture: ServiceFixture,
  order: Order,
  isThere: (state: BountyState) => boolean,
  giveUpAt: number,
): Promise<void> {
  let last: BountyState | undefined
  for (;;) {
    const state = await stateOf(fixture, order)
    if (state !== last) note(order, `is ${state}`)
    last = state
    if (state && isThere(state)) return
    if (Date.now() > giveUpAt) throw new Error(`stays ${state}`)
    await sleep(lookMs)
  }
}

async function submit(fixture: ServiceFixture, order: Order): Promise<string> {
  const { bountyId, contributor } = order
  const input = { bountyId: bountyId!, contributor }
  return (await createPlainSubmission({ ctx: fixture.ctx, input })).submissionId
}

/** Moves the time of the service and of both chains. */
export async function advance(fixture: ServiceFixture, seconds: number): Promise<void> {
  for (const network of networkIds) {
    const client = openLocal(fixture.networks[network].rpcUrl)
    await client.increaseTime({ seconds })
    await client.mine({ blocks: 1 })
  }
  await fixture.sql`
    with moved as (update service_clock set offset_seconds = offset_seconds + ${seconds} returning 1)
    select pg_notify('service_clock', '') from moved`
}

/** Makes posting impossible, or possible again; exits cannot be paused. */
export async function setPaused(fixture: ServiceFixture, network: NetworkId, paused: boolean): Promise<void> {
  const { rpcUrl, escrow } = fixture.networks[network]
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName: paused ? 'pause' : 'unpause' })
  await sendAsDeployer(openLocal(rpcUrl), escrow, data)
}
