'use client'
import Link from 'next/link'
import { Hash } from '#components/ui/hash'
import type { StepState } from '#components/ui/step-mark'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { type Column, DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'

type Said = { is: StepState; text: string }

const stages: Readonly<Record<string, Said>> = {
  pending: { is: 'now', text: 'Not done yet' },
  pass: { is: 'done', text: 'Passed' },
  fail: { is: 'wrong', text: 'Did not pass' },
  none: { is: 'later', text: 'Not asked for' },
  queued: { is: 'now', text: 'Queued' },
  running: { is: 'now', text: 'Being made' },
  ready: { is: 'done', text: 'Ready' },
  failed: { is: 'wrong', text: 'Could not be made' },
}

/** How far a check, a preview or a model is. */
function Stage({ status }: { status: string }) {
  const { is, text }: Said = stages[status] ?? { is: 'now', text: status }
  return (
    <span className="whitespace-nowrap">
      <StateWord is={is}>{text}</StateWord>
    </span>
  )
}

type Submitted = OperatorBountyDetail['submissions'][number]

/** What was handed in, with its checks and its model. */
export function BountyFilms({ submissions }: { submissions: readonly Submitted[] }) {
  const columns: Column<Submitted>[] = [
    {
      name: 'Submission',
      cell: ({ submission_id, is_chosen }) => (
        <span id={submission_id} className="scroll-mt-8">
          <Hash value={submission_id} label="the submission" />
          {is_chosen && <strong className="block font-semibold">Chosen</strong>}
        </span>
      ),
      text: ({ submission_id }) => submission_id,
    },
    {
      name: 'Contributor',
      cell: ({ contributor }) => <Hash value={contributor} label="the contributor" />,
      text: ({ contributor }) => contributor,
    },
    {
      name: 'Check',
      cell: ({ quality_status, reasons }) => (
        <span className="block min-w-28 max-w-sm">
          <Stage status={quality_status} />
          {reasons.map(({ code, text }) => (
            <span key={code} className="block text-sm text-soft" title={code}>
              {text}
            </span>
          ))}
        </span>
      ),
      text: ({ quality_status, reasons }) => [quality_status, ...reasons.map(({ code }) => code)].join(' '),
    },
    {
      name: 'Preview',
      cell: (row) => <Stage status={row.preview_status} />,
      text: (row) => row.preview_status,
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
    {
      name: 'Film',
      cell: ({ sha256 }) =>
        sha256 ? (
          <Link href={`/operator/find?id=${sha256}`}>
            <code>{sha256.slice(0, 8)}…</code>
          </Link>
        ) : (
          '–'
        ),
      text: ({ sha256 }) => sha256 ?? '',
    },
    {
      name: 'Handed in',
      cell: ({ submitted_at }) => <Time iso={submitted_at} />,
      text: ({ submitted_at }) => submitted_at,
    },
  ]
  return (
    <DataTable
      caption="Films and checks"
      columns={columns}
      rows={submissions}
      idOf={({ submission_id }) => submission_id}
      empty="Nobody has handed anything in yet."
    />
  )
}
