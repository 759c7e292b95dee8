'use client'
import { jobNames } from '#lib/domain/film/job-names'
import {
  jobStates,
  type OperatorJob,
  type OperatorJobPage,
  operatorJobPageSchema,
} from '#lib/schemas/operator-job'
import { ActionButton } from '../action-button.tsx'
import { Asked } from '../asked.tsx'
import { bountyColumn, hashColumn, numberColumn, textColumn, timeColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { ChoiceFilter, FilterBar } from '../filters.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { PageHead, Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { Age, Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { queueTexts, stateTexts } from './job-words.ts'

const everyMs = 5_000

/** Jobs of films: failed, running and waiting. */
export function JobsPage() {
  const [filters, change] = useFilters(['queue', 'state', 'cursor'])
  const query = useAsked({
    path: 'jobs',
    asked: filters,
    schema: operatorJobPageSchema,
    everyMs,
    isList: true,
  })
  return (
    <div className="grid grid-cols-1 gap-12">
      <PageHead title="Jobs">
        Checks, previews, forecasts and models of films. Finished jobs are not listed, also that of a film
        that did not pass its check: its bounty shows why. No money waits for any of them.
      </PageHead>
      <Part title="Unfinished jobs">
        <FilterBar filters={filters} change={change}>
          <ChoiceFilter
            name="queue"
            label="What"
            any="anything"
            options={jobNames.map((name) => [name, queueTexts[name]])}
          />
          <ChoiceFilter
            name="state"
            label="State"
            options={jobStates.map((name) => [name, stateTexts[name]])}
          />
        </FilterBar>
        {query.data && <Counts counts={query.data.counts} />}
        <List
          {...{ query, columns, filters, change, caption: 'Jobs' }}
          rowsOf={({ jobs }) => jobs}
          idOf={({ job_id }) => job_id}
          empty="No jobs are waiting, running or dead."
          emptyFiltered="No job matches these filters."
        />
      </Part>
      <Part
        title="Models that could not be made"
        note="The film was accepted. Its poster has the original film, but no model."
      >
        <Asked query={query}>
          {({ failed_models: models }) => (
            <DataTable
              caption="Failed models"
              columns={modelColumns}
              rows={models}
              idOf={({ submission_id }) => submission_id}
              empty="None. Every accepted film has its model, or it is being made."
            />
          )}
        </Asked>
      </Part>
      <Part
        title="Forecasts that could not be made"
        note="The service failed, not the film. Its poster decides by the film and its check alone."
      >
        <Asked query={query}>
          {({ failed_forecasts: forecasts }) => (
            <DataTable
              caption="Failed forecasts"
              columns={forecastColumns}
              rows={forecasts}
              idOf={({ submission_id }) => submission_id}
              empty="None. Every film of an open bounty has its forecast, or it is being made."
            />
          )}
        </Asked>
      </Part>
    </div>
  )
}

const columns: readonly Column<OperatorJob>[] = [
  textColumn('What', ({ queue }) => queueTexts[queue]),
  { name: 'State', cell: (job) => <State job={job} />, text: ({ state }) => state },
  hashColumn('Submission', ({ submission_id }) => submission_id, 'the submission'),
  bountyColumn(),
  numberColumn('Tries', ({ tries, tries_at_most }) => `${tries} of ${tries_at_most}`),
  {
    name: 'For',
    isNumber: true,
    cell: ({ since }) => <Age iso={since} />,
    text: ({ since }) => since,
  },
  { name: 'Last error', text: ({ error }) => error ?? '' },
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
]

type Failed = OperatorJobPage['failed_models'][number]

const failedColumns = (action: string, label: string): readonly Column<Failed>[] => [
  hashColumn('Submission', ({ submission_id }) => submission_id, 'the submission'),
  bountyColumn(),
  {
    name: 'Why',
    cell: ({ reason }) => <span className="block max-w-96">{reason ?? 'unknown'}</span>,
    text: ({ reason }) => reason ?? '',
  },
  timeColumn('Submitted', ({ submitted_at }) => submitted_at),
  {
    name: 'Action',
    cell: ({ submission_id }) => <ActionButton asked={{ action, input: { submission_id } }} label={label} />,
  },
]
const modelColumns = failedColumns('retry_model', 'Make the model again')
const forecastColumns = failedColumns('retry_forecast', 'Make the forecast again')

const marks = { dead: 'wrong', running: 'now', due: 'later', later: 'later' } as const

function State({ job }: { job: OperatorJob }) {
  const { state, stage, percent, begun_at: begun, next_at: next, ended_at: ended, error } = job
  const progress = stage !== null && `${stage}${percent === null ? '' : `, ${percent}%`}`
  return (
    <span className="grid min-w-48 max-w-96">
      <StateWord is={marks[state]}>{stateTexts[state]}</StateWord>
      <span className="text-xs text-soft">
        {state === 'running' && (progress || (begun && <Time iso={begun} />))}
        {state === 'later' && next && <Time iso={next} />}
        {state === 'dead' && ended && <Time iso={ended} />}
      </span>
      {error && <span className="text-xs text-soft wrap-anywhere">{error}</span>}
    </span>
  )
}

function Counts({ counts }: Pick<OperatorJobPage, 'counts'>) {
  if (counts.length === 0) return null
  const texts = counts.map(
    ({ queue, state, count }) =>
      `${count} ${queueTexts[queue].toLowerCase()} ${stateTexts[state].toLowerCase()}`,
  )
  return <p className="text-sm text-soft">{texts.join(' · ')}</p>
}
