'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import type { DeclineReason } from '#lib/domain/bounty/decline'
import { bountySchema, noReason } from '#lib/schemas/bounty'
import { type Review, reviewSchema } from '#lib/schemas/review'
import { isWrongKey } from './look-up-problem.ts'

const lookEveryMs = 3_000
/** Links are valid for fifteen minutes; an open page fetches new ones before that. */
const freshLinksEveryMs = 10 * 60_000

type Access = { bountyId: string; token: string }

/** Of a bounty, as one key of it opens it: another key is a new attempt. */
export const reviewKey = ({ bountyId, token }: Access) => ['review', bountyId, token]

/** Reads a bounty and its films, as its poster. */
export function readReview({ bountyId, token }: Access, signal: AbortSignal): Promise<Review> {
  return callApi({
    path: `/api/review/bounties/${encodeURIComponent(bountyId)}`,
    schema: reviewSchema,
    token,
    signal,
  })
}

/** The current state of a bounty, polled while it can change without the poster. */
export function useReview({ bountyId, token }: Access) {
  return useQuery({
    queryKey: reviewKey({ bountyId, token }),
    queryFn: ({ signal }) => readReview({ bountyId, token }, signal),
    staleTime: 0,
    // A page that was in the background has expired links.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      // A key that does not open the bounty never will.
      if (isWrongKey(state.error)) return false
      return state.data && isSettled(state.data) ? freshLinksEveryMs : lookEveryMs
    },
  })
}

type Act = { action: 'accept'; submissionId: string } | { action: 'cancel' }

/** Accepts a submission or cancels the bounty. With the idempotency key, a second click after a lost answer gets that answer. */
export function useAct({ bountyId, token }: Access) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: Act) =>
      callApi({
        path: `/api/v1/bounties/${encodeURIComponent(bountyId)}/${act.action}`,
        method: 'POST',
        schema: bountySchema,
        token,
        headers: { 'Idempotency-Key': act.action === 'accept' ? `accept ${act.submissionId}` : 'cancel' },
        ...(act.action === 'accept' ? { body: { submission_id: act.submissionId } } : {}),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: reviewKey({ bountyId, token }) }),
  })
}

/** Declines a submission, or withdraws the decline with the reason `null`. */
export function useDecline({ bountyId, token }: Access) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (asked: { submissionId: string; reason: DeclineReason | null; text?: string | undefined }) =>
      callApi({
        path: `/api/v1/bounties/${encodeURIComponent(bountyId)}/submissions/${encodeURIComponent(asked.submissionId)}/decline`,
        method: 'POST',
        schema: bountySchema,
        token,
        body: { reason: asked.reason ?? noReason, text: asked.text },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: reviewKey({ bountyId, token }) }),
  })
}

/** True in a final state: the money has arrived, and the model is ready or has failed. */
export function isSettled({ status, submissions }: Pick<Review, 'status' | 'submissions'>): boolean {
  if (!['accepted', 'cancelled', 'expired_refunded', 'failed'].includes(status)) return false
  return submissions.every(({ reconstruction_status: model }) => model !== 'queued' && model !== 'running')
}
