import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Context } from '#lib/adapters/context'
import { type BountyState, isEnded } from '#lib/domain/bounty/bounty'
import { bountySchema } from '#lib/schemas/bounty'
import type { Random } from '#testing/chaos/random'
import type { Ask } from '#testing/load/ask'
import { type Buyer, charge } from '#testing/load/buyers'
import { createPlainSubmission } from '#testing/plain-submission'

export type Posted = {
  buyer: Buyer
  bountyId: string
  amountAtomic: bigint
  ending: 'accepted' | 'cancelled'
  contributor: `0x${string}`
  state: BountyState
}

const lookMs = 1_000
const openTimeoutMs = 120_000
let titles = 0

/**
 * Pays for a bounty. `goOn`, which runs independently of other purchases, waits until it is open, accepts a submission or
 * cancels the bounty, and waits for its end.
 */
export async function postBounty(args: {
  ctx: Pick<Context, 'env' | 'db'>
  buyer: Buyer
  ask: Ask
  random: Random
}): Promise<{ posted: Posted; goOn: () => Promise<void> }> {
  const { ctx, buyer, ask, random } = args
  const amountUsdc = random.between(50, 90)
  const ending = random.chance(0.5) ? 'accepted' : 'cancelled'
  const { status, text } = await buyer.buy('paid: bounty', '/api/v1/bounties', {
    title: `Number ${++titles}, to be ${ending}`,
    brief: 'Film the whole square once around, in daylight.',
    amount_usdc: amountUsdc,
    deadline_days: 1,
  })
  if (status !== 201) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
  const { bounty_id: bountyId, agent_token: token } = JSON.parse(text) as Record<string, string>
  const amountAtomic = BigInt(amountUsdc) * 1_000_000n
  charge(buyer, amountAtomic)
  const contributor = privateKeyToAddress(generatePrivateKey())
  const posted: Posted = { buyer, bountyId: bountyId!, amountAtomic, ending, contributor, state: 'paid' }

  const path = `/api/v1/bounties/${bountyId}`
  const authorization = `Bearer ${token}`
  const look = async () => {
    const answer = await ask({ kind: 'bounty: status', path, headers: { authorization } })
    if (answer.status !== 200) throw new Error(`${bountyId} was answered ${answer.status}: ${answer.text}`)
    posted.state = bountySchema.parse(JSON.parse(answer.text)).status
    return posted.state
  }
  const reach = async (isThere: (state: BountyState) => boolean) => {
    const giveUpAt = performance.now() + openTimeoutMs
    while (!isThere(await look())) {
      if (performance.now() > giveUpAt) throw new Error(`${bountyId} stays ${posted.state}`)
      await sleep(lookMs)
    }
  }
  const goOn = async () => {
    await reach((state) => state === 'open' || isEnded(state))
    const verb = ending === 'accepted' ? 'accept' : 'cancel'
    const input = { bountyId: bountyId!, contributor }
    const body =
      verb === 'accept' ? { submission_id: (await createPlainSubmission({ ctx, input })).submissionId } : {}
    const answer = await ask({
      kind: `bounty: ${verb}`,
      path: `${path}/${verb}`,
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': verb },
      body: JSON.stringify(body),
    })
    if (answer.status !== 202)
      throw new Error(`${verb} of ${bountyId} was answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    await reach(isEnded)
    if (posted.state !== ending) throw new Error(`${bountyId} ended as ${posted.state}, not ${ending}`)
    if (ending === 'cancelled') buyer.spentAtomic -= amountAtomic
  }
  return { posted, goOn }
}
