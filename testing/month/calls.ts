import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x'
import { withPlace } from '#lib/domain/bounty/bounty-place'
import type { DeclineReason } from '#lib/domain/bounty/decline'
import { createdBountySchema } from '#lib/schemas/bounty'
import { earningsSchema } from '#lib/schemas/earnings'
import { type GroundTruth, groundTruthSchema } from '#lib/schemas/enterprise'
import { type Review, reviewSchema } from '#lib/schemas/review'
import { recoveredTokenSchema, tokenChallengeSchema } from '#lib/schemas/token-recovery'
import { bountyPath, withToken } from '#testing/bounty-request'
import { signInAs } from '#testing/contributor'
import { insideCell } from '#testing/inside-cell'
import { type Market, marketOrigin } from '#testing/month/market'
import type { Person } from '#testing/month/people'
import type { PlannedBounty } from '#testing/month/plan'
import { jsonPost, signPayment, withPayment } from '#testing/paid-service'
import { until } from '#testing/until'

/** The requests of posters, contributors and buyers: all over HTTP, as anyone sends them. */

const orderOf = (plan: PlannedBounty): RequestInit =>
  jsonPost({
    title: `The fountain on the square, number ${plan.index + 1}`,
    brief: withPlace('Walk once around the fountain, slowly, with its rim in the picture.', plan.place),
    amount_usdc: plan.amountUsdc,
    deadline_days: plan.deadlineDays,
  })

/** Asks for the price and does not pay. @returns the status */
export async function askPrice({ service }: Market, plan: PlannedBounty): Promise<number> {
  return (await fetch(service.url + bountyPath, orderOf(plan))).status
}

/**
 * Signs a payment and sends it with the order, again while its outcome is not known, as a stock client does.
 *
 * @returns the status, and the bounty if it was paid
 */
export async function order(market: Market, plan: PlannedBounty, payer: Person) {
  const url = market.service.url + bountyPath
  const init = orderOf(plan)
  const header = await signPayment({ url, init, payer: payer.wallet, network: plan.network })
  const answer = await until(
    async () => {
      const sent = await fetch(url, withPayment(init, header))
      if (sent.status !== 503) return sent
      await sent.body?.cancel()
      return undefined
    },
    { what: `the payment for bounty ${plan.index} is settled` },
  )
  if (answer.status !== 201) return { status: answer.status, made: undefined }
  return { status: 201, made: createdBountySchema.parse(await answer.json()) }
}

export async function review(market: Market, bountyId: string, token: string): Promise<Review> {
  const answer = await fetch(`${market.service.url}/api/review/bounties/${bountyId}`, withToken(token))
  return reviewSchema.parse(await expectStatus(answer, 200))
}

export async function accept(market: Market, bountyId: string, token: string, submissionId: string) {
  const path = `${bountyPath}/${bountyId}/accept`
  await expectStatus(
    await fetch(market.service.url + path, withToken(token, jsonPost({ submission_id: submissionId }))),
    202,
  )
}

export async function cancel(market: Market, bountyId: string, token: string): Promise<void> {
  const url = `${market.service.url}${bountyPath}/${bountyId}/cancel`
  await expectStatus(await fetch(url, withToken(token, { method: 'POST' })), 202)
}

export async function decline(
  market: Market,
  bountyId: string,
  token: string,
  given: { submissionId: string; reason: DeclineReason; text?: string },
): Promise<void> {
  const { submissionId, ...body } = given
  const url = `${market.service.url}${bountyPath}/${bountyId}/submissions/${submissionId}/decline`
  await expectStatus(await fetch(url, withToken(token, jsonPost(body))), 200)
}

/** True if the token opens the bounty. */
export async function opens(market: Market, bountyId: string, token: string): Promise<boolean> {
  const answer = await fetch(`${market.service.url}${bountyPath}/${bountyId}`, withToken(token))
  await answer.body?.cancel()
  if (answer.status !== 200 && answer.status !== 401) throw new Error(`answered ${answer.status}`)
  return answer.status === 200
}

/** Asks for a new key with a wallet. @returns `undefined` if it was refused */
export async function recoverKey(
  market: Market,
  plan: PlannedBounty,
  bountyId: string,
  person: Person,
): Promise<string | undefined> {
  const url = `${market.service.url}${bountyPath}/${bountyId}/token`
  const { info, supportedChains } = tokenChallengeSchema.parse(await (await fetch(url)).json())
  const chain = supportedChains.find(({ chainId }) => chainId === plan.network)!
  const payload = await createSIWxPayload(
    { ...info, ...chain } as never,
    person.wallet as never,
    marketOrigin,
  )
  const init = jsonPost({})
  const answer = await fetch(url, {
    ...init,
    headers: { ...(init.headers as object), 'sign-in-with-x': encodeSIWxHeader(payload) },
  })
  if (answer.status === 401) return undefined
  return recoveredTokenSchema.parse(await expectStatus(answer, 200)).agent_token
}

/** Hands in an upload. @returns the id of the submission; `undefined` if the file was handed in before */
export async function handIn(
  market: Market,
  person: Person,
  given: { bountyId: string; uploadId: string; said: object },
): Promise<string | undefined> {
  const { url } = market.service
  const { bearer } = await signInAs({ url, origin: marketOrigin, wallet: person.wallet })
  const init = jsonPost({ upload_id: given.uploadId, ...given.said })
  const answer = await fetch(`${url}/api/board/bounties/${given.bountyId}/submissions`, {
    ...init,
    headers: { ...(init.headers as object), ...bearer },
  })
  if (answer.status === 201) return ((await answer.json()) as { submission_id: string }).submission_id
  const text = await answer.text()
  if (answer.status === 400 && text.includes('submitted this very file')) return undefined
  throw new Error(`the film of ${person.name} was answered ${answer.status}: ${text}`)
}

/** The public record of a contributor, as the contributor reads it. */
export async function recordOf(market: Market, person: Person) {
  const { url } = market.service
  const { bearer } = await signInAs({ url, origin: marketOrigin, wallet: person.wallet })
  const answer = await fetch(`${url}/api/board/earnings`, { headers: bearer })
  return earningsSchema.parse(await expectStatus(answer, 200)).record
}

/** What a buyer of the enterprise interface is told of a cell. */
export async function askGroundTruth(market: Market, geohash: string): Promise<GroundTruth> {
  const answer = await fetch(
    `${market.service.url}/enterprise/v1/spatial/query`,
    withToken(market.apiKey, jsonPost({ aoi: insideCell(geohash), max_age_seconds: 90 * 86_400 })),
  )
  return groundTruthSchema.parse(await expectStatus(answer, 200))
}

async function expectStatus(answer: Response, status: number): Promise<unknown> {
  if (answer.status === status) return answer.json()
  throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
}
