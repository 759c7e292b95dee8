'use client'
import type { CheckSettings } from '#lib/client/check'
import { Card, CheckCard } from './check-card.tsx'
import { ReportView } from './report-view.tsx'
import type { CheckedFile } from './use-checked-files.ts'

/** One chosen file, from waiting to verdict. */
export function FileCard(props: { file: CheckedFile; settings: CheckSettings; onCancel: () => void }) {
  const { file, settings } = props
  const fileName = file.sizeBytes > 0 ? file.name : undefined
  const bundle = file.bundle
  if (file.state === 'unreadable' || (bundle && 'problem' in bundle)) {
    const reason = file.problem ?? (bundle && 'problem' in bundle ? bundle.problem : undefined)
    const report = { verdict: 'unsupported', sha256: file.sha256 ?? '', reason } as const
    return <Unsupported title={file.name} report={report} />
  }
  if (file.state === 'hashed' && file.sha256) {
    const title = bundle && fileName ? `${file.name} with ${bundle.name}` : file.name
    return (
      <CheckCard
        title={title}
        sha256={file.sha256}
        bundle={bundle?.bundle}
        fileName={fileName}
        settings={settings}
      />
    )
  }
  return (
    <Card title={file.name}>
      {file.state === 'cancelled' ? (
        <p role="status">Cancelled. Nothing was checked.</p>
      ) : (
        <Hashing file={file} onCancel={props.onCancel} />
      )}
    </Card>
  )
}

function Unsupported({
  title,
  report,
}: {
  title: string
  report: Parameters<typeof ReportView>[0]['report']
}) {
  return (
    <Card title={title}>
      <ReportView report={report} fileName={title} />
    </Card>
  )
}

function Hashing({ file, onCancel }: { file: CheckedFile; onCancel: () => void }) {
  const isWaiting = file.state === 'waiting'
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-52 flex-1">
        <p className="flex justify-between gap-4 text-sm">
          <span>{isWaiting ? 'Waiting for the file before' : 'Hashing on this device'}</span>
          <span className="text-soft tabular-nums">
            {megabytes(file.doneBytes)} of {megabytes(file.sizeBytes)}
          </span>
        </p>
        <progress
          className="progress mt-2"
          aria-label={`Bytes of ${file.name} hashed`}
          max={file.sizeBytes}
          value={file.doneBytes}
        />
      </div>
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
