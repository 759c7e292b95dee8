'use client'
import { useContext } from 'react'
import type { Report } from '#lib/client/check'
import { FileButton } from './file-button.tsx'
import { ShareProof } from './share-dialog.tsx'
import { type Surroundings, SurroundingsContext } from './surroundings.ts'
import type { Subject } from './verdict-copy.ts'

/** The next steps: one main action for each verdict. */
export function ProofActions(props: {
  report: Report
  title: string
  subject: Subject
  /** For a colleague, about a valid proof; `undefined` while the file is read for it. */
  message: string | undefined
  /** True if the file names another place or time than its record, which its link does not say. */
  isContradicted: boolean
  onRepeat: (() => void) | undefined
}) {
  const { report, title, subject, message, isContradicted, onRepeat } = props
  const { trust, intake, readChain } = useContext(SurroundingsContext)!
  const { verdict } = report
  const repeat = (className: string) =>
    onRepeat && (
      <button type="button" className={className} onClick={onRepeat}>
        Check again
      </button>
    )
  const another = (className: string, text = 'Check another') =>
    intake && (
      <FileButton intake={intake} className={className}>
        {text}
      </FileButton>
    )
  if (verdict === 'verified')
    return trust ? (
      <ShareProof
        report={report}
        title={title}
        subject={subject}
        message={message}
        isContradicted={isContradicted}
      />
    ) : null
  if (verdict === 'could_not_check' && report.recomputed?.holds && readChain)
    return (
      <button type="button" className="button button-main" onClick={readChain}>
        Read the chain too
      </button>
    )
  if (isWithoutProof(report, { trust })) return another('button button-main', 'Add its proof')
  if (verdict === 'could_not_check' || verdict === 'pending') return repeat('button button-main')
  if (verdict !== 'unknown') return another('button button-main')
  return (
    <div className="flex flex-wrap gap-2">
      {another('button button-main')}
      {trust && (
        <a className="button" href="/bounties/new">
          Commission a film
        </a>
      )}
      {repeat('button')}
    </div>
  )
}

/** True for a file that needs a proof, because this page asks no service for one. */
export function isWithoutProof({ verdict, proof }: Report, { trust }: Pick<Surroundings, 'trust'>): boolean {
  return verdict === 'could_not_check' && !proof && !trust
}
