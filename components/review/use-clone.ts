'use client'
import { useEffect, useState } from 'react'
import { readBountyKeys } from '#lib/client/bounty-keys'
import { placeOf, wordsOf } from '#lib/domain/bounty/bounty-place'
import { deadlineDays } from '#lib/domain/bounty/deadline-days'
import { lookUpProblem } from './look-up-problem.ts'
import type { Draft } from './use-draft.ts'
import { readReview } from './use-review.ts'

export type Clone =
  | { is: 'none' | 'loading' }
  | { is: 'ready'; draft: Draft }
  | { is: 'missing'; text: string }

/** One of the reader's bounties as a new order, with the same number of days until its deadline. */
export function useClone(bountyId: string | null): Clone {
  const [clone, setClone] = useState<Clone>({ is: bountyId === null ? 'none' : 'loading' })
  useEffect(() => {
    if (bountyId === null) return
    const key = readBountyKeys().find(({ bounty_id }) => bounty_id === bountyId)
    if (!key) {
      const text =
        'This browser does not have the key of that bounty, so its words cannot be taken from there.'
      setClone({ is: 'missing', text })
      return
    }
    const ending = new AbortController()
    readReview({ bountyId, token: key.agent_token }, ending.signal).then(
      ({ title, brief, amount_usdc, network, paid_at: paidAt, deadline }) =>
        setClone({
          is: 'ready',
          draft: {
            title,
            brief: wordsOf(brief),
            place: placeOf(brief),
            amount: String(amount_usdc),
            days: String(deadlineDays(paidAt, deadline)),
            network,
          },
        }),
      (error: Error) => {
        if (!ending.signal.aborted) setClone({ is: 'missing', text: lookUpProblem(error) })
      },
    )
    return () => ending.abort()
  }, [bountyId])
  return clone
}
