'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import type { ActionPage, OperatorActionEntry } from '#lib/schemas/operator-action'
import { Hash } from '../../ui/hash.tsx'
import { Asked } from '../asked.tsx'
import { DataTable } from '../data-table.tsx'
import { isNarrowed, Pager } from '../pager.tsx'
import { SubjectLink } from '../subject-link.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { capitalised } from '../words.ts'
import { LogEntry } from './log-entry.tsx'
import { LogFilterForm } from './log-filter-form.tsx'
import { logFilterNames, useEntry, useLog } from './use-log.ts'

/** What operators did, and why: each entry was written in the transaction that did it, and nothing changes it. */
export function LogPage() {
  const [{ id, ...filters }, change] = useFilters(['id', ...logFilterNames])
  const log = useLog(filters)
  const entry = useEntry(id)
  const { cursor, ...narrowed } = filters
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-xl">Log</h1>
        <p className="mt-2 max-w-[65ch] text-soft">
          Everything operators did here, and why. An entry is written in the transaction that does it, so
          there is none without the other; nothing changes it afterwards.
        </p>
      </div>
      {id !== undefined && (
        <Asked query={entry}>
          {({ actions: [found] }) =>
            found ? (
              <LogEntry key={found.id} entry={found} close={() => change({ id: '' })} />
            ) : (
              <p>There is no action {id} in the log.</p>
            )
          }
        </Asked>
      )}
      <Asked query={log}>
        {(page) => (
          <div className="grid grid-cols-1 gap-6" aria-busy={log.isPlaceholderData}>
            <LogFilterForm
              filters={narrowed}
              known={page.known}
              change={(changes) => change({ ...changes, cursor: '' })}
            />
            <div>
              <LogTable page={page} empty={emptyText(isNarrowed(narrowed), cursor)} />
              <Pager
                {...{ filters, change, nextCursor: page.next_cursor }}
                texts={{ first: 'To the newest', next: 'Older actions' }}
              />
            </div>
          </div>
        )}
      </Asked>
    </div>
  )
}

function emptyText(isLess: boolean, cursor: string | undefined): ReactNode {
  if (isLess) return 'No action matches these filters.'
  return cursor ? 'Nothing is older.' : 'No operator has done anything yet.'
}

function LogTable({ page, empty }: { page: ActionPage; empty: ReactNode }) {
  return (
    <DataTable<OperatorActionEntry>
      caption="Operators’ actions"
      rows={page.actions}
      idOf={({ id }) => String(id)}
      empty={empty}
      columns={[
        {
          name: 'Action',
          cell: ({ id, action }) => <EntryLink id={id}>{action}</EntryLink>,
          text: ({ action }) => action,
        },
        {
          name: 'Done to',
          cell: ({ subject, subject_id }) => <SubjectLink kind={subject} id={subject_id} />,
          text: ({ subject, subject_id }) => `${subject} ${subject_id}`,
        },
        { name: 'Time', cell: ({ at }) => <Time iso={at} />, text: ({ at }) => at },
        {
          name: 'Reason',
          cell: ({ reason }) => <span className="block min-w-40 [overflow-wrap:anywhere]">{reason}</span>,
          text: ({ reason }) => reason,
        },
        {
          name: 'By',
          cell: ({ operator }) => <Hash value={operator} label="the operator’s address" />,
          text: ({ operator }) => operator,
        },
        {
          name: 'Signed',
          cell: ({ signature }) => (signature === null ? 'no' : 'yes'),
          text: ({ signature }) => (signature === null ? 'no' : 'yes'),
        },
      ]}
    />
  )
}

function EntryLink({ id, children }: { id: number; children: string }) {
  const [filters] = useFilters(logFilterNames)
  const query = new URLSearchParams({ ...filters, id: String(id) } as Record<string, string>)
  return (
    <Link href={`/operator/log?${query}`} scroll={false} className="link whitespace-nowrap">
      {id} {capitalised(children)}
    </Link>
  )
}
