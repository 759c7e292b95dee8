import { utcText } from '#lib/domain/text/moment'

/** A file that was submitted before, or has a record from elsewhere. Each file is accepted once, over all wallets. */
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
    return 'Another wallet has submitted this very file. A file is accepted once: film the place yourself.'
  const bounties = { true: ' for this bounty', false: ' for another bounty' }
  const bounty = bountyId === undefined ? '' : bounties[`${known.bountyId === bountyId}`]
  return `You have submitted this very file${bounty} at ${utcText(known.submittedAt.toISOString())}. A file is accepted once: film another take.`
}
