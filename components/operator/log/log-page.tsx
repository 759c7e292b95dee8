'use client'
import Link from 'next/link'
import { actionText } from '#lib/domain/access/action-text'
import { actionPageSchema, type OperatorActionEntry } from '#lib/schemas/operator-action'
import { Asked } from '../asked.tsx'
import { textColumn, timeColumn } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { ChoiceFilter, FilterBar, MoreFilters, TextFilter } from '../filters.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { PageHead } from '../part.tsx'
import { useFilters } from '../use-filters.ts'
import { capitalised } from '../words.ts'
import { DoneBy } from './done-by.tsx'
import { DoneTo } from './done-to.tsx'
import { LogEntry } from './log-entry.tsx'

const names = ['action', 'subject', 'subject_id', 'operator', 'cursor'] as const
const options = (known: readonly string[] = []) => known.map((name) => [name, capitalised(name)] as const)

/** The actions of operators with their reasons. Each entry was written in the transaction of its action and never changes. */
export function LogPage() {
  const [{ id, ...filters }, change] = useFilters(['id', ...names])
  const log = useAsked({
    path: 'actions',
    asked: filters,
    schema: actionPageSchema,
    everyMs: false,
    isList: true,
  })
  const known = log.data?.known
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead title="Audit log">
        Everything operators did here, and freezes from the command line, and why. An entry is written in the
        same transaction as its action, and never changed. Actions that move or may move money are also signed
        by the operator’s wallet.
      </PageHead>
      {id !== undefined && <Chosen id={id} close={() => change({ id: '' })} />}
      <FilterBar filters={filters} change={change}>
        <ChoiceFilter
          name="action"
          label="Action"
          options={(known?.actions ?? [])
            .map((name) => [name, actionText(name)] as const)
            .sort(([, one], [, other]) => one.localeCompare(other))}
        />
        <ChoiceFilter name="subject" label="Done to" any="anything" options={options(known?.subjects)} />
        <MoreFilters names={['subject_id', 'operator']}>
          <TextFilter name="subject_id" label="Id of what it was done to" />
          <TextFilter
            name="operator"
            label="Operator’s address"
            pattern="0x[0-9a-fA-F]{40}"
            title="0x and forty hexadecimal digits"
          />
        </MoreFilters>
      </FilterBar>
      <List
        {...{ columns, filters, change, query: log, caption: 'Operators’ actions' }}
        rowsOf={({ actions }) => actions}
        idOf={({ id }) => String(id)}
        empty="No operator has done anything yet."
        emptyFiltered="No action matches these filters."
      />
    </div>
  )
}

function Chosen({ id, close }: { id: string; close: () => void }) {
  const query = useAsked({ path: 'actions', asked: { id }, schema: actionPageSchema, everyMs: false })
  return (
    <Asked query={query}>
      {({ actions: [found] }) =>
        found ? <LogEntry key={found.id} entry={found} close={close} /> : <p>The log has no action {id}.</p>
      }
    </Asked>
  )
}

const columns: readonly Column<OperatorActionEntry>[] = [
  {
    name: 'Action',
    cell: ({ id, action }) => <EntryLink id={id}>{action}</EntryLink>,
    text: ({ action }) => action,
  },
  {
    name: 'Done to',
    cell: (entry) => <DoneTo entry={entry} />,
    text: ({ subject, subject_id }) => `${subject} ${subject_id}`,
  },
  timeColumn('Time', ({ at }) => at),
  {
    name: 'Reason',
    cell: ({ reason }) => <span className="block min-w-40 wrap-anywhere">{reason}</span>,
    text: ({ reason }) => reason,
  },
  {
    name: 'By',
    cell: ({ operator }) => <DoneBy operator={operator} />,
    text: ({ operator }) => operator ?? 'command line',
  },
  textColumn('Signature', ({ signature }) => (signature === null ? 'not needed' : 'signed')),
]

function EntryLink({ id, children }: { id: number; children: string }) {
  const [filters] = useFilters(names)
  const query = new URLSearchParams({ ...filters, id: String(id) } as Record<string, string>)
  return (
    <Link href={`/operator/log?${query}`} scroll={false} className="link whitespace-nowrap">
      {id} {actionText(children)}
    </Link>
  )
}
