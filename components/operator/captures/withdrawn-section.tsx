'use client'
import Link from 'next/link'
import { withdrawalWords } from '#lib/domain/proof/withdrawal'
import { type OperatorWithdrawal, operatorWithdrawalsSchema } from '#lib/schemas/operator-captures'
import { textColumn, timeColumn } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { ChoiceFilter, FilterBar } from '../filters.tsx'
import { Hash } from '../hash.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { useFilters } from '../use-filters.ts'
import { reasonOptions } from './capture-words.ts'

/** Captures that are no longer sold or shown. */
export function WithdrawnSection() {
  const [filters, change] = useFilters(['reason', 'cursor'], 'withdrawn_')
  const query = useAsked({
    ...{
      path: 'withdrawals',
      asked: filters,
      schema: operatorWithdrawalsSchema,
      everyMs: false,
      isList: true,
    },
  })
  return (
    <Part
      title="Withdrawn captures"
      note={
        <>
          Everyone sees how many there are and why, in{' '}
          <Link href="/trees#withdrawn" className="link">
            Records
          </Link>
          . Your own words stay in the audit log.
        </>
      }
    >
      <FilterBar filters={filters} change={change}>
        <ChoiceFilter name="reason" label="Reason in the public count" options={reasonOptions} />
      </FilterBar>
      <List
        {...{ query, columns, filters, change, caption: 'Withdrawn captures, latest first' }}
        rowsOf={({ withdrawals }) => withdrawals}
        idOf={({ sha256 }) => sha256}
        empty="No capture is withdrawn."
        emptyFiltered="No capture is withdrawn for this reason."
      />
    </Part>
  )
}

const columns: readonly Column<OperatorWithdrawal>[] = [
  {
    name: 'Capture',
    cell: ({ sha256 }) => (
      <span className="inline-flex items-center gap-3">
        <Hash value={sha256} label="fingerprint" />
        <Link href={`/operator/captures?id=${sha256}`} className="link">
          Open
        </Link>
      </span>
    ),
    text: ({ sha256 }) => sha256,
  },
  textColumn('Reason', ({ reason }) => withdrawalWords[reason]),
  timeColumn('Withdrawn', ({ withdrawn_at }) => withdrawn_at),
  { name: 'Cell', cell: ({ geohash }) => <code>{geohash}</code>, text: ({ geohash }) => geohash },
  timeColumn('Claimed capture time', ({ captured_at }) => captured_at),
  textColumn('Tree', ({ tree_id }) => tree_id),
]
