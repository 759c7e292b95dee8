'use client'
import { useEffect, useState } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { EmbedSnippets } from '#components/verify/embed-snippets'
import type { Report } from '#lib/client/check'
import { writeTrust } from '#lib/client/trust-text'
import type { Trust } from '#lib/domain/attestation'
import type { Verdict } from '#lib/domain/verdict'
import { saveText } from '../ui/save-text.ts'

/** Verdicts that another try can change. */
const mayChange = new Set<Verdict>(['pending', 'unknown', 'could_not_check'])

type Props = { report: Report; isFile: boolean; trust: Trust; onRepeat?: (() => void) | undefined }

/** What to do with a finished check. */
export function ReportActions({ report, isFile, trust, onRepeat }: Props) {
  const { proof, sha256, verdict } = report
  const isProven = proof !== undefined && report.recomputed?.holds === true
  const fragment = useProofFragment(isProven ? report : undefined)
  const linked = fragment && `${location.origin}/verify/${sha256}${fragment}`
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-2">
        {mayChange.has(verdict) && onRepeat && (
          <button type="button" className="button button-main" onClick={onRepeat}>
            Check again
          </button>
        )}
        {isProven && (
          <button
            type="button"
            className={`button ${verdict === 'verified' ? 'button-main' : ''}`}
            onClick={() => downloadProof(report)}
          >
            Download the proof
          </button>
        )}
        {verdict === 'verified' && (
          <a className="button" href={`/verify/${sha256}/certificate`}>
            Certificate to print
          </a>
        )}
        {linked && (
          <CopyButton text={linked} label="Copy link with the proof">
            Copy link with the proof
          </CopyButton>
        )}
        {isFile && verdict !== 'unsupported' && (
          <a className="button" href={`/verify/${sha256}`}>
            Link to this check
          </a>
        )}
        {isProven && (
          <a className="button" href={`/trees/${proof.tree.tree_id}?leaf=${proof.leaf_hash}`}>
            See it in its tree
          </a>
        )}
        {isProven && fragment && (
          <a className="button" href={`/check.html${fragment}&${writeTrust(trust)}`}>
            Check it without us
          </a>
        )}
      </div>
      {isProven && (
        <EmbedSnippets sha256={sha256} attester={proof.attestation.attester} origin={location.origin} />
      )}
    </>
  )
}

/** The proof as a fragment, once it is packed; none in a browser that cannot. */
function useProofFragment(report: Report | undefined): string {
  const [packed, setPacked] = useState<{ of: Report; fragment: string }>()
  useEffect(() => {
    if (!report?.proof) return
    let isLeft = false
    import('#lib/client/proof-link')
      .then(({ writeProofFragment }) => writeProofFragment(report.proof!))
      .then(
        (fragment) => !isLeft && setPacked({ of: report, fragment }),
        () => undefined,
      )
    return () => {
      isLeft = true
    }
  }, [report])
  return packed && packed.of === report ? packed.fragment : ''
}

async function downloadProof(report: Report): Promise<void> {
  const { writeBundle } = await import('#lib/client/bundle')
  saveText(`${report.sha256.slice(0, 16)}.proof.json`, 'application/json', writeBundle(report.proof!))
}
