'use client'
import Link from 'next/link'
import { Hash, shortHash } from '#components/ui/hash'
import type { OperatorJobPage } from '#lib/schemas/operator-job'
import { ActionButton } from '../action-button.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Time } from '../time-format.tsx'

type Model = OperatorJobPage['failed_models'][number]

const columns: Column<Model>[] = [
  {
    name: 'Submission',
    cell: ({ submission_id: id }) => <Hash value={id} label="the submission" />,
    text: ({ submission_id }) => submission_id,
  },
  {
    name: 'Bounty',
    cell: ({ bounty_id: id }) => (
      <Link href={`/operator/bounties/${id}`} title={id} className="link whitespace-nowrap">
        <code className="text-sm">{shortHash(id)}</code>
      </Link>
    ),
    text: ({ bounty_id }) => bounty_id,
  },
  {
    name: 'Why',
    cell: ({ reason }) => <span className="block max-w-96">{reason ?? 'not said'}</span>,
    text: ({ reason }) => reason ?? '',
  },
  {
    name: 'Action',
    cell: ({ submission_id }) => (
      <ActionButton
        asked={{ action: 'retry_model', input: { submission_id } }}
        label="Make the model again"
      />
    ),
  },
  {
    name: 'Handed in',
    cell: ({ submitted_at }) => <Time iso={submitted_at} />,
    text: ({ submitted_at }) => submitted_at,
  },
]

/** Models that are owed and missing. */
export function FailedModels({ models }: { models: readonly Model[] }) {
  return (
    <DataTable
      caption="Failed models"
      columns={columns}
      rows={models}
      idOf={({ submission_id }) => submission_id}
      empty="None: every accepted film has its model, or it is on its way."
    />
  )
}
