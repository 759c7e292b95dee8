'use client'
import Link from 'next/link'
import { Hash, shortHash } from '#components/ui/hash'
import type { OperatorJob } from '#lib/schemas/operator-job'
import { ActionButton } from '../action-button.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { Age, Time } from '../time-format.tsx'
import { queueTexts, stateTexts } from './job-words.ts'

const columns: Column<OperatorJob>[] = [
  { name: 'What', cell: ({ queue }) => queueTexts[queue], text: ({ queue }) => queue },
  { name: 'State', cell: (job) => <State job={job} />, text: ({ state }) => state },
  {
    name: 'Action',
    cell: ({ queue, job_id, may_retry }) => (
      <span className="flex gap-2">
        {may_retry && (
          <ActionButton asked={{ action: 'retry_job', input: { queue, job_id } }} label="Retry job" />
        )}
        <ActionButton asked={{ action: 'drop_job', input: { queue, job_id } }} label="Drop job" />
      </span>
    ),
  },
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
    name: 'Tries',
    isNumber: true,
    cell: ({ tries, tries_at_most }) => (
      <span className="whitespace-nowrap">
        {tries} of {tries_at_most}
      </span>
    ),
    text: ({ tries }) => tries,
  },
  { name: 'For', cell: ({ since }) => <Age iso={since} />, text: ({ since }) => since },
  { name: 'Last error', text: ({ error }) => error ?? '' },
]

const marks = { dead: 'wrong', running: 'now', due: 'later', later: 'later' } as const

function State({ job }: { job: OperatorJob }) {
  const { state, stage, percent, begun_at: begun, next_at: next, ended_at: ended, error } = job
  const progress = stage !== null && `${stage}${percent === null ? '' : `, ${percent} %`}`
  return (
    <span className="grid min-w-48 max-w-96">
      <StateWord is={marks[state]}>{stateTexts[state]}</StateWord>
      <span className="text-xs text-soft">
        {state === 'running' && (progress || (begun && <Time iso={begun} />))}
        {state === 'later' && next && <Time iso={next} />}
        {state === 'dead' && ended && <Time iso={ended} />}
      </span>
      {error && <span className="text-xs text-soft [overflow-wrap:anywhere]">{error}</span>}
    </span>
  )
}

/** Jobs that have not ended well, a row each. */
export function JobTable({ jobs, empty }: { jobs: readonly OperatorJob[]; empty: string }) {
  return (
    <DataTable caption="Jobs" columns={columns} rows={jobs} idOf={({ job_id }) => job_id} empty={empty} />
  )
}
