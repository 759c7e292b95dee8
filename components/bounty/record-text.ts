import { counted } from '#lib/domain/text/counted'
import type { ContributorRecord } from '#lib/schemas/contributor-record'
import { countFilms } from '../review/bounty-words.tsx'

/** True if the record is empty, so that texts can leave out established posters. */
export function isFirstFilm(record: ContributorRecord): boolean {
  return isShort(record) && record.unproven.submitted + record.connected.submitted === 0
}

function isShort({ submitted, accepted, declined }: ContributorRecord): boolean {
  return submitted <= 1 && accepted === 0 && declined === 0
}

/** What a poster can rely on in the record of a contributor. */
export function recordText(record: ContributorRecord): string {
  if (isFirstFilm(record)) return 'Their first film here'
  if (isShort(record)) return 'No record with established posters yet'
  const { submitted, accepted, declined, posters } = record
  const refused = declined === 0 ? '' : `, and ${declined} ${declined === 1 ? 'was' : 'were'} declined`
  if (accepted === 0) return `Established posters accepted none of ${countFilms(submitted)} yet${refused}`
  const who = counted(posters, 'established poster', 'established posters')
  return `${who} accepted ${accepted} of ${countFilms(submitted)}${refused}`
}

/** What does not count, because a contributor with several wallets can make it up; `null` if there is nothing. */
export function uncountedText({ unproven, connected }: ContributorRecord): string | null {
  const parts = [
    ...(unproven.accepted > 0
      ? [
          `${countFilms(unproven.accepted)} accepted by posters who may be the contributor under another wallet`,
        ]
      : []),
    ...(connected.accepted > 0
      ? [`${countFilms(connected.accepted)} accepted by the contributor’s own wallet or one it has paid`]
      : []),
  ]
  return parts.length === 0 ? null : `Not counted: ${parts.join('; ')}.`
}
