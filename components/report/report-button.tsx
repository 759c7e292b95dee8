'use client'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { ApiRefusal, callApi } from '#lib/client/call-api'
import {
  maxReportCharacters,
  type ReportCategory,
  type ReportedKind,
  reportCategories,
  reportCategoryWords,
} from '#lib/domain/moderation/report'
import { reportedSchema } from '#lib/schemas/report'

type Props = {
  kind: ReportedKind
  /** The id of a bounty, of a submission, or of the page of a model. */
  id: string
  /** Verb and object: `Report this bounty`. */
  label: string
}

/** Reports something to the operators, without an account. */
export function ReportButton({ kind, id, label }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [category, setCategory] = useState<ReportCategory>()
  const [problem, setProblem] = useState<string>()
  const text = useRef<HTMLTextAreaElement>(null)
  const open = () => {
    setCategory(undefined)
    setProblem(undefined)
    setIsDone(false)
    setIsOpen(true)
  }
  const send = async () => {
    if (category === undefined) return setProblem('Choose a reason.')
    const written = text.current?.value.trim() ?? ''
    setProblem(undefined)
    setIsBusy(true)
    try {
      const body = { kind, id, category, ...(written === '' ? {} : { text: written }) }
      await callApi({ path: '/api/reports', method: 'POST', body, schema: reportedSchema })
      setIsOpen(false)
      setIsDone(true)
    } catch (error) {
      setProblem(error instanceof ApiRefusal ? error.text : 'It could not be sent. Try again.')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div>
      <button
        type="button"
        className="inline-flex min-h-11 items-center text-sm text-soft underline underline-offset-4 hover:text-ink"
        onClick={open}
      >
        {label}
      </button>
      <p role="status" className="text-sm empty:hidden">
        {isDone ? 'Thank you. An operator will look at it. Nobody is told who reported it.' : ''}
      </p>
      <ConfirmDialog
        isOpen={isOpen}
        title={label}
        confirm="Send the report"
        isBusy={isBusy}
        problem={problem}
        onClose={() => setIsOpen(false)}
        onConfirm={() => void send()}
      >
        <p className="text-sm text-soft">
          No account is needed, and nothing about you is stored with it.{' '}
          <Link href="/rules" target="_blank" className="underline underline-offset-4">
            The rules
          </Link>
        </p>
        <fieldset className="mt-1 grid">
          <legend className="mb-1 text-sm font-semibold">Reason</legend>
          {reportCategories.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={`report-${kind}-${id}`}
                className="size-4.5 flex-none accent-lichen"
                checked={category === one}
                onChange={() => setCategory(one)}
              />
              {reportCategoryWords[one]}
            </label>
          ))}
        </fieldset>
        <label className="grid gap-1 text-sm font-semibold">
          What an operator should know
          <textarea
            ref={text}
            rows={3}
            maxLength={maxReportCharacters}
            className="field w-full font-normal"
            aria-describedby={`report-hint-${id}`}
          />
        </label>
        <p id={`report-hint-${id}`} className="text-sm text-soft">
          Optional. Write nothing about yourself.
        </p>
      </ConfirmDialog>
    </div>
  )
}
