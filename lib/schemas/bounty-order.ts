import { z } from 'zod'
import { placesOf } from '#lib/domain/bounty/bounty-place'
import { maxDeadlineDays } from '#lib/domain/bounty/deadline-days'
import { plainText } from '#lib/schemas/bounty'

/** The smallest and largest reward, in whole USDC. */
export type BountyLimits = { minUsdc: number; maxUsdc: number }

/** Which of two places is meant cannot be guessed before money is paid. */
function checkPlaces(brief: string, check: z.RefinementCtx): void {
  const places = placesOf(brief)
  if (places.length < 2) return
  const [first, second] = places.slice(-2)
  const message = `names two places, ${first} and ${second}: leave one line that begins with "Place:"`
  check.addIssue({ code: 'custom', message })
}

const defaultDeadlineDays = 7

/** The body of POST /bounties. The limits are a setting of the deployment. */
export function createBountyInput({ minUsdc, maxUsdc }: BountyLimits) {
  const amount = `must be a whole number of USDC from ${minUsdc} to ${maxUsdc}`
  const days = `must be a whole number of days from 1 to ${maxDeadlineDays}`
  return z.object({
    title: plainText(3, 200, { lines: false }).describe('Title: 3 to 200 characters.'),
    brief: plainText(20, 4_000, { lines: true })
      .superRefine(checkPlaces)
      .describe(
        'Instructions for the contributor: what to film, where and how. 20 to 4000 characters. A line of its own, `Place: geohash u281z5` with 1 to 6 characters, says where to film: by it the bounty is found, and films are compared with it (`place_match`). `Place: u281z5` and `Place: 48.1391, 11.5656` (latitude first) are understood too. Two lines with different places are refused. Coordinates anywhere in title and brief are published only as their cell of six characters, so describe the exact spot in words.',
      ),
    amount_usdc: z
      .int(amount)
      .min(minUsdc, amount)
      .max(maxUsdc, amount)
      .describe('The reward in whole USDC. You pay exactly this amount up front.'),
    deadline_days: z
      .int(days)
      .min(1, days)
      .max(maxDeadlineDays, days)
      .default(defaultDeadlineDays)
      .describe('Days from the settlement of the payment until the refund, unless a submission is accepted.'),
  })
}
