'use client'
import Link from 'next/link'
import { Hash } from '#components/ui/hash'
import type { OperatorTree } from '#lib/schemas/operator-captures'
import { Asked } from '../asked.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Pager } from '../pager.tsx'
import { SelectFilter } from '../select-filter.tsx'
import { StateWord } from '../state-word.tsx'
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
        <div className="justify-self-start">
          <SelectFilter
            label="State"
            any="Any state"
            value={filters.state}
            options={Object.entries(treeStateTexts)}
            onChange={(state) => change({ state, cursor: '' })}
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

const treeMarks = { attesting: 'now', final: 'done', lost: 'wrong' } as const

const columns: readonly Column<OperatorTree>[] = [
  {
    name: 'Tree',
    isNumber: true,
    cell: ({ tree_id, state }) =>
      state === 'final' ? (
        <Link href={`/trees/${tree_id}`} className="link">
          {tree_id}
        </Link>
      ) : (
        tree_id
      ),
    text: ({ tree_id }) => tree_id,
  },
  {
    name: 'State',
    cell: ({ state }) => (
      <span className="whitespace-nowrap">
        <StateWord is={treeMarks[state]}>{treeStateTexts[state]}</StateWord>
      </span>
    ),
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
        <Link href={`/operator/chains/transactions/${id}`} className="link">
          {id}
        </Link>
      ),
    text: ({ transaction_id }) => transaction_id ?? '',
  },
]
