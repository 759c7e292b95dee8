'use client'
import Link from 'next/link'
import { useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { ApiRefusal } from '#lib/client/api-refusal'
import { callApi } from '#lib/client/call-api'
import {
  categoriesFor,
  maxReportCharacters,
  type ReportCategory,
  type ReportedKind,
  reportCategoryWords,
} from '#lib/domain/moderation/report'
import { reportedSchema } from '#lib/schemas/report'

type Props = {
  kind: ReportedKind
  id: string
  label: string
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/** The form that asks for the reason of a report, and sends it. */
export default function ReportDialog({ kind, id, label, isOpen, onClose, onDone }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [category, setCategory] = useState<ReportCategory>()
  const [problem, setProblem] = useState<string>()
  const text = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  // The text of one report is cleared before the next.
  useEffect(() => {
    if (!isOpen) return
    setCategory(undefined)
    setProblem(undefined)
    if (text.current) text.current.value = ''
  }, [isOpen])
  const send = async () => {
    if (category === undefined) return setProblem('Choose a reason.')
    const written = text.current?.value.trim() ?? ''
    setProblem(undefined)
    setIsBusy(true)
    try {
      const body = { kind, id, category, ...(written === '' ? {} : { text: written }) }
      await callApi({ path: '/api/reports', method: 'POST', body, schema: reportedSchema })
      onDone()
    } catch (error) {
      setProblem(error instanceof ApiRefusal ? error.text : 'It could not be sent. Try again.')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      title={label}
      confirm="Send the report"
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
        {categoriesFor(kind).map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={hint}
              className="size-4.5 flex-none accent-ink"
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
          aria-describedby={hint}
        />
      </label>
      <p id={hint} className="text-sm text-soft">
        Optional. Write nothing about yourself.
      </p>
    </ConfirmDialog>
  )
}
