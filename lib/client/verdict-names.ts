import type { ListedVerdict } from './check-view.ts'

/** The verdicts as lists, counts and saved tables name them. */
export const verdictNames: Record<ListedVerdict, string> = {
  verified: 'Unchanged',
  pending: 'Not anchored yet',
  unknown: 'Not known',
  does_not_match: 'Does not match',
  revoked_or_wrong_attester: 'Revoked, or by someone else',
  could_not_check: 'Could not be checked',
  chain_not_read: 'Matches its proof; chain not read',
  unsupported: 'Cannot be checked here',
  empty: 'Empty file',
}
