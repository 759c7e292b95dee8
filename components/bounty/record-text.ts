import type { ContributorRecord } from '#lib/schemas/contributor-record'
import { countFilms } from '../review/bounty-words.tsx'

/** The record of a contributor: `12 films handed in, 9 accepted, 1 declined`. */
export function recordText({ submitted, accepted, declined }: ContributorRecord): string {
  if (submitted <= 1 && accepted === 0 && declined === 0) return 'Their first film here'
  return `${countFilms(submitted)} handed in, ${accepted} accepted, ${declined} declined`
}
