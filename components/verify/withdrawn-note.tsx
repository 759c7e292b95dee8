import type { Report } from '#lib/client/check'
import { explainWithdrawal } from './verdict-copy.ts'

/** That the service withdrew what was checked; nothing where it did not. */
export function WithdrawnNote({ report }: { report: Report }) {
  if (!report.withdrawnAt) return null
  return (
    <p data-withdrawn className="mt-4 border-l-2 border-wait pl-4">
      {explainWithdrawal(report.withdrawnAt)}
    </p>
  )
}
