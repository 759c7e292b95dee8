'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { loadPart } from '#components/ui/load-part'
import type { ReportedKind } from '#lib/domain/moderation/report'

// Few readers report anything, so the dialog is loaded when it is opened.
const ReportDialog = dynamic(() => loadPart(() => import('./report-dialog.tsx'), 'The form of the report'), {
  ssr: false,
})

type Props = {
  kind: ReportedKind
  /** The id of a bounty, of a submission, or of the page of a model. */
  id: string
  /** Verb and object: `Report this bounty`. */
  label: string
}

/** Reports something to the operators, without an account. */
export function ReportButton(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const open = () => {
    setIsDone(false)
    setWasOpened(true)
    setIsOpen(true)
  }
  return (
    <div>
      <button
        type="button"
        className="inline-flex min-h-6 items-center text-sm pointer-coarse:min-h-11 text-soft underline underline-offset-4 hover:text-ink"
        onClick={open}
      >
        {props.label}
      </button>
      <p role="status" className="text-sm empty:hidden">
        {isDone ? 'Thank you. An operator will look at it. Nobody is told who reported it.' : ''}
      </p>
      {wasOpened && (
        <ReportDialog
          {...props}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false)
            setIsDone(true)
          }}
        />
      )}
    </div>
  )
}
