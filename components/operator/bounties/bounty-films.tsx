'use client'
import Link from 'next/link'
import { Hash } from '#components/ui/hash'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { type Column, DataTable } from '../data-table.tsx'
import { Time } from '../time-format.tsx'

type Submitted = OperatorBountyDetail['submissions'][number]

/** What was handed in, with its checks and its model. */
export function BountyFilms({ submissions }: { submissions: readonly Submitted[] }) {
  const columns: Column<Submitted>[] = [
    {
      name: 'Submission',
      cell: ({ submission_id, is_chosen }) => (
        <span id={submission_id} className="scroll-mt-8">
          <Hash value={submission_id} label="the submission" />
          {is_chosen && <strong className="block font-semibold">chosen</strong>}
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
          {quality_status}
          {reasons.map(({ code, text }) => (
            <span key={code} className="block text-sm text-soft" title={code}>
              {text}
            </span>
          ))}
        </span>
      ),
      text: ({ quality_status, reasons }) => [quality_status, ...reasons.map(({ code }) => code)].join(' '),
    },
    { name: 'Preview', cell: (row) => row.preview_status, text: (row) => row.preview_status },
    {
      name: 'Model',
      cell: ({ reconstruction_status: status, reconstruction_reason: reason }) => (
        <span className="block min-w-24 max-w-sm">
          {status}
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
