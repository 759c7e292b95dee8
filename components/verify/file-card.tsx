'use client'
import { createContext, useContext } from 'react'
import type { CheckRow } from '#lib/client/check-run'
import { sizeText } from '#lib/client/check-view'
import type { Trust } from '#lib/domain/attestation'
import { Card } from './card.tsx'
import type { StandingAlone } from './proof-steps.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportView } from './report-view.tsx'

type Props = { row: CheckRow; onCancel: () => void; onRepeat: () => void }

/** What the page around a report is: the service's, with whom it trusts, or one that stands alone. */
export type Surroundings = { trust: Trust } | StandingAlone

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined)

/** One chosen file, from waiting to verdict. */
export function FileCard({ row, onCancel, onRepeat }: Props) {
  const { bundle } = row
  const title = bundle && !row.isProofAlone ? `${row.name} with ${bundle.name}` : row.name
  return (
    <Card title={title}>
      <FileProgress row={row} onCancel={onCancel} />
      {row.state === 'done' && <RowReport row={row} onRepeat={onRepeat} />}
    </Card>
  )
}

/** The report of a file that is done. */
export function RowReport({ row, onRepeat }: { row: CheckRow; onRepeat: () => void }) {
  const around = useContext(SurroundingsContext)
  if (!row.report || !around) return null
  const isFile = !row.isProofAlone
  const fileName = isFile ? row.name : undefined
  if ('chainNote' in around) return <ReportView report={row.report} fileName={fileName} alone={around} />
  return (
    <ReportView
      report={row.report}
      fileName={fileName}
      actions={
        <ReportActions
          report={row.report}
          isFile={isFile}
          trust={around.trust}
          onRepeat={row.sha256 ? onRepeat : undefined}
        />
      }
    />
  )
}

/** What a file that is not done is waiting for; nothing once it is. */
export function FileProgress({ row, onCancel }: Omit<Props, 'onRepeat'>) {
  if (row.state === 'done') return null
  if (row.state === 'cancelled') return <p role="status">Cancelled. Nothing was checked.</p>
  if (row.state === 'asking')
    return (
      <p role="status" className="py-4 text-soft">
        {row.bundle ? 'Checking the proof…' : 'Asking for the record…'}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-52 flex-1">
        <p className="flex justify-between gap-4 text-sm">
          <span>{row.state === 'waiting' ? 'Waiting for the file before' : 'Hashing on this device'}</span>
          <span className="text-soft tabular-nums">
            {sizeText(row.doneBytes)} of {sizeText(row.sizeBytes)}
          </span>
        </p>
        <progress
          className="progress mt-2"
          aria-label={`Bytes of ${row.name} hashed`}
          max={row.sizeBytes}
          value={row.doneBytes}
        />
      </div>
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
