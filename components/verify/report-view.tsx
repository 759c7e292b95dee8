'use client'
import { Hash } from '#components/ui/hash'
import { UtcTime } from '#components/ui/utc-time'
import { ProofSteps } from '#components/verify/proof-steps'
import type { Report } from '#lib/client/check'
import type { Verdict } from '#lib/domain/verdict'
import { explainVerdict, verdictTitles } from './verdict-copy.ts'
import { VerdictIcon } from './verdict-icon.tsx'

/** Verdicts that another try can change. */
const mayChange = new Set<Verdict>(['pending', 'unknown', 'could_not_check'])

/** One finished check: verdict first, then the proof, then what to take away. */
export function ReportView(props: { report: Report; fileName?: string | undefined; onRepeat?: () => void }) {
  const { report, fileName } = props
  const isFile = fileName !== undefined
  const [finding, ...rest] = explainVerdict(report, isFile)
  return (
    <div data-verdict={report.verdict}>
      <div role="status" className="flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-start">
        <VerdictIcon verdict={report.verdict} className="size-14 shrink-0 sm:size-16" />
        <div className="max-w-[62ch]">
          <h3 className="text-xl">{verdictTitles[report.verdict]}</h3>
          <p className="mt-2 text-lg">{finding}</p>
          {rest.map((sentence) => (
            <p key={sentence} className="mt-1 text-soft">
              {sentence}
            </p>
          ))}
        </div>
      </div>
      {report.sha256 && <Facts report={report} />}
      <div className="mt-6 flex flex-wrap gap-2">
        {mayChange.has(report.verdict) && props.onRepeat && (
          <button type="button" className="button button-main" onClick={props.onRepeat}>
            Check again
          </button>
        )}
        {report.proof && report.verdict === 'verified' && <DownloadProof report={report} />}
        {isFile && report.verdict !== 'unsupported' && (
          <a className="button" href={`/verify/${report.sha256}`}>
            Link to this check
          </a>
        )}
        {report.proof && report.recomputed?.holds && (
          <a className="button" href={`/trees/${report.proof.tree.tree_id}?leaf=${report.proof.leaf_hash}`}>
            See it in its tree
          </a>
        )}
      </div>
      {report.recomputed && (
        <section className="mt-10" aria-label="Proof">
          <h3 className="text-lg">Recomputed on this device</h3>
          <p className="max-w-[62ch] text-sm text-soft">
            Each hash below was computed here from the one above it, with the code the service itself proves
            with. The last is read from the chain, not from us.
          </p>
          <div className="mt-2">
            <ProofSteps report={report} isFile={isFile} />
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

function DownloadProof({ report }: { report: Report }) {
  const download = async () => {
    const { writeBundle } = await import('#lib/client/bundle')
    const url = URL.createObjectURL(new Blob([writeBundle(report.proof!)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${report.sha256.slice(0, 16)}.proof.json`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <button type="button" className="button button-main" onClick={download}>
      Download the proof
    </button>
  )
}
