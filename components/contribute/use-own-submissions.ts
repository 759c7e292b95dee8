'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callApi } from '#lib/client/call-api'
import { type OwnSubmission, submissionsPageSchema } from '#lib/schemas/submission'
import { useLookAgain } from '../wallet/use-session.ts'

export const ownSubmissionsKey = ['own submissions']
const lookEveryMs = 4_000

/** Submissions of the signed-in wallet, newest first. Polled while one of them is in progress. */
export function useOwnSubmissions() {
  const lookAgain = useLookAgain()
  return useInfiniteQuery({
    queryKey: ownSubmissionsKey,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? '' : `?cursor=${encodeURIComponent(pageParam)}`
      try {
        return await callApi({
          path: `/api/board/submissions${query}`,
          schema: submissionsPageSchema,
          signal,
        })
      } catch (error) {
        lookAgain(error as Error)
        throw error
      }
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.submissions.some(isUnderWay)) ? lookEveryMs : false,
  })
}

/** True if a submission can still change without an action on this page. */
function isUnderWay({ bounty, accept_tx: paid, ...submission }: OwnSubmission): boolean {
  const isMade = submission.preview_status === 'pending' || submission.quality_status === 'pending'
  return isMade || bounty.status === 'open' || (submission.accepted && paid === null)
}
