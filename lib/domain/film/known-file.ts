import { utcText } from '#lib/domain/text/moment'

/** A file that was submitted before, or has a record from elsewhere. The same file can be submitted only once, by any wallet. */
export type KnownFile =
  | { by: 'same_wallet'; bountyId: string; submittedAt: Date }
  | { by: 'another_wallet' }
  | { by: 'archive' }

/**
 * Says who submitted a file, to a wallet that tries to submit it. When another wallet did is not said.
 *
 * @param bountyId the bounty that it would be for; `undefined` if that is not known yet
 */
export function knownFileText(known: KnownFile, bountyId?: string): string {
  if (known.by === 'archive')
    return 'This file has a public record already. A new film is needed: film again.'
  if (known.by === 'another_wallet')
    return 'Another wallet has submitted this very file. The same file can be submitted only once: film the place yourself.'
  const bounties = { true: ' for this bounty', false: ' for another bounty' }
  const bounty = bountyId === undefined ? '' : bounties[`${known.bountyId === bountyId}`]
  return `You have submitted this very file${bounty} at ${utcText(known.submittedAt.toISOString())}. The same file can be submitted only once: film another take.`
}
