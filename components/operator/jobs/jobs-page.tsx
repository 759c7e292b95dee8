'use client'
import { jobQueues, jobStates, type OperatorJobPage } from '#lib/schemas/operator-job'
import { Asked } from '../asked.tsx'
import { isNarrowed, Pager } from '../pager.tsx'
import { SelectFilter } from '../select-filter.tsx'
import { useFilters } from '../use-filters.ts'
import { FailedModels } from './failed-models.tsx'
import { JobTable } from './job-table.tsx'
import { queueTexts, stateTexts } from './job-words.ts'
import { jobFilterNames, useJobs } from './use-jobs.ts'

/** What is done with films: what died, what runs, what waits. */
export function JobsPage() {
  const [filters, change] = useFilters(jobFilterNames)
  const query = useJobs(filters)
  const show = (changes: typeof filters) => change({ ...changes, cursor: '' })
  return (
    <div className="grid grid-cols-1 gap-12">
      <div>
        <h1 className="text-xl">Jobs</h1>
        <p className="mt-2 max-w-[65ch] text-soft">
          Checks, previews and models of films. What is done goes from here. No money waits for any of them.
        </p>
      </div>
      <section aria-labelledby="jobs" className="grid grid-cols-1 gap-6">
        <h2 id="jobs" className="text-lg">
          Not done
        </h2>
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <SelectFilter
            label="What"
            any="Anything"
            value={filters.queue}
            options={jobQueues.map((name) => [name, queueTexts[name]])}
            onChange={(chosen) => show({ queue: chosen })}
          />
          <SelectFilter
            label="State"
            any="Any state"
            value={filters.state}
            options={jobStates.map((name) => [name, stateTexts[name]])}
            onChange={(chosen) => show({ state: chosen })}
          />
        </div>
        <Asked query={query}>
          {({ jobs, counts, next_cursor }) => (
            <div aria-busy={query.isPlaceholderData}>
              <Counts counts={counts} />
              <JobTable
                jobs={jobs}
                empty={
                  isNarrowed(filters) || filters.cursor
                    ? 'No job fits these filters.'
                    : 'Nothing waits, runs or has died: every film has what it should have.'
                }
              />
              <Pager
                {...{ filters, change, nextCursor: next_cursor }}
                texts={{ first: 'To the dead', next: 'More jobs' }}
              />
            </div>
          )}
        </Asked>
      </section>
      <section aria-labelledby="models">
        <h2 id="models" className="text-lg">
          Models that could not be made
        </h2>
        <p className="mt-2 mb-4 max-w-[65ch] text-soft">
          Of films that were accepted: their posters paid for the capture, have the original, and lack the
          model.
        </p>
        <Asked query={query}>{({ failed_models: models }) => <FailedModels models={models} />}</Asked>
      </section>
    </div>
  )
}

function Counts({ counts }: Pick<OperatorJobPage, 'counts'>) {
  if (counts.length === 0) return null
  return (
    <p className="mb-4 text-sm text-soft">
      {counts
        .map(
          ({ queue, state, count }) =>
            `${count} ${queueTexts[queue].toLowerCase()} ${stateTexts[state].toLowerCase()}`,
        )
        .join(' · ')}
    </p>
  )
}
