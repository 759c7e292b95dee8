'use client'
import { useContext, useState } from 'react'
import { DemoNote } from '#components/site/demo-mark'
import { Choice } from '#components/ui/choice'
import type { RunSnapshot } from '#lib/client/check-row'
import type { CheckRun } from '#lib/client/check-run'
import {
  arrange,
  clueOrder,
  contradictionNames,
  type RowFilter,
  type RunSummary,
  type Sorting,
  type SortKey,
  sameFiles,
  summarise,
  verdictOrder,
} from '#lib/client/check-view'
import { clueWords } from '#lib/client/clue-words'
import { verdictNames } from '#lib/client/verdict-names'
import { saveText } from '../ui/save-text.ts'
import { FileRow } from './file-row.tsx'
import { RunProgress, summaryText } from './run-progress.tsx'
import { StatedNote } from './stated-note.tsx'
import { contradictingText } from './stated-words.ts'
import { SurroundingsContext } from './surroundings.ts'
import { partsText } from './verdict-copy.ts'
import { VerdictIcon, wholeVerdict } from './verdict-icon.tsx'

const pageSize = 50

const columns: { key: SortKey | undefined; title: string; shown: string }[] = [
  { key: 'name', title: 'File', shown: 'pr-2 sm:pr-4' },
  { key: 'size', title: 'Size', shown: 'hidden pr-6 text-right sm:table-cell' },
  { key: 'verdict', title: 'Verdict', shown: 'sm:pr-4' },
  { key: undefined, title: 'Claimed place and time', shown: 'hidden pr-4 lg:table-cell' },
  { key: undefined, title: 'Fingerprint', shown: 'hidden pr-4 xl:table-cell' },
  { key: 'anchored', title: 'Anchored', shown: 'hidden md:table-cell' },
]

