import type { OwnSubmission } from '#lib/schemas/submission'

/** What the poster reads about place and time of a film that do not fit the bounty, for its contributor; empty if they fit. */
export function posterSees({
  place_match: place,
  time_match: time,
}: Pick<OwnSubmission, 'place_match' | 'time_match'>): string[] {
  return [
    ...(place === 'elsewhere' ? ['The film claims another place than the bounty asks for.'] : []),
    ...(time === 'before_order' ? ['The film’s time is before the bounty was posted.'] : []),
    ...(time === 'contradictory'
      ? ['The film’s times contradict each other, or are later than its submission.']
      : []),
  ]
}
