import { capital } from '#lib/domain/text/capital'
import { counted } from '#lib/domain/text/counted'
import type { ContributorRecord } from '#lib/schemas/contributor-record'
import { countFilms } from '../review/bounty-words.tsx'

type Counts = Pick<ContributorRecord, 'submitted' | 'accepted' | 'declined'>

/** True if the record is empty, so that texts can leave out established posters. */
function isFirstFilm(record: ContributorRecord): boolean {
  return isShort(record) && record.unproven.submitted + record.connected.submitted === 0
}

function isShort({ submitted, accepted, declined }: Counts): boolean {
  return submitted <= 1 && accepted === 0 && declined === 0
}

/**
 * What a poster can rely on in the record of a contributor: films for the reader's own bounties, and apart from them those for others.
 *
 * @param isOwn the contributor reads the own record
 */
export function recordText(record: ContributorRecord, isOwn = false): string {
  if (isFirstFilm(record))
    return isOwn
      ? 'No poster has decided on a film of yours yet.'
      : 'New here: the first film of this wallet.'
  const { yours } = record
  const isOfReader = !isShort(yours)
  const others = {
    submitted: record.submitted - yours.submitted,
    accepted: record.accepted - yours.accepted,
    declined: record.declined - yours.declined,
    posters: record.posters - (yours.accepted > 0 ? 1 : 0),
  }
  const [own, other] = isOfReader ? [`${ownText(yours)}. `, 'other '] : ['', '']
  if (!isShort(others)) return own + othersText(others, other)
  // Either nobody has decided, or only posters who may be the contributor with another wallet.
  const kind = isUndecided(record.unproven) && isUndecided(record.connected) ? '' : 'established '
  return `${own}No ${other}${kind}poster has accepted or declined a film of ${isOwn ? 'your' : 'this'} wallet yet.`
}

function isUndecided({ accepted, declined }: Counts): boolean {
  return accepted + declined === 0
}

/** The films for bounties of the poster who reads the record. */
function ownText({ submitted, accepted, declined }: Counts): string {
  const decided = [
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(declined > 0 ? [`${declined} declined`] : []),
  ]
  return `For your bounties: ${countFilms(submitted)}, ${decided.join(', ') || 'none accepted or declined yet'}`
}

/** @param other `other ` if the text also counts the reader's own bounties */
function othersText(record: Counts & { posters: number }, other: string): string {
  const { submitted, accepted, declined, posters } = record
  const refused = declined === 0 ? '' : `, and ${declined} ${declined === 1 ? 'was' : 'were'} declined`
  const plural = `${other}established posters`
  if (accepted === 0) return `${capital(plural)} accepted none of ${countFilms(submitted)} yet${refused}.`
  return `${counted(posters, `${other}established poster`, plural)} accepted ${accepted} of ${countFilms(submitted)}${refused}.`
}

/**
 * Says which films do not count, because a contributor with several wallets could have posted the bounties; `null` if there are none.
 *
 * @param isOwn the contributor reads the own record
 */
export function uncountedText(record: ContributorRecord, isOwn = false): string | null {
  const { unproven, connected } = record
  const wallet = isOwn
    ? 'your own wallet or one you have paid'
    : 'the contributor’s own wallet or one it has paid'
  const [later, never] = [unproven.accepted, connected.accepted]
  const sentences = [
    ...(later > 0
      ? [
          `Not counted yet: ${countFilms(later)} accepted by ${later === 1 ? 'a poster who is' : 'posters who are'} not established.`,
        ]
      : []),
    ...(never > 0
      ? [
          `Never counted: ${countFilms(never)} accepted by ${wallet}, because one person can have several wallets.`,
        ]
      : []),
  ]
  if (sentences.length === 0) return null
  const films = later + never === 1 ? 'this film' : 'these films'
  return [...sentences, ...(isOwn ? [`You are paid for ${films} all the same.`] : [])].join(' ')
}
