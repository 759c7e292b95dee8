'use client'
import Link from 'next/link'
import { reportCategories, reportCategoryWords } from '#lib/domain/moderation/report'
import { type OperatorReport, reportPageSchema } from '#lib/schemas/operator-report'
import { bountyColumn, numberColumn } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { ChoiceFilter, FilterBar } from '../filters.tsx'
import { Hash } from '../hash.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { PageHead } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { Hour, Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { kindTexts, reportMarks, reportStateText, reportStateTexts, subjectTitle } from './report-words.ts'

const everyMs = 15_000

/** The queue of reported bounties, films and model pages. */
export function ReportsPage() {
  const [filters, change] = useFilters(['state', 'kind', 'category', 'cursor'])
  const query = useAsked({
    path: 'reports',
    asked: filters,
    schema: reportPageSchema,
    everyMs,
    isList: true,
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead title="Reports">
        What people reported: the most harmful first, then the longest waiting. Reports are anonymous, and a
        report is not proof. Their times are stored to the hour.
      </PageHead>
      <FilterBar filters={filters} change={change}>
        <ChoiceFilter
          name="state"
          label="State"
          any="waiting"
          options={(['acted', 'dismissed'] as const).map((state) => [state, reportStateTexts[state]])}
        />
        <ChoiceFilter name="kind" label="Subject" options={Object.entries(kindTexts)} />
        <ChoiceFilter
          name="category"
          label="Reason"
          options={reportCategories.map((one) => [one, reportCategoryWords[one]])}
        />
      </FilterBar>
      <List
        {...{ query, columns, filters, change, caption: 'Reports, the most harmful first' }}
        rowsOf={({ reports }) => reports}
        idOf={({ id }) => String(id)}
        empty="No report waits for a decision."
        emptyFiltered="No report fits these filters."
      />
    </div>
  )
}

const columns: readonly Column<OperatorReport>[] = [
  {
    name: 'Subject',
    cell: (report) => (
      <>
        <Link href={`/operator/reports/${report.id}`} className="link wrap-anywhere">
          {subjectTitle(report)}
        </Link>
        {report.submitted_at && (
          <span className="block text-sm font-normal text-soft">
            <Hash value={report.subject_id} label="the submission" />
            <span className="block">
              submitted <Time within iso={report.submitted_at} />
            </span>
          </span>
        )}
      </>
    ),
    text: subjectTitle,
  },
  { name: 'Subject’s id', text: ({ subject_id }) => subject_id },
  {
    name: 'Reason',
    cell: ({ categories }) => (
      <span className="grid">
        {categories.map(({ category, count }) => (
          <span key={category}>
            {reportCategoryWords[category]}
            {count > 1 && ` (${count})`}
          </span>
        ))}
      </span>
    ),
    text: ({ categories }) => categories.map(({ category, count }) => `${category} ${count}`).join(', '),
  },
  numberColumn('Reports', ({ reports }) => reports),
  {
    name: 'Reported since',
    cell: ({ waiting_since }) => <Hour iso={waiting_since} />,
    text: ({ waiting_since }) => waiting_since,
  },
  {
    name: 'State',
    cell: (report) => (
      <StateWord
        is={reportMarks[report.state]}
      >{`${reportStateText(report)}${report.hidden ? ', hidden' : ''}`}</StateWord>
    ),
    text: ({ state }) => state,
  },
  bountyColumn(),
]
