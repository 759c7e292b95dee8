import { counted } from '#lib/domain/text/counted'
import type { PosterRecord } from '#lib/schemas/board'

/** The poster's record with earlier bounties in few words, which shows contributors whether films are reviewed. */
export function posterText({ accepted, cancelled, expired_with_submissions: ignored }: PosterRecord): string {
  const deeds = [
    accepted > 0 && `paid for ${counted(accepted, 'film', 'films')}`,
    cancelled > 0 && `cancelled ${counted(cancelled, 'bounty', 'bounties')}`,
    ignored > 0 && `let ${ignored} expire with films`,
  ].filter((deed) => deed !== false)
  return deeds.length === 0 ? 'New poster' : `Poster: ${deeds.join(', ')}`
}
