import 'server-only'
import type { Context } from '#lib/adapters/context'

/** An SQL fragment with what became of a submission, in a query that joins `submission` with its `bounty`: `Accepted, paid 75 USDC`. */
export function submissionOutcome({ sql }: Pick<Context, 'sql'>) {
  const amount = sql`to_char(bounty.amount_usdc, 'FM999,999') || ' USDC'`
  return sql`case
    when bounty.accepted_submission_id = submission_id and bounty.state = 'accepted' then 'Accepted, paid ' || ${amount}
    when bounty.accepted_submission_id = submission_id then 'Accepted, ' || ${amount} || ' not paid yet'
    when declined_reason is not null then 'Declined'
    when bounty.state not in ('paid', 'creating', 'open') then 'Not accepted'
    else 'Waits' end`
}
