'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { bountySchema } from '#lib/schemas/bounty'
import { type Review, reviewSchema } from '#lib/schemas/review'

const lookEveryMs = 3_000
/** Links are good for fifteen minutes; an open page fetches new ones before. */
const freshLinksEveryMs = 10 * 60_000

const keyOf = (bountyId: string) => ['review', bountyId]

/** A bounty as it stands, looked at again while anything may change by itself. */
export function useReview({ bountyId, token }: { bountyId: string; token: string }) {
  return useQuery({
    queryKey: keyOf(bountyId),
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/review/bounties/${encodeURIComponent(bountyId)}`,
        schema: reviewSchema,
        token,
        signal,
      }),
    staleTime: 0,
    // A page that lay in the background holds links that are over.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? freshLinksEveryMs : lookEveryMs),
  })
}

type Act = { action: 'accept'; submissionId: string } | { action: 'cancel' }

/** Accepts a submission or cancels the bounty. The key makes a second click after a lost answer get that answer. */
export function useAct({ bountyId, token }: { bountyId: string; token: string }) {
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
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(bountyId) }),
  })
}

/** Nothing happens any more by itself: the money is where it stays, and the model is made or will not be. */
function isSettled({ status, submissions }: Review): boolean {
  if (!['accepted', 'cancelled', 'expired_refunded', 'failed'].includes(status)) return false
  return submissions.every(({ reconstruction_status: model }) => model !== 'queued' && model !== 'running')
}
