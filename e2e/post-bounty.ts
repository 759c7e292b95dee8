import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from './journey.ts'
import type { Network } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const api = `${facts.base_url}/api/v1/bounties`

export type PostedBounty = { bounty_id: string; agent_token: string }
type Terms = { amountUsdc?: number; deadlineDays?: number; brief?: string }

/** Nearly every journey waits for a bounty, which takes a second or two, so it looks more often than once a second. */
const closely = { timeout: 120_000, intervals: [100, 250] }

const usualBrief = 'Walk around it once, slowly, in daylight.'

/** Pays for a bounty as the sandbox's poster, with the stock client. It is not on the board yet. */
export async function payForBounty<Created extends PostedBounty = PostedBounty>(
  network: Network,
  title: string,
  { amountUsdc = 50, deadlineDays = 1, brief = usualBrief }: Terms = {},
): Promise<Created> {
  const pay = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(privateKeyToAccount(facts.wallets.poster.private_key)) }],
    // The stock client accepts only tokens that it knows, without Arc's, and pays at most a dollar.
    spendControls: {
      allowedAssets: [{ network, asset: facts.networks[network]!.usdc }],
      maxAmountPerPayment: false,
    },
  })
  const answer = await pay(api, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title, brief, amount_usdc: amountUsdc, deadline_days: deadlineDays }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Created
}

/** Pays for a bounty, and waits until it is on the board. */
export async function postBounty(network: Network, title: string, terms: Terms = {}): Promise<PostedBounty> {
  const bounty = await payForBounty(network, title, terms)
  const board = `${facts.base_url}/api/board/bounties/${bounty.bounty_id}`
  await expect.poll(async () => (await fetch(board)).status, closely).toBe(200)
  return bounty
}

/** The bounty as its poster sees it. */
export async function bountyOf<Bounty = { status: string }>(posted: PostedBounty): Promise<Bounty> {
  const headers = { authorization: `Bearer ${posted.agent_token}` }
  return (await (await fetch(`${api}/${posted.bounty_id}`, { headers })).json()) as Bounty
}

/** Requests its cancellation as its poster, and ignores the answer. */
export async function cancelBounty(posted: PostedBounty): Promise<void> {
  const headers = { authorization: `Bearer ${posted.agent_token}` }
  await fetch(`${api}/${posted.bounty_id}/cancel`, { method: 'POST', headers })
}

/** Gets the money back unless it was paid out, because later journeys count the money of the same wallet. */
export async function endBounty(posted: PostedBounty): Promise<void> {
  await cancelBounty(posted)
  await expect.poll(async () => (await bountyOf(posted)).status, closely).toMatch(/^(cancelled|accepted)$/)
}
