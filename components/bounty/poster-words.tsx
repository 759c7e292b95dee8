import type { PosterRecord } from '#lib/schemas/board'

/** What a poster did with bounties so far, in words: nothing else tells whether a submission will be looked at. */
export function PosterWords({ record }: { record: PosterRecord }) {
  const { accepted, cancelled, expired_with_submissions: ignored } = record
  const deeds = [
    accepted > 0 && `accepted ${accepted}`,
    cancelled > 0 && `cancelled ${cancelled}`,
    ignored > 0 && `let ${ignored} run out with submissions waiting`,
  ].filter((deed) => deed !== false)
  return deeds.length === 0 ? 'no record yet' : deeds.join(', ')
}
