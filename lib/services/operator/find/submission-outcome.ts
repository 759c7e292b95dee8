import 'server-only'
import type { Context } from '#lib/adapters/context'
import { notCheckedCode } from '#lib/domain/film/not-checked'

/** An SQL fragment with what became of a submission, in a query that joins `submission` with its `bounty`: `Accepted, paid 75 USDC`. */
export function submissionOutcome({ sql }: Pick<Context, 'sql'>) {
  const amount = sql`to_char(bounty.amount_usdc, 'FM999,999') || ' USDC'`
  return sql`case
    when bounty.accepted_submission_id = submission_id and bounty.state = 'accepted' then 'Accepted, paid ' || ${amount}
    when bounty.accepted_submission_id = submission_id and bounty.state = 'accepting' then 'Accepted, ' || ${amount} || ' not paid yet'
    when bounty.accepted_submission_id = submission_id then 'Accepted, never paid: ' || ${amount} || ' went back to the payer'
    when declined_reason is not null then 'Declined'
    when bounty.state not in ('paid', 'creating', 'open') then 'Not accepted'
    else 'Waits' end`
}

/** An SQL fragment with the result of a film's check: `check: pass`. */
export function submissionCheck({ sql }: Pick<Context, 'sql'>) {
  return sql`'check: ' || case
    when quality -> 'reasons' -> 0 ->> 'code' = ${notCheckedCode} then 'could not be made'
    else quality_status end`
}
