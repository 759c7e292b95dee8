'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { PreviewPlayer } from '#components/bounty/preview-player'
import type { StepState } from '#components/ui/step-mark'
import { sizeText } from '#lib/client/check-view'
import { declineSentence } from '#lib/domain/bounty/decline'
import { clock } from '#lib/domain/film/early-checks'
import { notCheckedCode, wasNotChecked } from '#lib/domain/film/not-checked'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { ActionButton } from '../action-button.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Hash } from '../hash.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'

type Said = { is: StepState; text: string }

const stages: Readonly<Record<string, Said>> = {
  pending: { is: 'now', text: 'Not done yet' },
  pass: { is: 'done', text: 'Passed' },
  fail: { is: 'wrong', text: 'Did not pass' },
  [notCheckedCode]: { is: 'later', text: 'Could not be checked' },
  none: { is: 'later', text: 'Not asked for' },
  queued: { is: 'now', text: 'Queued' },
  running: { is: 'now', text: 'Being made' },
  ready: { is: 'done', text: 'Ready' },
  failed: { is: 'wrong', text: 'Could not be made' },
  likely: { is: 'done', text: 'Likely' },
  doubtful: { is: 'later', text: 'Doubtful' },
  unlikely: { is: 'wrong', text: 'Unlikely' },
}

/** The progress of a check, a preview, a forecast or a model. */
function Stage({ status }: { status: string }) {
  const { is, text }: Said = stages[status] ?? { is: 'now', text: status }
  return <StateWord is={is}>{text}</StateWord>
}

type Submitted = OperatorBountyDetail['submissions'][number]

function checkOf({ quality_status: status, reasons }: Submitted): string {
  return wasNotChecked({ quality_reasons: reasons }) ? notCheckedCode : status
}

/** The forecast, or its progress. */
function forecastOf({ model_forecast: forecast, model_forecast_status: status }: Submitted): string {
  return forecast ?? status
}

/** @param opened the submission that the address names */
const columnsWith = (opened: string): readonly Column<Submitted>[] => [
  {
    name: 'Submission',
    cell: ({ submission_id, contributor, submitted_at, is_chosen, declined, hidden }) => (
      <span
        id={submission_id}
        className={`block scroll-mt-8 ${submission_id === opened ? 'border-l-4 border-link pl-3' : ''}`}
      >
        {submission_id === opened && <strong className="block font-semibold">The film you opened</strong>}
        <Hash value={submission_id} label="the submission" />
        <span className="block text-sm font-normal text-soft">
          <Time iso={submitted_at} />, by
          <br />
          <Hash value={contributor} label="the contributor" />
        </span>
        {is_chosen && <strong className="block font-semibold">Accepted</strong>}
        {declined && (
          <span className="block max-w-sm text-sm text-soft">
            <strong className="block font-semibold">Declined</strong>
            {declineSentence[declined.reason]} {declined.text}
          </span>
        )}
        {hidden && (
          <span className="mt-1 grid max-w-sm justify-items-start gap-2 text-sm text-soft wrap-anywhere">
            <span>
              <strong className="block font-semibold">
                Hidden by an operator since <Time within iso={hidden.at} />
              </strong>
              {hidden.reason}
            </span>
            <ActionButton
              asked={{ action: 'unhide_subject', input: { kind: 'submission', id: submission_id } }}
              label="Show film again"
            />
          </span>
        )}
      </span>
    ),
    text: ({ submission_id }) => submission_id,
  },
  { name: 'Contributor', text: ({ contributor }) => contributor },
  {
    name: 'Film',
    cell: (row) => <Film of={row} />,
    text: ({ sha256 }) => sha256 ?? '',
  },
  {
    name: 'Check',
    cell: (row) => (
      <span className={`block max-w-sm ${row.reasons.length > 0 ? 'min-w-48' : 'min-w-28'}`}>
        <Stage status={checkOf(row)} />
        {row.reasons.map(({ code, text }) => (
          <span key={code} className="block text-sm text-soft" title={code}>
            {text}
          </span>
        ))}
      </span>
    ),
    text: (row) => [...new Set([checkOf(row), ...row.reasons.map(({ code }) => code)])].join(' '),
  },
  { name: 'Preview', text: (row) => row.preview_status },
  {
    // In one column, so that the table fits a window of 1440 pixels.
    name: '3D model',
    cell: (row) => (
      <span className={`grid max-w-sm gap-1.5 ${row.model_forecast_reason ? 'min-w-56' : 'min-w-36'}`}>
        <ModelStep name="Forecast" status={forecastOf(row)} reason={row.model_forecast_reason} />
        <ModelStep name="Model" status={row.reconstruction_status} reason={row.reconstruction_reason} />
      </span>
    ),
    text: (row) => row.reconstruction_status,
  },
  { name: 'Forecast', text: forecastOf },
  { name: 'Submitted', text: ({ submitted_at }) => submitted_at },
]

function ModelStep({ name, status, reason }: { name: string; status: string; reason: string | null }) {
  return (
    <span>
      <span className="block text-xs text-soft">{name}</span>
      <Stage status={status} />
      {reason && <span className="block text-sm text-soft">{reason}</span>}
    </span>
  )
}

function Film({ of }: { of: Submitted }) {
  const { sha256, film, preview_url: preview, preview_status: status, hidden } = of
  const [isOpen, setIsOpen] = useState(false)
  if (!film) return '–'
  return (
    <span className="grid min-w-32 max-w-sm">
      {filmText(film)}
      {sha256 && (
        <span className="text-soft">
          <Hash value={sha256} label="the fingerprint of the film" />
        </span>
      )}
      {preview ? (
        <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className="min-h-8 content-center pointer-coarse:min-h-11">
            Watch the preview{hidden && ' (hidden from others)'}
          </summary>
          {isOpen && (
            <span className="block w-full lg:w-96">
              <PreviewPlayer preview={preview} label="The preview of the film, with a watermark" />
            </span>
          )}
        </details>
      ) : (
        <span className="text-soft">There is no preview to watch.</span>
      )}
      {status !== 'ready' && (
        <span>
          <span className="block text-xs text-soft">Preview</span>
          <Stage status={status} />
        </span>
      )}
    </span>
  )
}

/** `0:42, 1920 × 1080, 61.4 MB` */
function filmText({ bytes, seconds, width, height }: NonNullable<Submitted['film']>): string {
  const parts = [
    seconds === null ? null : clock(seconds),
    width === null || height === null ? null : `${width} × ${height}`,
    sizeText(bytes),
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** The submissions of a bounty, with their checks and models. */
export function BountyFilms({ submissions }: { submissions: readonly Submitted[] }) {
  const opened = useOpenedSubmission()
  return (
    <DataTable
      caption="Films and checks"
      columns={columnsWith(opened)}
      rows={submissions}
      idOf={({ submission_id }) => submission_id}
      empty="No submissions."
    />
  )
}

/** The submission that the address names behind `#`. Its row is loaded after the page, so the browser did not scroll to it. */
function useOpenedSubmission(): string {
  const id = useSyncExternalStore(
    onNavigation,
    () => location.hash.slice(1),
    () => '',
  )
  useEffect(() => {
    if (id !== '') document.getElementById(id)?.scrollIntoView({ block: 'center' })
  }, [id])
  return id
}

/** Links within the console change the address without a `hashchange`. */
function onNavigation(changed: () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  addEventListener('hashchange', changed, { signal })
  window.navigation?.addEventListener('currententrychange', changed, { signal })
  return () => ending.abort()
}
