'use client'
import type { ReactNode } from 'react'
import { Hash } from '#components/ui/hash'
import { UtcTime } from '#components/ui/utc-time'
import { ProofSteps, type StandingAlone } from '#components/verify/proof-steps'
import type { Report } from '#lib/client/check'
import { explainVerdict, titleOf } from './verdict-copy.ts'
import { VerdictIcon } from './verdict-icon.tsx'
import { WithdrawnNote } from './withdrawn-note.tsx'

type Props = {
  report: Report
  /** Given when a file was hashed here; without it, only a fingerprint is known. */
  fileName?: string | undefined
  actions?: ReactNode
  alone?: StandingAlone
}

/** One finished check: verdict first, then the proof, then what to take away. */
export function ReportView({ report, fileName, actions, alone }: Props) {
  const isFile = fileName !== undefined
  const [finding, ...rest] = explainVerdict(report, isFile)
  return (
    <div data-verdict={report.verdict}>
      <div role="status" className="flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-start">
        <VerdictIcon verdict={report.verdict} className="size-14 shrink-0 sm:size-16" />
        <div className="max-w-[62ch]">
          <h3 className="text-xl">{titleOf(report)}</h3>
          <p className="mt-2 text-lg">{finding}</p>
          {rest.map((sentence) => (
            <p key={sentence} className="mt-1 text-soft">
              {sentence}
            </p>
          ))}
          <WithdrawnNote report={report} />
        </div>
      </div>
      {report.sha256 && <Facts report={report} />}
      {actions}
      {report.recomputed && (
        <section className="mt-10" aria-label="Proof">
          <h3 className="text-lg">Recomputed on this device</h3>
          <p className="max-w-[62ch] text-sm text-soft">
            Each hash below was computed here from the one above it, with the code the service itself proves
            with. The last is read from the chain, not from us.
          </p>
          <div className="mt-2">
            <ProofSteps report={report} isFile={isFile} alone={alone} />
          </div>
        </section>
      )}
    </div>
  )
}

function Facts({ report }: { report: Report }) {
  const { proof, sha256 } = report
  const isOpened = proof && report.recomputed?.holds
  return (
    <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-3 text-sm">
      <div>
        <dt className="caption">Fingerprint (SHA-256)</dt>
        <dd>
          <Hash value={sha256} label="fingerprint" />
        </dd>
      </div>
      {isOpened && (
        <>
          <div>
            <dt className="caption">Captured, as claimed</dt>
            <dd>
              <UtcTime iso={proof.captured_at} />
            </dd>
          </div>
          <div>
            <dt className="caption">Cell, as claimed</dt>
            <dd>
              <code>{proof.geohash}</code>
            </dd>
          </div>
        </>
      )}
    </dl>
  )
}
