import 'server-only'
import { event } from '#db/schema/service'
import type { Tx } from '#lib/adapters/db'

type Name =
  | 'inspected'
  | 'not_checked'
  | 'preview_ready'
  | 'preview_failed'
  | 'model_forecast'
  | 'forecast_failed'
  | 'model_started'
  | 'model_ready'
  | 'model_failed'
  | 'model_not_wanted'
  | 'inspect_queued_again'
  | 'preview_queued_again'
  | 'forecast_queued_again'
  | 'model_queued_again'
  | 'delivered'
  | 'declined'
  | 'decline_withdrawn'

/** Adds an event to the history of a submission, in the transaction that changes it. */
export async function recordSubmission(
  tx: Pick<Tx, 'insert'>,
  submissionId: string,
  name: Name,
  data: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(event).values({ subject: 'submission', subjectId: submissionId, name, data })
}
