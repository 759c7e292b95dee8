import { wasNotChecked } from '#lib/domain/film/not-checked'
import { type CsvColumns, writeTable } from '#lib/domain/text/csv'
import type { OwnSubmission } from '#lib/schemas/submission'

/** The state of a submission in a word, as on the page. */
function standingOf(submission: OwnSubmission) {
  const { accepted, accept_tx: paid, bounty, declined, quality_status: quality } = submission
  if (paid) return 'paid'
  if (accepted) return 'on its way'
  if (bounty.status !== 'open') return 'not accepted'
  if (declined) return 'declined'
  return quality === 'fail' && !wasNotChecked(submission) ? 'check not passed' : 'waiting'
}

const columns: CsvColumns<OwnSubmission> = [
  ['submitted_at', (one) => one.submitted_at],
  ['submission_id', (one) => one.submission_id],
  ['bounty_id', ({ bounty }) => bounty.bounty_id],
  ['bounty_title', ({ bounty }) => bounty.title],
  ['network', ({ bounty }) => bounty.network],
  ['standing', standingOf],
  ['paid_usdc', (one) => (one.accept_tx ? one.bounty.amount_usdc : 0)],
  ['paid_at', (one) => one.paid_at ?? ''],
  ['paid_by_transaction', (one) => one.accept_tx ?? ''],
  ['offered_usdc', ({ bounty }) => bounty.amount_usdc],
  ['sha256', (one) => one.sha256 ?? ''],
]

/** CSV with all submissions and payments of a contributor, a line each. `paid_usdc` adds up to the released amount. */
export function writeStatement(submissions: readonly OwnSubmission[]): string {
  return writeTable(columns, submissions)
}
