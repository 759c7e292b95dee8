import type { Report } from '#lib/client/check'
import { dateText, explainWithdrawal } from './verdict-copy.ts'

/** A note that the service withdrew the checked capture. Renders nothing otherwise. */
export function WithdrawnNote({ report, timeZone }: { report: Report; timeZone: string }) {
  if (!report.withdrawnAt) return null
  return (
    <p data-withdrawn className="mt-4 border-l-2 border-wait pl-4 text-sm">
      {explainWithdrawal(dateText(report.withdrawnAt, timeZone))}
    </p>
  )
}
