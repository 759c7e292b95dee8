'use client'
import { Hash } from '#components/ui/hash'
import type { StepState } from '#components/ui/step-mark'
import { declineSentence } from '#lib/domain/bounty/decline'
import { notCheckedCode, wasNotChecked } from '#lib/domain/film/not-checked'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { hashColumn, linkColumn, timeColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'

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

const columns: readonly Column<Submitted>[] = [
  {
    name: 'Submission',
    cell: ({ submission_id, is_chosen, declined }) => (
      <span id={submission_id} className="scroll-mt-8">
        <Hash value={submission_id} label="the submission" />
        {is_chosen && <strong className="block font-semibold">Accepted</strong>}
        {declined && (
          <span className="block max-w-sm text-sm text-soft">
            <strong className="block font-semibold">Declined</strong>
            {declineSentence[declined.reason]} {declined.text}
          </span>
        )}
      </span>
    ),
    text: ({ submission_id }) => submission_id,
  },
  hashColumn('Contributor', ({ contributor }) => contributor, 'the contributor'),
  {
    name: 'Check',
    cell: (row) => (
      <span className="block min-w-28 max-w-sm">
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
  {
    name: 'Preview',
    cell: (row) => <Stage status={row.preview_status} />,
    text: (row) => row.preview_status,
  },
  {
    name: 'Forecast',
    cell: (row) => (
      <span className="block min-w-24 max-w-sm">
        <Stage status={forecastOf(row)} />
        {row.model_forecast_reason && (
          <span className="block text-sm text-soft">{row.model_forecast_reason}</span>
        )}
      </span>
    ),
    text: forecastOf,
  },
  {
    name: 'Model',
    cell: ({ reconstruction_status: status, reconstruction_reason: reason }) => (
      <span className="block min-w-24 max-w-sm">
        <Stage status={status} />
        {reason && <span className="block text-sm text-soft">{reason}</span>}
      </span>
    ),
    text: (row) => row.reconstruction_status,
  },
  linkColumn('Film', ({ sha256 }) => sha256 && { href: `/operator/find?id=${sha256}`, id: sha256 }),
  timeColumn('Submitted', ({ submitted_at }) => submitted_at),
]

/** The submissions of a bounty, with their checks and models. */
export function BountyFilms({ submissions }: { submissions: readonly Submitted[] }) {
  return (
    <DataTable
      caption="Films and checks"
      columns={columns}
      rows={submissions}
      idOf={({ submission_id }) => submission_id}
      empty="No submissions."
    />
  )
}
