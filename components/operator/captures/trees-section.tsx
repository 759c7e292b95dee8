'use client'
import Link from 'next/link'
import { Choice } from '#components/ui/choice'
import { Hash } from '#components/ui/hash'
import type { OperatorTree } from '#lib/schemas/operator-captures'
import { Asked } from '../asked.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Pager } from '../pager.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { treeStateTexts } from './capture-words.ts'
import { useTrees } from './use-captures.ts'

/** Every tree, with what attests it. */
export function TreesSection() {
  const [filters, change] = useFilters(['state', 'cursor'], 'tree_')
  const query = useTrees(filters)
  return (
    <section aria-labelledby="trees">
      <h2 id="trees" className="text-lg">
        Trees
      </h2>
      <div className="mt-3 grid grid-cols-1 gap-4">
        <div>
          <Choice
            label="State of the trees"
            value={filters.state ?? 'all'}
            onChange={(value) => change({ state: value === 'all' ? '' : value, cursor: '' })}
            options={[
              { value: 'all', text: 'All' },
              ...Object.entries(treeStateTexts).map(([value, text]) => ({ value, text })),
            ]}
          />
        </div>
        <Asked query={query}>
          {({ trees, next_cursor }) => (
            <div aria-busy={query.isPlaceholderData}>
              <DataTable
                caption="Trees, newest first"
                columns={columns}
                rows={trees}
                idOf={({ tree_id }) => String(tree_id)}
                empty={
                  filters.state || filters.cursor ? 'No tree is in this state.' : 'No tree was built yet.'
                }
              />
              <Pager
                {...{ filters, change, nextCursor: next_cursor }}
                texts={{ first: 'To the newest tree', next: 'Older trees' }}
              />
            </div>
          )}
        </Asked>
      </div>
    </section>
  )
}

const columns: readonly Column<OperatorTree>[] = [
  {
    name: 'Tree',
    isNumber: true,
    cell: ({ tree_id, state }) =>
      state === 'final' ? (
        <Link href={`/trees/${tree_id}`} className="text-link underline underline-offset-4">
          {tree_id}
        </Link>
      ) : (
        tree_id
      ),
    text: ({ tree_id }) => tree_id,
  },
  {
    name: 'State',
    cell: ({ state }) => <span className="whitespace-nowrap">{treeStateTexts[state]}</span>,
    text: ({ state }) => state,
  },
  {
    name: 'Leaves',
    isNumber: true,
    cell: ({ leaf_count }) => leaf_count.toLocaleString('en'),
    text: ({ leaf_count }) => leaf_count,
  },
  {
    name: 'Withdrawn',
    isNumber: true,
    cell: ({ withdrawn }) => withdrawn,
    text: ({ withdrawn }) => withdrawn,
  },
  { name: 'Built', cell: ({ built_at }) => <Time iso={built_at} />, text: ({ built_at }) => built_at },
  {
    name: 'Attested',
    cell: ({ attested_at }) => (attested_at ? <Time iso={attested_at} /> : 'not yet'),
    text: ({ attested_at }) => attested_at ?? '',
  },
  {
    name: 'Attestation',
    cell: ({ attest_uid }) => (attest_uid ? <Hash value={attest_uid} label="attestation UID" /> : '–'),
    text: ({ attest_uid }) => attest_uid ?? '',
  },
  {
    name: 'Transaction',
    cell: ({ transaction_id: id }) =>
      id === null ? (
        '–'
      ) : (
        <Link href={`/operator/chains/transactions/${id}`} className="text-link underline underline-offset-4">
          {id}
        </Link>
      ),
    text: ({ transaction_id }) => transaction_id ?? '',
  },
]
