'use client'
import Link from 'next/link'
import { Hash } from '#components/ui/hash'
import { withdrawalWords } from '#lib/domain/withdrawal'
import type { OperatorWithdrawal } from '#lib/schemas/operator-captures'
import { Asked } from '../asked.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Pager } from '../pager.tsx'
import { SelectFilter } from '../select-filter.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { reasonOptions } from './capture-words.ts'
import { useWithdrawals } from './use-captures.ts'

/** What is neither sold nor shown any more. */
export function WithdrawnSection() {
  const [filters, change] = useFilters(['reason', 'cursor'], 'withdrawn_')
  const query = useWithdrawals(filters)
  return (
    <section aria-labelledby="withdrawn">
      <h2 id="withdrawn" className="text-lg">
        Withdrawn captures
      </h2>
      <p className="mt-2 max-w-[65ch] text-soft">
        Everybody sees how many there are and why, at{' '}
        <Link href="/trees#withdrawn" className="link">
          Trees
        </Link>
        . Your own words stay in the log.
      </p>
      <div className="mt-3 grid grid-cols-1 gap-4">
        <div className="justify-self-start">
          <SelectFilter
            label="Reason, as counted in public"
            any="Any reason"
            value={filters.reason}
            options={reasonOptions}
            onChange={(reason) => change({ reason, cursor: '' })}
          />
        </div>
        <Asked query={query}>
          {({ withdrawals, next_cursor }) => (
            <div aria-busy={query.isPlaceholderData}>
              <DataTable
                caption="Withdrawn captures, latest first"
                columns={columns}
                rows={withdrawals}
                idOf={({ sha256 }) => sha256}
                empty={
                  filters.reason || filters.cursor
                    ? 'No capture is withdrawn for this reason.'
                    : 'No capture is withdrawn.'
                }
              />
              <Pager
                {...{ filters, change, nextCursor: next_cursor }}
                texts={{ first: 'To the latest', next: 'Earlier ones' }}
              />
            </div>
          )}
        </Asked>
      </div>
    </section>
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
  {
    name: 'Reason',
    cell: ({ reason }) => <span className="whitespace-nowrap">{withdrawalWords[reason]}</span>,
    text: ({ reason }) => reason,
  },
  {
    name: 'Withdrawn',
    cell: ({ withdrawn_at }) => <Time iso={withdrawn_at} />,
    text: ({ withdrawn_at }) => withdrawn_at,
  },
  { name: 'Cell', cell: ({ geohash }) => <code>{geohash}</code>, text: ({ geohash }) => geohash },
  {
    name: 'Captured',
    cell: ({ captured_at }) => <Time iso={captured_at} />,
    text: ({ captured_at }) => captured_at,
  },
  {
    name: 'Tree',
    isNumber: true,
    cell: ({ tree_id }) => tree_id ?? '–',
    text: ({ tree_id }) => tree_id ?? '',
  },
]