/** Many files: their progress, their verdicts, and the report of each behind its row. */
export function FileTable({ run, snapshot, level }: { run: CheckRun; snapshot: RunSnapshot; level: 1 | 2 }) {
  const Heading = `h${level}` as const
  const { isDemo, Link: PageLink } = useContext(SurroundingsContext)!
  const [filter, setFilter] = useState<RowFilter>('all')
  const [sorting, setSorting] = useState<Sorting>({ by: 'given', isDescending: false })
  const [page, setPage] = useState(0)
  const [openId, setOpenId] = useState<number>()
  const summary = summarise(snapshot.rows)
  const isOffered = filter === 'all' || summary.counts[filter] > 0
  const same = sameFiles(snapshot.rows)
  const shownFilter = isOffered ? filter : 'all'
  const rows = arrange(snapshot.rows, shownFilter, sorting)
  const lastPage = Math.max(0, Math.ceil(rows.length / pageSize) - 1)
  const shownPage = Math.min(page, lastPage)
  const show = (change: () => void) => {
    change()
    setPage(0)
  }
  const sortBy = (by: SortKey) =>
    show(() => setSorting({ by, isDescending: sorting.by === by && !sorting.isDescending }))
  return (
    <article className="rounded-xl border border-line bg-raised p-5 sm:p-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
        <div role="status" className="max-w-[46rem]">
          <Heading className="text-[clamp(1.6rem,1.2rem+1.4vw,2.4rem)] leading-[1.1]">
            {snapshot.rows.length.toLocaleString('en')} files
            {summary.isOver && `: ${unbroken(summaryText(summary))}`}
          </Heading>
          {/* The verdicts alone would reassure too much. */}
          <p className="mt-2 font-semibold text-wait empty:hidden">{contradictingText(summary.counts)}</p>
          {summary.isOver && <p className="mt-2 text-soft">They stayed on this device.</p>}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full">
          <Exports snapshot={snapshot} />
          <button type="button" className="button" onClick={() => run.clear()}>
            Clear the list
          </button>
        </div>
      </div>
      {isDemo && snapshot.rows.some(({ report }) => report?.recomputed) && (
        <DemoNote className="mt-4 max-w-[60ch] text-sm" end="This is no evidence." />
      )}
      <RunProgress run={run} snapshot={snapshot} summary={summary} />
      <div className="mt-5">
        <Choice
          isLoose
          label="Show only"
          value={shownFilter}
          onChange={(value) => show(() => setFilter(value))}
          options={filterOptions(summary, snapshot.rows.length)}
        />
        <p className="mt-2 text-xs text-soft empty:hidden">{partsText(summary.counts)}</p>
        <StatedNote run={run} summary={summary} />
      </div>
      <table className="mt-5 w-full text-left text-sm">
        <caption className="sr-only">
          The files and their verdicts. The button in a row’s first cell shows its whole report.
        </caption>
        <thead className="border-b border-edge">
          <tr>
            {columns.map(({ key, title, shown }) => (
              <th
                key={title}
                scope="col"
                aria-sort={
                  key && sorting.by === key ? (sorting.isDescending ? 'descending' : 'ascending') : undefined
                }
                className={`py-1 font-normal text-soft ${shown}`}
              >
                {key ? (
                  <button
                    type="button"
                    className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink"
                    onClick={() => sortBy(key)}
                  >
                    {title}
                    <SortSign is={sorting.by === key ? sorting : undefined} />
                  </button>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(shownPage * pageSize, (shownPage + 1) * pageSize).map((row) => (
            <FileRow
              key={row.id}
              row={row}
              sameAs={same.get(row.id)}
              columnCount={columns.length}
              isOpen={openId === row.id}
              onToggle={() => setOpenId(openId === row.id ? undefined : row.id)}
              onCancel={() => run.cancel(row.id)}
              onRepeat={() => run.repeat(row.id)}
            />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-xs text-soft">
        Times here are in your time zone. Saved lists have them in UTC.
        {PageLink && (
          <>
            {' '}
            <PageLink className="link" href="/docs/verify#lists-of-files">
              What the columns of saved lists mean
            </PageLink>
          </>
        )}
      </p>
      {lastPage > 0 && (
        <nav aria-label="Pages of the list" className="mt-5 flex flex-wrap items-center gap-3 text-sm">
          <button
            type="button"
            className="button"
            disabled={shownPage === 0}
            onClick={() => setPage(shownPage - 1)}
          >
            Previous
          </button>
          <span role="status" className="tabular-nums">
            {(shownPage * pageSize + 1).toLocaleString('en')}–
            {Math.min(rows.length, (shownPage + 1) * pageSize).toLocaleString('en')} of{' '}
            {rows.length.toLocaleString('en')}
          </span>
          <button
            type="button"
            className="button"
            disabled={shownPage === lastPage}
            onClick={() => setPage(shownPage + 1)}
          >
            Next
          </button>
        </nav>
      )}
    </article>
  )
}

const contradictionTitles = {
  other_place: 'Other place in file',
  other_time: 'Other time in file',
  two_times: 'Two times in file',
}

/** A count and its words stay on one line, except for those that are longer than a line of a phone. */
function unbroken(text: string): string {
  return text
    .split(', ')
    .map((part) => part.replace(part.length > 22 ? ' ' : / /g, '\u00a0'))
    .join(', ')
}

function filterOptions(summary: RunSummary, total: number) {
  const { counts } = summary
  const occurring = [...verdictOrder].reverse().filter((verdict) => counts[verdict] > 0)
  return [
    { value: 'all' as RowFilter, text: `All ${total.toLocaleString('en')}` },
    ...occurring.map((verdict) => ({
      value: verdict as RowFilter,
      text: (
        <>
          <VerdictIcon verdict={wholeVerdict(verdict)} className="size-4" />
          {`${verdictNames[verdict]}\u00a0${counts[verdict].toLocaleString('en')}`}
        </>
      ),
    })),
    ...clueOrder
      .filter((name) => counts[name] > 0)
      .map((name) => ({
        value: name as RowFilter,
        text: `${clueWords[name]} ${counts[name].toLocaleString('en')}`,
      })),
    ...contradictionNames
      .filter((name) => counts[name] > 0)
      .map((name) => ({
        value: name as RowFilter,
        text: `${contradictionTitles[name]} ${counts[name].toLocaleString('en')}`,
      })),
    ...(['unfinished', 'cancelled'] as const)
      .filter((name) => counts[name] > 0)
      .map((name) => ({
        value: name as RowFilter,
        text: `${name === 'cancelled' ? 'Cancelled' : 'Not finished'} ${counts[name].toLocaleString('en')}`,
      })),
  ]
}

function Exports({ snapshot: { rows } }: { snapshot: RunSnapshot }) {
  const { nameCell, isDemo } = useContext(SurroundingsContext)!
  const save = async (kind: 'csv' | 'json') => {
    const { exportName, placesOf, toCsv, toJson } = await import('#lib/client/check-export')
    const checkedAt = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
    const about = { checkedAt, places: await placesOf(rows, nameCell), isDemo }
    const text = kind === 'csv' ? toCsv(rows, about) : toJson(rows, about)
    saveText(exportName(rows, kind), kind === 'csv' ? 'text/csv' : 'application/json', text)
  }
  // The files contain the whole list, whichever part of it is shown.
  const all = `all ${rows.length.toLocaleString('en')}`
  return (
    <>
      <button type="button" className="button" onClick={() => save('csv')}>
        Save {all} as CSV
      </button>
      <button type="button" className="button" onClick={() => save('json')}>
        Save {all} as JSON
      </button>
    </>
  )
}

function SortSign({ is }: { is: Sorting | undefined }) {
  return (
    <svg viewBox="0 0 10 14" className="h-3 w-2.5" aria-hidden="true" fill="currentColor">
      <path d="M5 1l4 5H1z" opacity={is && !is.isDescending ? 1 : 0.3} />
      <path d="M5 13L1 8h8z" opacity={is?.isDescending ? 1 : 0.3} />
    </svg>
  )
}
