import type { Report } from '#lib/client/check'
import { VerdictTime } from './verdict-time.tsx'

/** A note that the service withdrew the checked capture. Renders nothing otherwise. */
export function WithdrawnNote({ report, inUtc = false }: { report: Report; inUtc?: boolean }) {
  if (!report.withdrawnAt) return null
  return (
    <p data-withdrawn className="mt-4 border-l-2 border-wait pl-4 text-sm">
      This service withdrew the capture on <VerdictTime iso={report.withdrawnAt} inUtc={inUtc} />: no search
      finds it any more, and its record is not sold. Its anchor stays on the chain and can be checked as
      before; it proves when these bytes existed, and says nothing about what they show. Cell and time stay
      readable here, because nobody could check the anchor without them. Why a single capture was withdrawn is
      not published, to protect the people concerned;{' '}
      <a href="/trees" className="link">
        the reasons are counted
      </a>
      .
    </p>
  )
}
