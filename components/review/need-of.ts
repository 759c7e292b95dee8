import type { Bounty } from '#lib/schemas/bounty'

/** What a bounty needs, the most urgent first. */
const needs = ['choose', 'wait', 'deliver', 'ended'] as const
export type Need = (typeof needs)[number]

/** What a bounty needs of its poster: a choice, or only time. */
export function needOf({ status, submissions }: Pick<Bounty, 'status' | 'submissions'>): Need {
  switch (status) {
    case 'open':
      return submissions.some(isToReview) ? 'choose' : 'wait'
    case 'paid':
    case 'creating':
      return 'wait'
    case 'accepting':
    case 'accepted':
      return submissions.some(({ reconstruction_status: model }) => model === 'queued' || model === 'running')
        ? 'wait'
        : 'deliver'
    default:
      return 'ended'
  }
}

/** True if its poster can watch the film, now or soon, and has not declined it. */
export function isToReview(
  film: Pick<Bounty['submissions'][number], 'declined' | 'preview_status'>,
): boolean {
  return !film.declined && film.preview_status !== 'failed'
}

type Listed = { bounty: Pick<Bounty, 'status' | 'submissions' | 'deadline'> | undefined }

/** Sorts bounties that need the poster first, then by deadline. Bounties that are not loaded yet come before ended ones. */
export function byNeed(one: Listed, other: Listed): number {
  const rank = ({ bounty }: Listed) => needs.indexOf(bounty ? needOf(bounty) : 'wait')
  const deadline = ({ bounty }: Listed) => (bounty ? Date.parse(bounty.deadline) : Number.POSITIVE_INFINITY)
  const byRank = rank(one) - rank(other)
  if (byRank !== 0) return byRank
  const byDeadline = deadline(one) - deadline(other)
  if (Number.isNaN(byDeadline)) return 0
  // Ended bounties: the newest first.
  return one.bounty && needOf(one.bounty) === 'ended' ? -byDeadline : byDeadline
}
