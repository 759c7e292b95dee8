'use client'
import { ReportButton } from '#components/report/report-button'

/** Reports the record of a capture, for instance because it shows somebody without consent. */
export default function RecordReport({ sha256 }: { sha256: string }) {
  return <ReportButton kind="capture" id={sha256} label="Report this record" />
}
